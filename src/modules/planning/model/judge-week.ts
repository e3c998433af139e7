import { checkPlan } from '../../../training/planning/check-plan.ts';
import type { CheckContext, Finding } from '../../../training/planning/findings.ts';
import { HARD_TYPES } from '../../../training/planning/limits.ts';
import type { PlanContent, PlannedWorkout } from '../../../training/planning/plan.ts';
import { isRunning, workoutFacts } from '../../../training/planning/week-facts.ts';
import { weeklyInfoOf } from '../../../training/planning/weekly-info.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { findingWords } from '../words/finding-words.ts';
import { FITTINGS, type Fitting, fitWeek, type SlotSession } from './fit-week.ts';
import type { Session } from './session.ts';
import type { Slot, WeekToFill } from './slots.ts';
import { strayedFromDraft } from './strayed-from-draft.ts';
import { libraryWorkout, sessionWorkout } from './to-workout.ts';

/** What weeks are held against. */
export type Judge = {
  readonly brief: PlanBrief;
  readonly context: CheckContext;
  /** `possibleNames` of what others wrote. */
  readonly names: ReadonlySet<string>;
  /** Library workouts by what prompts call them. */
  readonly library: ReadonlyMap<string, PlanBrief['library'][number]>;
};

export type Judged = { readonly plan: PlanContent } | { readonly problems: readonly string[] };

/**
 * Puts a week that a model proposes into a plan, if that plan is then free of findings as a whole: the weeks before, which nobody
 * can take back, this one, and those of the rules behind it. So whatever happens next, the rules' weeks can follow.
 *
 * @returns the plan with the week in it; or what is wrong, for the model
 */
export function judgeWeek(
  sessions: readonly Session[],
  week: WeekToFill,
  plan: PlanContent,
  judge: Judge,
): Judged {
  const days = matchDays(sessions, week);
  if ('problems' in days) return days;
  const problems = days.matched.flatMap((one) => problemsOf(one, judge));
  if (problems.length > 0) return { problems };
  const found: (readonly string[])[] = [];
  const known = new Set(checkPlan(plan, judge.context).map(nameOf));
  for (const fitting of FITTINGS) {
    const made = makeWeek(days.matched, judge, fitting);
    if ('problems' in made) {
      found.push(made.problems);
      continue;
    }
    const candidate = withWeek(plan, week, made.workouts);
    // What a coach wrote may have findings, and a model none beyond them.
    const findings = checkPlan(candidate, judge.context).filter((finding) => !known.has(nameOf(finding)));
    const strayed = strayedFromDraft(week.number, candidate, plan, judge.brief);
    if (findings.length === 0 && strayed.length === 0) return { plan: candidate };
    found.push(findings.length === 0 ? strayed : inWords(findings, week.number));
  }
  // The first is nearest to what the model said.
  return { problems: found[0] ?? [] };
}

function nameOf({ code, week_number, date }: Finding): string {
  return `${code} ${week_number} ${date}`;
}

function matchDays(
  sessions: readonly Session[],
  { number, slots }: WeekToFill,
): { readonly matched: readonly SlotSession[] } | { readonly problems: readonly string[] } {
  const problems: string[] = [];
  const matched = slots.flatMap((slot) => {
    const own = sessions.filter(({ day }) => day === slot.base.day);
    const [session] = own;
    if (session === undefined) problems.push(`Week ${number}: ${slot.base.day} is missing.`);
    if (own.length > 1) problems.push(`Week ${number}: ${slot.base.day} is there more than once.`);
    return session === undefined ? [] : [{ slot, session }];
  });
  const strange = sessions.filter(({ day }) => !slots.some(({ base }) => base.day === day));
  if (strange.length > 0) problems.push(`Week ${number}: ${strange[0]?.day} is no day to fill.`);
  return problems.length === 0 ? { matched } : { problems };
}

/** Of a hard day's hard seconds by rules, so much at least is there: else it is none, and what follows would be too much. */
const LEAST_OF_HARD = 0.4;
/** Seconds faster than easy that any day may have beyond what the rules gave it. */
const HARD_SLACK_S = 30;

function problemsOf({ slot, session }: SlotSession, judge: Judge): string[] {
  const { base, allowed } = slot;
  const where = `Week ${base.week_number}, ${base.day}`;
  const chosen = session.library === null ? null : (judge.library.get(session.library) ?? null);
  if (session.library !== null && chosen === null)
    return [`${where}: there is no such workout in the library.`];
  if (slot.from_library && chosen === null) return [`${where}: choose a workout of the library.`];
  const type = chosen?.workout_type ?? session.workout_type;
  if (!allowed.includes(type)) return [`${where}: allowed are ${allowed.join(', ')}.`];
  if (chosen !== null) return [];
  if (!session.segments.some(hasWork)) return [`${where}: without a segment of the kind "work".`];
  if (!isRunning(type)) return session.segments.every(isByTime) ? [] : [`${where}: by time only.`];
  return problemsOfIntensity(slot, sessionWorkout(session, base, judge.brief, judge.names), judge, where);
}

function problemsOfIntensity(
  { base }: Slot,
  workout: PlannedWorkout,
  { context }: Judge,
  where: string,
): string[] {
  const [{ hard_s: hard }, { hard_s: meant }] = [workoutFacts(workout, context), workoutFacts(base, context)];
  if (HARD_TYPES.has(workout.workout_type))
    return hard < meant * LEAST_OF_HARD ? [`${where}: far less hard running than "hard_m" says.`] : [];
  return hard > meant + HARD_SLACK_S ? [`${where}: an easy day, with easy and recovery only.`] : [];
}

function hasWork(segment: Session['segments'][number]): boolean {
  return segment.kind === 'repeat' ? segment.segments.some(hasWork) : segment.kind === 'work';
}

function isByTime(segment: Session['segments'][number]): boolean {
  return segment.kind === 'repeat' ? segment.segments.every(isByTime) : segment.distance_m === null;
}

function makeWeek(
  matched: readonly SlotSession[],
  { brief, names, library }: Judge,
  fitting: Fitting,
): { readonly workouts: readonly PlannedWorkout[] } | { readonly problems: readonly string[] } {
  const own = matched.filter(({ session }) => session.library === null);
  const fitted = fitWeek(own, brief.runner, fitting);
  if ('misfits' in fitted)
    return {
      problems: fitted.misfits.map(
        ({ base }) =>
          `Week ${base.week_number}, ${base.day}: far from its size. It needs easy stretches that can be made longer or shorter.`,
      ),
    };
  const workouts = matched.flatMap(({ slot, session }) => {
    const chosen = session.library === null ? undefined : library.get(session.library);
    if (chosen !== undefined) return [libraryWorkout(chosen, slot.base, brief.runner)];
    const sized = fitted.sessions[own.findIndex(({ slot: one }) => one === slot)];
    return sized === undefined ? [] : [sessionWorkout(sized, slot.base, brief, names)];
  });
  return { workouts };
}

function withWeek(
  plan: PlanContent,
  { number, kept }: WeekToFill,
  workouts: readonly PlannedWorkout[],
): PlanContent {
  const week = [...workouts, ...kept].sort((one, other) => (one.date < other.date ? -1 : 1));
  const before = plan.workouts.filter(({ week_number }) => week_number < number);
  const after = plan.workouts.filter(({ week_number }) => week_number > number);
  const all = [...before, ...week, ...after];
  return { workouts: all, weekly_info: weeklyInfoOf(all, plan.weekly_info) };
}

const MOST_FINDINGS = 6;

function inWords(findings: readonly Finding[], number: number): string[] {
  const own = findings.filter(({ week_number }) => week_number <= number);
  if (own.length === 0)
    return [
      `Week ${number}: too light for the weeks behind it. Come closer to the days' sizes and to "hard_m".`,
    ];
  return own
    .slice(0, MOST_FINDINGS)
    .map((finding) => `Week ${finding.week_number}: ${findingWords(finding, 'en')}`);
}
