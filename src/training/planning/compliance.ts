import { daysBetween } from '../../shared/calendar.ts';
import { isRunning as isRunningSport, type SportType, sportFamily } from '../sport.ts';
import type { WorkoutType } from '../workout-types.ts';
import { isRunning } from './week-facts.ts';

export const MATCH_STATUSES = ['done', 'partly', 'missed', 'upcoming'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/** What was planned for a day: seconds and metres, 0 where it has none. */
export type PlannedPart = {
  readonly date: string;
  readonly workout_type: WorkoutType;
  readonly duration_s: number;
  readonly distance_m: number;
};

/** What was done on a day where the athlete lives; metres are null where nobody knows them. */
export type DonePart = {
  readonly id: string;
  readonly date: string;
  readonly sport_type: SportType;
  readonly duration_s: number;
  readonly distance_m: number | null;
};

export type Match = {
  readonly status: MatchStatus;
  /** Of what was done for it, in the order in which it was given. */
  readonly done_ids: readonly string[];
  /** Of the time or of the distance that was planned, whichever more was done of; null where nothing was. */
  readonly share: number | null;
  /** How many days later than planned; negative for earlier. */
  readonly days_off: number;
};

/** From so much of the time or the distance on, a workout is done: less is a shortened one, and under the other not the same. */
const DONE_SHARE = 0.8;
const PARTLY_SHARE = 0.3;

/**
 * What became of each planned workout, in their order.
 *
 * What was done counts for a workout of its day whose kind it fits: running for all runs, anything but running for cross-training,
 * gym and mobility for strength. All that fits counts together, since many record warm-up, session and cool-down apart; where two
 * workouts of a day fit, each begins with what is closest to it. A past workout without anything may have been moved: something
 * of the day before or after that is left over counts for it. Nothing counts twice.
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
    matchDay(workouts, doneOn.get(date) ?? [], matched, left);
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
    .filter((part) => shareOf(workout, [part]) >= PARTLY_SHARE)
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

/** Of a workout that says neither time nor distance, all. */
function shareOf({ duration_s, distance_m }: PlannedPart, parts: readonly DonePart[]): number {
  const shares = [
    ...(duration_s > 0 ? [sum(parts.map((part) => part.duration_s)) / duration_s] : []),
    ...(distance_m > 0 ? [sum(parts.map((part) => part.distance_m ?? 0)) / distance_m] : []),
  ];
  return shares.length === 0 ? 1 : Math.max(...shares);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function matchOf(workout: PlannedPart, parts: readonly DonePart[], today: string): Match {
  const [first] = parts;
  if (first === undefined) {
    const status = workout.date < today ? 'missed' : 'upcoming';
    return { status, done_ids: [], share: null, days_off: 0 };
  }
  const share = shareOf(workout, parts);
  return {
    status: share >= DONE_SHARE ? 'done' : 'partly',
    done_ids: parts.map(({ id }) => id),
    share: Math.round(share * 100) / 100,
    days_off: daysBetween(workout.date, first.date),
  };
}
