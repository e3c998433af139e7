import { addDays, weekdayOf } from '../../../shared/calendar.ts';
import { METRES_PER_MILE } from '../../../shared/units.ts';
import { foldText } from '../../../training/draft-text/mark.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { lineFault, type PlanFault, PlanRefused } from '../../../training/plan-request/plan-fault.ts';
import type { PlanChecker } from '../../../training/planning/check-plan.ts';
import type { DraftDay, DraftWeek } from '../../../training/planning/draft.ts';
import { HARD_TYPES } from '../../../training/planning/limits.ts';
import type { PlannedWorkout, Segment } from '../../../training/planning/plan.ts';
import type { SkeletonWeek } from '../../../training/planning/skeleton.ts';
import { isRunning } from '../../../training/planning/week-facts.ts';
import { roundDown } from '../../../training/planning/weekly-volumes.ts';
import type { FilledDay } from '../../../training/sessions/filling.ts';
import type { BuiltWeek, WeekBuilder } from '../../../training/sessions/week-builder.ts';
import { sumWords } from '../../../words/measure-words.ts';
import { draftContent } from '../draft/write-draft.ts';
import { draftedWorkout } from './drafted-workout.ts';

/** The rules' plan without the draft, from which the draft was written if the request is still the same. */
export type OwnPlan = {
  readonly weeks: readonly BuiltWeek[];
  /** The workout of a line's mark if a draft would still write that workout in the words of this line; null if not, or without a mark. */
  sessionOf(line: DraftDay): PlannedWorkout | null;
};

export function ownPlan(weeks: readonly BuiltWeek[], brief: PlanBrief): OwnPlan {
  const sessions = new Map<string, { readonly workout: PlannedWorkout; readonly says: string }>();
  for (const { number, workouts } of weeks)
    for (const [index, workout] of workouts.entries())
      sessions.set(`${number}.${index + 1}`, { workout, says: foldText(draftContent(workout, brief)) });
  return {
    weeks,
    sessionOf: ({ slot, content }) => {
      const own = slot === undefined ? undefined : sessions.get(`${slot.week}.${slot.number}`);
      return own === undefined || content === undefined || foldText(content) !== own.says
        ? null
        : own.workout;
    },
  };
}

/** A week of a draft and the days of its lines; `lines` is null where it has none. */
export type WeekToHonour = {
  readonly drafted: DraftWeek;
  readonly skeleton: SkeletonWeek;
  readonly before: BuiltWeek;
  readonly lines: readonly LineDay[] | null;
};

/** A day exactly as its line has it, with the coach's words for the athlete; `is_written` where a coach wrote its content. */
type LineDay = FilledDay & { readonly notes?: string; readonly is_written?: true };

/**
 * The days of the lines of a draft, for all weeks: the workout of the rules where a line is unchanged, else exactly what the line
 * prescribes.
 *
 * @throws PlanRefused with every line that prescribes more than its day holds
 */
export function weeksToHonour(builder: WeekBuilder, own: OwnPlan): WeekToHonour[] {
  const faults: PlanFault[] = [];
  const weeks = builder.skeleton.flatMap((skeleton, index): WeekToHonour[] => {
    const drafted = builder.brief.draft?.weeks.find(({ number }) => number === skeleton.number);
    const before = own.weeks[index];
    if (drafted === undefined || before === undefined) return [];
    const lines = drafted.days?.flatMap((day): LineDay[] => {
      try {
        return [lineDay(builder, own, { day, skeleton, before })];
      } catch (error) {
        if (!(error instanceof PlanRefused)) throw error;
        faults.push(...error.faults);
        return [];
      }
    });
    return [{ drafted, skeleton, before, lines: lines ?? null }];
  });
  if (faults.length > 0) throw new PlanRefused(faults);
  return weeks;
}

function lineDay(
  { brief, builder }: WeekBuilder,
  own: OwnPlan,
  { day, skeleton, before }: { day: DraftDay; skeleton: SkeletonWeek; before: BuiltWeek },
): LineDay {
  const first = addDays(brief.start_date, (skeleton.number - 1) * 7);
  const dates = Array.from({ length: 7 }, (_, index) => addDays(first, index));
  const date = dates.find((one) => weekdayOf(one) === day.day) ?? first;
  const role = skeleton.days.find((one) => one.date === date)?.role ?? 'easy';
  const session = own.sessionOf(day);
  const is_written = session === null && day.is_own !== true;
  const unbuilt = is_written ? day.unbuilt : undefined;
  const notes = [unbuilt, day.notes].filter((text) => text !== undefined).join('\n');
  const base = {
    ...{ date, day: day.day, role, workout_type: day.workout_type, key: '' },
    ...(notes === '' ? {} : { notes }),
    ...(is_written ? { is_written } : {}),
  };
  if (session !== null) {
    const { workout_type, segments } = session;
    return { ...base, workout_type, segments, kept: movedTo(session, date, skeleton) };
  }
  const usual_m = before.workouts.find((workout) => workout.date === date)?.distance_m || usualMetres(before);
  return { ...base, segments: draftedWorkout(day, { brief, builder, week: skeleton, date, usual_m }) };
}

function movedTo(session: PlannedWorkout, date: string, { number, phase }: SkeletonWeek): PlannedWorkout {
  if (session.date === date) return session;
  return { ...session, date, day: weekdayOf(date), week_number: number, phase };
}

function usualMetres({ workouts }: BuiltWeek): number {
  const runs = workouts.filter(({ workout_type, distance_m }) => workout_type !== 'race' && distance_m > 0);
  return roundDown(volumeOf(runs) / Math.max(1, runs.length), 500) || 3_000;
}

/** Metres of running without races. */
function volumeOf(workouts: readonly PlannedWorkout[]): number {
  return workouts
    .filter(({ workout_type }) => workout_type !== 'race')
    .reduce((sum, { distance_m }) => sum + distance_m, 0);
}

/**
 * The week as the draft has it. What a coach wrote is kept exactly. Unchanged workouts of the rules are kept as well, unless the heading
 * has a new total; then their easy running makes up the difference.
 *
 * @throws PlanRefused `draft_line` for a total for which the workouts leave no room
 */
export function honourWeek(builder: WeekBuilder, checker: PlanChecker, week: WeekToHonour): BuiltWeek {
  const { drafted, skeleton, lines } = week;
  if (lines === null) return named(withDistance(builder, checker, week), drafted);
  const wanted_m = statedTotal(builder, week, lines);
  const scaled = wanted_m === null ? null : rescaled(builder, lines, wanted_m, drafted);
  const filled = scaled ?? lines;
  const built = withWritten(builder.finish(skeleton, filled), filled);
  const days = filled.flatMap((line, index) => (line === lines[index] ? [] : [line.day]));
  // A total that no workout of the rules can make up for stays as a note of the week.
  const unkept =
    wanted_m !== null && scaled === null ? (drafted.heading?.text.replace(/^[#>\s]+/u, '') ?? '') : '';
  const notes = [unkept, drafted.notes ?? ''].filter((text) => text !== '').join('\n');
  return {
    ...named(built, notes === '' ? drafted : { ...drafted, notes }),
    ...(days.length === 0
      ? {}
      : { adjusted: { week_number: skeleton.number, days, reason: 'week_total' as const } }),
  };
}

/** Phase, focus and notes are taken from the coach, since no planning depends on them. */
function named(
  { info, ...built }: BuiltWeek,
  { phase = info.phase, focus = info.focus, notes }: DraftWeek,
): BuiltWeek {
  return {
    ...built,
    workouts: built.workouts.map((workout) => (workout.phase === phase ? workout : { ...workout, phase })),
    info: {
      ...info,
      phase,
      focus,
      ...(focus === info.focus ? {} : { text_source: 'written' as const }),
      ...(notes === undefined ? {} : { notes }),
    },
  };
}

/** Adds the notes of the lines, and marks the segments that a coach wrote. */
function withWritten(built: BuiltWeek, lines: readonly LineDay[]): BuiltWeek {
  const byDate = new Map(lines.map((line) => [line.date, line]));
  const workouts = built.workouts.map((workout) => {
    const { notes, is_written } = byDate.get(workout.date) ?? {};
    if (notes === undefined && is_written === undefined) return workout;
    return {
      ...workout,
      ...(is_written === undefined ? {} : { segments_source: 'written' as const }),
      ...(notes === undefined ? {} : { notes }),
    };
  });
  return { ...built, workouts };
}

/** Drafts give distances to a tenth of a kilometre or mile; a smaller difference is no change. */
const SAME_M = { metric: 60, imperial: 0.053 * METRES_PER_MILE };

/** The metres that a coach wrote into the heading as a new total; null where the lines count. */
function statedTotal(
  { brief, builder }: WeekBuilder,
  { drafted, before }: WeekToHonour,
  lines: readonly LineDay[],
): number | null {
  const { distance_m, heading_is_own = false } = drafted;
  if (distance_m === null || heading_is_own || lines.length === 0) return null;
  const same_m = SAME_M[brief.unit_system];
  const said_m = lines.reduce((sum, line) => sum + metresOf(line, builder), 0);
  // The rounding of each line adds to the difference between their sum and the heading.
  const isSum = Math.abs(distance_m - said_m) <= same_m * Math.max(2, lines.length);
  return isSum || Math.abs(distance_m - volumeOf(before.workouts)) <= same_m ? null : distance_m;
}

function metresOf({ segments, workout_type }: LineDay, builder: WeekBuilder['builder']): number {
  return workout_type === 'race' ? 0 : builder.measure(segments, isRunning(workout_type)).distance_m;
}

const LEAST_RUN_M = 1_000;

/** Changes the easy running of unchanged lines so that the week has these metres; null where there is none. */
function rescaled(
  { builder, brief }: WeekBuilder,
  lines: readonly LineDay[],
  wanted_m: number,
  { number, heading }: DraftWeek,
): readonly LineDay[] | null {
  const elastic = lines.filter((line) => line.kept?.source === 'generated' && easyPlace(line) !== null);
  if (elastic.length === 0) return null;
  const metres = (some: readonly LineDay[]) => some.reduce((sum, line) => sum + metresOf(line, builder), 0);
  const own_m = metres(elastic);
  const fixed_m = metres(lines) - own_m;
  const least_m = fixed_m + elastic.reduce((sum, line) => sum + leastOf(line, builder), 0);
  if (wanted_m < least_m)
    throw new PlanRefused([
      lineFault({
        number: heading?.number ?? 0,
        text: heading?.text ?? '',
        reason: 'week_total_too_small',
        nearest: `## Week ${number}: ${sumWords(Math.ceil(least_m / 1_000) * 1_000, { ...brief, unit_system: 'metric' })}`,
      }),
    ]);
  let left_m = wanted_m - fixed_m;
  let share_m = own_m;
  return lines.map((line) => {
    if (!elastic.includes(line)) return line;
    const before_m = metresOf(line, builder);
    const last = share_m - before_m < 1;
    const part_m = last ? left_m : Math.round((left_m * before_m) / share_m / 100) * 100;
    left_m -= part_m;
    share_m -= before_m;
    return withMetres(line, part_m - before_m);
  });
}

function leastOf(line: LineDay, builder: WeekBuilder['builder']): number {
  const place = easyPlace(line);
  const easy_m = place === null ? 0 : (line.segments[place]?.distance_m ?? 0);
  return metresOf(line, builder) - easy_m + Math.min(easy_m, LEAST_RUN_M);
}

/** The place of the longest easy stretch in metres, which may be changed; null where there is none. */
function easyPlace({ segments, workout_type }: LineDay): number | null {
  if (HARD_TYPES.has(workout_type) || !isRunning(workout_type)) return null;
  const easy = segments.map(easyMetres);
  const longest = Math.max(...easy);
  return longest > 0 ? easy.indexOf(longest) : null;
}

function easyMetres({ target, distance_m }: Segment): number {
  return target?.zone === 'easy' || target?.zone === 'recovery' ? (distance_m ?? 0) : 0;
}

function withMetres({ kept: _, ...line }: LineDay, more_m: number): LineDay {
  const place = easyPlace(line) ?? 0;
  const segment = line.segments[place];
  if (segment?.distance_m === undefined) return line;
  const distance_m = Math.round(segment.distance_m + more_m);
  return { ...line, segments: line.segments.with(place, { ...segment, distance_m }) };
}

/** A week for which the draft names no days: the rules' days with the metres of the coach. */
function withDistance(
  builder: WeekBuilder,
  checker: PlanChecker,
  { drafted, skeleton, before }: WeekToHonour,
): BuiltWeek {
  const { distance_m, heading_is_own = false } = drafted;
  const own_m = volumeOf(before.workouts);
  if (
    distance_m === null ||
    heading_is_own ||
    Math.abs(distance_m - own_m) <= SAME_M[builder.brief.unit_system]
  )
    return builder.build(skeleton, checker);
  const long_run_m = skeleton.long_run_m * (distance_m / Math.max(1, own_m));
  const built = builder.build({ ...skeleton, volume_m: distance_m, long_run_m }, checker, true);
  const lines = built.workouts.map(
    (kept): LineDay => ({
      ...{ date: kept.date, day: kept.day, role: 'easy', key: '', kept },
      ...{ workout_type: kept.workout_type, segments: kept.segments },
    }),
  );
  const scaled = rescaled(builder, lines, distance_m, drafted);
  return scaled === null || volumeOf(built.workouts) === distance_m
    ? built
    : builder.finish(skeleton, scaled);
}
