import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { personalDataParts } from '../../app.ts';
import { signUp } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { takeOut } from '../../test/personal-archive.ts';

/** Tables in which nothing says who somebody is, and why that is so. */
const NOBODY_IN_IT: Readonly<Record<string, string>> = {
  organization_name_keys: 'what names of organizations look like',
  audit_chains: 'how long each log is, and a hash that no name went into',
  groups: 'names and colours that coaches gave; who is in a group is in group_members',
  club_session_series: 'on which days sessions repeat',
  platform_pauses: 'until when a platform wants no requests from this server',
  platform_allowances: 'how many more requests a platform takes from all servers together',
  instance: 'which instance the database is of',
  backups: 'when the whole was backed up, and to where',
  triage_versions: 'how often an organization’s lists of triage have changed',
  triage_limits: 'from where on an organization’s coaches are told of something',
  change_feed: 'how far changes have been told, and how many are forgotten',
  schema_migrations: 'which files were applied to the schema',
};

/** Columns that sound as if they named somebody, and why they do not. */
const NOBODYS: Readonly<Record<string, string>> = {
  'api_keys.replaced_by': 'the key that was issued in its place',
  'platform_fetches.subject': 'a workout by its id at the platform, or the hash of an address',
  'notifications.subject': 'what it is about: the id of an export, or of somebody’s joining or leaving',
};

/** What refuses to let go of somebody, and what says so before the database has to. */
const HOLDS_ON: Readonly<Record<string, string>> = {
  'organizations.head_coach_user_id': 'a head coach is told to have handed over what they lead (409)',
};

const SOUNDS_LIKE_SOMEBODY =
  /(^|_)(user|athlete|athletes|member|coach|actor|target|author|owner|person|uid)(_ids?)?$|_by$|e?mail|subject|username|identity/;

describe('everything that is kept about people', () => {
  let server: TestServer;
  let covered: Set<string>;
  before(async () => {
    server = await testServer();
    covered = new Set(personalDataParts(server.deps).flatMap(({ columns }) => columns));
  });

  async function columnsOf(query: string): Promise<string[]> {
    const { rows } = await server.deps.db.executeSql(query);
    return (rows as { column: string }[]).map(({ column }) => column);
  }
  const allColumns = () =>
    columnsOf(`SELECT table_name || '.' || column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' ORDER BY 1`);
  /** What refers to a person: to their row, or to their membership of an organization. */
  const REFERENCES = `
    SELECT c.relname || '.' || a.attname AS column, k.confdeltype AS on_delete, c.oid AS table_id, a.attnum,
      k.confrelid = 'users'::regclass AS to_user
    FROM pg_constraint k
    JOIN pg_class c ON c.oid = k.conrelid
    CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS pair (own, foreign_key)
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.own
    JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = pair.foreign_key
    WHERE k.contype = 'f' AND f.attname = 'user_id'
      AND k.confrelid IN ('users'::regclass, 'organization_members'::regclass)`;

  test('each column that refers to a person, or sounds so, is some part’s', async () => {
    const referring = await columnsOf(REFERENCES);
    assert.ok(referring.length >= 13, referring.join(', '));
    const columns = await allColumns();
    const sounding = columns.filter((column) => SOUNDS_LIKE_SOMEBODY.test(column.split('.')[1] ?? ''));
    const uncovered = [...referring, ...sounding].filter(
      (column) => !covered.has(column) && !(column in NOBODYS),
    );
    assert.deepEqual(uncovered, [], 'add it to the part of its module, or say here why it names nobody');
  });

  test('each table is some part’s, or holds nobody', async () => {
    const tables = new Set((await allColumns()).map((column) => column.split('.')[0] ?? ''));
    const parts = new Set([...covered].map((column) => column.split('.')[0]));
    const forgotten = [...tables].filter((table) => !parts.has(table) && !(table in NOBODY_IN_IT));
    assert.deepEqual(forgotten, [], 'add it to the part of its module, or say here why it holds nobody');
  });

  test('what parts and lists name is there', async () => {
    const columns = new Set(await allColumns());
    const named = [...covered, ...Object.keys(NOBODYS), ...Object.keys(HOLDS_ON)];
    assert.deepEqual(
      named.filter((column) => !columns.has(column)),
      [],
    );
    const tables = new Set([...columns].map((column) => column.split('.')[0]));
    assert.deepEqual(
      Object.keys(NOBODY_IN_IT).filter((table) => !tables.has(table)),
      [],
    );
  });

  test('rows go with the person or let go of them, each found by an index', async () => {
    const holding = await columnsOf(
      `SELECT "column" FROM (${REFERENCES}) r WHERE on_delete NOT IN ('c', 'n')`,
    );
    assert.deepEqual(holding, Object.keys(HOLDS_ON));
    const slow = await columnsOf(`SELECT "column" FROM (${REFERENCES}) r WHERE to_user AND NOT EXISTS (
      SELECT FROM pg_index i WHERE i.indrelid = r.table_id AND i.indkey[0] = r.attnum)`);
    assert.deepEqual(slow, [], 'without an index each deletion of a person reads the whole table');
  });

  test('each column of the profile is in its file', async () => {
    const user = await signUp(server);
    const { records } = await takeOut(server, user);
    const [profile] = records('profile.json');
    const columns = (await allColumns()).filter((column) => column.startsWith('users.'));
    const missing = columns
      .map((column) => column.slice('users.'.length))
      .filter((name) => !(name in profile));
    assert.deepEqual(missing, ['is_platform_admin'], 'which is a role, in account.json');
  });

  test('each part says what its files are', async () => {
    const { user_id } = await signUp(server);
    for (const part of personalDataParts(server.deps)) {
      const described = Object.keys(part.files);
      for await (const { name } of part.collect(user_id)) {
        assert.ok(
          described.some((one) => one === name || (one.endsWith('/') && name.startsWith(one))),
          name,
        );
      }
    }
  });
});
