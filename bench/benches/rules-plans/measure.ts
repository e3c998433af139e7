import { daysBetween } from '../../../src/shared/calendar.ts';
import type { Code, Finding } from './findings.ts';
import {
  DAYS_AFTER_RACE,
  HARD_FROM_S,
  LONG_IN_DISGUISE,
  MINUTE,
  QUALITY,
  RACE_M,
  TAPER,
  TYPICAL,
  WEEKS_OF_PEAK,
} from './norms.ts';
import { speedOfZone } from './vdot.ts';
import type { Case, Race, ServedSegment, ServedWorkout } from './wire.ts';

/** What the rules look at, reckoned from the served plan alone: what is prescribed counts, not what it is called. */

export type Intensity = 'marathon' | 'threshold' | 'interval' | 'repetition';

export type Session = {
  readonly workout: ServedWorkout;
  /** From the first day of the plan, which is 0. */
  readonly at: number;
  readonly isRun: boolean;
  readonly isRace: boolean;
  /** A session of quality, or a run with ten minutes at marathon pace and faster. */
  readonly isHard: boolean;
  /** Seconds at marathon pace and faster, strides not among them. */
  readonly hard_s: number;
  /** Daniels' points of that. */
  readonly points: number;
  /** Metres of each intensity. */
  readonly metres: Readonly<Record<Intensity, number>>;
};

export type Week = {
  readonly number: number;
  readonly sessions: readonly Session[];
  /** Metres that are no race. */
  readonly training_m: number;
  readonly longest_m: number;
};

export type PlanRace = { readonly event: Race; readonly date: string; readonly at: number };

export type Facts = Case & {
  readonly sessions: readonly Session[];
  readonly runs: readonly Session[];
  readonly weeks: readonly Week[];
  /** The race of the goal, also where it comes after the plan; null where there is none. */
  readonly race: PlanRace | null;
  readonly races: readonly PlanRace[];
  /** The longest training run before the race; 0 where there is none. */
  readonly longest_m: number;
};

const QUALITY_TYPES = new Set(['tempo', 'intervals', 'hills', 'race-pace', 'fartlek']);
const NO_RUNS = new Set(['strength', 'cross-training']);
const INTENSITY_OF_ZONE: Readonly<Record<string, Intensity>> = {
  marathon: 'marathon',
  half_marathon: 'threshold',
  threshold: 'threshold',
  '10k': 'interval',
  interval: 'interval',
  repetition: 'repetition',
};
/** The least effort of ten that is this intensity. */
const INTENSITY_OF_EFFORT: readonly (readonly [number, Intensity])[] = [
  [8, 'interval'],
  [6, 'threshold'],
  [5, 'marathon'],
];
/** Daniels. */
const POINTS_A_MINUTE: Readonly<Record<Intensity, number>> = {
  marathon: 0.4,
  threshold: 0.6,
  interval: 1,
  repetition: 1.5,
};
const STRIDE = { duration_s: 60, distance_m: 300 };

export function factsOf(one: Case): Facts {
  const { asked, known, plan } = one;
  const vdot = known.vdot ?? TYPICAL[asked.experience_level].vdot;
  const sessions = plan.content
    .map((workout) => sessionOf(workout, daysBetween(asked.start_date, workout.date), vdot))
    .toSorted((a, b) => a.at - b.at);
  const runs = sessions.filter(({ isRun }) => isRun);
  const weeks = Array.from({ length: asked.weeks }, (_, index): Week => {
    const own = sessions.filter(({ workout }) => workout.week_number === index + 1);
    const training = own.filter(({ isRun, isRace }) => isRun && !isRace);
    return {
      number: index + 1,
      sessions: own,
      training_m: metresOf(training),
      longest_m: Math.max(0, ...training.map(({ workout }) => workout.distance_m)),
    };
  });
  const { event, race_date } = asked.goal;
  const race =
    event === 'general' || race_date === null
      ? null
      : { event, date: race_date, at: daysBetween(asked.start_date, race_date) };
  const before = runs.filter(({ at, isRace }) => !isRace && (race === null || at < race.at));
  const longest_m = Math.max(0, ...before.map(({ workout }) => workout.distance_m));
  return {
    ...one,
    sessions,
    runs,
    weeks,
    race,
    races: [...(race === null ? [] : [race]), ...otherRaces(one)],
    longest_m,
  };
}

/** Races that are trained for besides the goal's; those of priority c are run out of training. */
function otherRaces({ asked }: Case): PlanRace[] {
  const races = asked.constraints?.races ?? [];
  return races
    .filter(({ priority }) => priority !== 'c')
    .map(({ date, event, distance_m }) => {
      const nearest = Object.entries(RACE_M).toSorted(
        ([, a], [, b]) => Math.abs(a - (distance_m ?? 0)) - Math.abs(b - (distance_m ?? 0)),
      );
      return {
        event: event ?? (nearest[0]?.[0] as Race),
        date,
        at: daysBetween(asked.start_date, date),
      };
    });
}

function sessionOf(workout: ServedWorkout, at: number, vdot: number): Session {
  const isRun = !NO_RUNS.has(workout.workout_type);
  const isRace = workout.workout_type === 'race';
  const metres = { marathon: 0, threshold: 0, interval: 0, repetition: 0 };
  let [hard_s, points] = [0, 0];
  if (isRun)
    for (const { segment, times } of stretchesOf(workout.segments)) {
      const intensity = intensityOf(segment, workout);
      if (intensity === null || isStride(segment, workout)) continue;
      const speed = speedOf(segment, intensity, vdot);
      const seconds = times * (segment.duration_s ?? (segment.distance_m ?? 0) / speed);
      hard_s += seconds;
      points += (POINTS_A_MINUTE[intensity] * seconds) / MINUTE;
      metres[intensity] += times * (segment.distance_m ?? (segment.duration_s ?? 0) * speed);
    }
  const isHard = isRun && (QUALITY_TYPES.has(workout.workout_type) || isRace || hard_s >= HARD_FROM_S);
  return { workout, at, isRun, isRace, isHard, hard_s, points, metres };
}

/** Each stretch and how often it is run. */
export function stretchesOf(
  segments: readonly ServedSegment[],
  times = 1,
): { segment: ServedSegment; times: number }[] {
  return segments.flatMap((segment) =>
    segment.repeat === undefined
      ? [{ segment, times }]
      : stretchesOf(segment.repeat.segments, times * segment.repeat.times),
  );
}

/** Intervals and fartleks, and what is faster than threshold pace, but for hills and strides, which have names of their own. */
export function isSpeedWork({ workout, isRun }: Session): boolean {
  const { workout_type, segments } = workout;
  if (workout_type === 'intervals' || workout_type === 'fartlek') return true;
  if (!isRun || workout_type === 'hills') return false;
  return stretchesOf(segments).some(({ segment }) => {
    const intensity = intensityOf(segment, workout);
    return (intensity === 'interval' || intensity === 'repetition') && !isStride(segment, workout);
  });
}

function intensityOf({ kind, target }: ServedSegment, { workout_type }: ServedWorkout): Intensity | null {
  const zone = target?.zone ?? null;
  if (zone !== null && zone in INTENSITY_OF_ZONE) return INTENSITY_OF_ZONE[zone] ?? null;
  if (zone !== null) return null;
  const effort = target?.type === 'effort' ? (target.min ?? target.max ?? null) : null;
  if (effort !== null) return INTENSITY_OF_EFFORT.find(([from]) => effort >= from)?.[1] ?? null;
  return kind === 'work' && QUALITY_TYPES.has(workout_type) ? 'threshold' : null;
}

function isStride({ duration_s, distance_m }: ServedSegment, { workout_type }: ServedWorkout): boolean {
  if (QUALITY_TYPES.has(workout_type)) return false;
  return (duration_s ?? 0) <= STRIDE.duration_s && (distance_m ?? 0) <= STRIDE.distance_m;
}

/** Metres a second; where the target is no pace, that of its zone or intensity at the runner's VDOT. */
function speedOf({ target }: ServedSegment, intensity: Intensity, vdot: number): number {
  if (target?.type === 'pace' && target.min != null && target.max != null)
    return 2_000 / (target.min + target.max);
  return speedOfZone(vdot, target?.zone ?? intensity);
}

function metresOf(sessions: readonly Session[]): number {
  return sessions.reduce((sum, { workout }) => sum + workout.distance_m, 0);
}

/** Training metres of the days from one to another, both inclusive. */
export function volumeOfDays({ runs }: Facts, from: number, to: number): number {
  return metresOf(runs.filter(({ at, isRace }) => !isRace && at >= from && at <= to));
}

/** The best of the four weeks before a week of the plan, those of the history among them; the level's typical one where nothing is known. */
export function bestOfFour({ weeks, known, asked }: Facts, number: number): number {
  const past = known.history?.weekly_distance_m ?? [TYPICAL[asked.experience_level].week_m];
  const all = [...past, ...weeks.slice(0, number - 1).map(({ training_m }) => training_m)];
  const last =
    known.history === null ? all.slice(Math.max(number > 4 ? 1 : 0, all.length - 4)) : all.slice(-4);
  return Math.max(0, ...last);
}

/** The largest seven days of the six weeks before a day, or of the history's last four where the plan is shorter than that. */
export function peakBefore(facts: Facts, day: number): number {
  const first = Math.max(0, day - WEEKS_OF_PEAK * 7);
  let peak = 0;
  for (let from = first; from + 6 < day; from += 1)
    peak = Math.max(peak, volumeOfDays(facts, from, from + 6));
  const past = day < WEEKS_OF_PEAK * 7 ? (facts.known.history?.weekly_distance_m.slice(-4) ?? []) : [];
  return Math.max(peak, ...past);
}

/** The first day of a race's taper. */
export function taperStart({ event, at }: PlanRace): number {
  return at - Math.max(...TAPER[event].map(({ from }) => from));
}

/** A long run by name, or by what it is. */
export function isLong({ longest_m }: Facts, { workout, isRun, isRace }: Session): boolean {
  if (!isRun || isRace) return false;
  if (workout.workout_type === 'long-run') return true;
  const { share, duration_s } = LONG_IN_DISGUISE;
  return workout.distance_m > share * longest_m && workout.duration_s > duration_s;
}

/** Weeks in which the usual is trained: neither lighter ones nor such with a taper, a race or the days after one in them. */
export function isFullWeek(facts: Facts, { number, training_m, sessions }: Week): boolean {
  if (number < QUALITY.from_week || sessions.length === 0) return false;
  if (training_m < QUALITY.full * bestOfFour(facts, number)) return false;
  const [first, last] = [(number - 1) * 7, number * 7 - 1];
  return (
    facts.races.every((race) => last < taperStart(race) || first > race.at + DAYS_AFTER_RACE) &&
    !isHindered(facts, first, last)
  );
}

function isHindered({ asked }: Facts, first: number, last: number): boolean {
  const { unavailable = [], injuries = [] } = asked.constraints ?? {};
  return [...unavailable, ...injuries].some(({ from, to }) => {
    const [begin, end] = [
      daysBetween(asked.start_date, from),
      to === undefined ? Number.POSITIVE_INFINITY : daysBetween(asked.start_date, to),
    ];
    return begin <= last && end >= first;
  });
}

export function found(code: Code, at: Omit<Finding, 'code'>): Finding {
  return { code, ...at };
}
