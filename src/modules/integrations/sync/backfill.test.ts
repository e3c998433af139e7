import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { signUp } from '../../../test/factories.ts';
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
import { PlatformError } from '../platform-error.ts';
import type { Allowance, BackfillStep, PlatformId, Provider } from '../provider.ts';
import { applyNotices } from './apply-notices.ts';
import { askAgain } from './ask-again.ts';
import { runBackfill } from './run-backfill.ts';
import { startBackfill } from './start-backfill.ts';

describe('the past is brought over', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const athleteAt = (provider: PlatformId): Promise<SignedInAthlete> => signUpAthlete(server, provider);
  const start = async ({ user_id, provider }: ConnectedAthlete, now = server.clock.now()): Promise<void> =>
    await server.deps.db.transaction((tx) => startBackfill(tx, server.deps, { user_id, provider, now }));
  const run = async (
    athlete: ConnectedAthlete,
    platform: Provider,
    { clock = server.deps.clock, signal = new AbortController().signal } = {},
  ): Promise<void> =>
    await runBackfill({ ...syncDepsWith(server, platform), clock }, athlete, {
      signal,
      logger: server.deps.logger,
    });
  type Row = {
    state: string;
    reason: string | null;
    imported: number;
    attempts: number;
    from_time: Date;
    until_time: Date;
    not_before: Date;
  };
  const backfillOf = async ({ user_id, provider }: ConnectedAthlete): Promise<Row> =>
    await server.deps.db.one<Row>(sql`
      SELECT state, reason, imported, attempts, from_time, until_time, not_before FROM backfills
      WHERE user_id = ${user_id} AND provider = ${provider}`);
  const names = async ({ token }: SignedInAthlete): Promise<string[]> =>
    (await server.request('GET', '/api/v1/activities', { token })).body.data.activities.map(
      ({ name }: { name: string }) => name,
    );
  const at = (time: Date) => ({ now: () => time });
  const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
  const unpause = async (): Promise<void> =>
    void (await server.deps.db.execute(sql`DELETE FROM platform_pauses`));
  const forgetAllowances = async (): Promise<void> =>
    void (await server.deps.db.execute(sql`DELETE FROM platform_allowances`));
  const dayOf = (n: number): Date => new Date(Date.UTC(2026, 9, n, 6));

  /** A past of this many days with one run each, one day a step. */
  const daily = (athlete: ConnectedAthlete, days: number, cursor: unknown): BackfillStep => {
    const n = cursor === null ? 1 : Number((cursor as { day: number }).day);
    return {
      notices: [tellRun(athlete, String(n), { start_time: dayOf(n) })],
      next: n === days ? null : { day: n + 1 },
    };
  };

  test('step by step, once, however often and whenever the athlete connects', async () => {
    const ida = await athleteAt('strava');
    const asked: unknown[] = [];
    const strava = fakePlatform('strava', {
      backfill: async (session, range, cursor) => {
        asked.push([session.provider_user_id, range, cursor]);
        await start(ida, after(server.clock.now(), DAY_MS));
        return daily(ida, 3, cursor);
      },
    });
    const now = server.clock.now();
    await Promise.all([start(ida, now), start(ida, now)]);
    const { from_time, until_time } = await backfillOf(ida);
    assert.equal(until_time.getTime(), now.getTime());
    assert.ok(Math.abs((now.getTime() - from_time.getTime()) / DAY_MS - 60.5) < 2, 'two months');
    await run(ida, strava);
    const range = { from: from_time, until: until_time };
    const who = ida.provider_user_id;
    assert.deepEqual(asked, [
      [who, range, null],
      [who, range, { day: 2 }],
      [who, range, { day: 3 }],
    ]);
    const { state, reason, imported } = await backfillOf(ida);
    assert.deepEqual([state, reason, imported], ['done', null, 3]);
    assert.deepEqual(await names(ida), ['Run 3', 'Run 2', 'Run 1']);
    await run(ida, strava);
    assert.equal(asked.length, 3);
  });

  const connectBoth = async () => {
    const user = await signUp(server);
    const onStrava = { ...(await connectAthlete(server, user, 'strava')), token: user.token };
    const onGarmin = { ...(await connectAthlete(server, user, 'garmin')), token: user.token };
    const now = server.clock.now();
    await start(onStrava, now);
    await start(onGarmin, after(now, SECOND_MS));
    return { onStrava, onGarmin, now: after(now, 2 * SECOND_MS) };
  };

  test('of both platforms the one that was connected first goes first, and a workout on both is there once', async () => {
    const { onStrava, onGarmin, now } = await connectBoth();
    const order: string[] = [];
    const garmin = fakePlatform('garmin', {
      backfill: async (_session, _range, cursor) => {
        order.push('garmin');
        return daily(onGarmin, 2, cursor);
      },
    });
    const strava = fakePlatform('strava', {
      backfill: async (_session, _range, cursor) => {
        order.push('strava');
        // Meanwhile the other platform's job runs, as it may by mistake.
        await run(onGarmin, garmin, { clock: at(now) });
        return daily(onStrava, 3, cursor);
      },
    });
    await run(onGarmin, garmin, { clock: at(now) });
    assert.equal((await backfillOf(onGarmin)).state, 'waiting');
    await run(onStrava, strava, { clock: at(now) });
    assert.deepEqual(order, ['strava', 'strava', 'strava']);
    const { jobs } = await server.deps.db.one<{ jobs: number }>(sql`
      SELECT count(*)::int AS jobs FROM pgboss.job
      WHERE name = 'integrations.backfill' AND data->>'user_id' = ${onGarmin.user_id} AND data->>'provider' = 'garmin'`);
    assert.ok(jobs > 0, 'the end of one takes up the other');
    await run(onGarmin, garmin, { clock: at(now) });
    assert.deepEqual(order.slice(3), ['garmin', 'garmin']);
    assert.equal((await names(onStrava)).length, 3);
    assert.deepEqual(
      [(await backfillOf(onStrava)).state, (await backfillOf(onGarmin)).state],
      ['done', 'done'],
    );
  });

  test('nobody waits for a platform that is put off, or that has no settings any more', async () => {
    const { onStrava, onGarmin, now } = await connectBoth();
    let asked = 0;
    const garmin = fakePlatform('garmin', {
      backfill: async () => {
        asked += 1;
        return { notices: [], next: asked };
      },
    });
    const away = fakePlatform('strava', {
      backfill: async () => {
        throw new PlatformError('unavailable', 'It is silent.');
      },
    });
    const once = async (platform: Provider, more: Partial<Provider> = {}): Promise<void> => {
      let turns = 0;
      // The turn is over after a step.
      const clock = { now: () => after(now, turns++ < 3 ? 0 : MINUTE_MS / 4) };
      const other = fakePlatform('strava', more);
      const providers = { ...syncDepsWith(server, platform).providers, strava: other };
      const context = { signal: new AbortController().signal, logger: server.deps.logger };
      await runBackfill({ ...syncDepsWith(server, platform), providers, clock }, onGarmin, context);
    };
    await once(garmin);
    assert.equal(asked, 0);
    await once(garmin, { is_configured: false });
    assert.ok(asked > 0);
    const before = asked;
    await run(onStrava, away, { clock: at(now) });
    await once(garmin);
    assert.ok(asked > before);
  });

  test('what a platform sends by posts of the past that it was asked for is counted, once', async () => {
    const ida = await athleteAt('garmin');
    const garmin = fakePlatform('garmin', {
      sends_past: true,
      backfill: async () => ({ notices: [], next: null }),
    });
    const now = server.clock.now();
    await start(ida, now);
    await run(ida, garmin);
    const days = (n: number): Date => after(now, n * DAY_MS);
    const sent = [-90, -50, -3, 1].map((n, i) => tellRun(ida, String(i), { start_time: days(n) }));
    await tellServer(server, garmin, sent.slice(0, 2));
    await tellServer(server, garmin, sent);
    assert.deepEqual([(await names(ida)).length, (await backfillOf(ida)).imported], [4, 2]);
    const { body } = await server.request('GET', '/api/v1/integrations', { token: ida.token });
    assert.match(JSON.stringify(body), /"imported":2\b/);
  });

  test('what a process brought before it died is not asked for again, and not stored twice', async () => {
    const ida = await athleteAt('strava');
    await start(ida);
    const cursors: unknown[] = [];
    const process = new AbortController();
    const strava = fakePlatform('strava', {
      backfill: async (_session, _range, cursor) => {
        cursors.push(cursor);
        if (cursors.length === 3) {
          process.abort();
          process.signal.throwIfAborted();
        }
        return daily(ida, 4, cursor);
      },
    });
    await assert.rejects(run(ida, strava, { signal: process.signal }));
    await run(ida, strava);
    assert.deepEqual(cursors, [null, { day: 2 }, { day: 3 }, { day: 3 }, { day: 4 }]);
    assert.deepEqual([(await names(ida)).length, (await backfillOf(ida)).imported], [4, 4]);
  });

  test('two workers at the same step store it once', async () => {
    const ida = await athleteAt('strava');
    await start(ida);
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const strava = fakePlatform('strava', {
      backfill: async (_session, _range, cursor) => {
        waiting += 1;
        if (waiting === 2) both.resolve();
        if (cursor === null) await both.promise;
        const step = daily(ida, 3, cursor);
        return { ...step, remark: step.next === null ? 'The last.' : 'One more.' };
      },
    });
    await Promise.all([run(ida, strava), run(ida, strava)]);
    const { state, imported, reason } = await backfillOf(ida);
    assert.deepEqual([state, imported, (await names(ida)).length], ['done', 3, 3]);
    assert.equal(reason, 'One more. One more. The last.');
  });

  test('a limit is waited for to the moment, costs no attempt, and the rest comes afterwards', async () => {
    const ida = await athleteAt('strava');
    const now = server.clock.now();
    await start(ida, now);
    const until = after(now, 11 * MINUTE_MS);
    let asked = 0;
    const strava = fakePlatform('strava', {
      backfill: async (_session, _range, cursor) => {
        asked += 1;
        if (asked === 2) throw new PlatformError('rate_limited', 'Fewer, please.', { until });
        return daily(ida, 3, cursor);
      },
    });
    await run(ida, strava, { clock: at(now) });
    const waiting = await backfillOf(ida);
    assert.deepEqual([waiting.state, waiting.attempts, waiting.not_before], ['waiting', 0, until]);
    await run(ida, strava, { clock: at(after(until, -1)) });
    assert.equal(asked, 2);
    await run(ida, strava, { clock: at(until) });
    assert.deepEqual([asked, (await backfillOf(ida)).state], [4, 'done']);
    await unpause();
  });

  test('the last requests that a platform allows are left for news, more of those that have to last for hours', async () => {
    for (const [limit, over_ms, kept] of [
      [100, 15 * MINUTE_MS, 2],
      [1_000, 5 * HOUR_MS, 50],
    ] as const) {
      const ida = await athleteAt('strava');
      const now = server.clock.now();
      await start(ida, now);
      const until = after(now, over_ms);
      let left: number = kept + 6;
      const strava = fakePlatform('strava', {
        allowance: () => ({ limit, left, until }),
        backfill: async (_session, _range, cursor) => {
          left -= 2;
          return daily(ida, 30, cursor);
        },
      });
      await run(ida, strava, { clock: at(now) });
      const { state, not_before } = await backfillOf(ida);
      assert.deepEqual([left, state, not_before], [kept, 'waiting', until]);
      await forgetAllowances();
    }
  });

  test('what a platform allows is shared by all servers: what one of them heard holds back the others', async () => {
    const [ida, ole] = [await athleteAt('strava'), await athleteAt('strava')];
    const now = server.clock.now();
    const [quarter, midnight] = [after(now, 15 * MINUTE_MS), after(now, 5 * HOUR_MS)];
    let heard: Allowance = { limit: 100, left: 3, until: quarter };
    const one = fakePlatform('strava', {
      allowance: () => heard,
      backfill: async (_session, _range, cursor) => {
        heard = { ...heard, left: 2 };
        return daily(ida, 30, cursor);
      },
    });
    let steps = 0;
    const other = fakePlatform('strava', {
      // This server heard it before the first server spent the rest, and for a longer time.
      allowance: () => ({ limit: 1_000, left: 900, until: midnight }),
      backfill: async () => {
        steps += 1;
        return { notices: [], next: null };
      },
    });
    await start(ida, now);
    await start(ole, now);
    await run(ida, one, { clock: at(now) });
    await run(ole, other, { clock: at(now) });
    assert.deepEqual([steps, (await backfillOf(ole)).not_before], [0, quarter]);
    await run(ole, other, { clock: at(quarter) });
    assert.deepEqual([steps, (await backfillOf(ole)).state], [1, 'done']);
    await forgetAllowances();
  });

  test('after so long others have their turn', async () => {
    const ida = await athleteAt('strava');
    await start(ida);
    let now = server.clock.now();
    let steps = 0;
    const strava = fakePlatform('strava', {
      backfill: async (_session, _range, cursor) => {
        steps += 1;
        now = after(now, 4 * SECOND_MS);
        return daily(ida, 30, cursor);
      },
    });
    await run(ida, strava, { clock: { now: () => now } });
    assert.deepEqual([steps, (await backfillOf(ida)).state], [3, 'waiting']);
  });

  test('a platform that is away is tried for days, one that refuses is not; either way the athlete can read why', async () => {
    const reasons = new Map<string, string | null>();
    for (const fault of ['unavailable', 'insufficient_scope', 'refused', 'unauthorized'] as const) {
      const ida = await athleteAt('strava');
      let now = server.clock.now();
      await start(ida, now);
      let asked = 0;
      const strava = fakePlatform('strava', {
        stillConsents: async () => fault !== 'unauthorized',
        backfill: async () => {
          asked += 1;
          throw new PlatformError(fault, 'Nothing that a person should read.');
        },
      });
      for (let look = 0; look < 30; look += 1) {
        await run(ida, strava, { clock: at(now) });
        now = after(now, 6 * HOUR_MS);
      }
      const { state, reason } = await backfillOf(ida);
      assert.deepEqual([state, asked], ['failed', fault === 'unavailable' ? 20 : 1], fault);
      reasons.set(fault, reason);
    }
    assert.deepEqual(
      [...reasons.values()],
      [
        'Strava did not answer for days: connect it again to have your past workouts.',
        'Strava may not show us your past workouts: allow it there, then connect again.',
        'Strava refused to hand over your past workouts.',
        'Strava no longer lets us in: connect it again.',
      ],
    );
  });

  test('one that failed goes on where it stopped when the operator says so', async () => {
    const ida = await athleteAt('strava');
    await start(ida);
    let refuses = true;
    const asked: unknown[] = [];
    const strava = fakePlatform('strava', {
      backfill: async (_session, _range, cursor) => {
        asked.push(cursor);
        if (cursor === null) return { notices: [], next: { page: 2 } };
        if (refuses) throw new PlatformError('refused', 'No.');
        return { notices: [], next: null };
      },
    });
    await run(ida, strava);
    assert.equal((await backfillOf(ida)).state, 'failed');
    refuses = false;
    assert.equal(await askAgain(server.deps, ida), 1);
    await run(ida, strava);
    const { state, reason } = await backfillOf(ida);
    assert.deepEqual([state, reason, asked], ['done', null, [null, { page: 2 }, { page: 2 }]]);
  });

  test('what could not be had is kept for the athlete to read', async () => {
    const ida = await athleteAt('garmin');
    await start(ida);
    const garmin = fakePlatform('garmin', {
      backfill: async (_session, _range, cursor) => ({
        notices: [],
        next: cursor === null ? { part: 2 } : null,
        remark: cursor === null ? 'Garmin gives a month.' : 'Nights are missing.',
      }),
    });
    await run(ida, garmin);
    const { state, reason } = await backfillOf(ida);
    assert.deepEqual([state, reason], ['done', 'Garmin gives a month. Nights are missing.']);
  });

  test('an athlete who disconnects in the middle is left in peace', async () => {
    const ida = await athleteAt('strava');
    await start(ida);
    const strava = fakePlatform('strava', {
      backfill: async (_session, _range, cursor) => {
        if (cursor !== null)
          await server.deps.db.execute(sql`DELETE FROM platform_connections WHERE user_id = ${ida.user_id}`);
        return daily(ida, 3, cursor);
      },
    });
    await run(ida, strava);
    assert.deepEqual(await names(ida), ['Run 1']);
    await run(ida, fakePlatform('strava', {}));
  });

  test('after a lost connection only what was missed comes, after a failure or as somebody else all of it', async () => {
    const ida = await athleteAt('strava');
    const strava = fakePlatform('strava', {
      backfill: async (_session, _range, cursor) => daily(ida, 1, cursor),
    });
    const begun = server.clock.now();
    await start(ida, begun);
    await run(ida, strava);
    const again = after(begun, 20 * DAY_MS);
    await start(ida, again);
    const missed = await backfillOf(ida);
    assert.deepEqual([missed.state, missed.until_time], ['waiting', again]);
    assert.ok(Math.abs(missed.from_time.getTime() - (begun.getTime() - DAY_MS)) < MINUTE_MS);
    const refuses = async (): Promise<never> => {
      throw new PlatformError('refused', 'No.');
    };
    await run(ida, fakePlatform('strava', { backfill: refuses }), { clock: at(again) });
    await start(ida, again);
    const whole = await backfillOf(ida);
    assert.ok(again.getTime() - whole.from_time.getTime() > 58 * DAY_MS, 'it failed before');
    await run(ida, strava, { clock: at(again) });
    await server.deps.db.execute(sql`
      UPDATE platform_connections SET provider_user_id = ${`another ${ida.user_id}`} WHERE user_id = ${ida.user_id}`);
    await start(ida, again);
    const others = await backfillOf(ida);
    assert.deepEqual([others.state, others.imported], ['waiting', 0]);
    assert.ok(again.getTime() - others.from_time.getTime() > 58 * DAY_MS, 'it is somebody else');
  });

  test('the past shows nothing that was hidden or deleted while it was on its way', async () => {
    const ida = await athleteAt('strava');
    await start(ida);
    const about = (external_id: string) => ({ provider_user_id: ida.provider_user_id, external_id });
    const hidden: Notice = { kind: 'activity_changed', private: true, ...about('1') };
    const gone: Notice = { kind: 'activity_deleted', ...about('2') };
    const strava: Provider = fakePlatform('strava', {
      backfill: async () => {
        await server.deps.db.transaction((tx) =>
          applyNotices(tx, { ...syncDepsWith(server, strava), logger: server.deps.logger }, 'strava', [
            hidden,
            gone,
          ]),
        );
        const [one, two, three] = [1, 2, 3].map((n) => daily(ida, 30, { day: n }).notices);
        return { notices: [...(one ?? []), ...(two ?? []), ...(three ?? [])], next: null };
      },
    });
    await run(ida, strava);
    assert.deepEqual(await names(ida), ['Run 3']);
  });
});
