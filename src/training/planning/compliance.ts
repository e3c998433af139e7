import { daysBetween } from '../../shared/calendar.ts';
import { isRunning as isRunningSport, type SportType, sportFamily } from '../sport.ts';
import type { WorkoutType } from '../workout-types.ts';
import { isRunning } from './week-facts.ts';

const MATCH_STATUSES = ['done', 'partly', 'missed', 'upcoming'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/** What was planned for a day: seconds and metres, 0 where it has none. */
export type PlannedPart = {
  readonly date: string;
  /** First day of its plan: what was done before was done for something else. */
  readonly plan_start_date: string;
  readonly workout_type: WorkoutType;
  readonly duration_s: number;
  readonly distance_m: number;
};

/** What was done on a day where the athlete lives; metres are null where nobody knows them. */
export type DonePart = {
  readonly id: string;
  readonly date: string;
  readonly sport_type: SportType;
  /** What the athlete calls it; null where they say nothing. */
  readonly workout_type: WorkoutType | null;
  readonly is_race: boolean;
  readonly duration_s: number;
  readonly distance_m: number | null;
};

export type Match = {
  readonly status: MatchStatus;
  readonly done_ids: readonly string[];
  /** Of the time or of the distance that was planned, whichever more was done of; null where nothing was. */
  readonly share: number | null;
  readonly days_off: number;
  /**
   * Whether it was as hard, or as easy, as planned, by what the athlete calls it: null where they call it nothing, and for what is
   * neither.
   */
  readonly type_match: boolean | null;
};

/** From so much of the time or the distance on, a workout is done: less is a shortened one, and under the other not the same. */
const DONE_SHARE = 0.8;
const PARTLY_SHARE = 0.3;
/** Beyond so much, what was done on another day is another workout, not this one moved. */
const MOST_MOVED_SHARE = 1.5;

const HARD: readonly WorkoutType[] = ['tempo', 'intervals', 'hills', 'race-pace', 'fartlek', 'race'];
const EASY: readonly WorkoutType[] = ['easy-run', 'long-run', 'recovery-run', 'strides'];

/**
 * What became of each planned workout, in their order.
 *
 * What was done counts for a workout of its day whose kind it fits: running for all runs, anything but running for cross-training,
 * gym and mobility for strength. All that fits counts together, since many record warm-up, session and cool-down apart; where two
 * workouts of a day fit, each begins with what is closest to it. A past workout without anything may have been moved: something
 * of the day before or after that is left over counts for it, unless it was before the plan began, is more than half as much again,
 * or was of another hardness by the athlete's own word. Nothing counts twice.
 *
 * How much was done does not tell how hard it was. Where the athlete says so, by what they call it or as a race, a hard workout done
 * easy, or an easy one done hard, is done in part at the most; where they say nothing it is done by its amount, and
 * `type_match` is null.
 *
 * @param today the day that is not over yet where the athlete lives: nothing of it is missed
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

/** 0 for the same size; as far for half as for double. */
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
  // Part of it untold may have been the hard part.
  if (planned && !told.includes(true) && told.length < parts.length) return null;
  return told.includes(true) === planned;
}

function isHard(type: WorkoutType): boolean | null {
  if (HARD.includes(type)) return true;
  return EASY.includes(type) ? false : null;
}
