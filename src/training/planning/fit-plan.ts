import { checkPlan } from './check-plan.ts';
import { isInvalid } from './finding-rules.ts';
import type { CheckContext, Finding, FindingCode } from './findings.ts';
import { isHardZone } from './intensity.ts';
import { CAP_OF_ZONE, SESSION_CAPS } from './limits.ts';
import { pacesOf } from './paces.ts';
import { isWritten, type PlanContent, type PlannedWorkout } from './plan.ts';
import { LONGEST_RUN } from './race-limits.ts';
import { shortenRun, trimSession } from './shorten-workout.ts';
import { type CappedIntensity, isRunning, workoutFacts } from './week-facts.ts';
import { weeklyInfoOf } from './weekly-info.ts';

const OF_RUNNER: ReadonlySet<FindingCode> = new Set([
  'sum_wrong',
  'time_sum_wrong',
  'weekly_info_wrong',
  'pace_target',
  'heart_rate_target',
  'effort_target',
  'long_run_time',
  'session_cap',
  'hard_share',
]);
/**
 * Findings about metres were checked when the plan was made, with the runner's history, and are not checked again. But when some weeks
 * are cut, others may become too large beside them, such as a week of recovery as large as those before it.
 */
const OF_METRES: ReadonlySet<FindingCode> = new Set([
  'growth',
  'no_recovery_week',
  'taper_shallow',
  'race_recovery',
  'long_run_growth',
]);
/** A cut of one run makes its week smaller, which may require another cut in the weeks after it. */
const MOST_ROUNDS = 30;

const CAPPED = Object.keys(SESSION_CAPS) as readonly CappedIntensity[];

/**
 * The plan as this runner may run it, after `adaptPlan`: runs that take too long end at the limit, and workouts that have become too much
 * are trimmed. Nothing gets longer, and workouts that fit stay the same objects. Races and workouts that a person wrote (`isWritten`) are
 * never changed: generated workouts are cut instead, and what is too much in written ones alone is not reported.
 *
 * @param context with the runner for whom the plan was adapted, and the date of their race
 * @param decided excesses that the plan's author accepted (`decidedIn`); they stay unless they are larger for this runner
 * @returns `findings` that could not be fixed; with any of them the plan is not safe for this runner
 */
export function fitPlan(
  content: PlanContent,
  context: CheckContext,
  decided: Decided = new Map(),
): { readonly content: PlanContent; readonly findings: readonly Finding[] } {
  let fitted = content;
  let asked: ((finding: Finding) => boolean) | null = null;
  for (let round = 0; ; round += 1) {
    const { workouts: before } = fitted;
    const races = new Set(before.filter(isRace).map(({ date }) => date));
    const stands = standing(before);
    const all = checkPlan(fitted, context)
      .filter(
        // A race may take any time.
        ({ code, date }) => code !== 'long_run_time' || !races.has(date ?? ''),
      )
      .filter((finding) => !stands(finding) && !isDecided(finding, decided));
    asked ??= whatIsAsked(all);
    const findings = all.filter(asked);
    const changed = round === MOST_ROUNDS ? NOTHING : cut(before, findings, context);
    if (changed.size === 0)
      return { content: fitted, findings: findings.filter((finding) => !isOfPerson(finding, before)) };
    const workouts = before.map((workout) => changed.get(workout) ?? workout);
    fitted = { workouts, weekly_info: weeklyInfoOf(workouts, fitted.weekly_info) };
  }
}

/** Whether the finding is about a whole week with a written run, for which the generated workouts around it cannot make up. */
function isOfPerson({ code, date, week_number }: Finding, workouts: readonly PlannedWorkout[]): boolean {
  return (
    date === null &&
    !isInvalid({ code }) &&
    workouts.some(
      (workout) =>
        workout.week_number === week_number && isWritten(workout) && isRunning(workout.workout_type),
    )
  );
}

/** The accepted excesses by rule, week and day, with their `found` values. */
export type Decided = ReadonlyMap<string, number>;

/** The excesses in a plan as it was made, for the runner in `context`, and whether that runner may run it so. */
export function decidedIn(
  content: PlanContent,
  context: CheckContext,
): { readonly decided: Decided; readonly is_fit: boolean } {
  const findings = checkPlan(content, context).filter(({ code }) => OF_RUNNER.has(code));
  const decided = new Map(
    findings.flatMap((finding) =>
      finding.found === null ? [] : [[placeOf(finding), finding.found] as const],
    ),
  );
  const stands = standing(content.workouts);
  return { decided, is_fit: findings.every((finding) => isDecided(finding, decided) || stands(finding)) };
}

/** Whether a finding of training judgement is about a day that a person wrote. */
function standing(workouts: readonly PlannedWorkout[]): (finding: Finding) => boolean {
  const written = new Set(workouts.filter(isWritten).map(({ date }) => date));
  return (finding) => finding.date !== null && written.has(finding.date) && !isInvalid(finding);
}

function isDecided(finding: Finding, decided: Decided): boolean {
  const found = decided.get(placeOf(finding));
  return found !== undefined && (finding.found ?? 0) <= found;
}

function placeOf({ code, week_number, date }: Finding): string {
  return `${code} ${week_number} ${date}`;
}

/** Selects the findings to fix: those of the runner always, those of metres only after a run was cut for its time, and only new ones. */
function whatIsAsked(before: readonly Finding[]): (finding: Finding) => boolean {
  const isCut = before.some(({ code }) => code === 'long_run_time');
  const known = new Set(before.map(nameOf));
  return (finding) =>
    OF_RUNNER.has(finding.code) || (isCut && OF_METRES.has(finding.code) && !known.has(nameOf(finding)));
}

function nameOf({ code, week_number }: Finding): string {
  return `${code} ${week_number}`;
}

function isRace({ workout_type }: PlannedWorkout): boolean {
  return workout_type === 'race';
}

type Changed = ReadonlyMap<PlannedWorkout, PlannedWorkout>;
const NOTHING: Changed = new Map();

const IN_ORDER: readonly ReadonlySet<FindingCode>[] = [
  new Set(['long_run_time']),
  OF_METRES,
  new Set(['session_cap']),
  new Set(['hard_share']),
];

/** Runs that are too long are cut first, since other limits are shares of the rest of their week. */
function cut(
  workouts: readonly PlannedWorkout[],
  findings: readonly Finding[],
  context: CheckContext,
): Changed {
  const changed = new Map<PlannedWorkout, PlannedWorkout>();
  for (const codes of IN_ORDER) {
    for (const finding of findings) {
      if (!codes.has(finding.code)) continue;
      const ofWeek = workouts.filter(({ week_number }) => week_number === finding.week_number);
      for (const [before, after] of cutOne(ofWeek, finding, context)) changed.set(before, after);
    }
    if (changed.size > 0) return changed;
  }
  return changed;
}

function cutOne(workouts: readonly PlannedWorkout[], finding: Finding, context: CheckContext): Changed {
  if (OF_METRES.has(finding.code)) return lightenWeek(workouts, finding, context);
  if (finding.code === 'hard_share') return easeWeek(workouts, finding.allowed ?? 0, context);
  const workout = workouts.find(({ date }) => date === finding.date);
  if (workout === undefined || isRace(workout)) return NOTHING;
  const after =
    finding.code === 'long_run_time'
      ? shortenRun(workout, workout.duration_s - LONGEST_RUN[context.goal.event].most_s, context.runner)
      : keepToCap(workout, finding, context);
  return after === workout ? NOTHING : new Map([[workout, after]]);
}

/** Removes easy running, by the excess or a little more, from the finding's day, else from the day of the week that has most. */
function lightenWeek(
  workouts: readonly PlannedWorkout[],
  { date, found, allowed }: Finding,
  context: CheckContext,
): Changed {
  const { easy } = pacesOf(context.runner).zones;
  const over_m = (found ?? 0) - (allowed ?? 0);
  const over_s = (over_m * (easy.min + easy.max)) / 2_000;
  const runs = workouts
    .filter((workout) => isRunning(workout.workout_type) && !isRace(workout) && !isWritten(workout))
    .filter((workout) => date === null || workout.date === date)
    .sort((one, other) => other.duration_s - one.duration_s);
  for (const before of runs) {
    const after = shortenRun(before, over_s, context.runner);
    if (after !== before) return new Map([[before, after]]);
  }
  return NOTHING;
}

/** The workout with no more of the finding's intensity than allowed, as far as that is possible. */
function keepToCap(workout: PlannedWorkout, { found, allowed }: Finding, context: CheckContext) {
  const capped = CAPPED.find((one) => workoutFacts(workout, context).capped_m[one] === found);
  let session = workout;
  while (capped !== undefined && workoutFacts(session, context).capped_m[capped] > (allowed ?? 0)) {
    const less = trimSession(session, context.runner, (zone) => CAP_OF_ZONE[zone] === capped);
    if (less === null) break;
    session = less;
  }
  return session;
}

/** Trims the workout with the most hard time until the week has no more of it than allowed. */
function easeWeek(workouts: readonly PlannedWorkout[], allowed_s: number, context: CheckContext): Changed {
  const sessions = workouts
    .map((before) => ({ before, after: before, hard_s: hardTime(before, context) }))
    .filter(({ before, hard_s }) => !isRace(before) && hard_s > 0);
  let over_s = sessions.reduce((sum, { hard_s }) => sum + hard_s, 0) - allowed_s;
  const open = sessions.filter(({ before }) => !isWritten(before));
  while (over_s > 0) {
    open.sort((one, other) => other.hard_s - one.hard_s);
    const [hardest] = open;
    const less = hardest && trimSession(hardest.after, context.runner, isHardZone);
    if (hardest === undefined || less === null || less === undefined) break;
    const hard_s = hardTime(less, context);
    over_s -= hardest.hard_s - hard_s;
    hardest.after = less;
    hardest.hard_s = hard_s;
  }
  return new Map(
    open.filter(({ before, after }) => before !== after).map(({ before, after }) => [before, after]),
  );
}

function hardTime(workout: PlannedWorkout, context: CheckContext): number {
  const { running, hard_s } = workoutFacts(workout, context);
  return running ? hard_s : 0;
}
