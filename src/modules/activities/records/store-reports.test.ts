import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from '../../../infra/db/sql.ts';
import { DEFAULT_SOURCE_POLICIES, type Source } from '../../../privacy/index.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { checkProperty, chosenRuns } from '../../../test/property.ts';
import { reportOf, secondsLater } from '../../../test/tell-workouts.ts';
import { findUser } from '../../users/index.ts';
import { packStreams, unpackStreams } from '../pack-streams.ts';
import { type IncomingReport, nameRecord } from './activity-record.ts';
import { clusterRecords } from './cluster.ts';
import { mergeRecords } from './merge.ts';
import { forgetReport, hideReport, ownerOf, storeReports } from './store-reports.ts';

const policies = DEFAULT_SOURCE_POLICIES;

describe('what sources tell of workouts', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const userOf = async ({ user_id }: TestUser) => {
    const user = await findUser(server.deps.db, user_id);
    assert.ok(user);
    return user;
  };
  const tell = async (person: TestUser, ...reports: IncomingReport[]) => {
    const user = await userOf(person);
    const now = server.clock.now();
    const { activity_ids, new_records } = await server.deps.db.transaction((tx) =>
      storeReports(tx, { user, reports, policies, now, events: server.deps.events }),
    );
    return { activity_ids, new_records };
  };
  const named = ({ user_id }: TestUser, source: Source, external_id: string) =>
    ({
      user_id,
      source,
      external_id,
      policies,
      now: server.clock.now(),
      events: server.deps.events,
    }) as const;
  const forget = (person: TestUser, source: Source, external_id: string) =>
    server.deps.db.transaction((tx) => forgetReport(tx, named(person, source, external_id)));
  const hide = (person: TestUser, source: Source, external_id: string) =>
    server.deps.db.transaction((tx) => hideReport(tx, named(person, source, external_id)));
  const call = async (person: TestUser, method: string, path: string, body?: unknown) => {
    const options = { token: person.token, ...(body === undefined ? {} : { body }) };
    return await server.request(method, `/api/v1/activities${path}`, options);
  };
  const listed = async (person: TestUser) => (await call(person, 'GET', '')).body.data.activities;
  const only = async (person: TestUser) => {
    const [activity, ...more] = await listed(person);
    assert.deepEqual([activity !== undefined, more.length], [true, 0]);
    return activity;
  };

  test('one workout, whichever platforms tell of it, and again', async () => {
    const person = await signUp(server);
    const strava = reportOf('strava', '9', { start_time: secondsLater(1), calories_kcal: 150 });
    const garmin = reportOf('garmin', '7', { distance_m: 2_010 });
    const first = await tell(person, strava);
    const [id] = first.activity_ids;
    assert.equal(first.new_records, 1);
    assert.deepEqual(await tell(person, garmin), { activity_ids: [id], new_records: 1 });
    const shown = await only(person);
    assert.deepEqual(
      [shown.id, shown.source, shown.external_id, shown.distance_m],
      [id, 'garmin', '7', 2_010],
    );
    assert.equal(shown.calories_kcal, null, 'what only Strava knows may not be shown wherever Garmin’s may');
    assert.deepEqual(await tell(person, garmin, strava, garmin), {
      activity_ids: [id, id, id],
      new_records: 0,
    });
    assert.deepEqual(await only(person), shown);
  });

  test('deliveries of one workout at the same moment give one activity', async () => {
    const person = await signUp(server);
    for (let round = 0; round < 4; round++) {
      const start_time = secondsLater(round * 86_400);
      const sources: Source[] = ['strava', 'garmin', 'coros', 'apple_health', 'garmin'];
      await Promise.all(sources.map((source) => tell(person, reportOf(source, `${round}`, { start_time }))));
      assert.equal((await listed(person)).length, round + 1);
    }
  });

  test('what the athlete set holds, and workouts that turn out to be one keep the older id and what was set of both', async () => {
    const person = await signUp(server);
    const apart = { start_time: secondsLater(3_600) };
    const [first] = (await tell(person, reportOf('garmin', '1', { name: 'Taipei Running' }))).activity_ids;
    const [second] = (await tell(person, reportOf('coros', '1', apart))).activity_ids;
    assert.notEqual(first, second);
    await call(person, 'PATCH', `/${first}`, { name: 'Mine', workout_type: 'tempo' });
    await call(person, 'PATCH', `/${second}`, { private: true, name: 'Other', description: 'Hot.' });
    assert.deepEqual(await tell(person, reportOf('coros', '1', { average_power_w: 250 })), {
      activity_ids: [first],
      new_records: 0,
    });
    const { name, description, workout_type, average_power_w, ...joined } = await only(person);
    assert.deepEqual([name, description, workout_type, average_power_w], ['Mine', 'Hot.', 'tempo', 250]);
    assert.equal(joined.private, true);
    assert.equal((await call(person, 'GET', `/${second}`)).status, 404);
    await tell(person, reportOf('coros', '1', apart), reportOf('garmin', '1', { name: 'Renamed' }));
    const again = await listed(person);
    assert.deepEqual(
      again.map((one: { private: boolean; name: string }) => [one.private, one.name]),
      [
        [true, 'Morning run'],
        [true, 'Mine'],
      ],
      'who leaves a hidden workout stays hidden',
    );
  });

  test('what the athlete corrects holds whatever is told again, and what follows from it follows', async () => {
    const person = await signUp(server);
    const garmin = reportOf('garmin', 'wrong');
    await tell(person, garmin);
    const before = await only(person);
    const start_time = new Date(Date.parse(before.start_time) - 3_600_000).toISOString();
    const right = { sport_type: 'ride', start_time, duration_s: 4_000, moving_time_s: 3_600, is_race: true };
    const corrected = await call(person, 'PATCH', `/${before.id}`, { ...right, name: 'Ride with Ann' });
    assert.equal(corrected.status, 200, JSON.stringify(corrected.body));
    const { activity } = corrected.body.data;
    assert.partialDeepStrictEqual(activity, { ...right, name: 'Ride with Ann', average_pace_s_per_km: null });
    assert.ok(Math.abs(activity.average_speed_mps - activity.distance_m / 3_600) < 1e-9);
    assert.deepEqual([activity.vdot, activity.best_efforts], [null, []]);
    const again = await call(person, 'PATCH', `/${before.id}`, right);
    assert.deepEqual(again.body.data.activity, activity, 'as it was, `updated_at` included');

    await tell(person, { ...garmin, told: { ...garmin.told, description: 'Told again.' } });
    assert.partialDeepStrictEqual(await only(person), { ...right, description: 'Told again.' });
  });

  test('what a source calls a workout stays the athlete’s, also where its words are not mixed in', async () => {
    const person = await signUp(server);
    await tell(person, reportOf('strava', '1', { workout_type: 'long-run' }));
    assert.equal((await only(person)).workout_type, 'long-run');
    await tell(person, {
      ...reportOf('garmin', '1'),
      packed_streams: packStreams({ time_s: [0, 1] }),
    });
    const activity = await only(person);
    assert.deepEqual([activity.source, activity.workout_type], ['garmin', 'long-run']);
    const { body } = await call(person, 'GET', `/${activity.id}`);
    assert.deepEqual(body.data.activity, activity);
    const shown = await server.deps.db.query(
      sql`SELECT workout_type FROM activities WHERE id = ${activity.id}`,
    );
    assert.deepEqual(shown, [{ workout_type: null }], 'others see what may be shown to them');
    const cleared = await call(person, 'PATCH', `/${activity.id}`, { workout_type: null });
    assert.equal(cleared.body.data.activity.workout_type, null);
    assert.equal((await only(person)).workout_type, null);
  });

  test('a deleted workout stays deleted, whoever speaks of it, and nothing of it is kept', async () => {
    const person = await signUp(server);
    const streams = packStreams({ time_s: [0, 600] });
    const told = { description: 'Not for anybody', average_heart_rate_bpm: 150 };
    const [id] = (await tell(person, reportOf('garmin', '1', told, streams))).activity_ids;
    assert.equal((await call(person, 'DELETE', `/${id}`)).status, 200);
    const again = await tell(person, reportOf('garmin', '1', told, streams), reportOf('strava', '2', told));
    assert.deepEqual(again, { activity_ids: [null, null], new_records: 0 });
    const { rows } = await server.deps.db.executeSql(
      `SELECT (SELECT count(*)::int FROM activity_streams WHERE user_id = $1) AS streams,
         (SELECT count(*)::int FROM activity_records WHERE user_id = $1 AND told IS NOT NULL) AS told`,
      [person.user_id],
    );
    assert.deepEqual([rows, await listed(person)], [[{ streams: 0, told: 0 }], []]);
    const other = await tell(person, reportOf('strava', '3', { start_time: secondsLater(7_200) }));
    assert.equal(typeof other.activity_ids[0], 'string');
    assert.equal(await forget(person, 'garmin', '1'), false, 'there is nothing left to forget');
    assert.deepEqual(await tell(person, reportOf('garmin', '1', told, streams)), {
      activity_ids: [null],
      new_records: 0,
    });
  });

  test('what a platform deletes goes; what others tell of the same workout stays', async () => {
    const person = await signUp(server);
    const [id] = (await tell(person, reportOf('garmin', '1'), reportOf('apple_health', '2'))).activity_ids;
    assert.equal(await forget(person, 'garmin', '1'), true);
    const { source, id: left } = await only(person);
    assert.deepEqual([source, left], ['apple_health', id]);
    assert.equal(await forget(person, 'apple_health', '2'), true);
    assert.deepEqual(await listed(person), []);
    assert.equal(await forget(person, 'apple_health', '2'), false);
  });

  test('what a platform hides is hidden at once, by whomever it was told; only it can show it again', async () => {
    const person = await signUp(server);
    const [id] = (await tell(person, reportOf('garmin', '1'), reportOf('strava', '2'))).activity_ids;
    assert.equal(await hide(person, 'strava', 'unheard of'), false);
    assert.equal(await hide(person, 'strava', '2'), true);
    assert.deepEqual([(await only(person)).source, (await only(person)).private], ['garmin', true]);
    const refused = await call(person, 'PATCH', `/${id}`, { private: false });
    assert.deepEqual([refused.status, refused.body.code], [409, 'marked_by_platform']);
    assert.ok(refused.body.error.startsWith('Strava marks this workout as private.'), refused.body.error);
    assert.equal((await call(person, 'PATCH', `/${id}`, { private: true })).status, 200);
    assert.equal((await call(person, 'PATCH', `/${id}`, { name: 'Mine' })).status, 200);
    await tell(person, reportOf('strava', '2', { is_race: true }));
    assert.deepEqual([(await only(person)).private, (await only(person)).is_race], [true, true]);
    assert.equal(
      (await call(person, 'PATCH', `/${id}`, { private: false })).body.data.activity.private,
      false,
    );
    assert.equal((await call(person, 'PATCH', `/${id}`, { is_race: false })).status, 409);
  });

  test('a word without samples keeps those told before; an older edition changes nothing', async () => {
    const person = await signUp(server);
    const streams = packStreams({ time_s: [0, 1], heart_rate_bpm: [90, 91] });
    const whole = reportOf('garmin', '1', { max_speed_mps: 4, map_polyline: 'abc', name: 'Long' }, streams);
    const short = { ...reportOf('garmin', '1', { name: 'Short' }), packed_streams: undefined };
    const [id] = (await tell(person, { ...whole, edition: 2 })).activity_ids;
    const samples = async () => (await call(person, 'GET', `/${id}/streams`)).body.data.streams;
    await tell(person, { ...short, edition: 1 });
    assert.equal((await only(person)).name, 'Long');
    await tell(person, short);
    const kept = await only(person);
    assert.deepEqual([kept.name, kept.max_speed_mps, kept.map_polyline], ['Short', 4, 'abc']);
    assert.equal(await unpackStreams(streams), JSON.stringify(await samples()));
    const sharper = packStreams({ time_s: [0, 1, 2] });
    await tell(person, { ...reportOf('garmin', '1', { ...short.told }, sharper), edition: 3 });
    assert.deepEqual(await samples(), { time_s: [0, 1, 2] });
    await tell(person, reportOf('garmin', '1'));
    assert.deepEqual(await samples(), {});
  });

  test('samples of an older edition join what has none, and change nothing of what was said', async () => {
    const person = await signUp(server);
    const streams = packStreams({ time_s: [0, 1], heart_rate_bpm: [90, 91] });
    const edited = {
      ...reportOf('garmin', '1', { name: 'Race', distance_m: 5_200 }),
      packed_streams: undefined,
    };
    const whole = reportOf(
      'garmin',
      '1',
      { name: 'Running', map_polyline: 'abc', max_speed_mps: 4 },
      streams,
    );
    const [id] = (await tell(person, { ...edited, edition: 9 })).activity_ids;
    for (const edition of [2, 3]) {
      await tell(person, { ...whole, edition });
      const { name, distance_m, map_polyline, max_speed_mps } = await only(person);
      assert.deepEqual([name, distance_m, map_polyline, max_speed_mps], ['Race', 5_200, 'abc', 4]);
    }
    const sharper = packStreams({ time_s: [0, 1, 2] });
    await tell(person, { ...reportOf('garmin', '1', {}, sharper), edition: 4 });
    const { streams: samples } = (await call(person, 'GET', `/${id}/streams`)).body.data;
    assert.equal(await unpackStreams(streams), JSON.stringify(samples), 'samples that are there stay');
    await tell(person, { ...edited, told: { ...edited.told, name: 'Race again' }, edition: 9 });
    assert.equal((await only(person)).name, 'Race again');
  });

  test('what no platform would say is stored as unknown', async () => {
    const person = await signUp(server);
    await tell(
      person,
      reportOf('strava', '1', {
        name: 'A\0 \uD800 run ',
        description: ' ',
        timezone: 'Moon/Tranquility',
        distance_m: Number.NaN,
        max_speed_mps: -1,
        average_power_w: 1e12,
      }),
    );
    const { name, description, timezone, distance_m, max_speed_mps, average_power_w } = await only(person);
    assert.deepEqual(
      [name, description, distance_m, max_speed_mps, average_power_w],
      ['A \uFFFD run', null, null, null, null],
    );
    assert.notEqual(timezone, 'Moon/Tranquility');
  });

  test('any number of reports takes as many statements', async () => {
    const count = async (many: number): Promise<number> => {
      const person = await signUp(server);
      const user = await userOf(person);
      const streams = packStreams({ time_s: [0] });
      const start = (index: number) => ({ start_time: secondsLater(index * 90_000) });
      const reports = Array.from({ length: many }, (_, index) => [
        reportOf('garmin', `${index}`, start(index), streams),
        reportOf('apple_health', `${index}`, start(index)),
      ]).flat();
      let statements = 0;
      await server.deps.db.transaction(async (tx) => {
        const counted =
          <T extends unknown[], R>(run: (...given: T) => R) =>
          (...given: T): R => {
            statements += 1;
            return run(...given);
          };
        const counting = {
          ...tx,
          query: counted(tx.query.bind(tx)) as typeof tx.query,
          execute: counted(tx.execute.bind(tx)),
          maybeOne: counted(tx.maybeOne.bind(tx)) as typeof tx.maybeOne,
        };
        const now = server.clock.now();
        const stored = await storeReports(counting, {
          user,
          reports,
          policies,
          now,
          events: server.deps.events,
        });
        assert.equal(new Set(stored.activity_ids).size, many);
      });
      return statements;
    };
    assert.equal(await count(40), await count(1));
  });

  test('in whatever order words come, change and are taken back, the same workouts are shown', async (t) => {
    const sources = ['strava', 'garmin', 'apple_health', 'coros'] as const;
    const word = fc.record({
      start: fc.integer({ min: 0, max: 6 }).map((step) => step * 50),
      start_is: fc.constantFrom('exact' as const, 'exact' as const, 'day' as const, 'local' as const),
      distance_m: fc.option(fc.constantFrom(2_000, 2_090, 2_180)),
      private: fc.boolean(),
    });
    const history = fc.record({
      source: fc.constantFrom(...sources),
      external_id: fc.constantFrom('1', '2'),
      words: fc.array(word, { minLength: 1, maxLength: 2 }),
      is_forgotten: fc.boolean(),
    });
    type History = typeof history extends fc.Arbitrary<infer T> ? T : never;
    type Step = { readonly of: History; readonly report: IncomingReport | null };
    const report = ({ source, external_id }: History, { start, ...told }: History['words'][number]) =>
      reportOf(source, external_id, { ...told, start_time: secondsLater(start) });
    const any = fc
      .uniqueArray(history, {
        maxLength: 6,
        selector: ({ source, external_id }) => `${source} ${external_id}`,
      })
      .chain((histories) =>
        fc.record({
          histories: fc.constant(histories),
          // Interleaves reports; those of one record stay in order.
          turns: fc.array(fc.nat(5), { minLength: 20, maxLength: 20 }),
        }),
      );
    const steps = ({ histories, turns }: { histories: History[]; turns: number[] }): Step[] => {
      const waiting = histories.map((of): Step[] => [
        ...of.words.map((one) => ({ of, report: report(of, one) })),
        ...(of.is_forgotten ? [{ of, report: null }] : []),
      ]);
      const taken = turns.flatMap((turn) => waiting[turn]?.shift() ?? []);
      return [...taken, ...waiting.flat()];
    };
    // Hiding depends on the order, so another test covers it.
    const textOf = (one: Record<string, unknown>) =>
      JSON.stringify([one.source, one.external_id, one.distance_m, one.start_time]);
    await checkProperty(t, chosenRuns(12), {
      any,
      story: (example) => JSON.stringify(steps(example), null, 1),
      check: async (example) => {
        const person = await signUp(server);
        for (const { of, report: next } of steps(example)) {
          if (next === null) await forget(person, of.source, of.external_id);
          else await tell(person, next);
        }
        const left = example.histories
          .filter(({ is_forgotten }) => !is_forgotten)
          .flatMap((of) => of.words.slice(-1).map((one) => report(of, one)))
          .map((one) => ({
            ...one,
            ...one.told,
            id: nameRecord(one),
            key: nameRecord(one),
            has_streams: false,
          }));
        const owner = ownerOf(await userOf(person));
        const expected = clusterRecords(left, []).map((records) =>
          mergeRecords(records, { edits: {}, policies, owner }),
        );
        const shown = await listed(person);
        assert.deepEqual(shown.map(textOf).toSorted(), expected.map(textOf).toSorted());
        const hidden = new Set(shown.filter((one: { private: boolean }) => one.private).map(textOf));
        for (const one of expected) assert.ok(!one.private || hidden.has(textOf(one)), textOf(one));
        const { strays } = await server.deps.db.one<{ strays: number }>(sql`
          SELECT count(*)::int AS strays FROM activities a WHERE user_id = ${person.user_id}
            AND NOT EXISTS (SELECT FROM activity_records r WHERE r.activity_id = a.id)`);
        assert.equal(strays, 0);
      },
    });
  });
});
