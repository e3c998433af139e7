import { daysBetween } from '../../shared/calendar.ts';
import { isRunning as isRunningSport, type SportType, sportFamily } from '../sport.ts';
import type { WorkoutType } from '../workout-types.ts';
import { isRunning } from './week-facts.ts';

const MATCH_STATUSES = ['done', 'partly', 'missed', 'upcoming'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/** A workout planned for a day, in seconds and metres; 0 where it has none. */
export type PlannedPart = {
  readonly date: string;
  /** First day of its plan; activities before that day do not count for it. */
  readonly plan_start_date: string;
  readonly workout_type: WorkoutType;
  readonly duration_s: number;
  readonly distance_m: number;
};

/** An activity on a day in the athlete's time zone; metres are null where unknown. */
export type DonePart = {
  readonly id: string;
  readonly date: string;
  readonly sport_type: SportType;
  /** The type that the athlete gave it; null where they gave none. */
  readonly workout_type: WorkoutType | null;
  readonly is_race: boolean;
  readonly duration_s: number;
  readonly distance_m: number | null;
};

export type Match = {
  readonly status: MatchStatus;
  readonly done_ids: readonly string[];
  /** The done share of the planned time or distance, whichever is larger; null where nothing was done. */
  readonly share: number | null;
  readonly days_off: number;
  /**
   * Whether the activity was as hard, or as easy, as planned, by the type that the athlete gave it; null where they gave none, and for
   * types that are neither hard nor easy.
   */
  readonly type_match: boolean | null;
};

/**
 * From this share of the time or the distance on a workout is done; below `PARTLY_SHARE` it is not the same one, between them it is
 * shortened.
 */
const DONE_SHARE = 0.8;
const PARTLY_SHARE = 0.3;
/** An activity on another day that is larger than this is another workout and not this one moved. */
const MOST_MOVED_SHARE = 1.5;

const HARD: readonly WorkoutType[] = ['tempo', 'intervals', 'hills', 'race-pace', 'fartlek', 'race'];
const EASY: readonly WorkoutType[] = ['easy-run', 'long-run', 'recovery-run', 'strides'];

/**
 * The outcome of each planned workout, in their order.
 *
 * An activity counts for a workout of its day whose kind it fits: running for all runs, anything but running for cross-training, gym and
 * mobility for strength. All that fit count together, since many athletes record warm-up, workout and cool-down separately; where two
 * workouts of a day fit, each first gets the activity that is closest to it. A past workout without an activity may have been moved: an
 * unused activity of the day before or after counts for it, unless it was before the plan began, is more than half as much again, or had
 * another hardness by the athlete's own word. No activity counts twice.
 *
 * The amount does not show the intensity. Where the athlete gave a type, or the activity is a race, a hard workout done easy, or an easy
 * one done hard, is at most partly done; where they gave none, the amount decides and `type_match` is null.
 *
 * @param today the current day where the athlete lives; workouts of this day are not missed yet
 */
export function matchWorkouts(
  planned: readonly PlannedPart[],
  done: readonly DonePart[],
  today: string,
): Match[] {
  const left = new Set(done);
  const matched = new Map<PlannedPart, DonePart[]>();
  const doneOn = Map.groupBy(done, ({ date }) => date);
  for (const [date, workouts] of Map.groupBy(planned, (one) => one.date)) {
    const parts = doneOn.get(date);
    if (parts !== undefined) matchDay(workouts, parts, matched, left);
  }
  for (const workout of planned.toSorted(byDate)) {
    if (workout.date < today && !matched.has(workout)) matchMoved(workout, matched, left);
  }
  const places = new Map(done.map((one, place) => [one, place]));
  return planned.map((workout) => {
    const parts = (matched.get(workout) ?? []).toSorted(
      (a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0),
    );
    return matchOf(workout, parts, today);
  });
}

const byDate = (a: PlannedPart, b: PlannedPart): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);

function matchDay(
  workouts: readonly PlannedPart[],
  parts: readonly DonePart[],
  matched: Map<PlannedPart, DonePart[]>,
  left: Set<DonePart>,
): void {
  const pairs = workouts.flatMap((workout) =>
    parts
      .filter((part) => fits(workout, part))
      .map((part) => ({ workout, part, far: distanceFrom(workout, part) })),
  );
  const firsts = new Map<PlannedPart, DonePart[]>();
  for (const { workout, part } of pairs.toSorted((a, b) => a.far - b.far)) {
    if (firsts.has(workout) || !left.has(part)) continue;
    firsts.set(workout, [part]);
    left.delete(part);
  }
  for (const { workout, part } of pairs) if (left.delete(part)) firsts.get(workout)?.push(part);
  for (const [workout, counted] of firsts) {
    if (shareOf(workout, counted) >= PARTLY_SHARE) matched.set(workout, counted);
    else for (const part of counted) left.add(part);
  }
}

function matchMoved(workout: PlannedPart, matched: Map<PlannedPart, DonePart[]>, left: Set<DonePart>): void {
  const [nearest] = [...left]
    .filter((part) => Math.abs(daysBetween(workout.date, part.date)) === 1 && fits(workout, part))
    .filter((part) => part.date >= workout.plan_start_date && typeMatch(workout, [part]) !== false)
    .filter((part) => {
      const share = shareOf(workout, [part]);
      return share >= PARTLY_SHARE && share <= MOST_MOVED_SHARE;
    })
    .sort((a, b) => distanceFrom(workout, a) - distanceFrom(workout, b));
  if (nearest === undefined) return;
  matched.set(workout, [nearest]);
  left.delete(nearest);
}

function fits({ workout_type }: PlannedPart, { sport_type }: DonePart): boolean {
  if (isRunning(workout_type)) return isRunningSport(sport_type);
  const family = sportFamily(sport_type);
  if (workout_type === 'strength') return family === 'gym' || family === 'mobility';
  return family !== 'running' && family !== 'transition';
}

/** 0 for the same size; half and double are equally far. */
function distanceFrom(workout: PlannedPart, part: DonePart): number {
  const share = shareOf(workout, [part]);
  return share > 0 ? Math.abs(Math.log(share)) : Number.POSITIVE_INFINITY;
}

function shareOf({ duration_s, distance_m }: PlannedPart, parts: readonly DonePart[]): number {
  if (duration_s <= 0 && distance_m <= 0) return 1;
  const seconds = parts.reduce((sum, part) => sum + part.duration_s, 0);
  const metres = parts.reduce((sum, part) => sum + (part.distance_m ?? 0), 0);
  return Math.max(duration_s > 0 ? seconds / duration_s : 0, distance_m > 0 ? metres / distance_m : 0);
}

function matchOf(workout: PlannedPart, parts: readonly DonePart[], today: string): Match {
  const [first] = parts;
  if (first === undefined) {
    const status = workout.date < today ? 'missed' : 'upcoming';
    return { status, done_ids: [], share: null, days_off: 0, type_match: null };
  }
  const share = shareOf(workout, parts);
  const type_match = typeMatch(workout, parts);
  return {
    status: share >= DONE_SHARE && type_match !== false ? 'done' : 'partly',
    done_ids: parts.map(({ id }) => id),
    share: Math.round(share * 100) / 100,
    days_off: daysBetween(workout.date, first.date),
    type_match,
  };
}

function typeMatch({ workout_type }: PlannedPart, parts: readonly DonePart[]): boolean | null {
  const planned = isHard(workout_type);
  const told = parts
    .map((part) => part.is_race || (part.workout_type === null ? null : isHard(part.workout_type)))
    .filter((hard) => hard !== null);
  if (planned === null || told.length === 0) return null;
  // An activity without a type may have been the hard part.
  if (planned && !told.includes(true) && told.length < parts.length) return null;
  return told.includes(true) === planned;
}

function isHard(type: WorkoutType): boolean | null {
  if (HARD.includes(type)) return true;
  return EASY.includes(type) ? false : null;
}
