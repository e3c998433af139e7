import type { Database } from '../infra/db/database.ts';
import { sql } from '../infra/db/sql.ts';

type Column = {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
};

/** What text formats have to escape, and letters outside of the basic plane. */
const AWKWARD = 'a\tb\\N\nc\r"d"，🏃 \\.';

/** Values of columns whose checks say more than which words there are. */
const FITTING: Readonly<Record<string, string>> = {
  bytea: `decode(md5('ROW') || md5('ROW'), 'hex')`,
  // The same in all tables, so that references lead somewhere.
  uuid: `'00000000-0000-7000-8000-00000000000ROW'`,
  text: `'TEXT ROW'`,
  date: `date '2026-01-05' + 7 * ROW`,
  'timestamp with time zone': `timestamptz '2026-01-02 03:04:05.678901+00' + ROW * interval '1 hour'`,
  'timestamp without time zone': `timestamp '2026-01-02 03:04:05.678901'`,
  'time without time zone': `time '03:04:05'`,
  boolean: 'ROW % 2 = 0',
  smallint: 'ROW',
  integer: 'ROW',
  bigint: 'ROW',
  numeric: '1.5 + ROW',
  real: '0.1 + ROW',
  'double precision': '0.1 + ROW',
  measure: '0.1 + ROW',
  xid8: `'ROW'`,
  pg_snapshot: `'10:20:10,14'`,
  json: `'{"b": 1,  "a": "TEXT"}'`,
  jsonb: `'{"b": 1, "a": "TEXT"}'`,
};

/** By `table.column`, an expression in which ROW is the number of the row. */
const OVERRIDES: Readonly<Record<string, string>> = {
  'activity_rulings.record_a': `'00000000-0000-7000-8000-000000000001'`,
  'activity_rulings.record_b': `'00000000-0000-7000-8000-000000000002'`,
  'availability_entries.kind': `'limited'`,
  'availability_entries.minutes': '30',
  'backfills.provider': `'strava'`,
  'change_feed.is_only': 'true',
  'club_session_series.occurrences': '3',
  'club_session_series.until': 'NULL',
  'data_reads.kind': `'activities'`,
  'feedback.workout_id': 'NULL',
  'feedback.saved_plan_id': 'NULL',
  'feedback.plan_id': 'NULL',
  'feedback.workout_date': 'NULL',
  'feedback.activity_id': `'00000000-0000-7000-8000-00000000000ROW'`,
  'instance.is_only': 'true',
  'library_workouts.segments': `'[]'`,
  'message_posts.deleted_at': 'NULL',
  'organization_members.narrowed_privacy': `'{}'`,
  'plan_assignments.workouts': `'[]'`,
  'plans.workouts': `'[]'`,
  'platform_connections.provider': `'strava'`,
  'platform_fetches.provider': `'strava'`,
  'quiet_hours.ends': `time '06:00'`,
};

/**
 * Puts two rows into every table of a migrated database, without triggers. Where a table's checks allow no row made of its types,
 * `OVERRIDES` says how.
 *
 * @returns the names of all tables
 */
export async function fillEveryTable(db: Database): Promise<string[]> {
  const columns = await db.query<Column>(sql`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS required
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY c.relname, a.attnum`);
  const checks = await db.query<{ table: string; text: string }>(sql`
    SELECT c.relname AS table, pg_get_constraintdef(k.oid) AS text FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.contype = 'c' AND c.relnamespace = 'public'::regnamespace`);
  const words = (table: string, column: string): string | undefined => {
    const among = new RegExp(`\\(\\(?${column} = ANY \\(ARRAY\\['([^']+)'`);
    return checks
      .filter((check) => check.table === table)
      .map(({ text }) => among.exec(text)?.[1])
      .find((word) => word !== undefined);
  };
  const expressionOf = ({ table, name, type }: Column, row: number): string => {
    const word = words(table, name);
    const plain = type.replace(/\[\]$/, '');
    const one = OVERRIDES[`${table}.${name}`] ?? (word === undefined ? FITTING[plain] : `'${word}'`);
    if (one === undefined)
      throw new Error(`${table}.${name} is of the type ${type}, for which there is no value.`);
    const value = one
      .replaceAll('ROW', String(row))
      .replaceAll('TEXT', type.startsWith('json') ? 'x' : AWKWARD);
    return type.endsWith('[]') && !(`${table}.${name}` in OVERRIDES)
      ? `ARRAY[${value}]::${type}`
      : `(${value})::${type}`;
  };
  const failures: string[] = [];
  const byTable = Map.groupBy(columns, ({ table }) => table);
  for (const [table, all] of byTable) {
    if (table === 'schema_migrations') continue;
    for (const row of [1, 2]) {
      // Where checks do not allow all columns at once, those that have to be there.
      const errors: string[] = [];
      for (const some of [
        all,
        all.filter(({ table, name, required }) => required || `${table}.${name}` in OVERRIDES),
      ]) {
        const names = some.map(({ name }) => `"${name}"`).join(', ');
        const values = some.map((column) => expressionOf(column, row)).join(', ');
        try {
          await db.executeSql(`BEGIN; SET LOCAL session_replication_role = replica;
            INSERT INTO "${table}" (${names}) OVERRIDING SYSTEM VALUE VALUES (${values}) ON CONFLICT DO NOTHING; COMMIT;`);
          break;
        } catch (error) {
          errors.push(`${table}: ${error instanceof Error ? error.message : error}`);
        }
      }
      if (errors.length === 2) failures.push(...errors);
    }
  }
  if (failures.length > 0)
    throw new Error(
      `Say in OVERRIDES of src/test/fill-every-table.ts what fits into these tables:\n${failures.join('\n')}`,
    );
  return [...byTable.keys()];
}
