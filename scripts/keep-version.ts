import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Database } from '../src/infra/db/database.ts';
import { createMigratedServerDatabase } from '../src/test/database.ts';
import { signUp } from '../src/test/factories.ts';
import { freePort } from '../src/test/free-port.ts';
import { startTestServer } from '../src/test/harness.ts';
import { personWithEverything } from '../src/test/person-with-everything.ts';

/**
 * `node scripts/keep-version.ts 0.2.0`, at each release and with the program that is released: keeps a dump of its database, filled
 * with an invented person who has something in every place, and what it answers. `src/former-versions.test.ts` then upgrades from it
 * for ever. Needs a PostgreSQL server and its `pg_dump`; a dump of PostgreSQL 15 can be read by all that the project runs on.
 */
const FOLDER = path.join(import.meta.dirname, '../src/test/former-versions');
/** Of an invented instance: what is sealed in the dump can be opened with it. */
const SECRETS_KEY = Buffer.alloc(32, 'former version').toString('base64');
/** Answers hold links, and the person downloads by one. */
const PORT = String(await freePort());
const BASE_URL = `http://127.0.0.1:${PORT}`;

/** What may be null, but not in every row. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  club_session_series: ['occurrences'],
  feedback: ['activity_id'],
  message_posts: ['text'],
  message_reads: ['unread_since'],
  message_threads: ['athlete_id', 'member_since'],
};

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Name the version that is kept, such as 0.2.0.');
process.env.EKIDEN_TEST_ENGINE = 'postgres';

const { url, drop } = await createMigratedServerDatabase();
const server = await startTestServer({ DATABASE_URL: url, SECRETS_KEY, PORT });
const everything = await personWithEverything(server, 'kept');
const { person, away } = everything;
await signUp(server);
const signedIn = await server.request('POST', '/api/v1/auth/login', {
  body: { email: person.email, password: person.password },
});
const token: string = signedIn.body.access_token;
const activities = await server.request('GET', '/api/v1/activities', { token });
const [activity] = activities.body.data?.activities ?? activities.body.activities;
const at = `/organizations/${away.org_id}`;
const asked = [
  ...['/users/me', '/users/me/memberships', '/users/me/conversations', '/users/me/accesses', '/activities'],
  ...[`/activities/${activity.id}`, `/activities/${activity.id}/streams`, '/plans/mine', '/races'],
  ...[
    '/notifications/center',
    '/notifications/settings',
    '/organizations',
    at,
    `${at}/members`,
    `${at}/groups`,
  ],
];
const reads: { path: string; body: unknown }[] = [];
for (const one of asked) {
  const answer = await server.request('GET', `/api/v1${one}`, { token });
  console.log(answer.status, one);
  if (answer.status === 200) reads.push({ path: `/api/v1${one}`, body: answer.body });
}
const kept_at = server.clock.now();
const left = await fillTables(server.deps.db);
if (left.length > 0) console.log(`Nothing was invented for: ${left.join(', ')}.`);
await server.stop();
const { stdout } = await promisify(execFile)(
  'pg_dump',
  ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges', `--dbname=${url}`],
  { maxBuffer: 1e9 },
);
await drop();
// Settings and commands of psql, which other versions of PostgreSQL, or the embedded one, do not know.
const dump = stdout
  .replaceAll(/^\\.*\n/gm, '')
  .replaceAll(/^SET (?!check_function_bodies).*;\n/gm, '')
  .replaceAll(/^--.*\n/gm, '')
  .replaceAll(/\n{2,}/g, '\n');
await mkdir(FOLDER, { recursive: true });
const facts = {
  version,
  kept_at,
  secrets_key: SECRETS_KEY,
  base_url: BASE_URL,
  email: person.email,
  password: person.password,
  reads,
};
await writeFile(path.join(FOLDER, `${version}.json.gz`), gzipSync(JSON.stringify(facts), { level: 9 }));
await writeFile(path.join(FOLDER, `${version}.sql.gz`), gzipSync(dump, { level: 9 }));
console.log(`Kept ${version}: ${dump.length} characters of SQL, ${reads.length} answers.`);
process.exit(0);

type Column = { name: string; type: string; checks: string | null; refers: string | null; needed: boolean };

/** One row in each table that has none yet, invented from its columns, so that no migration meets an empty table. @returns which have none still */
async function fillTables(db: Database): Promise<string[]> {
  const { rows } = await db.executeSql(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  let empty = (rows as { name: string }[]).map(({ name }) => name);
  // A table may refer to one that is filled after it.
  for (let round = 0; round < 4; round += 1) {
    const still: string[] = [];
    for (const name of empty) if (!(await fillTable(db, name))) still.push(name);
    empty = still;
  }
  return empty;
}

async function fillTable(db: Database, table: string): Promise<boolean> {
  const { rows: found } = await db.executeSql(`SELECT FROM ${table} LIMIT 1`);
  if (found.length > 0) return true;
  const { rows } = await db.executeSql(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
            a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AND a.attgenerated = '' AS needed,
            (SELECT string_agg(pg_get_constraintdef(c.oid), ' ') FROM pg_constraint c
             WHERE c.conrelid = a.attrelid AND c.contype = 'c' AND a.attnum = ANY (c.conkey)) AS checks,
            (SELECT format('SELECT %I AS value FROM %s WHERE %I IS NOT NULL LIMIT 1', f.attname, c.confrelid::regclass, f.attname)
             FROM pg_constraint c JOIN pg_attribute f ON f.attrelid = c.confrelid
               AND f.attnum = c.confkey[array_position(c.conkey, a.attnum)]
             WHERE c.conrelid = a.attrelid AND c.contype = 'f' AND a.attnum = ANY (c.conkey) LIMIT 1) AS refers
     FROM pg_attribute a WHERE a.attrelid = '${table}'::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  const columns = (rows as Column[]).filter(({ name, needed }) => needed || ALSO[table]?.includes(name));
  try {
    const values = await Promise.all(columns.map((column) => invent(db, column)));
    const places = values.map((_, index) => `$${index + 1}`).join(', ');
    await db.executeSql(
      columns.length === 0
        ? `INSERT INTO ${table} DEFAULT VALUES`
        : `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) VALUES (${places})`,
      values,
    );
    return true;
  } catch {
    // Its rows refer to one that comes later, or keep to a rule that is not known here: it is named at the end.
    return false;
  }
}

async function invent(db: Database, { type, checks, refers }: Column): Promise<unknown> {
  if (refers !== null) {
    const { rows } = await db.executeSql(refers);
    return (rows as { value: unknown }[])[0]?.value;
  }
  const allowed =
    /ARRAY\['([^']+)'::text/.exec(checks ?? '')?.[1] ?? /= '([^']+)'::text/.exec(checks ?? '')?.[1];
  if (allowed !== undefined) return allowed;
  if (type === 'uuid') return randomUUID();
  if (type === 'boolean') return true;
  if (type === 'date') return '2026-11-01';
  if (type.startsWith('timestamp')) return '2026-11-01T08:00:00Z';
  if (type === 'bytea') return Buffer.from('invented');
  if (type.startsWith('json')) return '{}';
  if (type.endsWith('[]')) return [];
  return /^(?:text|character)/.test(type) ? 'invented' : 1;
}
