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
import type { IncomingReport } from './activity-record.ts';
import { forgetReport, storeReports } from './store-reports.ts';

const policies = DEFAULT_SOURCE_POLICIES;
type Shown = { id: string; name: string; source: string; private: boolean; is_race: boolean };

describe('what was hidden', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const tell = async ({ user_id }: TestUser, ...reports: IncomingReport[]) => {
    const user = await findUser(server.deps.db, user_id);
    assert.ok(user);
    const now = server.clock.now();
    return await server.deps.db.transaction((tx) =>
      storeReports(tx, { user, reports, policies, now, events: server.deps.events }),
    );
  };
  const forget = ({ user_id }: TestUser, source: Source, external_id: string) => {
    const named = {
      user_id,
      source,
      external_id,
      policies,
      now: server.clock.now(),
      events: server.deps.events,
    };
    return server.deps.db.transaction((tx) => forgetReport(tx, named));
  };
  const call = async (person: TestUser, method: string, path: string, body?: unknown) => {
    const options = { token: person.token, ...(body === undefined ? {} : { body }) };
    return await server.request(method, `/api/v1/activities${path}`, options);
  };
  const listed = async (person: TestUser): Promise<Shown[]> =>
    (await call(person, 'GET', '')).body.data.activities;
  const recordsOf = async ({ user_id }: TestUser) =>
    await server.deps.db.query<{ id: string; key: string; activity_id: string; private: boolean }>(sql`
      SELECT r.id, r.key, r.activity_id, a.private FROM activity_records r
      JOIN activities a ON a.id = r.activity_id WHERE r.user_id = ${user_id}`);
  const marks = async (person: TestUser) =>
    (await listed(person)).map((one) => `${one.source} ${one.private} ${one.is_race}`).toSorted();

  const marked = { private: true, is_race: true };
  const leavings: [string, (person: TestUser, id: string) => Promise<unknown>][] = [
    ['is deleted there', (person) => forget(person, 'strava', '9')],
    [
      'becomes a ride there',
      (person) => tell(person, reportOf('strava', '9', { ...marked, sport_type: 'ride' })),
    ],
    [
      'turns out to be of another hour',
      (person) => tell(person, reportOf('strava', '9', { ...marked, start_time: secondsLater(7_200) })),
    ],
    [
      'is split off',
      async (person, id) => {
        const records = await recordsOf(person);
        const record_id = records.find(({ key }) => key === 'strava:9')?.id;
        return await call(person, 'POST', `/${id}/split`, { record_id });
      },
    ],
    [
      'stays, and it is the watch that says something else',
      (person) => tell(person, reportOf('garmin', '7', { start_time: secondsLater(7_200) })),
    ],
  ];
  for (const [what, leave] of leavings) {
    test(`at Strava stays hidden here when its record ${what}, until the athlete shows it`, async () => {
      const person = await signUp(server);
      const told = await tell(person, reportOf('garmin', '7'), reportOf('strava', '9', marked));
      const [id = ''] = told.activity_ids.flatMap((one) => one ?? []);
      assert.deepEqual(await marks(person), ['garmin true true']);
      await leave(person, id);
      const shown = await listed(person);
      assert.ok(
        shown.every((one) => one.private && one.is_race),
        JSON.stringify(shown),
      );
      const garmin = shown.find(({ source }) => source === 'garmin');
      const change = { private: false, is_race: false };
      assert.equal((await call(person, 'PATCH', `/${garmin?.id}`, change)).status, 200);
      await tell(person, reportOf('garmin', '7', { start_time: secondsLater(20_000) }));
      assert.ok((await marks(person)).includes('garmin false false'));
    });
  }

  test('at Strava is shown when Strava shows it, also where it leaves at the same moment', async () => {
    const person = await signUp(server);
    await tell(person, reportOf('garmin', '7'), reportOf('strava', '9', marked));
    await tell(person, reportOf('strava', '9', { sport_type: 'ride' }));
    assert.deepEqual(await marks(person), ['garmin false false', 'strava false false']);
  });

  test('by hand comes back hidden, with its name and nothing else, when the platform shows it again', async () => {
    const person = await signUp(server);
    const run = reportOf('strava', '9', { name: 'Theirs', description: 'Secret', calories_kcal: 150 });
    const [id] = (await tell(person, run)).activity_ids;
    await call(person, 'PATCH', `/${id}`, { private: true, name: 'Mine' });
    assert.equal(await forget(person, 'strava', '9'), true);
    assert.deepEqual(await listed(person), []);
    const { rows } = await server.deps.db.executeSql(
      'SELECT activity_id, told, edits FROM activity_records WHERE user_id = $1',
      [person.user_id],
    );
    assert.deepEqual(rows, [{ activity_id: null, told: null, edits: { private: true, name: 'Mine' } }]);
    assert.equal(await forget(person, 'strava', '9'), false);
    assert.deepEqual((await call(person, 'GET', '')).body.data.total, 0);
    assert.equal((await tell(person, run)).new_records, 1);
    const [back] = await listed(person);
    assert.deepEqual([back?.name, back?.private], ['Mine', true]);
    await call(person, 'PATCH', `/${back?.id}`, { private: false });
    await tell(person, reportOf('strava', '9', { name: 'Theirs', calories_kcal: 151 }));
    assert.deepEqual(await marks(person), ['strava false false']);
  });

  test('by hand is hidden whoever tells of it next, and nothing is kept of what nobody changed', async () => {
    const person = await signUp(server);
    const [id] = (await tell(person, reportOf('strava', '9'))).activity_ids;
    await call(person, 'PATCH', `/${id}`, { private: true });
    await tell(person, reportOf('strava', '10', { start_time: secondsLater(40_000) }));
    await forget(person, 'strava', '9');
    await forget(person, 'strava', '10');
    const left = await server.deps.db.query(
      sql`SELECT key FROM activity_records WHERE user_id = ${person.user_id}`,
    );
    assert.deepEqual(left, [{ key: 'strava:9' }]);
    await tell(person, reportOf('garmin', '7'));
    assert.deepEqual(await marks(person), ['garmin true false']);
  });

  test('and deleted stays deleted, hidden and shown at the platform as often as they like', async () => {
    const person = await signUp(server);
    const words = [reportOf('garmin', '7'), reportOf('strava', '9')];
    const [id] = (await tell(person, ...words)).activity_ids;
    await call(person, 'PATCH', `/${id}`, { private: true });
    await forget(person, 'strava', '9');
    assert.equal((await call(person, 'DELETE', `/${id}`)).status, 200);
    for (let round = 0; round < 2; round++) {
      await forget(person, 'strava', '9');
      await forget(person, 'garmin', '7');
      await tell(person, ...words);
      assert.deepEqual(await listed(person), []);
    }
  });

  test('stays hidden whatever is told, taken back, split and joined', async (t) => {
    const sources = ['strava', 'garmin'] as const;
    const step = fc.record({
      kind: fc.constantFrom(
        'tell' as const,
        'tell' as const,
        'forget' as const,
        'split' as const,
        'join' as const,
        'hide' as const,
      ),
      source: fc.constantFrom(...sources),
      external_id: fc.constantFrom('1', '1', '1', '2'),
      start: fc.constantFrom(0, 0, 60, 130),
      private: fc.boolean(),
    });
    type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
    const take = async (person: TestUser, { kind, source, external_id, start, ...told }: Step) => {
      const records = await recordsOf(person);
      const own = records.find(({ key }) => key === `${source}:${external_id}`);
      if (kind === 'tell')
        await tell(person, reportOf(source, external_id, { ...told, start_time: secondsLater(start) }));
      if (kind === 'forget') await forget(person, source, external_id);
      if (own === undefined) return;
      if (kind === 'hide') await call(person, 'PATCH', `/${own.activity_id}`, { private: true });
      if (kind === 'split') await call(person, 'POST', `/${own.activity_id}/split`, { record_id: own.id });
      const other = records.find(({ activity_id }) => activity_id !== own.activity_id);
      if (kind === 'join' && other !== undefined)
        await call(person, 'POST', `/${own.activity_id}/join`, { activity_id: other.activity_id });
    };
    await checkProperty(t, chosenRuns(20), {
      any: fc.array(step, { minLength: 8, maxLength: 16 }),
      story: (steps) => JSON.stringify(steps, null, 1),
      check: async (steps) => {
        const person = await signUp(server);
        const byHand = new Set<string>();
        let last = await recordsOf(person);
        for (const next of steps) {
          await take(person, next);
          const now = await recordsOf(person);
          const told = last.find(({ key }) => key === `${next.source}:${next.external_id}`);
          const ofTold = last.filter(({ activity_id }) => activity_id === told?.activity_id);
          if (next.kind === 'hide') for (const { key } of ofTold) byHand.add(key);
          const hidden = last.filter((one) => one.private).map(({ key }) => key);
          // What a platform hid it shows again; not what the athlete did.
          const shown = next.kind === 'tell' && !next.private ? ofTold.map(({ key }) => key) : [];
          const bound = new Set(hidden).difference(new Set(shown)).union(byHand);
          const opened = now.filter((one) => !one.private && bound.has(one.key));
          assert.deepEqual(opened, [], JSON.stringify(next));
          last = now;
        }
      },
    });
  });
});
