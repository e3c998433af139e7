import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type Database, openDatabase } from '../infra/db/database.ts';
import { sql } from '../infra/db/sql.ts';
import { createJobs, defineJob, handleJob, PermanentJobError } from '../infra/jobs/index.ts';
import { createOrganization } from '../modules/organizations/index.ts';
import { createUser } from '../modules/users/index.ts';
import { newId } from '../shared/ids.ts';
import { USUAL_QUOTAS } from '../shared/quotas.ts';
import { systemClock } from '../shared/time.ts';
import { testEngine } from '../test/engine.ts';
import { signUp } from '../test/factories.ts';
import { startTestServer } from '../test/harness.ts';
import { lastingDatabase } from '../test/lasting-database.ts';
import { runCli } from '../test/run-cli.ts';

const logger = pino({ level: 'silent' });

describe('the commands of the operator', () => {
  let env: { readonly DATA_DIR: string; readonly DATABASE_URL?: string };
  let remove: () => Promise<void>;
  const email = 'operator@example.org';
  let org_id: string;

  const open = (): Promise<Database> =>
    openDatabase({ url: env.DATABASE_URL, dataDir: join(env.DATA_DIR, 'db'), logger });
  const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const db = await open();
    return await work(db).finally(() => db.close());
  };

  before(async () => {
    ({ env, remove } = await lastingDatabase({ migrations: false }));
  });
  after(() => remove());

  test('an empty database is named as one; migrate fills it once', async () => {
    const early = await runCli(env, 'admin', 'grant', email);
    assert.equal(early.code, 1);
    assert.match(early.err, /This database is empty\. Run ekiden migrate/);
    const quiet = { ...env, LOG_LEVEL: 'silent' };
    assert.match((await runCli(quiet, 'migrate')).out, /^Applied 0001_/);
    assert.match((await runCli(quiet, 'migrate')).out, /^Nothing to do/);
    org_id = await withDatabase(async (db) => {
      const now = systemClock.now();
      const { user_id } = await db.transaction((tx) =>
        createUser(tx, { email, is_verified: true, now, membership_role: 'coach' }),
      );
      const organization = await createOrganization(
        {
          db,
          clock: systemClock,
          events: { emit: async () => undefined, emitAll: async () => undefined },
          defaultOrgTier: 'free',
          organizationCreation: 'coaches',
          quotas: USUAL_QUOTAS,
        },
        { type: 'user', user_id, roles: ['user', 'coach'] },
        { name: 'Operated Club', description: undefined, head_coach_user_id: undefined, settings: undefined },
      );
      return organization.org_id;
    });
  });

  test('`admin grant` and `admin revoke` change the role and say so', async () => {
    const isAdmin = () =>
      withDatabase((db) =>
        db.one<{ is_platform_admin: boolean }>(
          sql`SELECT is_platform_admin FROM users WHERE email = ${email}`,
        ),
      );
    const granted = await runCli(env, 'admin', 'grant', 'Operator@Example.org');
    assert.deepEqual(granted, { code: 0, out: 'Operator@Example.org is now a platform admin.', err: '' });
    assert.equal((await isAdmin()).is_platform_admin, true);
    const revoked = await runCli(env, 'admin', 'revoke', email);
    assert.deepEqual(revoked, { code: 0, out: `${email} is no longer a platform admin.`, err: '' });
    assert.equal((await isAdmin()).is_platform_admin, false);
    const unknown = await runCli(env, 'admin', 'grant', 'nobody@example.org');
    assert.deepEqual(unknown, {
      code: 1,
      out: '',
      err: 'ekiden admin: There is no user with the e-mail address nobody@example.org.',
    });
  });

  test('admin create makes an account and prints a link; user list and show find it', async () => {
    const address = 'first.admin@example.org';
    const created = await runCli(
      { ...env, BASE_URL: 'https://club.example.org' },
      'admin',
      'create',
      address,
    );
    assert.deepEqual([created.code, created.err], [0, '']);
    assert.match(created.out, /^ {2}https:\/\/club\.example\.org\/reset-password\?token=[\w-]{43}$/m);
    const again = await runCli(env, 'admin', 'create', address);
    assert.deepEqual([again.code, again.out], [1, '']);
    assert.match(again.err, /^ekiden admin: There is an account .* ekiden admin grant /);
    assert.equal((await runCli(env, 'admin', 'create', 'nobody')).code, 1);
    assert.equal((await runCli(env, 'admin', 'create')).code, 2);
    const list = async (...args: string[]) => (await runCli(env, 'user', 'list', ...args)).out;
    const [head, ...rows] = (await list('--search', 'EXAMPLE.org')).split('\n');
    assert.match(head ?? '', /^USER ID +E-MAIL +USER NAME +STATUS +ROLES +SINCE +LAST SIGN-IN$/);
    assert.match(
      rows[0] ?? '',
      /^[0-9a-f-]{36} {2}first\.admin@example\.org +first_admin +active +athlete, admin /,
    );
    assert.match(await list('--role', 'coach'), /operator@example\.org/);
    assert.equal(await list('--search', 'no such person'), 'There is nobody like that.');
    const first = JSON.parse(await list('--json', '--limit', '1'));
    assert.equal(first.users[0].email, address);
    assert.match(await list('--limit', '1'), new RegExp(`There are more: --cursor ${first.next_cursor}$`));
    const second = JSON.parse(await list('--json', '--limit=1', '--cursor', first.next_cursor));
    assert.deepEqual([second.users[0].email, second.next_cursor], [email, null]);
    for (const wrong of [
      ['--status', 'gone'],
      ['--limit', '0'],
      ['--cursor', 'x'],
      ['--colour', 'red'],
      ['x'],
    ])
      assert.equal((await runCli(env, 'user', 'list', ...wrong)).code, 2, wrong.join(' '));
    const shown = await runCli(env, 'user', 'show', email.toUpperCase());
    assert.match(shown.out, /^organizations +1\n {2}[0-9a-f-]{36} {2}Operated Club \(head_coach\)$/m);
    const { user_id, signs_in_by } = JSON.parse((await runCli(env, 'user', 'show', address, '--json')).out);
    assert.deepEqual(signs_in_by, []);
    assert.match((await runCli(env, 'user', 'show', user_id)).out, /^signs in by +nothing yet$/m);
    const unknown = await runCli(env, 'user', 'show', 'nobody@example.org');
    const err = 'ekiden user: There is no user with the e-mail address nobody@example.org.';
    assert.deepEqual(unknown, { code: 1, out: '', err });
    assert.equal((await runCli(env, 'user', 'show')).code, 2);
  });

  test('`org list` and `org show` print organizations', async () => {
    const { out } = await runCli(env, 'org', 'list', '--tier', 'free', '--suspended', 'no');
    assert.match(out, new RegExp(`^${org_id} {2}free +0 +0 +\\d{4}-\\d\\d-\\d\\d +- +Operated Club$`, 'm'));
    const none = await runCli(env, 'org', 'list', '--search', 'no such club');
    assert.equal(none.out, 'There is no organization like that.');
    const json = JSON.parse((await runCli(env, 'org', 'list', '--json')).out);
    assert.deepEqual([json.organizations.length, json.next_cursor], [1, null]);
    assert.equal((await runCli(env, 'org', 'list', '--tier', 'gold')).code, 2);
    const shown = await runCli(env, 'org', 'show', org_id.toUpperCase());
    assert.match(
      shown.out,
      /^head coach +operator@example\.org\nmembers +0 \(0 active, 0 inactive, 0 suspended\)$/m,
    );
    assert.equal(
      JSON.parse((await runCli(env, 'org', 'show', org_id, '--json')).out).head_coach_email,
      email,
    );
    for (const id of [newId(), 'operated-club']) {
      const { code, err } = await runCli(env, 'org', 'show', id);
      assert.deepEqual([code, err], [1, `ekiden org: There is no organization with the id ${id}.`]);
    }
  });

  test('user status says what it was and what it is', async () => {
    const status = async () =>
      (
        await withDatabase((db) =>
          db.one<{ status: string }>(sql`SELECT status FROM users WHERE email = ${email}`),
        )
      ).status;
    const closed = await runCli(env, 'user', 'status', 'Operator@Example.org', 'suspended');
    const out = `The account of ${email} is now suspended; it was active.`;
    assert.deepEqual(closed, { code: 0, out, err: '' });
    assert.equal(await status(), 'suspended');
    const again = await runCli(env, 'user', 'status', email, 'suspended');
    assert.deepEqual(again, { code: 0, out: `The account of ${email} is suspended already.`, err: '' });
    for (const wrong of ['pending', 'Active', '']) {
      const { code, out: printed, err } = await runCli(env, 'user', 'status', email, wrong);
      assert.deepEqual([code, printed], [1, '']);
      assert.match(err, /the statuses are active, inactive, suspended, deactivated\.$/);
    }
    assert.equal(await status(), 'suspended');
    assert.match(
      (await runCli(env, 'user', 'status', email, 'active')).out,
      /is now active; it was suspended\.$/,
    );
    assert.equal(await status(), 'active');
    const unknown = await runCli(env, 'user', 'status', 'nobody@example.org', 'active');
    assert.deepEqual(unknown, {
      code: 1,
      out: '',
      err: 'ekiden user: There is no user with the e-mail address nobody@example.org.',
    });
  });

  test('usage lists who uses most of each quota, by id and name', async () => {
    const all = await runCli({ ...env, QUOTA_ORGANIZATIONS_FOUNDED: '4' }, 'usage');
    assert.deepEqual([all.code, all.err], [0, '']);
    assert.match(all.out, /^organizations_founded: an account may have 4 \(QUOTA_ORGANIZATIONS_FOUNDED\)$/m);
    assert.match(all.out, new RegExp(`^ +1 +25 % +[0-9a-f-]{36}  ${email}$`, 'm'));
    assert.match(
      all.out,
      /^groups: an organization may have 500 \(QUOTA_GROUPS\)\n {2}No organizations use it\.$/m,
    );
    await withDatabase((db) =>
      db.execute(sql`
        INSERT INTO groups (id, org_id, name, created_at, updated_at)
        SELECT gen_random_uuid(), ${org_id}, 'Group ' || n, now(), now() FROM generate_series(1, 3) AS n`),
    );
    const one = await runCli(env, 'usage', 'groups');
    assert.equal(one.code, 0);
    assert.match(one.out, new RegExp(`^ +3 +1 % +${org_id}  Operated Club$`, 'm'));
    assert.equal(one.out.split('\n').length, 3, one.out);
    const unknown = await runCli(env, 'usage', 'everything');
    assert.deepEqual([unknown.code, unknown.out], [2, '']);
  });

  const alone = testEngine() !== 'postgres' && 'a server of the embedded engine has its database for itself';
  test('user status holds for the very next request to a running server', { skip: alone }, async () => {
    const server = await startTestServer(env);
    try {
      const user = await signUp(server);
      const me = async () => (await server.request('GET', '/api/v1/auth/me', { token: user.token })).status;
      assert.equal(await me(), 200);
      await runCli(env, 'user', 'status', user.email, 'suspended');
      assert.equal(await me(), 401);
      const { email, password } = user;
      const login = () => server.request('POST', '/api/v1/auth/login', { body: { email, password } });
      assert.equal((await login()).status, 401);
      await runCli(env, 'user', 'status', email, 'active');
      assert.equal(await me(), 401);
      assert.equal((await login()).status, 200);
    } finally {
      await server.stop();
    }
  });

  test('org tier, with its row in the audit log', async () => {
    const changed = await runCli(env, 'org', 'tier', org_id.toUpperCase(), 'club');
    const out = 'Operated Club now has the tier club; it was free.';
    assert.deepEqual(changed, { code: 0, out, err: '' });
    assert.match((await runCli(env, 'org', 'tier', org_id, 'club')).out, /has the tier club already/);
    const { tier, log } = await withDatabase((db) =>
      db.one<{ tier: string; log: unknown[] }>(sql`
        SELECT tier, (SELECT json_agg(json_build_object('actor', actor_type, 'target', target_id, 'data', data))
          FROM audit_log WHERE org_id = ${org_id} AND event_type = 'organization_updated') AS log
        FROM organizations WHERE org_id = ${org_id}`),
    );
    assert.equal(tier, 'club');
    assert.deepEqual(log, [
      { actor: 'system', target: org_id, data: { fields: ['tier'], tier: 'club', previous_tier: 'free' } },
    ]);
    for (const id of [newId(), 'operated-club']) {
      const { code, err } = await runCli(env, 'org', 'tier', id, 'coach');
      assert.equal(code, 1);
      assert.equal(err, `ekiden org: There is no organization with the id ${id}.`);
    }
    const wrong = await runCli(env, 'org', 'tier', org_id, 'gold');
    assert.equal(wrong.code, 1);
    assert.equal(wrong.err, 'ekiden org: There is no tier "gold": the tiers are free, coach, club.');
  });

  test('audit verify says whether the log is as it was written', async () => {
    const { code, out, err } = await runCli(env, 'audit', 'verify', org_id);
    assert.deepEqual([code, err], [0, '']);
    const told =
      /^The audit log is unbroken: its 2 entries are as written\.\nLast hash: ([0-9a-f]{64})\n/.exec(out);
    const again = await runCli(env, 'audit', 'verify', org_id, told?.[1] ?? 'none');
    assert.match(again.out, /as written, the known one among them\.\n/);
    const forged = await runCli(env, 'audit', 'verify', org_id, 'f'.repeat(64));
    assert.equal(forged.code, 1);
    assert.match(forged.err, /^ekiden audit: The audit log is broken\. No entry has the hash f{64}/);
    const unknown = newId();
    assert.deepEqual(await runCli(env, 'audit', 'verify', unknown), {
      code: 1,
      out: '',
      err: `ekiden audit: There is no audit log of an organization with the id ${unknown}.`,
    });
  });

  test('org head-coach hands over, and says what has to be first', async () => {
    const successor = 'successor@example.org';
    const hand = (to: string) => runCli(env, 'org', 'head-coach', org_id, to);
    const missing = `ekiden org: There is no user with the e-mail address ${successor}.`;
    assert.deepEqual(await hand(successor), { code: 1, out: '', err: missing });
    const { user_id } = await withDatabase((db) =>
      db.transaction((tx) =>
        createUser(tx, {
          email: successor,
          is_verified: true,
          now: systemClock.now(),
          membership_role: 'coach',
        }),
      ),
    );
    assert.deepEqual(await hand('Successor@Example.org'), {
      code: 0,
      out: `${successor} now leads Operated Club, and is asked to accept it. A former head coach who had accepted is an admin coach of it.`,
      err: '',
    });
    assert.equal((await hand(successor)).out, `${successor} leads Operated Club already.`);
    const led = await withDatabase((db) =>
      db.query(sql`SELECT org_id FROM organizations WHERE head_coach_user_id = ${user_id}`),
    );
    assert.deepEqual(led, [{ org_id }]);
    for (const id of [newId(), 'operated-club']) {
      const { code, err } = await runCli(env, 'org', 'head-coach', id, successor);
      assert.deepEqual([code, err], [1, `ekiden org: There is no organization with the id ${id}.`]);
    }
  });

  test('org suspend and resume say what is so now', async () => {
    const run = async (...args: string[]) => (await runCli(env, 'org', ...args)).out;
    const stopped = 'Operated Club is suspended: its API keys do not work any more.';
    assert.equal(await run('suspend', org_id), stopped);
    assert.equal(await run('suspend', org_id), 'Operated Club is suspended already.');
    const resumed = 'Operated Club is not suspended any more: its API keys work again.';
    assert.equal(await run('resume', org_id), resumed);
    assert.equal(await run('resume', org_id), 'Operated Club is not suspended.');
    const id = newId();
    const { code, err } = await runCli(env, 'org', 'suspend', id);
    assert.deepEqual([code, err], [1, `ekiden org: There is no organization with the id ${id}.`]);
    assert.equal((await runCli(env, 'org', 'suspend')).code, 2);
  });

  test('key limits shows them, changes those that are named, and gives them back', async () => {
    const key_id = newId();
    await withDatabase((db) =>
      db.execute(sql`
        INSERT INTO api_keys (id, org_id, name, prefix, secret_sha256, scopes, created_by, created_at)
        SELECT ${key_id}, org_id, 'Weekly report', 'ekiden_4fQ9z', 'x', '{read}', head_coach_user_id, now()
        FROM organizations WHERE org_id = ${org_id}`),
    );
    const numbers = async (...args: string[]): Promise<string[]> => {
      const { code, out, err } = await runCli(env, 'key', 'limits', key_id.toUpperCase(), ...args);
      assert.equal(err, '');
      assert.equal(code, 0);
      const [title = '', ...rows] = out.split('\n');
      assert.equal(title, 'The key "Weekly report" (ekiden_4fQ9z…) may make:');
      return rows.map((row) => row.trim().replaceAll(/ {2,}/g, ' '));
    };
    const servers = [
      'requests per minute 60 the server’s',
      'requests per hour 1000 the server’s',
      'exports per hour 5 the server’s',
    ];
    assert.deepEqual(await numbers(), servers);
    const [, perHour, exports] = servers;
    assert.deepEqual(await numbers('--per-minute', '300'), ['requests per minute 300', perHour, exports]);
    assert.deepEqual(await numbers('--per-hour=9000', '--exports-per-hour', '1'), [
      'requests per minute 300',
      'requests per hour 9000',
      'exports per hour 1',
    ]);
    assert.deepEqual(
      await numbers('--per-minute', 'default', '--per-hour', 'default', '--exports-per-hour=default'),
      servers,
    );
    const { targets } = await withDatabase((db) =>
      db.one<{ targets: string[] }>(sql`
        SELECT array_agg(DISTINCT target_id) AS targets FROM audit_log
        WHERE org_id = ${org_id} AND event_type = 'api_key_updated'`),
    );
    assert.deepEqual(targets, [key_id]);
    for (const id of [newId(), 'ekiden_4fQ9z']) {
      const { code, err } = await runCli(env, 'key', 'limits', id);
      assert.equal(code, 1);
      assert.equal(err, `ekiden key: There is no active API key with the id ${id}.`);
    }
  });

  test('`jobs list --failed` names failed jobs and `jobs retry` runs them again', async () => {
    assert.deepEqual(await runCli(env, 'jobs', 'list', '--failed'), {
      code: 0,
      out: 'No job has failed for good.',
      err: '',
    });
    await withDatabase(failOneJob);
    const listed = await runCli(env, 'jobs', 'list', '--failed');
    assert.equal(listed.code, 0);
    const [, row = ''] = listed.out.split('\n');
    assert.match(row, /^[0-9a-f-]{36} {2}\d{4}-\S+Z {2} {4}1 {2}test\.hopeless: .*no use in trying$/);
    const id = row.slice(0, 36);
    assert.match((await runCli(env, 'jobs', 'retry', id)).out, /is back in its queue/);
    assert.match((await runCli(env, 'jobs', 'list', '--failed')).out, /^No job has failed/);
    const waiting = await withDatabase((db) =>
      db.one<{ count: number }>(sql`
        SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'test.hopeless' AND state = 'created'`),
    );
    assert.equal(waiting.count, 1);
    for (const unknown of [id, 'x']) {
      const { code, err } = await runCli(env, 'jobs', 'retry', unknown);
      assert.equal(code, 1);
      assert.match(err, /^ekiden jobs: There is no failed job with the id/);
    }
  });
});

async function failOneJob(db: Database): Promise<void> {
  const hopeless = defineJob({
    name: 'test.hopeless',
    payload: () => ({}),
    retry: { limit: 0, delay_s: 0, backoff: false },
    expire_in_s: 60,
  });
  const jobs = createJobs({ db, logger });
  try {
    await jobs.start([hopeless], { worker: true });
    await jobs.work([
      handleJob(hopeless, async () => {
        throw new PermanentJobError('no use\nin trying');
      }),
    ]);
    await db.transaction((tx) => jobs.enqueue(tx, hopeless, {}));
    const end = Date.now() + 120_000;
    while ((await jobs.listFailed()).length === 0) {
      if (Date.now() > end) assert.fail('the job did not fail');
      await sleep(20);
    }
  } finally {
    await jobs.stop({ timeout_ms: 5_000 });
  }
}
