import { buildPlan, writeTrainingPrinciple } from '../../src/modules/planning/index.ts';
import { createWorkout, savePlan } from '../../src/modules/plans/index.ts';
import type { SegmentInput } from '../../src/modules/plans/library/segment-contract.ts';
import { addDays, type Weekday } from '../../src/shared/calendar.ts';
import { newId } from '../../src/shared/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, mondayOf } from '../../src/shared/time.ts';
import type { Goal, RunningHistory } from '../../src/training/planning/brief.ts';
import { NO_CONSTRAINTS } from '../../src/training/planning/constraints.ts';
import type { ExperienceLevel, PlanContent } from '../../src/training/planning/plan.ts';
import type { WorkoutType } from '../../src/training/workout-types.ts';
import { CLUB_TIME_ZONE } from './club.ts';
import data from './data/plans.json' with { type: 'json' };
import type { Entering, Team } from './entering.ts';
import { evening } from './people.ts';

type DemoWorkout = {
  readonly title: string;
  readonly description: string;
  readonly workout_type: WorkoutType;
  readonly labels: readonly string[];
  readonly segments: readonly SegmentInput[];
  readonly coach_key: string;
};

type DemoPlan = {
  readonly title: string;
  readonly description: string;
  readonly coach_key: string;
  /** Weeks from this one to its first: below zero for one that is under way. */
  readonly begins_in_weeks: number;
  /** The race is on the last day. */
  readonly weeks: number;
  readonly event: Goal['event'];
  readonly experience_level: ExperienceLevel;
  readonly workout_days: readonly Weekday[];
  readonly history: RunningHistory;
  readonly athlete_keys: readonly string[];
};

/** From when a plan is given until it begins, or to the end where it has not begun by then. */
const GIVEN_BEFORE_MS = 2 * DAY_MS;

type Library = Parameters<typeof buildPlan>[0]['library'];

/**
 * What the club trains by: workouts for its library, the head coach's principle, and plans by the rules, which athletes got some
 * weeks ago or just now, each with their own paces. What they have done since is what they do anyway: some of it fits.
 *
 * @returns how many workouts, plans, and athletes with a plan there are
 */
export async function enterPlans(
  { until, at, actorOf, userIdOf, isThere }: Entering,
  { org_id, head }: Team,
) {
  const plans = data.plans as readonly DemoPlan[];
  const dated = plans.map((plan) => ({ plan, ...datesOf(plan, until) }));
  const first_given = new Date(Math.min(...dated.map(({ given_at }) => given_at.getTime())));
  await writeTrainingPrinciple(at(first_given), head, { org_id, principle: data.principle, level: 'coach' });
  const workouts = data.workouts as readonly DemoWorkout[];
  const library: Library[number][] = [];
  // A minute apart, since the library lists the newest first: those of one moment would stand in any order.
  for (const [index, { coach_key, ...workout }] of workouts.entries()) {
    const planning = at(new Date(first_given.getTime() - (workouts.length - index) * MINUTE_MS));
    library.push(await createWorkout(planning, actorOf(coach_key, 'coach'), { org_id, ...workout }));
  }
  let given = 0;
  for (const { plan, start_date, given_at } of dated) {
    const { title, description, weeks, experience_level } = plan;
    const { assigned, skipped } = await savePlan(at(given_at), actorOf(plan.coach_key, 'coach'), {
      org_id,
      title,
      description,
      start_date,
      weeks,
      engine: 'rules',
      experience_level,
      goal: goalOf(plan, start_date),
      language: 'en',
      ...contentOf(plan, start_date, library),
      athlete_ids: plan.athlete_keys.filter((key) => isThere({ key })).map(userIdOf),
    });
    for (const { user_id, reason } of skipped) throw new Error(`${user_id} cannot have ${title}: ${reason}.`);
    given += assigned.length;
  }
  return { workouts: library.length, plans: plans.length, given };
}

/** A plan that has begun was given over the weekend before; one that has not, the other day. */
function datesOf({ begins_in_weeks }: DemoPlan, until: Date): { start_date: string; given_at: Date } {
  const monday = mondayOf(until, CLUB_TIME_ZONE).begins;
  // At noon, whatever clocks have changed in between.
  const begun_ms = monday.getTime() + begins_in_weeks * 7 * DAY_MS + 12 * HOUR_MS;
  const before = new Date(Math.min(begun_ms, until.getTime()) - GIVEN_BEFORE_MS);
  const given_at = begun_ms < until.getTime() ? before : evening(before);
  return { start_date: mondayOf(new Date(begun_ms), CLUB_TIME_ZONE).day, given_at };
}

function goalOf({ event, weeks }: DemoPlan, start_date: string): Goal {
  return { event, race_date: addDays(start_date, weeks * 7 - 1), target_time_s: null };
}

function contentOf(plan: DemoPlan, start_date: string, library: Library) {
  const { weeks, workout_days, experience_level, history } = plan;
  const { workouts, weekly_info }: PlanContent = buildPlan(
    {
      weeks,
      start_date,
      goal: goalOf(plan, start_date),
      workout_days,
      runner: { paces: null, heart_rates: null, experience_level },
      history,
      language: 'en',
      persona: 'rex',
      unit_system: 'metric',
      instructions: null,
      constraints: NO_CONSTRAINTS,
      training_principle: data.principle,
      extra_guidance: null,
      paces_from: 'level',
      read: { sources: [], not_acted_on: [] },
      content_sourcing: 'prefer_existing',
      library,
      draft: null,
      seed: 1,
    },
    newId,
  );
  return { content: workouts, weekly_info };
}
