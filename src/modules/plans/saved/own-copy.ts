import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { PlanToCopy } from '../../../training/plan-copies/move-plan.ts';
import { adaptPlan } from '../../../training/planning/adapt-plan.ts';
import { NO_CONSTRAINTS } from '../../../training/planning/constraints.ts';
import type { CheckContext } from '../../../training/planning/findings.ts';
import { type Decided, decidedIn, fitPlan } from '../../../training/planning/fit-plan.ts';
import type { Runner } from '../../../training/planning/paces.ts';
import type { PlanContent, PlannedWorkout } from '../../../training/planning/plan.ts';
import { MAX_WORDS, type OwnRunner, runnerOf, type Voice, workoutWords } from '../../planning/index.ts';
import type { OwnContent } from '../plan.ts';

/** Of whom nothing is known, or may be known. */
const UNKNOWN = { paces: null, heart_rates: null } as const;

type CopyRunner = Pick<OwnRunner, 'paces' | 'heart_rates' | 'shows_zones'>;

/**
 * Makes athletes' own copies of one plan; null for whom it cannot be made safe. Athletes of whom the same is known, such as
 * nothing, share one, so that a plan for a hundred beginners is reckoned once.
 *
 * Whether somebody gets the plan is told to its coach, who could find out a pace by changing the plan and giving it again. So of who
 * hides theirs it is asked as of somebody unknown; and whom it does not fit by their own paces follows it by effort.
 *
 * A copy of a year takes milliseconds, safe or not, and there may be hundreds: others are served after each.
 */
export function copyist(plan: PlanToCopy, voice: Voice): (runner: CopyRunner) => Promise<OwnContent | null> {
  const level = plan.experience_level ?? 'intermediate';
  const usual = runnerOf(UNKNOWN, level);
  const decided = decidedIn(adaptPlan(plan, usual), contextOf(plan, usual));
  let unknown: { readonly own: OwnContent | null } | null = null;
  const ofUnknown = (): OwnContent | null => {
    unknown ??= copyFor(plan, usual, { voice, decided });
    return unknown.own;
  };
  const ofRunner = ({ paces, heart_rates, shows_zones }: CopyRunner): OwnContent | null => {
    if (paces === null && heart_rates === null) return ofUnknown();
    const { adapted, own } = copyFor(plan, runnerOf({ paces, heart_rates }, level), { voice, decided });
    if (shows_zones) return own;
    const common = ofUnknown();
    return common === null ? null : (own ?? shownAs(common, adapted));
  };
  return async (runner) => {
    const own = ofRunner(runner);
    await letOthersRun();
    return own;
  };
}

/** The copy to its athlete; to who does not see their paces what they see of all others'. */
function shownAs(copy: OwnContent, { workouts }: PlanContent): OwnContent {
  const shown = copy.workouts.map((workout, place) => {
    const { title, description, segments } = workouts[place] ?? workout;
    return { ...workout, as_planned: { title, description, segments } };
  });
  return { ...copy, workouts: shown };
}

/** With the runner's own targets, and no more than they can do beside what its coach decided on: what was changed for that says so, and what it was before. */
function copyFor(
  { workouts, weekly_info, ...plan }: PlanToCopy,
  runner: Runner,
  { voice, decided }: { readonly voice: Voice; readonly decided: Decided },
): { readonly adapted: PlanContent; readonly own: OwnContent | null } {
  const adapted = adaptPlan({ workouts, weekly_info }, runner);
  const fitted = fitPlan(adapted, contextOf(plan, runner), decided);
  if (fitted.findings.length > 0) return { adapted, own: null };
  const fitting = fitted.content.workouts.map((workout, place) => {
    const before = adapted.workouts[place];
    if (before === undefined || before === workout) return workout;
    const { title, description, segments } = before;
    return { ...workout, ...wordsFor(before, workout, voice), as_planned: { title, description, segments } };
  });
  return { adapted, own: { weekly_info: fitted.content.weekly_info, workouts: fitting } };
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
function wordsFor(
  before: PlannedWorkout,
  after: PlannedWorkout,
  voice: Voice,
): Pick<PlannedWorkout, 'title' | 'description'> {
  const words = workoutWords(after, voice, after.week_number);
  if (before.text_source === 'generated') return words;
  const { title } = before;
  const description = [before.description, words.title].filter((text) => text !== '').join('\n');
  return { title, description: description.length > MAX_WORDS ? before.description : description };
}
