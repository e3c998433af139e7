import { isDeepStrictEqual } from 'node:util';
import { addDays, weekdayOf } from '../../../shared/calendar.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { PlanRefused } from '../../../training/plan-request/plan-fault.ts';
import { numbersOf } from '../../../training/plan-request/sentences.ts';
import { brokenConstraint } from '../../../training/planning/broken-constraint.ts';
import { checkPlan } from '../../../training/planning/check-plan.ts';
import type { DraftDay } from '../../../training/planning/draft.ts';
import type { CheckContext, Finding } from '../../../training/planning/findings.ts';
import { HARD_TYPES } from '../../../training/planning/limits.ts';
import type { PlanContent, PlannedWorkout, Segment } from '../../../training/planning/plan.ts';
import { isRunning, workoutFacts } from '../../../training/planning/week-facts.ts';
import type { PlanWords } from '../../../training/sessions/plan-words.ts';
import type { SegmentBuilder } from '../../../training/sessions/segment-builder.ts';
import { weekInfo } from '../../../training/sessions/week-builder.ts';
import { readDraft } from '../draft/read-draft.ts';
import { writeDraft } from '../draft/write-draft.ts';
import { draftedWorkout } from '../rules/drafted-workout.ts';
import { findingWords } from '../words/finding-words.ts';
import { planWords } from '../words/plan-words.ts';
import type { OpenDay, WeekToFill } from './open-days.ts';
import { plainWords } from './plain-words.ts';
import { type Proposal, partsOf } from './proposal.ts';

export type Judge = {
  readonly brief: PlanBrief;
  readonly context: CheckContext;
  readonly builder: SegmentBuilder;
  readonly words: PlanWords;
  /** The `possibleNames` of texts that others wrote. */
  readonly names: ReadonlySet<string>;
};

export type Judged = { readonly plan: PlanContent } | { readonly problems: readonly string[] };

/**
 * Puts a week that a model proposes into a plan, if the whole plan then has no new findings. So the rules' weeks can always follow.
 *
 * @returns the plan with the week in it, or the problems, in words for the model
 */
export function judgeWeek(
  proposals: readonly Proposal[],
  week: WeekToFill,
  plan: PlanContent,
  judge: Judge,
): Judged {
  const problems: string[] = strangeDays(proposals, week);
  const made = new Map<string, PlannedWorkout>();
  for (const open_day of week.open_days) {
    const where = `Week ${week.number}, ${open_day.base.day}`;
    const own = proposals.filter(({ day }) => day === open_day.base.day);
    const [proposal] = own;
    if (proposal === undefined) problems.push(`${where}: is missing.`);
    else if (own.length > 1) problems.push(`${where}: is there more than once.`);
    else {
      const workout = workoutOf(proposal, open_day, judge);
      if (typeof workout === 'string') problems.push(`${where}: ${workout}`);
      else made.set(open_day.base.id, workout);
    }
  }
  if (problems.length > 0) return { problems };
  const candidate = withWeek(plan, week, made, judge);
  const findings = newFindings(candidate, plan, judge.context);
  return findings.length === 0 ? { plan: candidate } : { problems: inWords(findings, week.number) };
}

function strangeDays(proposals: readonly Proposal[], { number, open_days }: WeekToFill): string[] {
  const strange = proposals.find(({ day }) => !open_days.some(({ base }) => base.day === day));
  return strange === undefined ? [] : [`Week ${number}: ${strange.day} is no day to fill.`];
}

/** The least share of a hard day's hard seconds by the rules. With less it is no hard day, and the weeks after it would be too much. */
const LEAST_OF_HARD = 0.4;
/** Any day may have this many hard seconds more than by the rules. */
const HARD_SLACK_S = 30;

/** The proposed workout in place of the rules' own and of the same size; or a problem, in words for the model. */
function workoutOf(proposal: Proposal, open_day: OpenDay, judge: Judge): PlannedWorkout | string {
  const { base, allowed } = open_day;
  const { workout_type } = proposal;
  if (!allowed.includes(workout_type)) return `allowed are ${allowed.join(', ')}.`;
  const line = lineOf(proposal, base);
  if (typeof line === 'string') return line;
  // Where the model proposes no content, the day keeps the segments and notes of the rules.
  const isKept = workout_type === base.workout_type && line.session === undefined;
  const segments = isKept ? base.segments : built(line, base, judge);
  if (typeof segments === 'string') return segments;
  const unnamed = {
    ...base,
    workout_type,
    segments,
    ...judge.builder.measure(segments, isRunning(workout_type)),
  };
  const ours = judge.words.workout(unnamed);
  const workout = { ...unnamed, ...ours, description: wordsOf(proposal, ours, judge) };
  if (isKept) return workout;
  const problem = problemOfIntensity(workout, open_day, judge) ?? brokenBy(workout, judge);
  return problem ?? (isSayable(workout, judge) ? workout : NOT_SAYABLE);
}

const NOT_SAYABLE =
  'more than one line can say. Use at most three different parts, whole minutes or quarters of them, and round distances.';

function lineOf(proposal: Proposal, base: PlannedWorkout): DraftDay | string {
  const { day, workout_type, zone = null } = proposal;
  const parts = partsOf(proposal);
  if (parts === null) return 'each part has either "distance_m" or "duration_s".';
  const isHard = HARD_TYPES.has(workout_type);
  if (isHard && (parts.length === 0 || zone === 'easy' || zone === 'recovery'))
    return 'a hard day needs "parts" and a "zone" that is faster than easy.';
  const isEnd =
    workout_type === 'long-run' && parts.length === 1 && parts.every((part) => 'distance_m' in part);
  if (!isHard && parts.length > 0 && !(isEnd && zone !== null))
    return 'an easy day has no "parts"; a long run at most one, by distance, with a "zone".';
  const strides = workout_type === 'strides' ? (proposal.strides ?? null) : null;
  const said = parts.length > 0 || strides !== null;
  return {
    ...sizeOf(base),
    day,
    workout_type,
    words: '',
    ...(said ? { session: { parts, zone, rest: null, strides } } : {}),
  };
}

function sizeOf({ workout_type, distance_m, duration_s }: PlannedWorkout) {
  return isRunning(workout_type) ? { distance_m, duration_s: null } : { distance_m: null, duration_s };
}

function built(line: DraftDay, base: PlannedWorkout, { brief, builder }: Judge): readonly Segment[] | string {
  const { week_number: number, phase, date, distance_m } = base;
  const week = { number, phase, volume_m: 0, long_run_m: 0, days: [] };
  try {
    return draftedWorkout(line, { brief, builder, week, date, usual_m: distance_m });
  } catch (error) {
    if (!(error instanceof PlanRefused)) throw error;
    return 'the parts have no room in "distance_m".';
  }
}

/** The model's description where it is plain; it may name only the numbers of our own texts. */
function wordsOf(
  { description = null }: Proposal,
  ours: { readonly title: string; readonly description: string },
  { brief, names }: Judge,
): string {
  if (description === null) return ours.description;
  const numbers = new Set(numbersOf(`${ours.title} ${ours.description}`));
  return plainWords(description, { language: brief.language, numbers, names }) ?? ours.description;
}

function problemOfIntensity(workout: PlannedWorkout, { base }: OpenDay, { context }: Judge): string | null {
  const [{ hard_s: hard }, { hard_s: meant }] = [workoutFacts(workout, context), workoutFacts(base, context)];
  if (HARD_TYPES.has(workout.workout_type))
    return hard < meant * LEAST_OF_HARD ? 'far less hard running than "hard_m" says.' : null;
  return hard > meant + HARD_SLACK_S ? 'more hard running than "hard_m" says.' : null;
}

function brokenBy(workout: PlannedWorkout, { brief }: Judge): string | null {
  const week = { number: workout.week_number, workouts: [workout] };
  const broken = brokenConstraint(week, brief, { has_lines: false });
  // Constraints on whole weeks depend on the sizes of days, which come from the rules.
  return broken === null || broken.date === null ? null : `the coach's "${broken.field}" does not hold.`;
}

/** Whether a draft can express the workout: what cannot be read back would be lost for the coach who edits the draft. */
function isSayable(workout: PlannedWorkout, judge: Judge): boolean {
  const start_date = addDays(judge.brief.start_date, 7 * (workout.week_number - 1));
  const alone = { ...judge.brief, weeks: 1, start_date, draft: null };
  const own = { ...workout, week_number: 1 };
  const text = writeDraft(
    {
      workouts: [own],
      weekly_info: { 1: weekInfo(planWords(alone), { number: 1, phase: own.phase }, [own]) },
    },
    alone,
  );
  const line = readDraft(text, alone).weeks?.[0]?.days?.[0];
  if (line?.workout_type !== workout.workout_type) return false;
  if (!isRunning(workout.workout_type)) return true;
  return isDeepStrictEqual(built({ ...line, ...sizeOf(workout) }, workout, judge), workout.segments);
}

function withWeek(
  plan: PlanContent,
  { number, phase }: WeekToFill,
  made: ReadonlyMap<string, PlannedWorkout>,
  { brief, words }: Judge,
): PlanContent {
  const workouts = plan.workouts.map((workout) => made.get(workout.id) ?? workout);
  const own = workouts.filter(({ week_number }) => week_number === number);
  const info = weekInfo(words, { number, phase }, own);
  const focus = brief.draft?.weeks.find((week) => week.number === number)?.focus ?? info.focus;
  return { workouts, weekly_info: { ...plan.weekly_info, [number]: { ...info, focus } } };
}

function newFindings(candidate: PlanContent, plan: PlanContent, context: CheckContext): Finding[] {
  const keyOf = ({ code, week_number, date }: Finding): string => `${code} ${week_number} ${date}`;
  const before = new Set(checkPlan(plan, context).map(keyOf));
  return checkPlan(candidate, context).filter((finding) => !before.has(keyOf(finding)));
}

const MOST_FINDINGS = 6;
const DATE = /\d{4}-\d{2}-\d{2}/g;

/** The findings in words. Dates are replaced by weekdays, since a model knows no dates. */
function inWords(findings: readonly Finding[], number: number): string[] {
  const own = findings.filter(({ week_number }) => week_number <= number);
  if (own.length === 0)
    return [`Week ${number}: too light for the weeks behind it. Come closer to "hard_m".`];
  return own
    .slice(0, MOST_FINDINGS)
    .map(
      (finding) => `Week ${finding.week_number}: ${findingWords(finding, 'en').replaceAll(DATE, weekdayOf)}`,
    );
}
