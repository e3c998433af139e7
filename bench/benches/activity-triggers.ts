import { pino } from 'pino';
import { type Database, openDatabase } from '../../src/infra/db/database.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median, type Row } from '../row.ts';
import { prepareClub } from '../stage/prepare-club.ts';
import { settle, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const MOST_COST = 1.35;
/** What is kept beside activities, so that lists need not look for it among all of them. */
const KEPT = [
  {
    row: 'latest-starts-write-cost',
    what: 'when each began something last',
    triggers: ['activities_started', 'activities_started_change', 'activities_started_gone'],
  },
  {
    row: 'activity-counts-write-cost',
    what: 'how many there are',
    triggers: ['activities_counted_new', 'activities_counted_anew', 'activities_counted_gone'],
  },
] as const;
type Kept = (typeof KEPT)[number];

/** What it costs those who store and delete activities that something is kept beside them. */
export const activityTriggers: Bench = {
  name: 'activity-triggers',
  rows: KEPT.map(({ row }) => row),
  run: async (context) => {
    const DATABASE_URL = await throwAwayDatabase(context);
    const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL };
    await prepareClub(env, { athletes: 20, activities_each: 500 });
    await settle(DATABASE_URL);
    // Waiting for the disk takes ten times as long as all else, and would hide it.
    const url = `${DATABASE_URL}?options=${encodeURIComponent('-c synchronous_commit=off')}`;
    const db = await openDatabase({
      ...{ url, dataDir: env.DATA_DIR },
      logger: pino({ level: 'silent' }),
    });
    context.cleanup.defer(() => db.close());
    const rows: Row[] = [];
    for (const kept of KEPT) rows.push(await measureCost(context, db, kept));
    return rows;
  },
};

/** As uploads and platforms bring them: one activity a transaction, each a day after the latest of its athlete; then it is deleted. */
async function measureCost(context: BenchContext, db: Database, { row, what, triggers }: Kept): Promise<Row> {
  const writes = context.quick ? 300 : 1_500;
  const { rows } = await db.executeSql(
    'SELECT DISTINCT ON (user_id) id FROM activities ORDER BY user_id, start_time DESC',
  );
  const ids = (rows as { id: string }[]).map(({ id }) => id);
  const times = { with: [] as number[], without: [] as number[] };
  for (let round = 0; round <= 4; round += 1) {
    for (const contender of ['with', 'without'] as const) {
      const word = contender === 'with' ? 'ENABLE' : 'DISABLE';
      for (const name of triggers) await db.executeSql(`ALTER TABLE activities ${word} TRIGGER ${name}`);
      const begun = performance.now();
      for (let write = 0; write < writes; write += 1) {
        const stored = await db.executeSql(COPY_OF, [ids[write % ids.length]]);
        const [copy] = stored.rows as { id: string }[];
        await db.executeSql('DELETE FROM activities WHERE id = $1', [copy?.id]);
      }
      // The first round is a warm-up.
      if (round > 0) times[contender].push((performance.now() - begun) / writes);
    }
  }
  for (const name of triggers) await db.executeSql(`ALTER TABLE activities ENABLE TRIGGER ${name}`);
  const [kept, bare] = [median(times.with), median(times.without)];
  return measuredRow({
    name: row,
    value: kept / bare,
    unit: 'x',
    bar: { is: '<=', value: MOST_COST },
    detail: `an activity stored and deleted, each in a transaction of its own that does not wait for the disk: ${kept.toFixed(3)} ms where ${what} is kept, ${bare.toFixed(3)} ms without; medians of 4 alternating rounds${context.quick ? '; quick' : ''}`,
  });
}

const COPY_OF = `
  INSERT INTO activities
  SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'external_id', null,
    'start_time', a.start_time + interval '1 day'))).*
  FROM activities a WHERE a.id = $1 RETURNING id`;
