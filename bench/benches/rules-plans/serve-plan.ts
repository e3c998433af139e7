import { judgeReadiness } from '../../../src/modules/planning/engine/judge-readiness.ts';
import { presentWeek, presentWorkout } from '../../../src/modules/planning/present-workout.ts';
import { buildPlan } from '../../../src/modules/planning/rules/build-plan.ts';
import { countedIds, planBrief } from '../../../src/test/plan-brief.ts';
import { GOAL_EVENTS } from '../../../src/training/planning/brief.ts';
import { planPaces } from '../../../src/training/planning/paces.ts';
import { pacesTowards } from '../../../src/training/planning/target-fitness.ts';
import type { Asked, Known, ServedPlan } from './wire.ts';

/** The only file here that knows the engine: from a request of the grid to what the API would serve for it. */

type Served = { readonly plan: ServedPlan; readonly cpu_ms: number };

/** What the request can not say yet; null where it can be asked for. */
export function notToBeAsked({ goal, constraints }: Asked): string | null {
  if (!GOAL_EVENTS.some((event) => event === goal.event)) return `event ${goal.event}`;
  const fields = Object.keys(constraints ?? {});
  return fields.length === 0 ? null : `constraints.${fields.join(', ')}`;
}

export function servePlan({ asked, known, seed }: { asked: Asked; known: Known; seed: number }): Served {
  const event = GOAL_EVENTS.find((one) => one === asked.goal.event);
  if (event === undefined) throw new Error(`The engine knows no ${asked.goal.event}.`);
  const brief = planBrief({
    weeks: asked.weeks,
    start_date: asked.start_date,
    goal: { ...asked.goal, event },
    workout_days: asked.workout_days,
    runner: {
      paces: known.vdot === null ? pacesTowards({ ...asked.goal, event }) : planPaces(known.vdot),
      heart_rates: null,
      experience_level: asked.experience_level,
    },
    history: known.history,
    seed,
  });
  const before = process.cpuUsage();
  const { workouts, weekly_info } = buildPlan(brief, countedIds());
  const { user, system } = process.cpuUsage(before);
  const weeks = Object.entries(weekly_info).map(([number, week]) => [number, presentWeek(week)]);
  const { level, reasons } = judgeReadiness(
    known.vdot === null ? { ...brief, paces_from_target: true } : brief,
    workouts,
  );
  // As it goes over the wire.
  const wire = JSON.stringify({
    content: workouts.map(presentWorkout),
    weekly_info: Object.fromEntries(weeks),
    readiness: { level, reasons },
  });
  return { plan: JSON.parse(wire), cpu_ms: (user + system) / 1_000 };
}
