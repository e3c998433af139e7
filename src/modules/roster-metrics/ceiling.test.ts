import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from '../../infra/db/sql.ts';
import {
  DEFAULT_PRIVACY,
  DEFAULT_SOURCE_POLICIES,
  PRIVACY_SETTINGS,
  type PrivacySettings,
  SOURCES,
  type SourcePolicies,
} from '../../privacy/index.ts';
import { DAY_MS } from '../../shared/time.ts';
import { expectedList } from '../../test/expected-activities.ts';
import { createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { checkProperty, chosenRuns } from '../../test/property.ts';
import { anyActivity } from '../../test/random-activities.ts';
import { type SeededAthlete, seedAthlete } from '../../test/seed-athletes.ts';
import type { StoredActivity } from '../activities/index.ts';
import { readRosterMetrics } from './read-roster-metrics.ts';

/** What each athlete shares, what they did and when, and what platforms' terms allow. */
type Club = {
  readonly now: Date;
  readonly hidden_sources: readonly string[];
  readonly athletes: readonly {
    readonly off: readonly (keyof PrivacySettings)[];
    readonly closed: readonly (keyof PrivacySettings)[];
    readonly activities: readonly StoredActivity[];
  }[];
};

const NOW = Date.parse('2026-07-15T04:00:00.000Z');
/** Of the seeded athletes: Monday 00:00 in Taipei. */
const MONDAY = Date.parse('2026-07-12T16:00:00.000Z');
const ATHLETES = 8;

/** Most of them lie in the windows or at their edges; the others in the past, and in a future that somebody's watch is in. */
const anyStart = fc
  .oneof(
    { weight: 6, arbitrary: fc.integer({ min: NOW - 30 * DAY_MS, max: NOW + DAY_MS }) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ...[7, 21, 28].flatMap((days) => [-1, 0, 1].map((ms) => NOW - days * DAY_MS + ms)),
        ...[MONDAY - 1, MONDAY, NOW, NOW + 1],
      ),
    },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: NOW }) },
  )
  .map((ms) => new Date(ms));
// Sums of tenths, as importers round: whatever the order of adding, they are the same when rounded.
const tenths = (most: number) => fc.integer({ min: 0, max: most * 10 }).map((value) => value / 10);

const anyClubActivity = fc
  .record({
    activity: anyActivity(''),
    start_time: anyStart,
    sport_type: fc.constantFrom('run', 'run', 'trail_run', 'ride', 'yoga'),
    distance_m: fc.option(tenths(30_000), { freq: 5 }),
    moving_time_s: fc.option(tenths(9_000), { freq: 3 }),
    duration_s: tenths(9_000),
    training_load: fc.option(tenths(200), { freq: 2 }),
    private: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
    is_race: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
  })
  .map(({ activity, ...own }) => ({ ...activity, ...own, external_id: null }) as StoredActivity);

const anyClub: fc.Arbitrary<Club> = fc.record({
  now: fc.constant(new Date(NOW)),
  hidden_sources: fc.oneof(fc.constant([]), fc.subarray([...SOURCES])),
  athletes: fc.array(
    fc.record({
      off: fc.oneof(
        fc.constant([]),
        fc.constant(['share_race_history'] as const),
        fc.subarray([...PRIVACY_SETTINGS]),
      ),
      closed: fc.oneof(fc.constant([]), fc.subarray([...PRIVACY_SETTINGS])),
      activities: fc.array(anyClubActivity, { maxLength: 14, size: 'max' }),
    }),
    { minLength: ATHLETES, maxLength: ATHLETES },
  ),
});

const settingsOf = (off: Club['athletes'][number]['off']): PrivacySettings => {
  const settings: Record<string, boolean> = { ...DEFAULT_PRIVACY };
  for (const name of off) settings[name] = false;
  return settings as PrivacySettings;
};
const policiesOf = ({ hidden_sources }: Club): SourcePolicies =>
  Object.fromEntries(
    Object.entries(DEFAULT_SOURCE_POLICIES).map(([source, policy]) => [
      source,
      { ...policy, show_to_coach: !hidden_sources.includes(source) },
    ]),
  ) as SourcePolicies;

function expectedMetrics(
  club: Club,
  { off, closed, activities }: Club['athletes'][number],
): Record<string, unknown> {
  const settings = settingsOf([...off, ...closed]);
  if (!settings.share_activity_with_coach) return { flags: [] };
  const shown = expectedList(activities, settings, 'api', policiesOf(club)).map(
    (view) => view as unknown as StoredActivity & { start_time_ms: number },
  );
  const past = shown.filter(({ start_time_ms }) => start_time_ms <= NOW);
  const since = (ms: number) => past.filter(({ start_time_ms }) => start_time_ms > ms);
  const month = since(NOW - 28 * DAY_MS);
  const week = since(NOW - 7 * DAY_MS);
  const metres = (of: readonly StoredActivity[]): number =>
    of.reduce((sum, one) => sum + (one.distance_m ?? 0), 0);
  const sums = (of: readonly StoredActivity[]) => ({
    distance_m: Math.round(metres(of)),
    duration_s: Math.round(of.reduce((sum, one) => sum + (one.moving_time_s ?? one.duration_s), 0)),
    activities: of.length,
  });
  const [last] = past;
  return {
    last_activity: last
      ? {
          id: last.id,
          start_time: last.start_time,
          sport_type: last.sport_type,
          name: last.name,
          distance_m: last.distance_m,
          duration_s: last.duration_s,
        }
      : null,
    this_week: { week_start: '2026-07-13', ...sums(since(MONDAY - 1)) },
    last_four_weeks: sums(month),
    ...(settings.share_pace_data ? { load: expectedLoad(week, month) } : {}),
    flags: [...expectedQuiet(last?.start_time_ms), ...expectedRamp(week, month)],
  };
}

function expectedLoad(week: readonly StoredActivity[], month: readonly StoredActivity[]): object | null {
  const loads = (of: readonly StoredActivity[]): number[] =>
    of.map(({ training_load }) => training_load).filter((load) => load !== null);
  const total = (of: readonly number[]): number => of.reduce((sum, load) => sum + load, 0);
  if (loads(month).length === 0) return null;
  const last_7_days = Math.round(total(loads(week)) * 10) / 10;
  const average_week = Math.round((total(loads(month)) / 4) * 10) / 10;
  const ratio = average_week > 0 ? Math.round((last_7_days / average_week) * 100) / 100 : null;
  return { last_7_days, average_week, ratio };
}

function expectedQuiet(last_ms: number | undefined): object[] {
  const days = last_ms === undefined ? null : Math.floor((NOW - last_ms) / DAY_MS);
  return days === null || days >= 7
    ? [{ flag: 'no_recent_activity', days_since_last_activity: days, limit_days: 7 }]
    : [];
}

function expectedRamp(week: readonly StoredActivity[], month: readonly StoredActivity[]): object[] {
  const runs = (of: readonly StoredActivity[]) =>
    of.filter(({ sport_type, distance_m }) => /run$/.test(sport_type) && (distance_m ?? 0) > 0);
  const metres = (of: readonly StoredActivity[]): number =>
    runs(of).reduce((sum, one) => sum + (one.distance_m ?? 0), 0);
  const hasHistory = runs(month).some(
    ({ start_time }) => new Date(start_time).getTime() <= NOW - 21 * DAY_MS,
  );
  const last_7_days_m = Math.round(metres(week));
  const average_week_m = Math.round(metres(month) / 4);
  const ratio = Math.round((last_7_days_m / average_week_m) * 100) / 100;
  return hasHistory && last_7_days_m >= 10_000 && ratio > 1.5
    ? [{ flag: 'ramp_too_fast', last_7_days_m, average_week_m, ratio, limit: 1.5 }]
    : [];
}

describe("the roster's overview under the ceiling", () => {
  let server: TestServer;
  let organization: TestOrganization;
  let athletes: SeededAthlete[];
  before(async () => {
    server = await testServer();
    organization = await createOrganization(server);
    athletes = [];
    for (let made = 0; made < ATHLETES; made++)
      athletes.push(await seedAthlete(server, organization.org_id, { joined_at: new Date(NOW + made) }));
  });

  async function plant(club: Club): Promise<void> {
    await server.deps.db.transaction(async (tx) => {
      for (const [place, { user_id }] of athletes.entries()) {
        const { off = [], closed = [], activities = [] } = club.athletes[place] ?? {};
        const privacy = JSON.stringify(settingsOf(off));
        await tx.execute(sql`UPDATE users SET privacy = ${privacy} WHERE user_id = ${user_id}`);
        const narrowed = JSON.stringify(Object.fromEntries(closed.map((setting) => [setting, false])));
        await tx.execute(
          sql`UPDATE organization_members SET narrowed_privacy = ${narrowed} WHERE user_id = ${user_id}`,
        );
        await tx.execute(sql`DELETE FROM activities WHERE user_id = ${user_id}`);
        await insertActivities(
          tx,
          activities.map((activity) => ({ ...activity, user_id })),
        );
      }
    });
  }

  test('is what a plain loop over the visible activities says, whatever people share and platforms allow', async (t) => {
    const tally = new Map<string, number>();
    await checkProperty(t, chosenRuns(12), {
      any: fc.noBias(anyClub),
      check: async (club) => {
        await plant(club);
        const deps = {
          ...server.deps,
          clock: { now: () => club.now },
          sourcePolicies: policiesOf(club),
        };
        const actor = { type: 'user', user_id: organization.coach.user_id, roles: ['user'] } as const;
        const page = {
          org_id: organization.org_id,
          group_id: undefined,
          coach_id: undefined,
          status: undefined,
          level: undefined,
          labels: [],
          q: undefined,
          sort: 'joined_at',
          order: 'asc',
        } as const;
        const answer = await readRosterMetrics(deps, actor, { ...page, limit: 100, cursor: undefined });
        const found = JSON.parse(JSON.stringify(answer.athletes));
        for (const [place, athlete] of club.athletes.entries()) {
          const { last_activity, this_week, last_four_weeks, load, flags } = found[place];
          const seen = { last_activity, this_week, last_four_weeks, load, flags };
          const known = Object.fromEntries(Object.entries(seen).filter(([, value]) => value !== undefined));
          assert.deepEqual(known, expectedMetrics(club, athlete), `athlete ${place}`);
          for (const { flag } of [...flags, { flag: last_activity ? 'seen' : 'unseen' }])
            tally.set(flag, (tally.get(flag) ?? 0) + 1);
        }
        const startOf = (athlete: (typeof answer.athletes)[number]): string =>
          athlete.last_activity?.start_time ?? '';
        for (const order of ['asc', 'desc'] as const) {
          const ordered = await readRosterMetrics(deps, actor, {
            ...page,
            sort: 'last_activity',
            order,
            limit: 100,
            cursor: undefined,
          });
          const starts = ordered.athletes.map(startOf);
          const shown = answer.athletes
            .map(startOf)
            .filter((start) => start !== '')
            .sort();
          const expected = order === 'asc' ? shown : shown.toReversed();
          assert.deepEqual(starts, [...expected, ...starts.slice(expected.length).map(() => '')], order);
        }
      },
      story: (club) => JSON.stringify(club, null, 1),
    });
    t.diagnostic([...tally].map(([flag, count]) => `${count} × ${flag}`).join(', '));
  });
});
