import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Database } from './infra/db/database.ts';
import { migrate } from './infra/db/migrate.ts';
import { sql } from './infra/db/sql.ts';
import { MIGRATIONS } from './main.ts';
import { openTestDatabase } from './test/database.ts';
import { startTestServer } from './test/harness.ts';

const KEPT = path.join(import.meta.dirname, 'test/former-versions');
/** Empty databases of these numbers of migrations are upgraded, too: the first, one between, and those of each version. */
const EARLIER = [1, 30, ...(await releasedMigrations())];

type Facts = {
  readonly kept_at: string;
  readonly secrets_key: string;
  readonly base_url: string;
  readonly email: string;
  readonly password: string;
  readonly reads: readonly { readonly path: string; readonly body: unknown }[];
};

const versions = (await readdir(KEPT)).flatMap((name) => /^(.+)\.json\.gz$/.exec(name)?.[1] ?? []);

for (const version of versions) {
  test(`a database of version ${version}, with something in every table, is upgraded and answers as it did`, async (t) => {
    const unpack = async (name: string): Promise<string> =>
      gunzipSync(await readFile(path.join(KEPT, name))).toString();
    const facts: Facts = JSON.parse(await unpack(`${version}.json.gz`));
    const db = await emptyDatabase();
    const dump = await unpack(`${version}.sql.gz`);
    // The dump qualifies each table and empties the search path.
    await db.executeSql(`${dump}; RESET search_path; RESET check_function_bodies;`);
    const counts = await countRows(db);
    const server = await startTestServer(
      // Without background work, which would change the answers.
      { SECRETS_KEY: facts.secrets_key, BASE_URL: facts.base_url, ROLES: 'api' },
      { db },
    );
    t.after(() => server.stop());
    server.clock.stopAt(new Date(facts.kept_at));
    const kept = await countRows(db);
    for (const [table, rows] of counts)
      assert.ok((kept.get(table) ?? 0) >= rows, `rows of ${table} are gone`);
    const { email, password } = facts;
    const signedIn = await server.request('POST', '/api/v1/auth/login', { body: { email, password } });
    assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body));
    const token: string = signedIn.body.access_token;
    for (const { path: asked, body } of facts.reads) {
      const answer = await server.request('GET', asked, { token });
      assert.equal(answer.status, 200, asked);
      assertHolds(answer.body, body, asked);
    }
    assert.deepEqual(withoutBrackets(await shapeOf(db)), withoutBrackets(await freshShape()));
  });
}

test('empty databases of earlier migrations become what a new one is', async (t) => {
  const fresh = await freshShape();
  assert.ok(fresh.length > 1_000, 'the shape tells of tables, columns, rules, triggers and functions');
  for (const count of EARLIER) {
    const db = await emptyDatabase();
    try {
      await migrate(db, await firstMigrations(t, count));
      assert.notDeepEqual(await shapeOf(db), fresh);
      await migrate(db, MIGRATIONS);
      assert.deepEqual(await shapeOf(db), fresh, `from ${count} migrations`);
    } finally {
      await db.close();
    }
  }
});

/** How many migrations each version had that had fewer than there are now. */
async function releasedMigrations(): Promise<number[]> {
  const released = await readFile(new URL('released.sha256', MIGRATIONS), 'utf8');
  const all = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).length;
  let count = 0;
  const counts = released.split(/^# .*$/m).map((version) => {
    count += version.match(/^[0-9a-f]{64} /gm)?.length ?? 0;
    return count;
  });
  return counts.filter((one) => one > 0 && one < all);
}

async function emptyDatabase(): Promise<Database> {
  return await openTestDatabase({ migrations: false });
}

let known: Promise<string[]> | undefined;

function freshShape(): Promise<string[]> {
  known ??= (async () => {
    const db = await emptyDatabase();
    try {
      await migrate(db, MIGRATIONS);
      return await shapeOf(db);
    } finally {
      await db.close();
    }
  })();
  return known;
}

async function firstMigrations(t: TestContext, count: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names.slice(0, count)) await cp(new URL(name, MIGRATIONS), path.join(folder, name));
  return folder;
}

/** Newer versions may add fields: every former field must still be there with its value. */
function assertHolds(now: unknown, before: unknown, where: string): void {
  if (Array.isArray(before)) {
    assert.ok(Array.isArray(now) && now.length === before.length, `${where} has other entries`);
    for (const [index, entry] of before.entries()) assertHolds(now[index], entry, `${where}[${index}]`);
  } else if (typeof before === 'object' && before !== null) {
    // Signing in to ask changes this value.
    for (const [name, value] of Object.entries(before))
      if (name !== 'last_login_at') assertHolds(Reflect.get(Object(now), name), value, `${where}.${name}`);
  } else assert.deepEqual(now, before, where);
}

async function countRows(db: Database): Promise<Map<string, number>> {
  const { rows: tables } = await db.executeSql(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const counts = (tables as { name: string }[]).map(
    ({ name }) => `SELECT '${name}' AS name, count(*)::integer AS rows FROM public.${name}`,
  );
  const { rows } = await db.executeSql(counts.join(' UNION ALL '));
  return new Map((rows as { name: string; rows: number }[]).map(({ name, rows: count }) => [name, count]));
}

/** A dump and a migration write brackets around conditions differently. */
function withoutBrackets(shape: readonly string[]): string[] {
  return shape.map((line) => line.replaceAll(/[()\s]/g, '')).sort();
}

/** Everything that migrations make, as text; columns are sorted by name because newer ones stand last. */
async function shapeOf(db: Database): Promise<string[]> {
  const found = await db.query<{ says: string }>(sql`
    SELECT format('%s.%s %s%s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
             CASE WHEN a.attnotnull THEN ' not null' ELSE '' END, pg_get_expr(d.adbin, d.adrelid)) AS says
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'p', 'm') AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL SELECT format('%s %s: %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT pg_get_functiondef(p.oid) FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
    ORDER BY 1`);
  return found.map(({ says }) => says);
}
