import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from '../../infra/db/sql.ts';
import { DEFAULT_PRIVACY, DEFAULT_SOURCE_POLICIES } from '../../privacy/index.ts';
import { addDays } from '../../shared/calendar.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/time.ts';
import { expectedList } from '../../test/expected-activities.ts';
import { assignPlan, createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { checkProperty, chosenRuns } from '../../test/property.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { type SeededAthlete, seedAthlete } from '../../test/seed-athletes.ts';
import type { StoredActivity } from '../activities/index.ts';
import { readTriage } from './read-triage.ts';

const ATHLETES = 4;
const NOON = 12;

type Step =
  | {
      readonly what: 'runs';
      readonly who: number;
      readonly days_ago: number;
      readonly distance_m: number;
      readonly is_race: boolean;
    }
  | { readonly what: 'goes'; readonly who: number; readonly nth: number }
  | { readonly what: 'shares'; readonly who: number; readonly setting: Setting; readonly on: boolean }
  | { readonly what: 'closes'; readonly who: number; readonly setting: Setting; readonly off: boolean }
  | { readonly what: 'hides'; readonly who: number; readonly nth: number }
  | { readonly what: 'plans'; readonly who: number; readonly days: readonly number[] }
  | { readonly what: 'waits'; readonly days: number };
type Setting = (typeof SETTINGS)[number];
const SETTINGS = ['share_activity_with_coach', 'share_race_history', 'share_pace_data'] as const;

const who = fc.integer({ min: 0, max: ATHLETES - 1 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('runs' as const),
      who,
      days_ago: fc.integer({ min: 0, max: 36 }),
      distance_m: fc.integer({ min: 2, max: 30 }).map((km) => km * 1_000),
      is_race: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('goes' as const), who, nth: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('hides' as const), who, nth: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('shares' as const),
      who,
      setting: fc.constantFrom(...SETTINGS),
      on: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('closes' as const),
      who,
      setting: fc.constantFrom(...SETTINGS),
      off: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('plans' as const),
      who,
      days: fc.uniqueArray(fc.integer({ min: -8, max: 8 }), { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('waits' as const), days: fc.integer({ min: 1, max: 3 }) }),
  },
);

type Athlete = {
  readonly seeded: SeededAthlete;
  readonly settings: Record<string, boolean>;
  readonly closed: Set<string>;
  activities: StoredActivity[];
  /** Days of hard sessions of 8 km that a plan has. */
  planned: string[];
};

describe('triage and its definition', () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
  });
  after(() => server.clock.reset());

  const nowMs = () => server.clock.now().getTime();
  const today = () => server.clock.now().toISOString().slice(0, 10);

  async function clubOf(): Promise<Athlete[]> {
    const ms = nowMs();
    server.clock.advance(Math.floor(ms / DAY_MS) * DAY_MS + NOON * 3_600_000 - ms);
    club = await createOrganization(server);
    const athletes = [];
    for (let made = 0; made < ATHLETES; made += 1) {
      const seeded = await seedAthlete(server, club.org_id, { timezone: 'UTC' });
      athletes.push({
        seeded,
        settings: { ...DEFAULT_PRIVACY },
        closed: new Set<string>(),
        activities: [],
        planned: [],
      });
    }
    return athletes;
  }

  async function happen(athletes: Athlete[], step: Step): Promise<void> {
    const { db } = server.deps;
    if (step.what === 'waits') return server.clock.advance(step.days * DAY_MS);
    const athlete = athletes[step.who];
    assert.ok(athlete !== undefined);
    const { user_id } = athlete.seeded;
    switch (step.what) {
      case 'runs': {
        const activity = makeActivity(user_id, {
          source: 'upload',
          external_id: null,
          sport_type: 'run',
          workout_type: null,
          private: false,
          is_race: step.is_race,
          start_time: new Date(nowMs() - step.days_ago * DAY_MS - 3_600_000),
          duration_s: step.distance_m / 3,
          moving_time_s: step.distance_m / 3,
          distance_m: step.distance_m,
        });
        athlete.activities.push(activity);
        return await insertActivities(db, [activity]);
      }
      case 'goes': {
        const [gone] = athlete.activities.splice(step.nth, 1);
        if (gone !== undefined) await db.execute(sql`DELETE FROM activities WHERE id = ${gone.id}`);
        return;
      }
      case 'hides': {
        const found = athlete.activities[step.nth];
        if (found === undefined) return;
        athlete.activities[step.nth] = { ...found, private: true };
        await db.execute(sql`UPDATE activities SET private = true WHERE id = ${found.id}`);
        return;
      }
      case 'shares':
        athlete.settings[step.setting] = step.on;
        await db.execute(
          sql`UPDATE users SET privacy = ${JSON.stringify(athlete.settings)} WHERE user_id = ${user_id}`,
        );
        return;
      case 'closes': {
        if (step.off) athlete.closed.add(step.setting);
        else athlete.closed.delete(step.setting);
        const narrowed = Object.fromEntries([...athlete.closed].map((name) => [name, false]));
        await db.execute(sql`
          UPDATE organization_members SET narrowed_privacy = ${JSON.stringify(narrowed)} WHERE user_id = ${user_id}`);
        return;
      }
      case 'plans': {
        const days = step.days.toSorted((a, b) => a - b).map((day) => addDays(today(), day));
        await db.execute(sql`UPDATE plan_assignments SET ended_at = now() WHERE user_id = ${user_id}`);
        athlete.planned = days;
        await assignPlan(server, club.org_id, [{ user_id }], { start_date: addDays(today(), -10), weeks: 4 });
        const workouts = days.map((date) => ({
          id: newId(),
          date,
          workout_type: 'tempo',
          title: 'Tempo',
          duration_s: 2_400,
          distance_m: 8_000,
          segments: [],
        }));
        await db.execute(
          sql`UPDATE plan_assignments SET workouts = ${JSON.stringify(workouts)}::json WHERE user_id = ${user_id} AND ended_at IS NULL`,
        );
      }
    }
  }

  function expected({ settings, closed, activities, planned }: Athlete): string[] {
    const privacy = { ...settings, ...Object.fromEntries([...closed].map((name) => [name, false])) };
    const shown = expectedList(activities, privacy, 'api', DEFAULT_SOURCE_POLICIES) as unknown as {
      start_time: string;
      distance_m: number;
      is_race: boolean;
    }[];
    const runs = shown.map((one) => ({
      ...one,
      at: Date.parse(one.start_time),
      day: one.start_time.slice(0, 10),
    }));
    const sees = privacy.share_activity_with_coach === true;
    const codes: string[] = [];
    if (sees && missedHard(planned, runs, privacy.share_pace_data === true)) codes.push('key_session_missed');
    const km = (from: number, until = 0) =>
      runs
        .filter(({ day }) => day > addDays(today(), -from) && day <= addDays(today(), -until))
        .map(({ distance_m }) => distance_m);
    const sum = (of: number[]) => of.reduce((all, one) => all + one, 0);
    const week = runs.filter(({ day }) => day > addDays(today(), -7));
    const [longest] = week.toSorted((a, b) => b.distance_m - a.distance_m);
    const before = km(38, 7);
    if (
      longest !== undefined &&
      !longest.is_race &&
      before.length >= 3 &&
      longest.distance_m >= 8_000 &&
      Math.round((longest.distance_m / Math.max(...before)) * 100) / 100 > 1.3
    )
      codes.push('long_run_jump');
    const ratio = Math.round((sum(km(7)) / Math.round(sum(km(28)) / 4)) * 100) / 100;
    if (km(28, 21).length > 0 && sum(km(7)) >= 10_000 && ratio > 1.5) codes.push('load_rising');
    const past = planned.filter((day) => day >= addDays(today(), -7) && day < today());
    if (sees && privacy.share_pace_data === true && past.length * 8_000 >= 10_000) {
      const done = sum(km(8, 1));
      const share = Math.round((done / (past.length * 8_000)) * 100) / 100;
      if (share > 1.5) codes.push('volume_above_plan');
      else if (share < 0.5) codes.push('volume_below_plan');
    }
    const last = Math.max(...runs.map(({ at }) => at));
    if (runs.length > 0 && nowMs() - last >= 7 * DAY_MS) codes.push('silent');
    return codes;
  }

  /**
   * Whether a hard session of the last seven days was not, or not wholly, done: a run of its day counts, or one of a day beside it that is
   * left over. Plans here have one session of 8 km and 40 minutes a day.
   */
  function missedHard(
    planned: readonly string[],
    runs: readonly { day: string; distance_m: number }[],
    sees_sums: boolean,
  ): boolean {
    const shareOf = (metres: number) => (sees_sums ? Math.max(metres / 8_000, metres / 3 / 2_400) : 1);
    const left = new Set(runs);
    const done = new Set<string>();
    for (const day of planned) {
      const mine = runs.filter((one) => one.day === day);
      const share = shareOf(mine.reduce((all, one) => all + one.distance_m, 0));
      if (mine.length === 0 || share < 0.3) continue;
      for (const one of mine) left.delete(one);
      if (share >= 0.8) done.add(day);
      else done.add(`partly ${day}`);
    }
    for (const day of planned) {
      if (day >= today() || done.has(day) || done.has(`partly ${day}`)) continue;
      const near = [...left]
        .filter((one) => one.day === addDays(day, -1) || one.day === addDays(day, 1))
        .filter(({ distance_m }) => shareOf(distance_m) >= 0.3 && shareOf(distance_m) <= 1.5)
        .toSorted(
          (a, b) => Math.abs(Math.log(shareOf(a.distance_m))) - Math.abs(Math.log(shareOf(b.distance_m))),
        );
      const [nearest] = near;
      if (nearest === undefined) continue;
      left.delete(nearest);
      if (shareOf(nearest.distance_m) >= 0.8) done.add(day);
    }
    return planned.some((day) => day >= addDays(today(), -7) && day < today() && !done.has(day));
  }

  test('after each change it says what a plain loop over what coaches see says', async (t) => {
    await checkProperty(t, chosenRuns(25), {
      any: fc.array(anyStep, { minLength: 6, maxLength: 24, size: 'max' }),
      story: (steps) => JSON.stringify(steps),
      check: async (steps) => {
        const athletes = await clubOf();
        for (const [place, step] of steps.entries()) {
          await happen(athletes, step);
          if (place % 3 !== 2 && place !== steps.length - 1) continue;
          const coach = { type: 'user', user_id: club.coach.user_id, roles: [] } as never;
          const asked = { org_id: club.org_id, group_id: undefined, coach_id: undefined, cursor: undefined };
          const { athletes: told, pending_athletes } = await readTriage(server.deps, coach, {
            ...asked,
            state: 'open',
            limit: 50,
          });
          assert.equal(pending_athletes, 0);
          for (const athlete of athletes) {
            const found = told.find(({ user_id }) => user_id === athlete.seeded.user_id);
            assert.deepEqual(
              found?.reasons.map(({ code }) => code) ?? [],
              expected(athlete),
              `after step ${place}`,
            );
          }
        }
      },
    });
  });
});
