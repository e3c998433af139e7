import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import {
  type ConnectedAthlete,
  connectAthlete,
  fakePlatform,
  type SignedInAthlete,
  signUpAthlete,
  syncDepsWith,
  tellRun,
  tellServer,
} from '../../../test/fake-platform.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import type { Notice } from '../notice.ts';
import { PlatformError, UnreadableDelivery } from '../platform-error.ts';
import type { PlatformId, Provider } from '../provider.ts';
import { askAgain } from './ask-again.ts';
import { listGivenUp } from './operator-queries.ts';
import { drawPosition } from './queries.ts';
import { resumeSync } from './resume-sync.ts';
import { runPlatformFetches } from './run-platform-fetches.ts';

describe('what platforms say is stored, and what they hint at is asked about', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const athleteAt = (provider: PlatformId): Promise<SignedInAthlete> => signUpAthlete(server, provider);
  const tell = (provider: Provider, ...notices: Notice[]) => tellServer(server, provider, notices);
  const ask = async (
    athlete: ConnectedAthlete,
    platform: Provider,
    clock = server.deps.clock,
    signal = new AbortController().signal,
  ): Promise<void> =>
    await runPlatformFetches({ ...syncDepsWith(server, platform), clock }, athlete, {
      signal,
      logger: server.deps.logger,
    });
  const workouts = async ({ token }: { token: string }): Promise<{ name: string; private: boolean }[]> =>
    (await server.request('GET', '/api/v1/activities', { token })).body.data.activities;
  const names = async (athlete: { token: string }): Promise<string[]> =>
    (await workouts(athlete)).map(({ name }) => name).sort();
  type Row = {
    kind: string;
    subject: string;
    open: boolean;
    attempts: number;
    given_up_because: string | null;
  };
  const platformFetchesOf = async ({ user_id }: ConnectedAthlete): Promise<Row[]> =>
    await server.deps.db.query<Row>(sql`
      SELECT kind, subject, words > words_done AS open, attempts, given_up_because FROM platform_fetches
      WHERE user_id = ${user_id} ORDER BY kind, subject`);
  const connectionOf = async ({ user_id, provider }: ConnectedAthlete) =>
    await server.deps.db.maybeOne<{
      last_sync_at: Date | null;
      token_expired_at: Date | null;
      scopes: string[];
    }>(
      sql`SELECT last_sync_at, token_expired_at, scopes FROM platform_connections
        WHERE user_id = ${user_id} AND provider = ${provider}`,
    );
  const changed = ({ provider_user_id }: ConnectedAthlete, external_id: string, more = {}): Notice => ({
    kind: 'activity_changed',
    provider_user_id,
    external_id,
    ...more,
  });
  const at = (time: Date) => ({ now: () => time });
  /** Removes all pauses: those of the tests' platform would affect the next test. */
  const unpause = async (): Promise<void> =>
    void (await server.deps.db.execute(sql`DELETE FROM platform_pauses`));

  test('each athlete gets their own, strangers are passed over, and the sync is noted', async () => {
    const [ida, bo] = [await athleteAt('garmin'), await athleteAt('garmin')];
    const stranger = { ...ida, provider_user_id: 'nobody of ours' };
    const told = [
      tellRun(bo, '1'),
      tellRun(ida, '1'),
      tellRun(stranger, '3'),
      tellRun(ida, '2', { start_time: new Date('2026-11-02T11:00:00Z') }),
    ];
    await tell(fakePlatform('garmin', {}), ...told);
    await tell(fakePlatform('garmin', {}), ...told);
    assert.deepEqual([await names(ida), await names(bo)], [['Run 1', 'Run 2'], ['Run 1']]);
    assert.notEqual((await connectionOf(ida))?.last_sync_at, null);
  });

  test('somebody who is suspended misses nothing, and loses nothing', async () => {
    const ida = await athleteAt('garmin');
    const status = async (value: string) =>
      await server.deps.db.execute(sql`UPDATE users SET status = ${value} WHERE user_id = ${ida.user_id}`);
    await status('suspended');
    await tell(fakePlatform('garmin', {}), tellRun(ida, '1'));
    await status('active');
    assert.deepEqual(await names(ida), ['Run 1']);
  });

  test('a burst of hints is one question, and none is asked twice', async () => {
    const ida = await athleteAt('strava');
    const asked: string[] = [];
    const strava = fakePlatform('strava', {
      fetchActivity: async (_session, id) => {
        asked.push(id);
        return [tellRun(ida, id)];
      },
    });
    await tell(strava, changed(ida, '7'), changed(ida, '7'), changed(ida, '8'));
    await tell(strava, changed(ida, '7'));
    await ask(ida, strava);
    assert.deepEqual(asked.toSorted(), ['7', '8']);
    assert.ok((await platformFetchesOf(ida)).every(({ open }) => !open));
    await tell(strava, changed(ida, '7'));
    await ask(ida, strava);
    assert.equal(asked.length, 3, 'later news are asked about again');
  });

  test('an answer that is older than the last word is not stored: what has just been hidden stays so', async () => {
    const ida = await athleteAt('strava');
    await tell(fakePlatform('strava', {}), tellRun(ida, '9'));
    let answers = 0;
    const strava: Provider = fakePlatform('strava', {
      fetchActivity: async () => {
        answers += 1;
        if (answers > 1) return [tellRun(ida, '9', { private: true, name: 'Hidden' })];
        // While the first answer is on its way, the athlete hides the workout.
        await tell(strava, changed(ida, '9', { private: true }));
        assert.deepEqual(
          (await workouts(ida)).map((one) => one.private),
          [true],
        );
        return [tellRun(ida, '9', { private: false, name: 'Shown' })];
      },
    });
    await tell(strava, changed(ida, '9'));
    await ask(ida, strava);
    assert.deepEqual(
      [answers, (await workouts(ida)).map((one) => [one.name, one.private])],
      [2, [['Hidden', true]]],
    );
  });

  test('what was accepted before a platform answered changes nothing afterwards, however late it is stored', async () => {
    const ida = await athleteAt('strava');
    const { provider_user_id } = ida;
    const before = async (): Promise<number> => await drawPosition(server.deps.db);
    const [told, hidden, deleted] = [await before(), await before(), await before()];
    const strava = fakePlatform('strava', {
      fetchActivity: async () => [tellRun(ida, '9', { name: 'Now' })],
    });
    await tell(strava, changed(ida, '9'));
    await ask(ida, strava);
    const late: Notice[] = [
      { ...tellRun(ida, '9', { name: 'Before' }), position: told },
      { ...changed(ida, '9', { private: true }), position: hidden },
      { kind: 'activity_deleted', provider_user_id, external_id: '9', position: deleted },
    ];
    const known = async () => (await workouts(ida)).map((one) => [one.name, one.private]);
    for (const notice of late) {
      await tell(strava, notice);
      assert.deepEqual(await known(), [['Now', false]], notice.kind);
    }
    await tell(strava, { ...changed(ida, '9', { private: true }), position: await before() });
    assert.deepEqual(await known(), [['Now', true]], 'what is said afterwards counts at once');
  });

  test('what a platform answers that is gone is not brought back by what it told before', async () => {
    const ida = await athleteAt('strava');
    const position = await drawPosition(server.deps.db);
    const gone: Notice = {
      kind: 'activity_deleted',
      provider_user_id: ida.provider_user_id,
      external_id: '9',
    };
    const strava = fakePlatform('strava', { fetchActivity: async () => [gone] });
    await tell(strava, tellRun(ida, '9'), changed(ida, '9'));
    await ask(ida, strava);
    await tell(strava, { ...tellRun(ida, '9'), position });
    assert.deepEqual(await names(ida), []);
    await resumeSync({ ...server.deps, clock: at(new Date(server.clock.now().getTime() + 3 * DAY_MS)) });
    const { count } = await server.deps.db.one<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM platform_withdrawals WHERE user_id = ${ida.user_id}`,
    );
    assert.equal(count, 0, 'it is remembered for as long as something older may come');
  });

  test('of two addresses that posts named the one of the later post counts, whichever is fetched last', async () => {
    const ida = await athleteAt('garmin');
    const { provider_user_id } = ida;
    const place = (name: string, position: number): Notice => ({
      kind: 'elsewhere',
      provider_user_id,
      what: 'activities',
      url: `https://garmin.invalid/${name}`,
      position,
    });
    const [first, second] = [await drawPosition(server.deps.db), await drawPosition(server.deps.db)];
    const garmin = fakePlatform('garmin', {
      fetchElsewhere: async (_session, { url }) => [tellRun(ida, '1', { name: url.replace(/.*\//, '') })],
    });
    await tell(garmin, place('Second', second));
    await ask(ida, garmin);
    await tell(garmin, place('First', first));
    await ask(ida, garmin);
    assert.deepEqual(await names(ida), ['Second']);
  });

  test('a deletion is believed at once and asked about; a forged one is undone', async () => {
    const ida = await athleteAt('strava');
    const deleted: Notice = {
      kind: 'activity_deleted',
      provider_user_id: ida.provider_user_id,
      external_id: '5',
    };
    let isThere = true;
    const strava = fakePlatform('strava', {
      fetchActivity: async () => (isThere ? [tellRun(ida, '5')] : [deleted]),
    });
    await tell(strava, tellRun(ida, '5'));
    await tell(strava, deleted);
    assert.deepEqual(await names(ida), []);
    await ask(ida, strava);
    assert.deepEqual(await names(ida), ['Run 5']);
    isThere = false;
    await tell(strava, deleted);
    await ask(ida, strava);
    await ask(ida, strava);
    assert.deepEqual(
      [await names(ida), (await platformFetchesOf(ida)).map(({ open }) => open)],
      [[], [false]],
    );
  });

  test('what a platform shows no more is forgotten, and what it does not name stays', async () => {
    const ida = await athleteAt('strava');
    await tell(
      fakePlatform('strava', {}),
      tellRun(ida, '1'),
      tellRun(ida, '2', { start_time: new Date('2026-11-02T11:00:00Z') }),
    );
    const strava = fakePlatform('strava', {
      fetchActivity: async (_session, id) => {
        if (id === '1') throw new PlatformError('not_found', 'It is not there.');
        return [];
      },
    });
    await tell(strava, changed(ida, '1'), changed(ida, '2'));
    await ask(ida, strava);
    assert.deepEqual(await names(ida), ['Run 2']);
  });

  test('a limit pauses the whole platform, costs no attempt, and what waited goes on when it is over', async () => {
    const [ida, bo] = [await athleteAt('strava'), await athleteAt('strava')];
    const now = server.clock.now();
    const until = new Date(now.getTime() + 15 * MINUTE_MS);
    let [limited, asked] = [true, 0];
    const strava = fakePlatform('strava', {
      fetchActivity: async (_session, id) => {
        asked += 1;
        if (limited) throw new PlatformError('rate_limited', 'Fewer, please.', { until });
        return [tellRun(ida, id)];
      },
    });
    await tell(strava, changed(ida, '1'), changed(bo, '2'));
    await ask(ida, strava, at(now));
    await ask(bo, strava, at(now));
    await ask(ida, strava, at(new Date(until.getTime() - 1)));
    assert.equal(asked, 1, 'nobody asks before the pause is over');
    assert.deepEqual(
      (await platformFetchesOf(ida)).map(({ open, attempts }) => [open, attempts]),
      [[true, 0]],
    );
    const jobs = await server.deps.db.query<{ start_after: Date }>(sql`
      SELECT start_after FROM pgboss.job WHERE name = 'integrations.fetches' AND state = 'created'
        AND data ->> 'user_id' = ${ida.user_id} AND start_after > ${new Date(now.getTime() + MINUTE_MS)}`);
    assert.deepEqual(
      jobs.map(({ start_after }) => start_after.getTime()),
      [until.getTime()],
    );
    limited = false;
    await ask(ida, strava, at(until));
    assert.deepEqual(await names(ida), ['Run 1']);
    await unpause();
  });

  test('what cannot be had keeps nothing else waiting; it is tried for days, then given up with its reason', async () => {
    const ida = await athleteAt('strava');
    let asked = 0;
    const strava = fakePlatform('strava', {
      fetchActivity: async (_session, id) => {
        if (id === '2') return [tellRun(ida, id)];
        asked += 1;
        throw new PlatformError(id === '1' ? 'unavailable' : 'refused', 'It answers with a page.');
      },
    });
    await tell(strava, changed(ida, '1'), changed(ida, '2'), changed(ida, '3'));
    let now = server.clock.now();
    const begun = now;
    await ask(ida, strava, at(now));
    assert.deepEqual([await names(ida), asked], [['Run 2'], 2]);
    for (let look = 0; look < 30; look += 1) {
      now = new Date(now.getTime() + 6 * HOUR_MS);
      await ask(ida, strava, at(now));
    }
    const [first, , third] = await platformFetchesOf(ida);
    assert.deepEqual([first?.open, first?.given_up_because, asked], [false, 'It answers with a page.', 21]);
    assert.deepEqual([third?.open, third?.given_up_because], [false, 'It answers with a page.']);
    await resumeSync({ ...server.deps, clock: at(new Date(begun.getTime() + 3 * DAY_MS)) });
    assert.deepEqual(
      (await platformFetchesOf(ida)).map(({ subject }) => subject),
      ['1', '3'],
      'what was given up can be looked at',
    );
  });

  test('what was given up is asked for again when the operator says so, addresses included', async () => {
    const ida = await athleteAt('garmin');
    const refuses = async (): Promise<never> => {
      throw new PlatformError('refused', 'No.');
    };
    const place = { what: 'activities', url: 'https://apis.example.org/pull?id=1' };
    const garmin = fakePlatform('garmin', { fetchActivity: refuses, fetchElsewhere: refuses });
    const ping: Notice = { kind: 'elsewhere', provider_user_id: ida.provider_user_id, ...place };
    await tell(garmin, changed(ida, '1'), ping);
    await ask(ida, garmin);
    const mine = async () =>
      (await listGivenUp(server.deps.db, 1_000)).filter(({ user_id }) => user_id === ida.user_id);
    assert.deepEqual(
      (await mine()).map(({ what, external_id, because }) => [what, external_id, because]),
      [
        ['elsewhere', null, 'No.'],
        ['workout', '1', 'No.'],
      ],
    );
    assert.equal(await askAgain(server.deps, ida), 2);
    assert.deepEqual([await mine(), await askAgain(server.deps, ida)], [[], 0]);
    const followed: unknown[] = [];
    const answers = fakePlatform('garmin', {
      fetchActivity: async (_session, id) => [tellRun(ida, id)],
      fetchElsewhere: async (_session, asked) => {
        followed.push(asked);
        return [];
      },
    });
    await ask(ida, answers);
    assert.deepEqual([await names(ida), followed], [['Run 1'], [place]]);
  });

  test('an answer that cannot be read is one that has not come', async () => {
    const ida = await athleteAt('strava');
    const strava = fakePlatform('strava', {
      fetchActivity: async () => {
        throw new UnreadableDelivery('it is no workout');
      },
    });
    await tell(strava, changed(ida, '1'));
    await ask(ida, strava);
    assert.deepEqual(
      (await platformFetchesOf(ida)).map(({ open, attempts }) => [open, attempts]),
      [[true, 1]],
    );
  });

  test('three failures in a row are the platform’s: the others are not tried now', async () => {
    const ida = await athleteAt('strava');
    let asked = 0;
    const strava = fakePlatform('strava', {
      fetchActivity: async () => {
        asked += 1;
        throw new PlatformError('unavailable', 'Nobody answers.');
      },
    });
    await tell(strava, ...['1', '2', '3', '4', '5'].map((id) => changed(ida, id)));
    await ask(ida, strava);
    assert.equal(asked, 3);
    assert.equal((await platformFetchesOf(ida)).filter(({ attempts }) => attempts === 0).length, 2);
  });

  test('an address is followed once, and stands nowhere in the open', async () => {
    const ida = await athleteAt('garmin');
    const url = 'https://apis.example.org/pull?token=very-secret-1';
    const places: unknown[] = [];
    const garmin = fakePlatform('garmin', {
      fetchElsewhere: async (_session, place) => {
        places.push(place);
        return [tellRun(ida, '4')];
      },
    });
    const ping: Notice = {
      kind: 'elsewhere',
      provider_user_id: ida.provider_user_id,
      what: 'activities',
      url,
    };
    await tell(garmin, ping, ping);
    const { found } = await server.deps.db.one<{ found: boolean }>(sql`
      SELECT EXISTS (SELECT FROM platform_fetches e WHERE e::text LIKE '%very-secret%')
        OR EXISTS (SELECT FROM pgboss.job j WHERE j.data::text LIKE '%very-secret%') AS found`);
    assert.equal(found, false);
    await ask(ida, garmin);
    assert.deepEqual([places, await names(ida)], [[{ what: 'activities', url }], ['Run 4']]);
  });

  test('that a consent is over is asked about: a false word changes nothing, a true one is told the athlete once', async () => {
    const ida = await athleteAt('strava');
    let consents = true;
    const strava = fakePlatform('strava', { stillConsents: async () => consents });
    const over: Notice = { kind: 'disconnected', provider_user_id: ida.provider_user_id };
    await tell(strava, over);
    await ask(ida, strava);
    assert.equal((await connectionOf(ida))?.token_expired_at, null);
    consents = false;
    for (const _ of [1, 2]) {
      await tell(strava, over);
      await ask(ida, strava);
    }
    assert.notEqual((await connectionOf(ida))?.token_expired_at, null);
    const { told } = await server.deps.db.one<{ told: number }>(sql`
      SELECT count(*)::int AS told FROM pgboss.job
      WHERE name = 'events/connection_lost' AND data ->> 'user_id' = ${ida.user_id}`);
    assert.equal(told, 1);
  });

  test('without the permission for workouts a connection is lost, and with it back again', async () => {
    const ida = await athleteAt('garmin');
    const garmin = fakePlatform('garmin', {});
    const allow = (...scopes: string[]): Notice => ({
      kind: 'scopes',
      provider_user_id: ida.provider_user_id,
      scopes,
      changed_at: null,
    });
    await tell(garmin, allow('days'));
    const lost = await connectionOf(ida);
    assert.deepEqual([lost?.scopes, lost?.token_expired_at === null], [['days'], false]);
    await tell(garmin, allow('days'), allow('activities', 'days'));
    await ask(ida, garmin);
    const found = await connectionOf(ida);
    assert.deepEqual([found?.scopes, found?.token_expired_at], [['activities', 'days'], null]);
  });

  test('with the connection lost nothing is asked, and what is open waits for the next one', async () => {
    const ida = await athleteAt('strava');
    let refused = true;
    const strava = fakePlatform('strava', {
      stillConsents: async () => !refused,
      fetchActivity: async (_session, id) => {
        if (refused) throw new PlatformError('unauthorized', 'The token is no good.');
        return [tellRun(ida, id)];
      },
    });
    await tell(strava, changed(ida, '1'));
    await ask(ida, strava);
    await ask(ida, strava);
    assert.deepEqual(
      (await platformFetchesOf(ida)).map(({ open }) => open),
      [true],
    );
    const { jobs } = await server.deps.db.one<{ jobs: number }>(sql`
      SELECT count(*)::int AS jobs FROM pgboss.job
      WHERE name = 'integrations.fetches' AND data ->> 'user_id' = ${ida.user_id}`);
    assert.equal(jobs, 1, 'that of the hint: nobody goes on asking');
    refused = false;
    await connectAthlete(server, ida, 'strava');
    await ask(ida, strava, at(new Date(server.clock.now().getTime() + HOUR_MS)));
    assert.deepEqual(await names(ida), ['Run 1']);
  });

  test('what is cut off has not failed, and an athlete who leaves in the middle leaves nothing', async () => {
    const ida = await athleteAt('strava');
    const stop = new AbortController();
    const strava = fakePlatform('strava', {
      fetchActivity: async () => {
        stop.abort();
        throw new PlatformError('unavailable', 'The line broke.');
      },
    });
    await tell(strava, changed(ida, '1'));
    await assert.rejects(ask(ida, strava, server.deps.clock, stop.signal), { name: 'AbortError' });
    assert.deepEqual(
      (await platformFetchesOf(ida)).map(({ attempts }) => attempts),
      [0],
    );
    const leaving = fakePlatform('strava', {
      fetchActivity: async (_session, id) => {
        await server.deps.db.execute(sql`DELETE FROM platform_connections WHERE user_id = ${ida.user_id}`);
        return [tellRun(ida, id)];
      },
    });
    await ask(ida, leaving);
    assert.deepEqual([await names(ida), await platformFetchesOf(ida)], [[], []]);
  });
});
