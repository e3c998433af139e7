import { presentWeek, presentWorkout } from '../../../src/modules/planning/present-workout.ts';
import { buildPlan } from '../../../src/modules/planning/rules/plan-weeks.ts';
import type { Weekday } from '../../../src/shared/calendar.ts';
import { countedIds, planBrief } from '../../../src/test/plan-brief.ts';
import { chooseDays } from '../../../src/training/constraints/training-days.ts';
import type { PlanBrief } from '../../../src/training/plan-request/plan-brief.ts';
import { EVENT_DISTANCE_M } from '../../../src/training/planning/brief.ts';
import {
  type Constraints,
  type Excluded,
  NO_CONSTRAINTS,
} from '../../../src/training/planning/constraints.ts';
import { planPaces } from '../../../src/training/planning/paces.ts';
import { judgeReadiness } from '../../../src/training/planning/readiness.ts';
import { pacesForGoal } from '../../../src/training/planning/target-fitness.ts';
import type { GridRequest } from './grid.ts';
import type { Asked, ServedPlan } from './wire.ts';

/** The only file here that knows the engine: from a request of the grid to what the API would serve for it. */

type Served = { readonly plan: ServedPlan; readonly cpu_ms: number };

/** What the engine is asked for. */
function briefOf({ asked, known, seed }: GridRequest): PlanBrief {
  return planBrief({
    weeks: asked.weeks,
    start_date: asked.start_date,
    goal: asked.goal,
    workout_days: daysOf(asked),
    constraints: constraintsOf(asked),
    runner: {
      paces: known.vdot === null ? null : pacesForGoal(planPaces(known.vdot), asked, asked.experience_level),
      heart_rates: null,
      experience_level: asked.experience_level,
    },
    history: known.history,
    seed,
  });
}

export function servePlan(request: GridRequest): Served {
  const brief = briefOf(request);
  const before = process.cpuUsage();
  const { workouts, weekly_info } = buildPlan(brief, countedIds());
  const { user, system } = process.cpuUsage(before);
  const weeks = Object.entries(weekly_info).map(([number, week]) => [number, presentWeek(week)]);
  const { level, reasons } = judgeReadiness(brief, workouts);
  // As it goes over the wire.
  const wire = JSON.stringify({
    content: workouts.map(presentWorkout),
    weekly_info: Object.fromEntries(weeks),
    readiness: { level, reasons },
  });
  return { plan: JSON.parse(wire), cpu_ms: (user + system) / 1_000 };
}

function daysOf(asked: Asked): readonly Weekday[] {
  return chooseDays(asked.workout_days, constraintsOf(asked), false);
}

/** As the request contract reads them. */
function constraintsOf({ constraints: asked = {} }: Pick<Asked, 'constraints'>): Constraints {
  const { races = [], injuries = [], unavailable = [], exclude = [], ...fields } = asked;
  return {
    ...NO_CONSTRAINTS,
    ...fields,
    exclude: exclude as readonly Excluded[],
    unavailable: unavailable.map((one) => ({ ...one, reason: null })),
    races: races.map(({ date, event, distance_m, priority }) => ({
      date,
      priority,
      distance_m: distance_m ?? (event === undefined ? 0 : EVENT_DISTANCE_M[event]),
      target_time_s: null,
    })),
    injuries: injuries.map(({ from, to, running }) => ({ area: 'leg', from, to: to ?? null, running })),
  };
}
