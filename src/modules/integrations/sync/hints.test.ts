import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { eventually } from '../../../test/eventually.ts';
import {
  type ConnectedAthlete,
  fakePlatform,
  type SignedInAthlete,
  signUpAthlete,
  syncDepsWith,
  tellRun,
  tellServer,
} from '../../../test/fake-platform.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { showAgain } from '../../activities/index.ts';
import type { Notice } from '../notice.ts';
import type { PlatformId, Provider } from '../provider.ts';
import { runPlatformFetches } from './run-platform-fetches.ts';

describe('what nobody vouches for may be forged, and is asked about sparingly', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const athleteAt = (provider: PlatformId): Promise<SignedInAthlete> => signUpAthlete(server, provider);
  const tellBy = (clock: { now(): Date }, provider: Provider, ...notices: Notice[]) =>
    tellServer(server, provider, notices, clock);
  const tell = (provider: Provider, ...notices: Notice[]) => tellServer(server, provider, notices);
  const ask = async (
    athlete: ConnectedAthlete,
    platform: Provider,
    clock = server.deps.clock,
  ): Promise<void> =>
    await runPlatformFetches({ ...syncDepsWith(server, platform), clock }, athlete, {
      signal: new AbortController().signal,
      logger: server.deps.logger,
    });
  const names = async ({ token }: { token: string }): Promise<string[]> => {
    const { body } = await server.request('GET', '/api/v1/activities', { token });
    return body.data.activities.map(({ name }: { name: string }) => name).sort();
  };
  const hiddenOf = async ({ token }: { token: string }): Promise<boolean[]> => {
    const { body } = await server.request('GET', '/api/v1/activities', { token });
    return body.data.activities.map((one: { private: boolean }) => one.private);
  };
  const at = (time: Date) => ({ now: () => time });
  const hoursAgo = (hours: number): Date => new Date(server.clock.now().getTime() - hours * HOUR_MS);
  const changed = ({ provider_user_id }: ConnectedAthlete, external_id: string, more = {}): Notice => ({
    kind: 'activity_changed',
    provider_user_id,
    external_id,
    ...more,
  });
  const hinted = (athlete: ConnectedAthlete, external_id: string, more = {}): Notice =>
    changed(athlete, external_id, { is_hint: true, ...more });
  const askable = (athlete: ConnectedAthlete, asked: string[], more: Partial<Provider> = {}): Provider =>
    fakePlatform('strava', {
      fetchActivity: async (_session, id) => {
        asked.push(id);
        return [tellRun(athlete, id, { start_time: new Date(1_780_000_000_000 + Number(id) * DAY_MS) })];
      },
      ...more,
    });

  test('of hints that nobody vouches for twenty an hour are asked about; then what was missed is looked for, once an hour', async () => {
    const ida = await athleteAt('strava');
    const asked: string[] = [];
    const strava = askable(ida, asked);
    const begun = server.clock.now();
    await server.deps.db.execute(sql`
      INSERT INTO backfills (user_id, provider, provider_user_id, scopes, from_time, until_time, state, not_before, created_at, updated_at)
      VALUES (${ida.user_id}, 'strava', ${ida.provider_user_id}, '{activities}', ${begun}, ${begun}, 'done', ${begun}, ${begun}, ${begun})`);
    const ids = Array.from({ length: 30 }, (_, n) => String(n + 1));
    await tell(strava, ...ids.slice(0, 15).map((id) => hinted(ida, id)));
    await ask(ida, strava);
    await tell(strava, ...ids.map((id) => hinted(ida, id)), changed(ida, '99'));
    await ask(ida, strava);
    assert.deepEqual(asked.slice(15, 16), ['99'], 'what is vouched for comes first');
    assert.equal(asked.length, 21);
    const { state, not_before } = await server.deps.db.one<{ state: string; not_before: Date }>(
      sql`SELECT state, not_before FROM backfills WHERE user_id = ${ida.user_id}`,
    );
    assert.deepEqual([state, not_before], ['waiting', new Date(begun.getTime() + HOUR_MS)]);
  });

  test('a forged hint about the same thing again and again is one question in a quarter of an hour', async () => {
    const ida = await athleteAt('strava');
    const asked: string[] = [];
    let now = server.clock.now();
    const strava: Provider = askable(ida, asked, {
      fetchActivity: async (_session, id) => {
        asked.push(id);
        // While the answer is on its way, the hint comes once more.
        await tellBy(at(now), strava, hinted(ida, id));
        return [tellRun(ida, id)];
      },
    });
    const sayAndAsk = async (): Promise<void> => {
      await tellBy(at(now), strava, hinted(ida, '1'));
      await ask(ida, strava, at(now));
    };
    await sayAndAsk();
    await sayAndAsk();
    assert.equal(asked.length, 1);
    now = new Date(now.getTime() + 15 * MINUTE_MS);
    await sayAndAsk();
    assert.equal(asked.length, 2);
    const quiet = askable(ida, asked);
    await tellBy(at(now), quiet, changed(ida, '1'));
    await ask(ida, quiet, at(now));
    await tellBy(at(now), quiet, changed(ida, '1'));
    await tellBy(at(now), quiet, hinted(ida, '1'));
    await ask(ida, quiet, at(now));
    assert.deepEqual([asked.length, await names(ida)], [4, ['Run 1']], 'what is vouched for never waits');
  });

  test('what a hint hides is asked about however many there are, so that nothing stays hidden by a forged one', async () => {
    const ida = await athleteAt('strava');
    const asked: string[] = [];
    const strava = askable(ida, asked);
    const ids = Array.from({ length: 25 }, (_, n) => String(n + 1));
    await tell(strava, ...ids.slice(0, 22).map((id) => hinted(ida, String(Number(id) + 100))));
    const runs = ids.map((id) =>
      tellRun(ida, id, { start_time: new Date(1_780_000_000_000 + Number(id) * DAY_MS) }),
    );
    await tellBy(at(hoursAgo(2)), strava, ...runs);
    await tell(strava, ...ids.map((id) => hinted(ida, id, { private: true })));
    await ask(ida, strava);
    assert.equal(asked.length, 20 + 25);
    const open = await server.deps.db.query(
      sql`SELECT FROM activities WHERE user_id = ${ida.user_id} AND private`,
    );
    assert.equal(open.length, 0);
  });

  test('a hint hides a workout for less than a minute, and not again within the hour, if the platform does not answer', async () => {
    const ida = await athleteAt('strava');
    const strava = fakePlatform('strava', {});
    await tellBy(at(hoursAgo(3)), strava, tellRun(ida, '1'));
    const begun = server.clock.now();
    // The job uses the system's time: a workout hidden now would be shown again in three quarters of a minute. This leaves some seconds
    // to see it hidden.
    const almost_over = new Date(begun.getTime() - 38 * SECOND_MS);
    await tellBy(at(almost_over), strava, hinted(ida, '1', { private: true }));
    assert.deepEqual(await hiddenOf(ida), [true]);
    await eventually(
      () => hiddenOf(ida),
      ([isHidden]) => isHidden === false,
    );
    await tell(strava, hinted(ida, '1', { private: true }));
    await tellBy(at(new Date(begun.getTime() + 59 * MINUTE_MS)), strava, hinted(ida, '1', { private: true }));
    assert.deepEqual(await hiddenOf(ida), [false]);
    await tellBy(at(new Date(begun.getTime() + 61 * MINUTE_MS)), strava, hinted(ida, '1', { private: true }));
    assert.deepEqual(await hiddenOf(ida), [true]);
  });

  test('what a platform has just said is public no hint hides within the hour; what is vouched for does at once', async () => {
    const ida = await athleteAt('strava');
    const asked: string[] = [];
    const strava = askable(ida, asked);
    let now = hoursAgo(-1);
    const later = (ms: number) => {
      now = new Date(now.getTime() + ms);
      return at(now);
    };
    await tellBy(at(now), strava, tellRun(ida, '1'));
    await tellBy(later(2 * HOUR_MS), strava, hinted(ida, '1', { private: true }));
    assert.deepEqual(await hiddenOf(ida), [true]);
    await ask(ida, strava, later(SECOND_MS));
    assert.deepEqual([await hiddenOf(ida), asked], [[false], ['1']]);
    await tellBy(later(30 * MINUTE_MS), strava, hinted(ida, '1', { private: true }));
    assert.deepEqual(await hiddenOf(ida), [false]);
    await ask(ida, strava, later(SECOND_MS));
    assert.equal(asked.length, 2, 'it is asked about all the same');
    await tellBy(later(59 * MINUTE_MS), strava, hinted(ida, '1', { private: true }));
    assert.deepEqual(await hiddenOf(ida), [false], 'the hour begins anew with each answer');
    await tellBy(later(SECOND_MS), strava, changed(ida, '1', { private: true }));
    assert.deepEqual(await hiddenOf(ida), [true]);
  });

  test('what is vouched for while a hint hides a workout keeps it hidden when the time of the hint is over', async () => {
    const ida = await athleteAt('strava');
    const strava = fakePlatform('strava', {});
    await tellBy(at(hoursAgo(3)), strava, tellRun(ida, '1'));
    const begun = hoursAgo(1);
    await tellBy(at(begun), strava, hinted(ida, '1', { private: true }));
    await tellBy(at(begun), strava, changed(ida, '1', { private: true }));
    const { sourcePolicies: policies, events, db } = server.deps;
    const until = new Date(begun.getTime() + 45 * SECOND_MS);
    const named = { user_id: ida.user_id, source: 'strava', external_id: '1', policies, events } as const;
    await db.transaction((tx) => showAgain(tx, { ...named, now: until }, until));
    assert.deepEqual(await hiddenOf(ida), [true]);
  });

  test('hints leave a quarter of what a platform allows to everything else', async () => {
    const ida = await athleteAt('strava');
    const asked: string[] = [];
    const now = server.clock.now();
    let until = new Date(now.getTime() + 15 * MINUTE_MS);
    let left = 25;
    const strava = askable(ida, asked, { allowance: () => ({ limit: 100, left, until }) });
    await tellBy(at(now), strava, hinted(ida, '1'), changed(ida, '2'));
    await ask(ida, strava, at(now));
    assert.deepEqual(asked, ['2']);
    const next = until;
    until = new Date(next.getTime() + 15 * MINUTE_MS);
    left = 26;
    await ask(ida, strava, at(next));
    assert.deepEqual(asked, ['2', '1']);
  });
});
