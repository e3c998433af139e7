import type { PlanChecker } from '../../../training/planning/check-plan.ts';
import type { Finding } from '../../../training/planning/findings.ts';
import { longRunShare } from '../../../training/planning/week-facts.ts';
import { mostVolume } from '../../../training/planning/week-limits.ts';
import { SAME_M } from '../draft/same-line.ts';
import { PlanRefused } from '../engine/faults.ts';
import { findingFault } from '../words/fault-words.ts';
import { type DraftedDay, draftedDays, volumeOf, type WeekToHonour } from './drafted-days.ts';
import { metresOf, type Share, sharedMetres, withMetres } from './shared-metres.ts';
import type { BuiltWeek, WeekBuilder } from './week-builder.ts';

export type { WeekToHonour };

const MOST_FAULTS = 20;
/** How far the sums of a week may be apart and still be of the same lines. */
const SAME_LINES = 5;

/** From what a week would have to what is safe: shares of its metres, and of its sessions. */
const SMALLER: readonly (readonly [number, number])[] = [
  [1, 1],
  [1, 0.85],
  [1, 0.65],
  [0.97, 0.85],
  [0.93, 0.75],
  [0.9, 0.6],
  [0.8, 0.5],
  [0.65, 0.4],
  [0.5, 0.3],
];

export type HonouredWeek = {
  readonly built: BuiltWeek;
  /** Its days are such as the rules chose them, and not as the draft names them. */
  readonly by_rules: boolean;
};

/**
 * The week with what the draft says of it, exactly: days that were not edited are what they were, the others what the coach wrote.
 * Only where that is not safe, lines that nobody edited give way: easy running first, then repetitions of their sessions.
 *
 * @throws PlanRefused `draft_unsafe`, with what stands in the way
 */
export function honourDraft(builder: WeekBuilder, checker: PlanChecker, week: WeekToHonour): HonouredWeek {
  const { days } = week.drafted;
  if (days === null) {
    const built = withDistance(builder, checker, week);
    const wrong = checker.check(built);
    if (wrong.length > 0) throw unsafe(wrong);
    return { built, by_rules: true };
  }
  const lines = draftedDays(builder, week, days);
  const untouched = lines.every(({ edited }) => !edited) && lines.length === week.before.workouts.length;
  let findings: readonly Finding[] | null = null;
  for (const filled of waysOf(builder, checker, week, lines)) {
    const built = builder.finish(week.skeleton, filled);
    const wrong = checker.check(built);
    // Only what gave way without being edited may be of other sizes still.
    if (wrong.length === 0) return { built, by_rules: filled !== lines && untouched };
    findings ??= wrong;
  }
  // What was changed earlier can make too much of a week that was not: it is nobody's wish, and gives way.
  if (untouched) {
    const own = builder.build(week.skeleton, checker);
    if (checker.check(own).length === 0) return { built: own, by_rules: true };
  }
  throw unsafe(findings ?? []);
}

/** The days as they may be, from exactly what is written to what is left of it that is safe. */
function* waysOf(
  builder: WeekBuilder,
  checker: PlanChecker,
  week: WeekToHonour,
  lines: readonly DraftedDay[],
): Generator<readonly DraftedDay[]> {
  const own_m = volumeOf(week.before.workouts);
  const said_m = lines.reduce((sum, day) => sum + metresOf(builder, day), 0);
  const total_m = statedTotal(builder, week, { own_m, said_m, edited: lines.some(({ edited }) => edited) });
  const shareOf = (wanted_m: number, sessions: number): Share => ({
    wanted_m,
    longest_m: longestRun(builder, checker, lines, wanted_m),
    sessions,
  });
  if (total_m !== null) {
    const less = Math.min(1, total_m / Math.max(1, said_m));
    for (const share of new Set([1, less, 0.85 * less, 0.65 * less, 0.5 * less]))
      yield sharedMetres(builder, lines, shareOf(total_m, share));
    return;
  }
  yield lines;
  if (lines.some(({ edited }) => edited)) yield* rounded(builder, lines);
  // With another seed nothing is what it was: lines with the same sum were not edited all the same.
  const alone = Math.abs(said_m - own_m) <= SAME_LINES * SAME_M[builder.brief.unit_system];
  const open = alone ? lines.map((day) => ({ ...day, edited: false })) : lines;
  if (open.every(({ edited }) => edited)) return;
  for (const sessions of [0.85, 0.65, 0.5])
    yield sharedMetres(builder, open, { wanted_m: null, longest_m: 0, sessions });
  const most_m = alone ? Math.min(said_m, mostVolume(checker.limits()).most) : said_m;
  for (const [metres, sessions] of SMALLER)
    yield sharedMetres(builder, open, shareOf(Math.floor(most_m * metres), sessions));
}

/** Lines tell rounded distances: what they were read from may have been a little less, or a little more. */
function* rounded(builder: WeekBuilder, lines: readonly DraftedDay[]): Generator<readonly DraftedDay[]> {
  const longest = Math.max(...lines.map((day) => metresOf(builder, day)));
  const little = Math.floor(SAME_M[builder.brief.unit_system]) - 5;
  const by = (more: (day: DraftedDay) => number) =>
    lines.map((day) => (day.edited && day.workout_type !== 'race' ? withMetres(day, more(day)) : day));
  yield by(() => -little);
  yield by((day) => (metresOf(builder, day) === longest ? -little : little));
}

/** The metres that the heading asks for where it was edited; null where the days count. */
function statedTotal(
  { brief }: WeekBuilder,
  { drafted }: WeekToHonour,
  { own_m, said_m, edited }: { readonly own_m: number; readonly said_m: number; readonly edited: boolean },
): number | null {
  const { distance_m } = drafted;
  if (distance_m === null) return null;
  const same_m = SAME_M[brief.unit_system];
  // The sum of lines is as far from that of the heading as each of them is rounded.
  const lines_m = edited ? same_m * SAME_LINES : same_m;
  if (Math.abs(distance_m - own_m) <= same_m || Math.abs(distance_m - said_m) <= lines_m) return null;
  return distance_m;
}

/** As long as a run may be that nobody wrote. */
function longestRun(
  { brief }: WeekBuilder,
  checker: PlanChecker,
  lines: readonly DraftedDay[],
  wanted_m: number,
): number {
  const runs = lines.filter(
    ({ workout_type }) => !['race', 'cross-training', 'strength'].includes(workout_type),
  ).length;
  const { longest_run_m } = checker.limits();
  const share_m = longRunShare(wanted_m, runs, brief.goal.event);
  return Math.min(longest_run_m?.most ?? Number.POSITIVE_INFINITY, share_m);
}

function unsafe(findings: readonly Finding[]): PlanRefused {
  return new PlanRefused(
    findings.slice(0, MOST_FAULTS).map((finding) => findingFault('refined_draft', 'draft_unsafe', finding)),
  );
}

/** A draft that names no days of a week: they are the rules', with the metres that it says. */
function withDistance(
  builder: WeekBuilder,
  checker: PlanChecker,
  { drafted, skeleton, before }: WeekToHonour,
): BuiltWeek {
  const { distance_m } = drafted;
  const own_m = volumeOf(before.workouts);
  if (distance_m === null || Math.abs(distance_m - own_m) <= SAME_M[builder.brief.unit_system])
    return builder.build(skeleton, checker);
  const long_run_m = skeleton.long_run_m * (distance_m / Math.max(1, own_m));
  return builder.build({ ...skeleton, volume_m: distance_m, long_run_m }, checker, true);
}
