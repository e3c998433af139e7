import pg from 'pg';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median, type Row } from '../row.ts';
import { type LoadGenerator, startLoadGenerator } from '../stage/companions.ts';
import { listPath } from '../stage/list-request.ts';
import { type PreparedClub, prepareClub } from '../stage/prepare-club.ts';
import { freePort } from '../stage/process.ts';
import { runExport } from '../stage/run-export.ts';
import { seedCalendar } from '../stage/seed-calendar.ts';
import { idOf } from '../stage/seed-club.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const EACH = 1_000;
/** Athletes whose workouts are made; the others have copies of these, which is four times as fast. */
const MODELS = 100;
const ASKED = 200;
const EXPORTED = 20;
const PARTS = 32;
/** A power of two. */
const LANES = 4;
/** Beyond, one disk would have to hold the table twice over. */
const MOST_DIVIDED = 10_000_000;
const SINGLE_WRITES = 1_000;
/** One athlete in so many goes, and with them rows on nearly every page. */
const ONE_GOES_OF = 100;

const LISTS = ['first', 'deep', 'coach', 'range', 'calendar', 'changes'] as const;
const UPKEEP = ['export', 'write', 'write-bare', 'delete', 'vacuum', 'vacuum-idle', 'reindex'] as const;
const nameOf = (what: string): string => `growth-${what}`;

/** What grows with the table of activities and what does not, as it is and in partitions: `--rows` says how many. */
export const growth: Bench = {
  name: 'growth',
  rows: [nameOf('bytes'), ...LISTS.map(nameOf), ...UPKEEP.map(nameOf)],
  run: async (context) => {
    const rows = context.rows ?? (context.quick ? 200_000 : 1_000_000);
    const stage = await openStage(context, rows);
    const bytes = await sizeRow(stage, rows);
    const load = await startLoadGenerator(context);
    const whole = await measureAll(context, stage, load);
    let divided: Measured | null = null;
    if (rows <= MOST_DIVIDED) {
      await timed(context, `moved to ${PARTS} partitions`, () => divide(stage));
      divided = await measureAll(context, stage, load);
    }
    const of = `${rows.toLocaleString('en')} activities`;
    return [
      bytes,
      ...[...LISTS, ...UPKEEP].map((what) => {
        const { value, unit, detail } = whole[what] ?? { value: 0, unit: '', detail: 'not measured' };
        const other = divided?.[what];
        const beside = other === undefined ? '' : `; in ${PARTS} partitions: ${other.detail}`;
        return measuredRow({ name: nameOf(what), value, unit, detail: `${of}: ${detail}${beside}` });
      }),
    ];
  },
};

type Stage = {
  readonly env: Readonly<Record<string, string>>;
  readonly club: PreparedClub;
  /** Without the limits of the server's connections. */
  readonly client: pg.Client;
};
type Figure = { readonly value: number; readonly unit: string; readonly detail: string };
type Measured = Readonly<Record<string, Figure>>;

/** A club whose athletes ran on each of a thousand days, stored day by day, so that one's rows lie on pages of their own. */
async function openStage(context: BenchContext, rows: number): Promise<Stage> {
  const DATABASE_URL = await throwAwayDatabase(context);
  // Access tokens name the address.
  const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL, PORT: String(await freePort()) };
  const athletes = rows / EACH;
  const runners = Math.min(MODELS, athletes);
  const club = await timed(context, 'model activities', () =>
    prepareClub(env, {
      athletes,
      activities_each: EACH,
      seed: async (db, size) => {
        await db.executeSql(
          `${triggers('DISABLE')} DROP INDEX activities_user_start_idx, activities_updated_idx`,
        );
        return await seedCalendar(db, { ...size, runners });
      },
    }),
  );
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  context.cleanup.defer(() => client.end());
  await timed(context, 'their copies', () => copyModels(DATABASE_URL, athletes / runners - 1, runners));
  for (const [what, statement] of FINISHED) await timed(context, what, () => client.query(statement));
  return { env, club, client };
}

async function copyModels(url: string, copies: number, runners: number): Promise<void> {
  const { rows } = await query(url, COPIED_COLUMNS);
  const columns = String(rows[0]?.names);
  await inLanes(
    url,
    (lane) => `
      INSERT INTO activities (id, user_id, start_time, created_at, updated_at, ${columns})
      SELECT overlay(id::text PLACING lpad(to_hex(k), 12, '0') FROM 25)::uuid,
        ${idOf(`('x' || right(user_id::text, 12))::bit(48)::bigint + k * ${runners}`)},
        start_time + k * interval '1 second', created_at, updated_at, ${columns}
      FROM activities CROSS JOIN generate_series(${lane + 1}, ${copies}, ${LANES}) k
      WHERE user_id <= ${idOf(runners)}`,
  );
}

/** They look at each row, and note it for who follows changes. */
function triggers(word: 'ENABLE' | 'DISABLE'): string {
  const tables = ['users', 'user_credentials', 'organization_members', 'activities'];
  return tables.map((table) => `ALTER TABLE ${table} ${word} TRIGGER ALL;`).join('');
}

const COPIED_COLUMNS = `
  SELECT string_agg(attname, ', ') AS names FROM pg_attribute WHERE attrelid = 'activities'::regclass AND attnum > 0
    AND NOT attisdropped AND attname NOT IN ('id', 'user_id', 'start_time', 'created_at', 'updated_at')`;

const USER_START = `INDEX activities_user_start_idx ON activities (user_id, start_time DESC, id DESC)
  INCLUDE (private, is_race, duration_s, moving_time_s, distance_m, training_load, source, sport_type)`;
const UPDATED = 'INDEX activities_updated_idx ON activities (user_id, updated_at)';
const FINISHED = [
  ['activities_user_start_idx', `CREATE ${USER_START}`],
  ['activities_updated_idx', `CREATE ${UPDATED}`],
  [
    'counts and latest starts',
    `INSERT INTO activity_counts SELECT user_id, source, private, is_race, count(*) FROM activities GROUP BY 1, 2, 3, 4;
     INSERT INTO latest_starts SELECT user_id, source, is_race, max(start_time) FROM activities WHERE NOT private GROUP BY 1, 2, 3;
     ${triggers('ENABLE')}`,
  ],
  ['vacuum of new rows', 'VACUUM (ANALYZE)'],
  ['checkpoint', 'CHECKPOINT'],
] as const;

/** The table in partitions takes the place of the other, without what hangs on it: triggers and foreign keys. */
async function divide({ env, client }: Stage): Promise<pg.QueryResult> {
  const parts = Array.from(
    { length: PARTS },
    (_, part) => `CREATE TABLE activities_${part} PARTITION OF activities
      FOR VALUES WITH (MODULUS ${PARTS}, REMAINDER ${part})`,
  );
  await client.query(`
    ALTER TABLE activities RENAME TO activities_whole;
    ALTER INDEX activities_user_start_idx RENAME TO activities_whole_user_start_idx;
    ALTER INDEX activities_updated_idx RENAME TO activities_whole_updated_idx;
    CREATE TABLE activities (LIKE activities_whole INCLUDING DEFAULTS) PARTITION BY HASH (user_id);
    ${parts.join(';')}`);
  await inLanes(
    env.DATABASE_URL ?? '',
    (lane) =>
      `INSERT INTO activities SELECT * FROM activities_whole WHERE uuid_hash(user_id) & ${LANES - 1} = ${lane}`,
  );
  await client.query(
    `ALTER TABLE activities ADD PRIMARY KEY (user_id, id); CREATE ${USER_START}; CREATE ${UPDATED}`,
  );
  return await client.query('VACUUM (ANALYZE) activities');
}

async function sizeRow({ client }: Stage, rows: number): Promise<Row> {
  await client.query('CREATE EXTENSION IF NOT EXISTS pageinspect');
  const { rows: indexes } = await client.query<{ name: string; bytes: string; level: number }>(`
    SELECT indexrelid::regclass::text AS name, pg_relation_size(indexrelid) AS bytes, (bt_metap(indexrelid::regclass::text)).level
    FROM pg_index WHERE indrelid = 'activities'::regclass ORDER BY 1`);
  const { rows: table } = await client.query<{ bytes: string }>(
    `SELECT pg_table_size('activities') AS bytes`,
  );
  const heap = Number(table[0]?.bytes);
  const all = indexes.reduce((sum, { bytes }) => sum + Number(bytes), heap);
  const each = indexes.map(
    ({ name, bytes, level }) => `${name} ${mb(Number(bytes))}, ${Number(level) + 1} levels`,
  );
  return measuredRow({
    name: nameOf('bytes'),
    value: all / rows,
    unit: 'B a row',
    detail: `${rows.toLocaleString('en')} activities: ${mb(all)} in all, rows ${mb(heap)}; ${each.join('; ')}`,
  });
}

async function measureAll(context: BenchContext, stage: Stage, load: LoadGenerator): Promise<Measured> {
  const lists = await measureLists(context, stage, load);
  return { ...lists, ...(await measureUpkeep(context, stage)) };
}

/** Over HTTP, one request after the other, each of 200 athletes in turn. */
async function measureLists(
  context: BenchContext,
  { env, club }: Stage,
  load: LoadGenerator,
): Promise<Measured> {
  const server = await startServerUnderTest(context, { env });
  const step = Math.max(1, Math.floor(club.athlete_ids.length / ASKED));
  const ids = club.athlete_ids.filter((_, place) => place % step === 1 % step).slice(0, ASKED);
  const org = `/api/v1/organizations/${club.org_id}`;
  const asked: Record<(typeof LISTS)[number], { paths: string[]; by: string }> = {
    first: { paths: ids.map(listPath), by: club.api_key },
    deep: {
      paths: ids.map((id) => `/developer/v1/activities?athlete_id=${id}&limit=50&offset=900`),
      by: club.api_key,
    },
    coach: { paths: ids.map((id) => `${org}/athletes/${id}/activities?limit=50`), by: club.coach_token },
    range: {
      paths: ids.map((id) => `${org}/athletes/${id}/activities?limit=50&from=2024-04-01&to=2025-03-31`),
      by: club.coach_token,
    },
    calendar: { paths: [`${org}/calendar?limit=200&sort=name`], by: club.coach_token },
    changes: { paths: ['/developer/v1/changes?limit=1000'], by: club.api_key },
  };
  const figures: Record<string, Figure> = {};
  for (const what of LISTS) {
    const { paths, by } = asked[what];
    const round = {
      ...{ port: Number(env.PORT), paths, authorization: `Bearer ${by}`, connections: 1 },
      // Long enough for every athlete to come by: cold pages are not what is measured.
      warm_up_ms: context.quick ? 1_000 : 6_000,
      measure_ms: context.quick ? 1_500 : 4_000,
    };
    const rounds = [await load.round(round)];
    for (let n = 0; n < 2; n += 1) rounds.push(await load.round({ ...round, warm_up_ms: 0 }));
    const value = median(rounds.map(({ p50_ms }) => p50_ms));
    const p95 = median(rounds.map(({ p95_ms }) => p95_ms));
    figures[what] = {
      ...{ value, unit: 'ms' },
      detail: `p50 ${value.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`,
    };
    context.log(`${what}: ${figures[what].detail}`);
  }
  const wanted = { format: 'csv' as const, athlete_ids: ids.slice(0, EXPORTED) };
  const { seconds } = await runExport(server, club.api_key, wanted);
  figures.export = {
    ...{ value: seconds, unit: 's' },
    detail: `${seconds.toFixed(1)} s for ${EXPORTED} athletes’ ${(EXPORTED * EACH).toLocaleString('en')}`,
  };
  context.log(`export: ${figures.export.detail}`);
  await server.stop();
  return figures;
}

async function measureUpkeep(context: BenchContext, { client, club }: Stage): Promise<Measured> {
  const figures: Record<string, Figure> = {};
  const note = async (what: (typeof UPKEEP)[number], words: string, work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    const value = (performance.now() - begun) / 1000;
    figures[what] = { value, unit: 's', detail: `${value.toFixed(2)} s ${words}` };
    context.log(`${what}: ${figures[what].detail}`);
  };
  const ids = club.athlete_ids.filter((_, place) => place % ONE_GOES_OF === 0);
  const write = async (): Promise<void> => {
    for (let n = 0; n < SINGLE_WRITES; n += 1) {
      const athlete = club.athlete_ids[(n * 7_919) % club.athlete_ids.length];
      await client.query({ name: 'copy', text: COPY_OF_NEWEST, values: [athlete] });
    }
  };
  await note('write', `for ${SINGLE_WRITES} single transactions with the triggers that there are`, write);
  await client.query('SET session_replication_role = replica');
  await note('write-bare', `for ${SINGLE_WRITES} single transactions without triggers`, write);
  await note('delete', `to delete the rows of one athlete in ${ONE_GOES_OF}, without triggers`, () =>
    client.query('DELETE FROM activities WHERE user_id = ANY($1::uuid[])', [ids]),
  );
  await client.query('SET session_replication_role = origin');
  await note('vacuum', 'for VACUUM after that', () => client.query('VACUUM activities'));
  await note('vacuum-idle', 'for VACUUM with nothing to do', () => client.query('VACUUM activities'));
  await note('reindex', 'to build activities_user_start_idx anew', () =>
    client.query('REINDEX INDEX activities_user_start_idx'),
  );
  return figures;
}

const COPY_OF_NEWEST = `
  INSERT INTO activities
  SELECT (jsonb_populate_record(NULL::activities, to_jsonb(a) || jsonb_build_object('id', gen_random_uuid(),
    'external_id', null, 'start_time', a.start_time + interval '1 day', 'created_at', now(), 'updated_at', now()))).*
  FROM (SELECT * FROM activities WHERE user_id = $1 ORDER BY start_time DESC, id DESC LIMIT 1) a`;

/** One connection takes one core; so many share the work. */
async function inLanes(url: string, statement: (lane: number) => string): Promise<void> {
  await Promise.all(Array.from({ length: LANES }, async (_, lane) => await query(url, statement(lane))));
}

async function query(url: string, statement: string): Promise<pg.QueryResult<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

async function timed<T>(context: BenchContext, what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const made = await work();
  context.log(`${((performance.now() - begun) / 1000).toFixed(1)} s: ${what}`);
  return made;
}

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
