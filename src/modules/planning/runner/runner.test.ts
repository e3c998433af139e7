import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import {
  type Audience,
  DEFAULT_SOURCE_POLICIES,
  PRIVACY_SETTINGS,
  type PrivacySettings,
} from '../../../privacy/index.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { createOrganization } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { insertActivities } from '../../../test/insert-activities.ts';
import { makeActivity } from '../../../test/random-activities.ts';
import { seedAthlete } from '../../../test/seed-athletes.ts';
import { planPaces } from '../../../training/planning/paces.ts';
import type { StoredActivity } from '../../activities/activity.ts';
import { findRunners } from './find-runners.ts';
import { readRunnerFacts } from './read-runner-facts.ts';

const NOW = new Date('2026-07-15T04:00:00.000Z');
const ago = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);

const ZONES = {
  vdot: { method: 'value', value: 50, paces: {} },
  heartrate: {
    method: 'percent_max',
    max_bpm: 190,
    zones: [95, 114, 133, 152, 171].map((min_bpm, place) => ({
      zone: place + 1,
      min_bpm,
      max_bpm: min_bpm + 18,
    })),
  },
};
const POLICIES = {
  ...DEFAULT_SOURCE_POLICIES,
  strava: { ...DEFAULT_SOURCE_POLICIES.strava, show_to_coach: true, use_in_ai: false },
};
const RACE = { name: 'Taipei Marathon', date: '2026-12-20', distance_m: 42_195, goal_time_s: 12_600 };
const DAYS = ['tuesday', 'sunday'];
const PACES = planPaces(50);
const HEART_RATES = { recovery: { min: 95, max: 123 }, easy: { min: 124, max: 150 } };

/** One run of each kind that a setting may hide, with distances of which all sums differ. */
const RUNS = [
  { distance_m: 10_000, start_time: ago(0.5) },
  { distance_m: 5_000, start_time: ago(6.9) },
  { distance_m: 1_000, start_time: ago(8), private: true },
  { distance_m: 200, start_time: ago(8), is_race: true },
  { distance_m: 30, start_time: ago(8), source: 'strava' },
  { distance_m: 12_000, start_time: ago(55.9), sport_type: 'trail_run' },
  { distance_m: 77_000, start_time: ago(56.1) },
  { distance_m: 88_000, start_time: ago(-1) },
  { distance_m: 99_000, start_time: ago(1), sport_type: 'ride' },
  { distance_m: null, start_time: ago(1) },
] as const;
const weeks = (secondWeek: number): number[] => [12_000, 0, 0, 0, 0, 0, secondWeek, 15_000];

describe('who is to run a plan', () => {
  let server: TestServer;
  let org_id: string;
  let user_id: string;
  before(async () => {
    server = await testServer();
    org_id = (await createOrganization(server)).org_id;
    user_id = await runner();
  });

  async function runner(): Promise<string> {
    const athlete = await seedAthlete(server, org_id);
    const preferences = { timezone: 'Asia/Taipei', language: 'ja', coach_persona: 'joy', workout_days: DAYS };
    await server.deps.db.execute(sql`
      UPDATE users SET zones = ${JSON.stringify(ZONES)}, next_race = ${JSON.stringify(RACE)},
        preferences = ${JSON.stringify(preferences)} WHERE user_id = ${athlete.user_id}`);
    await ran(athlete.user_id, RUNS);
    return athlete.user_id;
  }

  async function ran(who: string, runs: readonly Partial<StoredActivity>[]): Promise<void> {
    const usual = { sport_type: 'run', source: 'upload', private: false, is_race: false } as const;
    const activities = runs.map((run) => makeActivity(who, { ...usual, external_id: null, ...run }));
    await server.deps.db.transaction((tx) => insertActivities(tx, activities));
  }

  async function share(off: readonly (keyof PrivacySettings)[]): Promise<void> {
    const settings = Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, !off.includes(name)]));
    await server.deps.db.execute(
      sql`UPDATE users SET privacy = ${JSON.stringify(settings)} WHERE user_id = ${user_id}`,
    );
  }

  const facts = async (audiences: readonly Audience[], of = { org_id, user_id }) =>
    await readRunnerFacts({ db: server.deps.db, sourcePolicies: POLICIES }, { ...of, audiences }, NOW);

  test('to themselves is all that is known of them', async () => {
    await share(PRIVACY_SETTINGS);
    const found = await findRunners(server.deps.db, { org_id, user_ids: [user_id], now: NOW });
    assert.deepEqual(found.get(user_id), {
      user_id,
      paces: PACES,
      paces_from: 'zones',
      heart_rates: HEART_RATES,
      history: { weekly_distance_m: weeks(1_230), longest_run_m: 12_000 },
      next_race: { date: '2026-12-20', distance_m: 42_195, goal_time_s: 12_600 },
      workout_days: DAYS,
      shows_zones: false,
      language: 'ja',
      persona: 'joy',
      unit_system: 'metric',
      timezone: 'Asia/Taipei',
    });
  });

  test('are found together, each with their own, and only with an active account', async () => {
    const [other, closed, fresh] = [
      await runner(),
      (await seedAthlete(server, org_id, { account_status: 'deactivated' })).user_id,
      (await seedAthlete(server, org_id)).user_id,
    ];
    const user_ids = [user_id, other, closed, fresh, newId()];
    const found = await findRunners(server.deps.db, { org_id, user_ids, now: NOW });
    assert.deepEqual([...found.keys()].sort(), [user_id, other, fresh].sort());
    const { user_id: _, ...theirs } = found.get(other) ?? {};
    assert.equal(found.get(other)?.shows_zones, true);
    assert.deepEqual({ user_id, ...theirs, shows_zones: false }, found.get(user_id));
    const { paces, heart_rates, history } = found.get(fresh) ?? {};
    assert.deepEqual([paces, heart_rates, history], [null, null, null]);
  });

  test('who has run, though long ago, is known to run nothing now', async () => {
    const { user_id: lapsed } = await seedAthlete(server, org_id);
    await ran(lapsed, [RUNS[6]]);
    const found = await findRunners(server.deps.db, { org_id, user_ids: [lapsed], now: NOW });
    assert.deepEqual(found.get(lapsed)?.history, { weekly_distance_m: Array(8).fill(0), longest_run_m: 0 });
  });

  test('to a coach is what they share, and to a model as well what platforms allow', async () => {
    const all = {
      paces: PACES,
      paces_from: 'zones',
      heart_rates: HEART_RATES,
      // The private run is missing and, for a model, the run of a platform that forbids it.
      history: { weekly_distance_m: weeks(230), longest_run_m: 12_000 },
      next_race: { date: '2026-12-20', distance_m: 42_195, goal_time_s: 12_600 },
      workout_days: DAYS,
    };
    await share([]);
    assert.deepEqual(await facts(['coach']), all);
    const history = { weekly_distance_m: weeks(200), longest_run_m: 12_000 };
    assert.deepEqual(await facts(['coach', 'ai']), { ...all, history });
  });

  test('loses what a setting hides, and nothing else', async () => {
    await share([]);
    const all = await facts(['coach']);
    for (const [setting, hidden] of [
      ['share_pace_data', { paces: null, paces_from: 'level', heart_rates: null }],
      ['share_race_goal', { next_race: null }],
      ['share_activity_with_coach', { history: null }],
      ['share_pb', {}],
      ['share_activity_map', {}],
    ] as const) {
      await share([setting]);
      assert.deepEqual(await facts(['coach']), { ...all, ...hidden }, setting);
    }
    await share(['share_race_history']);
    const withoutRaces = await facts(['coach']);
    assert.equal(
      withoutRaces?.history?.weekly_distance_m[6],
      (all?.history?.weekly_distance_m[6] ?? 0) - 200,
    );
  });

  test('who has set no zones has the paces of a race, and to a model none of a platform that forbids it', async () => {
    await share([]);
    const { user_id: racer } = await seedAthlete(server, org_id);
    const of = { org_id, user_id: racer };
    const ran_fast = {
      start_time: ago(20),
      is_race: true,
      distance_m: 10_000,
      elevation_gain_m: null,
    } as const;
    await ran(racer, [
      { ...ran_fast, duration_s: 2_400, source: 'strava' },
      { ...ran_fast, duration_s: 2_700 },
    ]);
    const pacesTo = async (audiences: readonly Audience[]) => {
      const found = await facts(audiences, of);
      return [found?.paces_from, found?.paces?.vdot];
    };
    assert.deepEqual(await pacesTo(['coach']), ['race', 51.9]);
    assert.deepEqual(await pacesTo(['coach', 'ai']), ['race', 45.3]);
  });

  test('of who closes their paces for a club these are in no plan that its coach sees, and in those of another', async () => {
    await share([]);
    const other = await createOrganization(server);
    await server.deps.db.execute(sql`
      INSERT INTO organization_members (org_id, user_id, joined_at, narrowed_privacy)
      VALUES (${other.org_id}, ${user_id}, ${NOW}, '{"share_pace_data": false}')`);
    const there = { org_id: other.org_id, user_id };
    assert.deepEqual((await facts(['coach']))?.paces, PACES);
    assert.deepEqual((await facts(['coach'], there))?.paces, null);
    const own = async (org_id: string) =>
      (await findRunners(server.deps.db, { org_id, user_ids: [user_id], now: NOW })).get(user_id);
    assert.equal((await own(org_id))?.shows_zones, true);
    const { shows_zones, paces } = (await own(other.org_id)) ?? {};
    assert.deepEqual([shows_zones, paces], [false, PACES], 'to themselves they are known');
    const stranger = await createOrganization(server);
    assert.equal(
      (await own(stranger.org_id))?.shows_zones,
      false,
      'nor to whom they have nothing to do with',
    );
  });

  test('is nobody where they are no athlete of the organization', async () => {
    const other = await createOrganization(server);
    const { user_id: left } = await seedAthlete(server, org_id, { left_at: NOW });
    for (const of of [
      { org_id: other.org_id, user_id },
      { org_id, user_id: left },
      { org_id, user_id: newId() },
    ])
      assert.equal(await facts(['coach'], of), null);
  });
});
