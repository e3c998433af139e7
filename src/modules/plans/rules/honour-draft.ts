import { addDays, weekdayOf } from '../../../shared/calendar.ts';
import type { PlanChecker } from '../../../training/planning/check-plan.ts';
import type { DraftDay, DraftWeek } from '../../../training/planning/draft.ts';
import type { Finding } from '../../../training/planning/findings.ts';
import { HARD_TYPES } from '../../../training/planning/limits.ts';
import type { PlannedWorkout, Segment } from '../../../training/planning/plan.ts';
import type { SkeletonWeek } from '../../../training/planning/skeleton.ts';
import { roundDown } from '../../../training/planning/weekly-volumes.ts';
import { PlanRefused } from '../engine/faults.ts';
import { findingFault } from '../words/fault-words.ts';
import { METRES_PER_MILE } from '../words/measure-words.ts';
import { draftedWorkout } from './drafted-workout.ts';
import type { FilledDay } from './filling.ts';
import type { BuiltWeek, WeekBuilder } from './week-builder.ts';

/** Drafts tell distances to a tenth of a kilometre or mile: what differs by less was not changed. */
const SAME_M = { metric: 60, imperial: 0.053 * METRES_PER_MILE };
const SAME_S = 30;
const MOST_FAULTS = 20;

/** A week as a coach edited it, and what the rules had in it before. */
export type WeekToHonour = {
  readonly drafted: DraftWeek;
  readonly skeleton: SkeletonWeek;
  readonly before: BuiltWeek;
};

export type HonouredWeek = {
  readonly built: BuiltWeek;
  /** Its days are such as the rules chose them, and not as the draft names them. */
  readonly by_rules: boolean;
};

/**
 * The week with what the draft says of it, exactly: days that were not changed keep their sessions, the others get what the coach
 * wrote. A week that was left alone has less where the weeks before it were made smaller.
 *
 * @throws PlanRefused `draft_unsafe`, with what stands in the way
 */
export function honourDraft(builder: WeekBuilder, checker: PlanChecker, week: WeekToHonour): HonouredWeek {
  const { days } = week.drafted;
  const ways =
    days === null
      ? [() => withDistance(builder, checker, week)]
      : [
          () => builder.finish(week.skeleton, withDays(builder, week, days)),
          // Sessions that nobody changed are no larger than the changed week has room for.
          () => builder.finish(week.skeleton, withDays(builder, week, days, true)),
        ];
  let findings: readonly Finding[] = [];
  for (const [index, make] of ways.entries()) {
    const built = make();
    const wrong = checker.check(built);
    if (wrong.length === 0) return { built, by_rules: days === null };
    if (index === 0) findings = wrong;
    // What was changed earlier can make too much of a week that was not: it is nobody's wish, and gives way.
    if (!isLeftAlone(built, week)) continue;
    const own = builder.build(week.skeleton, checker);
    if (checker.check(own).length === 0) return { built: own, by_rules: true };
  }
  throw unsafe(findings);
}

function isLeftAlone({ workouts }: BuiltWeek, { before }: WeekToHonour): boolean {
  const kept = new Set(before.workouts);
  return workouts.length === kept.size && workouts.every((workout) => kept.has(workout));
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
  if (distance_m === null || isSame(builder, distance_m, own_m)) return builder.build(skeleton, checker);
  const long_run_m = skeleton.long_run_m * (distance_m / Math.max(1, own_m));
  return builder.build({ ...skeleton, volume_m: distance_m, long_run_m }, checker, true);
}

function withDays(
  builder: WeekBuilder,
  { drafted, skeleton, before }: WeekToHonour,
  days: readonly DraftDay[],
  smaller = false,
): FilledDay[] {
  const { brief, kit } = builder;
  const first = addDays(brief.start_date, (skeleton.number - 1) * 7);
  const dates = Array.from({ length: 7 }, (_, index) => addDays(first, index));
  const volume_m = Math.min(skeleton.volume_m, drafted.distance_m ?? skeleton.volume_m);
  const week = { ...skeleton, volume_m };
  const changed = new Set<string>();
  const filled = dates.flatMap((date): FilledDay[] => {
    const day = days.find((one) => one.day === weekdayOf(date));
    if (day === undefined) return [];
    const kept = before.workouts.find((workout) => workout.date === date);
    const role = skeleton.days.find((one) => one.date === date)?.role ?? 'easy';
    const base = { date, day: day.day, role, workout_type: day.workout_type, key: '' };
    const usual_m =
      kept !== undefined && kept.distance_m > 0 ? kept.distance_m : usualMetres(before.workouts);
    if (kept !== undefined && isUnchanged(builder, day, kept)) {
      if (!smaller || !isSession(kept)) return [{ ...base, segments: kept.segments, kept }];
      const again = { ...day, distance_m: kept.distance_m, duration_s: null };
      return [{ ...base, segments: draftedWorkout(again, { brief, kit, week, date, usual_m }) }];
    }
    if (day.distance_m !== null || day.duration_s !== null) changed.add(date);
    return [{ ...base, segments: draftedWorkout(day, { brief, kit, week, date, usual_m }) }];
  });
  const own_m = volumeOf(before.workouts);
  const { distance_m } = drafted;
  if (distance_m === null || isSame(builder, distance_m, own_m)) return filled;
  return scaled(builder, filled, changed, distance_m);
}

function isSession({ workout_type }: PlannedWorkout): boolean {
  return HARD_TYPES.has(workout_type) && workout_type !== 'race';
}

function isUnchanged(
  builder: WeekBuilder,
  day: DraftDay,
  { workout_type, distance_m, duration_s }: PlannedWorkout,
): boolean {
  if (day.workout_type !== workout_type) return false;
  if (day.distance_m !== null && !isSame(builder, day.distance_m, distance_m)) return false;
  return day.duration_s === null || Math.abs(day.duration_s - duration_s) <= SAME_S;
}

function isSame({ brief }: WeekBuilder, one_m: number, other_m: number): boolean {
  return Math.abs(one_m - other_m) <= SAME_M[brief.unit_system];
}

/** The week was given other metres, its days as they are: runs that are one stretch take what is more or less. */
function scaled(
  builder: WeekBuilder,
  filled: FilledDay[],
  fixed: ReadonlySet<string>,
  metres: number,
): FilledDay[] {
  const { kit } = builder;
  const elastic = filled.filter(({ date, segments }) => !fixed.has(date) && steadyMetres(segments) !== null);
  const elastic_m = elastic.reduce((sum, { segments }) => sum + (steadyMetres(segments) ?? 0), 0);
  const running = filled.filter(({ workout_type }) => workout_type !== 'race');
  const all_m = running.reduce((sum, { segments, workout_type }) => {
    const counts = workout_type !== 'cross-training' && workout_type !== 'strength';
    return sum + kit.measure(segments, counts).distance_m;
  }, 0);
  const wanted_m = metres - (all_m - elastic_m);
  if (elastic_m === 0 || wanted_m < elastic.length * 1_000) return filled;
  let left = wanted_m;
  const last = elastic.at(-1);
  return filled.map((day) => {
    const own = elastic.includes(day) ? steadyMetres(day.segments) : null;
    const [segment] = day.segments;
    if (own === null || segment === undefined) return day;
    const distance_m = day === last ? left : roundDown((own * wanted_m) / elastic_m, 100);
    left -= distance_m;
    const { kept: _, ...changed } = day;
    return { ...changed, segments: [{ ...segment, distance_m }] };
  });
}

/** Metres of a run that is one easy stretch. */
function steadyMetres([segment, ...others]: readonly Segment[]): number | null {
  if (segment === undefined || others.length > 0) return null;
  const { zone } = segment.target ?? {};
  return zone === 'easy' || zone === 'recovery' ? (segment.distance_m ?? null) : null;
}

function volumeOf(workouts: readonly PlannedWorkout[]): number {
  return workouts
    .filter(({ workout_type }) => workout_type !== 'race')
    .reduce((sum, { distance_m }) => sum + distance_m, 0);
}

/** What a run of the week has on average. */
function usualMetres(workouts: readonly PlannedWorkout[]): number {
  const runs = workouts.filter(({ workout_type, distance_m }) => workout_type !== 'race' && distance_m > 0);
  return roundDown(volumeOf(runs) / Math.max(1, runs.length), 500) || 3_000;
}
