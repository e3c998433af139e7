import { isDeepStrictEqual } from 'node:util';
import { pino } from 'pino';
import { seededRandom } from '../../sandbox/recordings/seeded-random.ts';
import { applyChanges, type Copy, createDeveloperClient } from '../../sdk/src/index.ts';
import { type Database, openDatabase } from '../../src/infra/db/database.ts';
import { emptyCopy, happen, readAnew } from '../../src/test/kept-copy.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median, type Row } from '../row.ts';
import { type PreparedClub, prepareClub } from '../stage/prepare-club.ts';
import { freePort } from '../stage/process.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { settle, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const RATE = 'changes-per-second';
const WRITES = 'changes-write-cost';
const COPY = 'changes-copy-after-kills';
const TRIGGERS = ['activities_noted_new', 'activities_noted_change', 'activities_noted_gone'];

/** Following changes, what noting them costs those who write, and a copy that is kept while servers are killed. */
export const changes: Bench = {
  name: 'changes',
  rows: [RATE, WRITES, COPY],
  run: async (context) => {
    const DATABASE_URL = await throwAwayDatabase(context);
    const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL };
    const size = { athletes: context.quick ? 20 : 100, activities_each: 500 };
    const club = await prepareClub(env, size);
    await settle(DATABASE_URL);
    const logger = pino({ level: 'silent' });
    const db = await openDatabase({ url: DATABASE_URL, dataDir: env.DATA_DIR, logger });
    context.cleanup.defer(() => db.close());
    const rate = await measureRate(context, { env, db, club });
    const cost = await measureWrites(context, db);
    return [rate, cost, await keepCopy(context, { env, db, club })];
  },
};

type Stage = { env: Record<string, string>; db: Database; club: PreparedClub };

/** The server itself, not the client: texts are counted and not read further. */
async function measureRate(context: BenchContext, { env, db, club }: Stage): Promise<Row> {
  const server = await startServerUnderTest(context, { env });
  const headers = { authorization: `Bearer ${club.api_key}` };
  const read = async (after: string): Promise<{ rows: number; seconds: number; cursor: string }> => {
    let [rows, seconds, cursor] = [0, 0, after];
    for (let more = true; more; ) {
      const query = cursor === '' ? '' : `&after=${cursor}`;
      const begun = performance.now();
      const answer = await fetch(`${server.url}/developer/v1/changes?limit=1000${query}`, { headers });
      const text = await answer.text();
      seconds += (performance.now() - begun) / 1000;
      const { data } = JSON.parse(text);
      rows += data.changes.length;
      cursor = data.next_cursor;
      more = data.has_more;
    }
    return { rows, seconds, cursor };
  };
  const first = await read('');
  const rates: number[] = [];
  let { cursor } = first;
  for (let round = 0; round < 4; round += 1) {
    await db.executeSql('UPDATE activities SET training_load = coalesce(training_load, 0) + 1');
    const changed = await read(cursor);
    cursor = changed.cursor;
    context.log(`round ${round}: ${changed.rows} changes in ${changed.seconds.toFixed(2)} s`);
    // The first one warms up.
    if (round > 0) rates.push(changed.rows / changed.seconds);
  }
  await server.stop();
  return measuredRow({
    name: RATE,
    value: median(rates),
    unit: 'rows/s',
    bar: { is: '>=', value: 10_000 },
    detail: `changed activities by pages of 1,000, one request after the other, what was just noted put in order on the way; everything anew ${(first.rows / first.seconds).toFixed(0)} rows/s; nothing pinned${context.quick ? '; quick' : ''}`,
  });
}

/** Small writes, as a platform's posts bring them: one activity a transaction. */
async function measureWrites(context: BenchContext, db: Database): Promise<Row> {
  const writes = context.quick ? 300 : 2_000;
  const { rows } = await db.executeSql('SELECT id FROM activities ORDER BY id LIMIT $1', [writes]);
  const ids = (rows as { id: string }[]).map(({ id }) => id);
  const times = { with: [] as number[], without: [] as number[] };
  for (let round = 0; round < 5; round += 1) {
    for (const contender of ['with', 'without'] as const) {
      const word = contender === 'with' ? 'ENABLE' : 'DISABLE';
      for (const name of TRIGGERS) await db.executeSql(`ALTER TABLE activities ${word} TRIGGER ${name}`);
      const begun = performance.now();
      for (const id of ids) {
        await db.executeSql("UPDATE activities SET name = name || '.', updated_at = now() WHERE id = $1", [
          id,
        ]);
      }
      if (round > 0) times[contender].push((performance.now() - begun) / ids.length);
    }
  }
  for (const name of TRIGGERS) await db.executeSql(`ALTER TABLE activities ENABLE TRIGGER ${name}`);
  const [noted, bare] = [median(times.with), median(times.without)];
  return measuredRow({
    name: WRITES,
    value: noted / bare,
    unit: 'x',
    bar: { is: '<=', value: 1.35 },
    detail: `an activity updated in a transaction of its own: ${noted.toFixed(3)} ms with its change noted, ${bare.toFixed(3)} ms without; medians of 4 alternating rounds${context.quick ? '; quick' : ''}`,
  });
}

/** Writers write on while the server that is followed is killed and started again, and the copy goes on from its last cursor. */
async function keepCopy(context: BenchContext, { env, db, club }: Stage): Promise<Row> {
  const PORT = String(await freePort());
  const user_ids = club.athlete_ids.slice(0, 10) as [string, ...string[]];
  const client = createDeveloperClient({
    baseUrl: `http://127.0.0.1:${PORT}/developer/v1`,
    apiKey: club.api_key,
    maxRetries: 0,
  });
  const copy = emptyCopy();
  const kills = context.quick ? 3 : 20;
  let cursor: string | undefined;
  let differences = 0;
  const keepUp = async (pageSize = 1_000): Promise<void> => {
    for await (const page of client.changes({ after: cursor, pageSize })) {
      applyChanges(copy, page.changes);
      cursor = page.next_cursor;
    }
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startServerUnderTest(context, { env: { ...env, PORT } });
    const random = seededRandom(`changes ${kill}`);
    const writers = [1, 2, 3].map(async (writer) => {
      const own = random.fork(String(writer));
      for (let step = 0; step < 40; step += 1) await happen(db, own, { org_id: club.org_id, user_ids });
    });
    const killed = Promise.all(writers.slice(0, 1)).then(() => process.kill(server.pid, 'SIGKILL'));
    // As clients do it: what a page tells is stored together with its cursor, and what comes after the kill goes on from there.
    const followed = keepUp(random.integer(5, 1_000)).catch(() => undefined);
    await Promise.all([...writers, killed, followed]);
    const next = await startServerUnderTest(context, { env: { ...env, PORT } });
    await keepUp();
    const fresh = await readAnew(client);
    if (!isDeepStrictEqual(copy, fresh)) {
      differences += 1;
      context.log(differenceBetween(copy, fresh));
    }
    await next.stop();
    context.log(`kill ${kill + 1} of ${kills}: ${copy.activities.size} activities`);
  }
  return measuredRow({
    name: COPY,
    value: differences,
    unit: 'copies',
    bar: { is: '<=', value: 0 },
    detail: `that differ from a fresh read, of ${kills}: each after the server was killed while three writers changed athletes, activities and plans`,
  });
}

/** The first thing that one has otherwise than the other. */
function differenceBetween(kept: Copy, fresh: Copy): string {
  for (const kind of ['athletes', 'activities', 'plans', 'groups'] as const) {
    const ids = new Set([...kept[kind].keys(), ...fresh[kind].keys()]);
    for (const id of ids) {
      const [ours, theirs] = [kept[kind].get(id), fresh[kind].get(id)];
      if (!isDeepStrictEqual(ours, theirs))
        return `${kind} ${id}: ${JSON.stringify(ours)} instead of ${JSON.stringify(theirs)}`;
    }
  }
  return 'none';
}
