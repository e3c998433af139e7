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
   * There where it was made less, since at their paces it would be too much: what everybody else has. How much less it is tells how
   * fast they are, so that who does not see their paces sees this instead.
   */
  readonly as_planned?: Told;
  /** There where a coach says that it was done, without a recording that shows it. */
  readonly done_elsewhere?: true;
};

export type OwnContent = Pick<PlanContent, 'weekly_info'> & { readonly workouts: readonly OwnWorkout[] };

/** The workout without what its athlete's paces made of it: days, sums and targets besides are for the ceiling. */
export function asPlanned(workout: OwnWorkout): OwnWorkout {
  return { ...workout, ...workout.as_planned };
}

/** What of an athlete their copy depends on; null is what is not known. */
export type CopyRunner = Pick<Runner, 'paces' | 'heart_rates'> & {
  /** Whether coaches of the organization may know of their paces and heart rates. */
  readonly shows_zones: boolean;
};

type SayAnew = (workout: PlannedWorkout) => Pick<PlannedWorkout, 'title' | 'description'>;

/**
 * Makes athletes' own copies of one plan; null for whom it cannot be made safe. Athletes of whom the same is known, such as
 * nothing, share one, so that a plan for a hundred beginners is reckoned once.
 *
 * Whether somebody gets the plan is told to its coach, who could find out a pace by changing the plan and giving it again. So of who
 * hides theirs it is asked as of somebody unknown; and whom it does not fit by their own paces follows it by effort.
 */
export function ownCopies(plan: PlanToCopy, sayAnew: SayAnew): (runner: CopyRunner) => OwnContent | null {
  const experience_level = plan.experience_level ?? 'intermediate';
  const unknown: Runner = { paces: null, heart_rates: null, experience_level };
  const made = adaptPlan(plan, unknown);
  const { decided, is_fit } = decidedIn(made, contextOf(plan, unknown));
  // Whatever is more than the rules would have for a usual runner was decided on, so there is nothing to make less.
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

/** The copy to its athlete; to who does not see their paces what they see of all others'. */
function shownAs(copy: OwnContent, { workouts }: PlanContent): OwnContent {
  const shown = copy.workouts.map((workout, place) => ({
    ...workout,
    as_planned: toldOf(workouts[place] ?? workout),
  }));
  return { ...copy, workouts: shown };
}

/** No more than the runner can do beside what the plan's coach decided on: what was changed for that says so, and what it was before. */
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
    // What these tell is not asked here: days and growth were checked when the plan was saved.
    workout_days: [],
    history: null,
    constraints: NO_CONSTRAINTS,
  };
}

/** Title and description of a workout that was made less: ours are said anew, a person's stay and what is left is said below them. */
function wordsFor(before: PlannedWorkout, anew: ReturnType<SayAnew>): ReturnType<SayAnew> {
  if (before.text_source === 'generated') return anew;
  const { title } = before;
  const description = [before.description, anew.title].filter((text) => text !== '').join('\n');
  return { title, description: description.length > MAX_WORDS ? before.description : description };
}
