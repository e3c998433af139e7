import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { DAY_MS } from '../../../shared/time.ts';
import {
  addMember,
  createApiKey,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { holdUser } from '../../users/index.ts';
import type { HealthReport, NightOfSleep } from './health-report.ts';
import { storeHealthDays } from './store-health-days.ts';

const NIGHT: NightOfSleep = {
  start_time: '2026-07-13T14:40:00.000Z',
  duration_s: 27_000,
  deep_s: 5_400,
  light_s: 14_400,
  rem_s: 7_200,
  awake_s: 1_800,
  score: 82,
  is_final: true,
};
const HRV = { rmssd_ms: 48, highest_5_min_rmssd_ms: 71, sdnn_ms: null };
const BEATS = { resting_bpm: 48, min_bpm: 44, max_bpm: 172, average_bpm: null };
const STEPS = {
  steps: 14_210,
  distance_m: 12_400,
  active_energy_kcal: 812,
  resting_energy_kcal: 1_705,
  active_time_s: 5_400,
  moderate_intensity_s: 1_200,
  vigorous_intensity_s: 2_700,
  floors_climbed: 8,
  average_stress: 31,
  max_stress: 88,
};
const WHOLE_DAY = { activity: STEPS, sleep: NIGHT, hrv: HRV, heart_rate: BEATS };

describe('daily health', () => {
  let server: TestServer;
  let today: string;
  before(async () => {
    server = await testServer();
    today = server.clock.now().toISOString().slice(0, 10);
  });
  const daysAgo = (days: number): string =>
    new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

  async function tell({ user_id }: TestUser, ...reports: Partial<HealthReport>[]): Promise<void> {
    await server.deps.db.transaction(async (tx) => {
      assert.ok(await holdUser(tx, user_id));
      await storeHealthDays(tx, {
        user_id,
        reports: reports.map((one) => ({ source: 'garmin', day: today, ...one })),
        now: server.clock.now(),
      });
    });
  }
  const own = async ({ token }: TestUser, query = '') =>
    await server.request('GET', `/api/v1/health/daily${query}`, { token });
  const ofAthlete = async (club: TestOrganization, { user_id }: TestUser, by: TestUser = club.coach) =>
    await server.request('GET', `/api/v1/organizations/${club.org_id}/athletes/${user_id}/health/daily`, {
      token: by.token,
    });
  async function share(
    { user_id, token }: TestUser,
    privacy: Readonly<Record<string, boolean>>,
  ): Promise<void> {
    const answer = await server.request('PUT', `/api/v1/users/${user_id}`, { token, body: { privacy } });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }

  test('is the athlete’s by day, the latest first, put together from its sources', async () => {
    const athlete = await signUp(server);
    assert.deepEqual((await own(athlete)).body.data, { days: [] });
    await tell(
      athlete,
      { ...WHOLE_DAY, day: daysAgo(1) },
      { activity: { ...STEPS, steps: 9_000 }, edition: 2 },
      { activity: { ...STEPS, steps: 4_000 }, edition: 1 },
      {
        source: 'apple_health',
        hrv: { ...HRV, rmssd_ms: null, highest_5_min_rmssd_ms: null, sdnn_ms: 58.3 },
      },
    );
    const { days } = (await own(athlete)).body.data;
    assert.deepEqual(days, [
      {
        day: today,
        sources: ['garmin', 'apple_health'],
        activity: { ...STEPS, steps: 9_000 },
        sleep: null,
        hrv: { rmssd_ms: null, highest_5_min_rmssd_ms: null, sdnn_ms: 58.3 },
        heart_rate: null,
      },
      { day: daysAgo(1), sources: ['garmin'], ...WHOLE_DAY },
    ]);
    assert.deepEqual((await own(await signUp(server))).body.data.days, [], 'nobody else’s');
  });

  test('is of the last 30 days unless others are asked for, at most 366', async () => {
    const athlete = await signUp(server);
    await tell(athlete, ...[0, 29, 30, 365, 366].map((days) => ({ sleep: NIGHT, day: daysAgo(days) })));
    const daysOf = async (query: string) => {
      const answer = await own(athlete, query);
      return answer.status === 200
        ? answer.body.data.days.map(({ day }: { day: string }) => day)
        : [answer.status, answer.body.error];
    };
    assert.deepEqual(await daysOf(''), [today, daysAgo(29)]);
    assert.deepEqual(await daysOf(`?to=${daysAgo(30)}`), [daysAgo(30)]);
    assert.deepEqual(await daysOf(`?from=${daysAgo(365)}`), [0, 29, 30, 365].map(daysAgo));
    assert.deepEqual(await daysOf(`?from=${daysAgo(366)}`), [29, 30, 365, 366].map(daysAgo));
    assert.deepEqual(await daysOf(`?from=${daysAgo(366)}&to=${daysAgo(366)}`), [daysAgo(366)]);
    const tooLong = 'from: must be at most 366 days before to, to itself counted.';
    assert.deepEqual(await daysOf(`?from=${daysAgo(366)}&to=${today}`), [400, tooLong]);
    assert.deepEqual(await daysOf(`?from=${today}&to=${daysAgo(1)}`), [400, 'from: must not be after to.']);
    assert.deepEqual(await daysOf('?from=2026-02-30'), [400, 'from: is no day of any calendar.']);
    assert.deepEqual(await daysOf('?to=2026-7-1'), [400, 'to: must be a calendar day such as 2026-07-01.']);
    for (const fine of ['?from=0001-01-01', '?to=0001-01-01', '?from=9999-12-31', '?to=9999-12-31']) {
      assert.deepEqual(await daysOf(fine), [], fine);
    }
  });

  test('is a coach’s only while the athlete says so, and no key’s at the coach’s address', async () => {
    const club = await createOrganization(server);
    const athlete = await addMember(server, club);
    await tell(athlete, WHOLE_DAY);
    const nothing = { days: [], privacy_filtered: ['activity', 'heart_rate', 'hrv', 'sleep'] };
    assert.deepEqual((await ofAthlete(club, athlete)).body.data, nothing);
    await share(athlete, { share_health_with_coach: true });
    assert.deepEqual((await ofAthlete(club, athlete)).body.data, {
      days: [{ day: today, sources: ['garmin'], ...WHOLE_DAY }],
      privacy_filtered: [],
    });
    await share(athlete, { share_activity_with_coach: false });
    assert.deepEqual((await ofAthlete(club, athlete)).body.data, {
      days: [{ day: today, sources: ['garmin'], ...WHOLE_DAY, activity: null }],
      privacy_filtered: ['activity'],
    });
    await share(athlete, { share_health_with_coach: false });
    assert.deepEqual((await ofAthlete(club, athlete)).body.data, nothing, 'withdrawn acts at once');

    const key = await createApiKey(server, club, { scopes: ['admin'] });
    const path = `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}/health/daily`;
    const byKey = await server.request('GET', path, { headers: { authorization: `Bearer ${key.secret}` } });
    assert.equal(byKey.status, 403);
  });

  test('is nobody’s who is not, or no longer, on the coach’s roster', async () => {
    const [club, other] = [await createOrganization(server), await createOrganization(server)];
    const athlete = await addMember(server, club);
    await share(athlete, { share_health_with_coach: true });
    await tell(athlete, WHOLE_DAY);
    const stranger = await signUp(server);
    const none = await ofAthlete(other, stranger);
    assert.equal(none.status, 404);
    assert.equal((await ofAthlete(other, athlete)).body.error, none.body.error);
    assert.equal((await ofAthlete(club, athlete, other.coach)).status, 404);
    assert.equal((await ofAthlete(club, athlete, athlete)).status, 403, 'athletes read their own elsewhere');
    const path = `/api/v1/organizations/${club.org_id}/members/${athlete.user_id}`;
    assert.equal((await server.request('DELETE', path, { token: club.coach.token })).status, 200);
    assert.equal((await ofAthlete(club, athlete)).body.error, none.body.error);
  });

  test('told by two at once is told by both', async () => {
    const athlete = await signUp(server);
    await Promise.all([
      tell(athlete, { sleep: NIGHT }, { sleep: NIGHT, day: daysAgo(1) }),
      tell(athlete, { activity: STEPS, day: daysAgo(1) }, { activity: STEPS }),
    ]);
    const { days } = (await own(athlete)).body.data;
    assert.deepEqual(
      days.map(({ sleep, activity }: HealthReport) => [sleep?.duration_s, activity?.steps]),
      [
        [27_000, 14_210],
        [27_000, 14_210],
      ],
    );
  });
});
