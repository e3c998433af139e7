import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createSecretBox } from '../../../infra/crypto/secret-box.ts';
import { sql } from '../../../infra/db/sql.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import { eventually } from '../../../test/eventually.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';
import { connectGarmin, connectStrava, type PlatformStage, platformServer } from '../../../test/platforms.ts';
import { resealHandler } from '../connect/reseal-credentials.ts';
import { PlatformError } from '../platform-error.ts';
import type { PlatformId, Session } from '../provider.ts';
import { createProviders } from '../providers/create-providers.ts';
import { createReader, type Reader } from '../sync/index.ts';
import { type ConnectionDeps, withSession } from './with-session.ts';

const NEVER = new AbortController().signal;

describe('a connection', () => {
  let stage: PlatformStage;
  let server: TestServer;
  let reader: Reader;
  before(async () => {
    stage = await platformServer();
    server = stage.server;
    reader = createReader();
  });
  after(() => reader.close());
  afterEach(() => {
    server.clock.reset();
    stage.strava.faults.clear();
    stage.garmin.faults.clear();
  });

  const newProcess = (): ConnectionDeps => ({
    ...server.deps,
    providers: createProviders({ ...server.deps, reader }),
  });
  const refreshes = () =>
    stage.strava.requests.list('token').filter(({ parameters }) => parameters.grant_type === 'refresh_token')
      .length;
  const use = (deps: ConnectionDeps, { user_id }: TestUser, provider: PlatformId = 'strava') =>
    withSession(deps, { user_id, provider }, (session) => read(deps, session, provider), NEVER);
  async function read(deps: ConnectionDeps, session: Session, provider: PlatformId): Promise<string> {
    const range = { from: new Date('2026-06-01'), until: new Date('2026-06-02') };
    if (provider === 'strava') await deps.providers.strava.backfill(session, range, null);
    else if (!(await deps.providers.garmin.stillConsents(session)))
      throw new PlatformError('unauthorized', 'no');
    return session.provider_user_id;
  }
  const isUnauthorized = (error: unknown) => error instanceof PlatformError && error.fault === 'unauthorized';
  const integrationOf = async ({ token }: TestUser) =>
    (await server.request('GET', '/api/v1/integrations', { token })).body.data.integrations[0];
  const profileSays = async ({ user_id, token }: TestUser, platform: PlatformId) =>
    (await server.request('GET', `/api/v1/users/${user_id}`, { token })).body.data.integrations[platform]
      .connected;
  const toldOf = async ({ user_id }: TestUser) =>
    await server.deps.db.query<{ title: string; data: unknown }>(sql`
      SELECT title, data FROM notifications WHERE user_id = ${user_id} AND type = 'connection_lost'`);
  async function connected(): Promise<{ user: TestUser; athlete_id: number }> {
    const user = await signUp(server);
    const { athlete_id } = await connectStrava(stage, user);
    await until(async () => (await integrationOf(user)).backfill.state === 'done');
    return { user, athlete_id };
  }
  const until = (condition: () => Promise<boolean> | boolean) => eventually(condition, (isSo) => isSo);
  /** Checks that the connection shows as lost, and its owner was told once, however many found out. */
  async function isLost(user: TestUser, platform: PlatformId): Promise<void> {
    const { connected, token_expired_at } = await integrationOf(user);
    assert.equal(connected, false);
    assert.match(token_expired_at, /^\d{4}-/);
    assert.equal(await profileSays(user, platform), false);
    await until(async () => (await toldOf(user)).length > 0);
    await until(async () => (await waitingEvents()) === 0);
    const [said, ...more] = await toldOf(user);
    assert.deepEqual([said?.data, more], [{ provider: platform, reason: 'refused' }, []]);
  }
  const waitingEvents = async () => {
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pgboss.job
      WHERE name LIKE 'events/connection_lost%' AND state < 'completed'`);
    return count;
  };

  test('is renewed once when it is due, however many want it at once, in however many processes', async () => {
    const { user, athlete_id } = await connected();
    server.clock.advance(6 * HOUR_MS);
    const before = refreshes();
    stage.strava.faults.add('token', { kind: 'slow', ms: 300 });
    const [one, other] = [newProcess(), newProcess()];
    const used = await Promise.all([one, other, one, other, one].map((deps) => use(deps, user)));
    assert.deepEqual(new Set(used), new Set([String(athlete_id)]));
    assert.equal(refreshes(), before + 1);
    assert.equal((await integrationOf(user)).connected, true);
    assert.equal(await use(newProcess(), user), String(athlete_id), 'what was stored is good');
    assert.equal(refreshes(), before + 1);
  });

  test('is renewed when the platform refuses a token before its time', async () => {
    const { user, athlete_id } = await connected();
    const before = refreshes();
    stage.strava.faults.add('activities', { kind: 'status', status: 401, times: 1 });
    assert.equal(await use(newProcess(), user), String(athlete_id));
    assert.equal(refreshes(), before + 1);
    assert.equal((await integrationOf(user)).connected, true);
  });

  test('one call that is refused for good is no lost connection while the consent stands', async () => {
    const { user } = await connected();
    stage.strava.faults.add('activities', { kind: 'status', status: 401 });
    await assert.rejects(use(newProcess(), user), isUnauthorized);
    assert.equal((await integrationOf(user)).connected, true);
    assert.deepEqual(await toldOf(user), []);
  });

  test('is not lost when the platform is away, and goes on when it is back', async () => {
    const { user, athlete_id } = await connected();
    server.clock.advance(6 * HOUR_MS);
    for (const fault of [{ kind: 'status', status: 500 }, { kind: 'html' }, { kind: 'drop' }] as const) {
      stage.strava.faults.add('token', fault);
      await assert.rejects(use(newProcess(), user), (error) => error instanceof PlatformError);
      stage.strava.faults.clear();
      assert.equal((await integrationOf(user)).connected, true, fault.kind);
    }
    assert.equal(await use(newProcess(), user), String(athlete_id), 'nobody holds the turn any more');
  });

  test('whoever dies in the middle of a renewal keeps others waiting for two minutes and no longer', async () => {
    const { user, athlete_id } = await connected();
    server.clock.advance(6 * HOUR_MS);
    const until = new Date(server.clock.now().getTime() + 2 * MINUTE_MS);
    await server.deps.db.execute(
      sql`UPDATE platform_connections SET renewing_until = ${until} WHERE user_id = ${user.user_id}`,
    );
    const waiting = use(newProcess(), user);
    assert.equal(await Promise.race([waiting, sleep(300, 'waits')]), 'waits');
    server.clock.advance(2 * MINUTE_MS);
    assert.equal(await waiting, String(athlete_id));
    const stopped = AbortSignal.abort();
    const key = { user_id: user.user_id, provider: 'strava' } as const;
    server.clock.advance(6 * HOUR_MS);
    await assert.rejects(
      withSession(newProcess(), key, async () => 'done', stopped),
      /abort/i,
    );
  });

  test('that its owner ended at Strava is lost, which they are told once, and connecting again mends it', async () => {
    const { user, athlete_id } = await connected();
    stage.strava.revokeByAthlete(athlete_id);
    const [one, other] = [newProcess(), newProcess()];
    const uses = await Promise.allSettled([one, other, one, other].map((deps) => use(deps, user)));
    assert.ok(uses.every((used) => used.status === 'rejected' && isUnauthorized(used.reason)));
    await isLost(user, 'strava');
    const before = stage.strava.requests.list().length;
    await assert.rejects(use(one, user), isUnauthorized);
    assert.equal(stage.strava.requests.list().length, before, 'nobody asks in vain');

    assert.equal((await connectStrava(stage, user, { athlete_id })).result.status, 'success');
    const mended = await integrationOf(user);
    assert.deepEqual([mended.connected, mended.token_expired_at], [true, null]);
    assert.equal(await profileSays(user, 'strava'), true);
    assert.equal(await use(other, user), String(athlete_id));
  });

  test('whose new tokens got lost on the way is lost: the old ones are worth nothing', async () => {
    const { user } = await connected();
    server.clock.advance(6 * HOUR_MS);
    stage.strava.faults.add('token', { kind: 'drop', after_work: true, times: 1 });
    await assert.rejects(use(newProcess(), user), (error) => error instanceof PlatformError);
    await assert.rejects(use(newProcess(), user), isUnauthorized);
    await isLost(user, 'strava');
  });

  test('that its owner ended at Garmin is lost; one refusal without that is not', async () => {
    const user = await signUp(server);
    const { garmin_user_id } = await connectGarmin(stage, user);
    assert.equal(await use(newProcess(), user, 'garmin'), garmin_user_id);
    const key = { user_id: user.user_id, provider: 'garmin' } as const;
    const refusing = async () => Promise.reject(new PlatformError('unauthorized', 'not this one'));
    await assert.rejects(withSession(newProcess(), key, refusing, NEVER), isUnauthorized);
    assert.equal((await integrationOf(user)).connected, true);
    stage.garmin.revoke(garmin_user_id, 'garmin-consumer-key');
    await assert.rejects(use(newProcess(), user, 'garmin'), isUnauthorized);
    await isLost(user, 'garmin');
  });

  test('somebody who has connected nothing has no session', async () => {
    await assert.rejects(use(newProcess(), await signUp(server)), isUnauthorized);
  });

  test('is sealed for its owner, and sealed anew after a rotation: when used, and all of them by a job', async () => {
    const [{ user, athlete_id }, { user: idle }] = [await connected(), await connected()];
    const { db } = server.deps;
    const boxOf = async ({ user_id }: TestUser) => {
      const { sealed } = await db.one<{ sealed: Buffer }>(sql`
        SELECT sealed_credentials AS sealed FROM platform_connections WHERE user_id = ${user_id}`);
      return sealed;
    };
    const newKey = randomBytes(32);
    const own = server.deps.secretBox;
    const fresh = createSecretBox([newKey]);
    const secretBox: ConnectionDeps['secretBox'] = {
      ...fresh,
      open: (purpose, box) => (fresh.needsReseal(box) ? own : fresh).open(purpose, box),
    };
    const rotated = { ...newProcess(), secretBox };
    assert.equal(await use(rotated, user), String(athlete_id));
    assert.equal(fresh.needsReseal(await boxOf(user)), false);
    assert.equal(fresh.needsReseal(await boxOf(idle)), true);
    const context = { job_id: 'j', attempt: 1, signal: NEVER, logger: pino({ level: 'silent' }) };
    await resealHandler(rotated)({}, context);
    assert.equal(fresh.needsReseal(await boxOf(idle)), false);
    assert.equal(await use(rotated, user), String(athlete_id));

    await db.execute(sql`
      UPDATE platform_connections SET sealed_credentials = ${await boxOf(idle)} WHERE user_id = ${user.user_id}`);
    await assert.rejects(use(rotated, user), /changed, or was sealed for another purpose/);
    await assert.rejects(use(newProcess(), idle), /no longer in SECRETS_KEY/);
    assert.equal((await integrationOf(idle)).connected, true, 'the operator can mend that');
    await resealHandler(newProcess())({}, context);
    await db.execute(sql`
      DELETE FROM platform_connections WHERE user_id IN (${user.user_id}, ${idle.user_id})`);
  });
});
