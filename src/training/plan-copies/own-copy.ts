import { MAX_WORDS } from '../plan-input/limits.ts';
import { adaptPlan } from '../planning/adapt-plan.ts';
import { NO_CONSTRAINTS } from '../planning/constraints.ts';
import type { CheckContext } from '../planning/findings.ts';
import { type Decided, decidedIn, fitPlan } from '../planning/fit-plan.ts';
import type { Runner } from '../planning/paces.ts';
import type { PlanContent, PlannedWorkout } from '../planning/plan.ts';
import type { PlanToCopy } from './move-plan.ts';

type Told = Pick<PlannedWorkout, 'title' | 'description' | 'segments'>;

export type OwnWorkout = PlannedWorkout & {
  /**
   * Present where a workout was shortened because the athlete's paces would make it too much: the version that everybody else has. The
   * shortening reveals how fast the athlete is, so an audience that may not see their paces sees this version instead.
   */
  readonly as_planned?: Told;
  /** Present where a coach says that the workout was done, without a recording that shows it. */
  readonly done_elsewhere?: true;
};

export type OwnContent = Pick<PlanContent, 'weekly_info'> & { readonly workouts: readonly OwnWorkout[] };

/** The workout without the changes that the athlete's paces caused. The ceiling hides days, sums and targets separately. */
export function asPlanned(workout: OwnWorkout): OwnWorkout {
  return { ...workout, ...workout.as_planned };
}

/** What an athlete's own copy depends on; null means unknown. */
export type CopyRunner = Pick<Runner, 'paces' | 'heart_rates'> & {
  /** Whether coaches of the organization may see the athlete's paces and heart rates. */
  readonly shows_zones: boolean;
};

type SayAnew = (workout: PlannedWorkout) => Pick<PlannedWorkout, 'title' | 'description'>;

/**
 * Makes athletes' own copies of one plan; null where the plan cannot be made safe for the athlete. Athletes with the same known numbers,
 * such as none, share one copy, so that a plan for a hundred beginners is computed once.
 *
 * Whether an athlete gets the plan is told to the coach, who could otherwise find out a pace by changing the plan and assigning it again.
 * So for an athlete who hides their zones the answer is that for an unknown athlete; and where the plan does not fit their own paces,
 * they follow it by effort.
 */
export function ownCopies(plan: PlanToCopy, sayAnew: SayAnew): (runner: CopyRunner) => OwnContent | null {
  const experience_level = plan.experience_level ?? 'intermediate';
  const unknown: Runner = { paces: null, heart_rates: null, experience_level };
  const made = adaptPlan(plan, unknown);
  const { decided, is_fit } = decidedIn(made, contextOf(plan, unknown));
  // What exceeds the rules for a usual runner was the coach's decision, so the common copy is not shortened.
  const common: OwnContent | null = is_fit ? made : null;
  return ({ paces, heart_rates, shows_zones }) => {
    if (paces === null && heart_rates === null) return common;
    const runner = { paces, heart_rates, experience_level };
    const adapted = adaptPlan(plan, runner);
    const own = fittedCopy(adapted, contextOf(plan, runner), { decided, sayAnew });
    if (shows_zones) return own;
    return common === null ? null : (own ?? shownAs(common, adapted));
  };
}

/** The copy for its athlete. Audiences that may not see the athlete's paces get the version that everybody else has. */
function shownAs(copy: OwnContent, { workouts }: PlanContent): OwnContent {
  const shown = copy.workouts.map((workout, place) => ({
    ...workout,
    as_planned: toldOf(workouts[place] ?? workout),
  }));
  return { ...copy, workouts: shown };
}

/**
 * The plan with workouts shortened to what the runner can do, beyond what the coach decided. A shortened workout keeps its former
 * version.
 */
function fittedCopy(
  adapted: PlanContent,
  context: CheckContext,
  { decided, sayAnew }: { readonly decided: Decided; readonly sayAnew: SayAnew },
): OwnContent | null {
  const { content, findings } = fitPlan(adapted, context, decided);
  if (findings.length > 0) return null;
  const fitting = content.workouts.map((workout, place) => {
    const before = adapted.workouts[place];
    return before === undefined || before === workout
      ? workout
      : { ...workout, ...wordsFor(before, sayAnew(workout)), as_planned: toldOf(before) };
  });
  return { weekly_info: content.weekly_info, workouts: fitting };
}

function toldOf({ title, description, segments }: PlannedWorkout): Told {
  return { title, description, segments };
}

function contextOf(
  { start_date, weeks, goal }: Pick<PlanToCopy, 'start_date' | 'weeks' | 'goal'>,
  runner: Runner,
): CheckContext {
  return {
    ...{ start_date, weeks, runner },
    goal: goal ?? { event: 'general', race_date: null, target_time_s: null },
    // These are not checked again: days and growth were checked when the plan was saved.
    workout_days: [],
    history: null,
    constraints: NO_CONSTRAINTS,
  };
}

/** Title and description of a shortened workout: generated ones are written anew; written ones stay, with the new title added below. */
function wordsFor(before: PlannedWorkout, anew: ReturnType<SayAnew>): ReturnType<SayAnew> {
  if (before.text_source === 'generated') return anew;
  const { title } = before;
  const description = [before.description, anew.title].filter((text) => text !== '').join('\n');
  return { title, description: description.length > MAX_WORDS ? before.description : description };
}
