import type { Repetitions, RestWay } from '../../../training/repetitions.ts';
import { gradeLength, LONGEST_DAYS, type LongerRun } from '../../../training/volume-change.ts';
import { phrase } from '../../../words/index.ts';
import {
  distanceWords,
  durationWords,
  paceWords,
  raceClock,
  spanWords,
  stretchWords,
  sumWords,
  timeTakenWords,
} from '../../../words/measure-words.ts';
import type { SpokenFacts, Voice } from '../facts.ts';
import { factsOfRace, type SpokenRace, speakRace } from '../spoken-race.ts';
import type { SummaryFacts } from './queries.ts';
import type { RunsBefore, SportName, WorkoutFacts } from './workout-facts.ts';

export const REMARKS = [
  'race',
  'return',
  'comeback',
  'longest',
  'longest_by_far',
  'faster_end',
  'slower_end',
  'hard',
  'easy',
  'long',
  'run',
  'other',
] as const;
export type Remark = (typeof REMARKS)[number];

/** The figures of a workout as one person reads them; what there is nothing to say of is not there. */
export type SpokenWorkout = {
  readonly sport: SportName;
  readonly remark: Remark;
  readonly time: string;
  readonly distance?: string;
  readonly pace?: string;
  readonly climb?: string;
  readonly heart_rate?: string;
  readonly race?: SpokenRace;
  readonly halves?: { readonly first: string; readonly second: string; readonly is_graded: boolean };
  readonly repetitions?: SpokenRepetitions;
  /** How much longer it was than any run of so many `days` before; without a share where nobody would understand that. */
  readonly longer?: { readonly share?: string; readonly days: string };
  readonly since?: string;
};

export type SpokenRepetitions = {
  /** "6 × 800 m". */
  readonly sets: string;
  /** Times of distances that were timed, else paces. */
  readonly fastest: string;
  readonly slowest: string;
  readonly between?: { readonly length: string; readonly way: RestWay | null };
};

/** A climb that somebody has felt. */
const LEAST_CLIMB_M = 30;
const METRES_PER_FOOT = 0.3048;
/** Below this a run has no distance worth comparing, in metres. */
const LEAST_LONGEST_M = 5_000;
/** With so many runs before it one can be the longest. */
const LEAST_RUNS = 4;
const COMEBACK_DAYS = 14;
/** After a longer break than this somebody is not just back at it: they return. */
const RETURN_DAYS = 28;
/** Whose last run was longer ago has one that a wrong clock put there. */
const MOST_DAYS = 20 * 366;
/** Seconds for each second of the first half that the second one was faster or slower by. */
const FASTER = 0.98;
const SLOWER = 1.06;
const PACED: readonly Remark[] = ['faster_end', 'slower_end'];
const LONGEST: readonly Remark[] = ['longest', 'longest_by_far'];
/** Facts that were stored without `known_days` were gathered over so many days. */
const KNOWN_DAYS = 28;
/** Since when runs must be known for one to be the longest. */
const LEAST_KNOWN_DAYS = 14;
/** More than so many times as much is told without its share. */
const MOST_PERCENT = 200;

export function speakWorkout({ workout: facts, before, race }: SummaryFacts, voice: Voice): SpokenWorkout {
  const remark = remarkOn(facts, before);
  const { distance_m, time_s, pace_s_per_km, climb_m, heart_rate_bpm, halves, repetitions } = facts;
  const pace = pace_s_per_km === null ? undefined : paceWords(pace_s_per_km, voice);
  const isClimb = climb_m !== null && climb_m >= LEAST_CLIMB_M;
  return {
    sport: facts.sport,
    remark,
    time: timeTakenWords(time_s, voice),
    ...(distance_m === null ? {} : { distance: distanceOf(distance_m, voice) }),
    ...(pace === undefined ? {} : { pace }),
    ...(facts.is_race && facts.is_running
      ? { race: speakRace({ distance_m, time_s, taper_weeks: race?.taper_weeks ?? null, pace }, voice) }
      : {}),
    ...(isClimb ? { climb: climbOf(climb_m, voice) } : {}),
    ...(heart_rate_bpm === null ? {} : { heart_rate: `${Math.round(heart_rate_bpm)} bpm` }),
    ...(halves === null || !PACED.includes(remark)
      ? {}
      : {
          halves: {
            first: paceWords(halves.first_s_per_km, voice),
            second: paceWords(halves.second_s_per_km, voice),
            is_graded: halves.is_graded,
          },
        }),
    ...(repetitions === null ? {} : { repetitions: spokenRepetitions(repetitions, voice) }),
    ...(LONGEST.includes(remark) ? spokenLength(facts, before, voice) : {}),
    ...spokenBreak(remark, before, voice),
  };
}

/** A race is told with the break before it only where that was long: who rests for one has not been away. */
function spokenBreak(remark: Remark, before: RunsBefore | null, voice: Voice): Pick<SpokenWorkout, 'since'> {
  const days = before?.days_since;
  if (days == null || days > MOST_DAYS) return {};
  const isTold = remark === 'comeback' || remark === 'return' || (remark === 'race' && days > RETURN_DAYS);
  return isTold ? { since: spanWords(days, voice) } : {};
}

function remarkOn(facts: WorkoutFacts, before: RunsBefore | null): Remark {
  const { is_running, is_race, workout_type, halves, repetitions } = facts;
  if (is_race) return 'race';
  if (!is_running) return 'other';
  const days = before?.days_since ?? 0;
  if (days >= COMEBACK_DAYS && days <= MOST_DAYS) return days > RETURN_DAYS ? 'return' : 'comeback';
  if (isLongest(facts, before)) return gradeOf(facts, before)?.is_far === true ? 'longest_by_far' : 'longest';
  switch (workout_type) {
    case 'intervals':
    case 'hills':
    case 'fartlek':
    case 'race-pace':
    case 'tempo':
      return 'hard';
    default:
  }
  // Of runs with walks between nobody knows how hard they were; halves of either tell nothing.
  if (repetitions !== null)
    return repetitions.between?.way === 'walk' || workout_type !== null ? plain(workout_type) : 'hard';
  if (halves !== null && halves.ratio.most <= FASTER) return 'faster_end';
  if (halves !== null && halves.ratio.least >= SLOWER) return 'slower_end';
  return plain(workout_type);
}

function plain(workout_type: WorkoutFacts['workout_type']): Remark {
  if (workout_type === 'long-run') return 'long';
  return workout_type === 'easy-run' || workout_type === 'recovery-run' ? 'easy' : 'run';
}

function isLongest({ distance_m }: WorkoutFacts, before: RunsBefore | null): boolean {
  if (distance_m === null || before?.longest_m == null || distance_m <= before.longest_m) return false;
  const known_days = before.known_days ?? KNOWN_DAYS;
  return distance_m >= LEAST_LONGEST_M && before.runs >= LEAST_RUNS && known_days >= LEAST_KNOWN_DAYS;
}

function gradeOf({ distance_m }: WorkoutFacts, before: RunsBefore | null): LongerRun | null {
  return before === null
    ? null
    : gradeLength(distance_m, { ...before, known_days: before.known_days ?? KNOWN_DAYS });
}

function spokenLength(
  facts: WorkoutFacts,
  before: RunsBefore | null,
  voice: Voice,
): Pick<SpokenWorkout, 'longer'> {
  const grade = gradeOf(facts, before);
  if (grade === null) return {};
  const share = grade.percent > MOST_PERCENT ? {} : { share: `${grade.percent}%` };
  return { longer: { ...share, days: phrase(voice.language, 'measures.days', { n: LONGEST_DAYS }) } };
}

function spokenRepetitions(found: Repetitions, voice: Voice): SpokenRepetitions {
  const { count, each, times, between } = found;
  const length = (one: { readonly distance_m: number } | { readonly duration_s: number }): string =>
    'distance_m' in one ? distanceWords(one.distance_m, voice) : durationWords(one.duration_s, voice);
  return {
    sets: `${count} × ${length(each)}`,
    fastest: times === null ? paceWords(found.fastest_s_per_km, voice) : raceClock(times.fastest_s),
    slowest: times === null ? paceWords(found.slowest_s_per_km, voice) : raceClock(times.slowest_s),
    ...(between === null ? {} : { between: { length: length(between), way: between.way } }),
  };
}

function distanceOf(distance_m: number, voice: Voice): string {
  return distance_m < 1_000 ? stretchWords(distance_m, voice) : sumWords(distance_m, voice);
}

function climbOf(climb_m: number, { language, unit_system }: Voice): string {
  return unit_system === 'imperial'
    ? phrase(language, 'measures.feet', { n: Math.round(climb_m / METRES_PER_FOOT) })
    : phrase(language, 'measures.metres', { n: Math.round(climb_m) });
}

/** The same as a model gets to read it. @param words.sport what the sport is called, and what is remarkable of it */
export function factsOfSpoken(
  spoken: SpokenWorkout,
  words: {
    readonly sport: string;
    readonly remark: string;
    readonly halves: string;
    readonly repetitions: string;
    readonly longer: string;
  },
): SpokenFacts {
  const facts: Record<string, string | undefined> = {
    sport: words.sport,
    assessment: words.remark,
    distance: spoken.distance,
    time: spoken.time,
    average_pace: spoken.pace,
    climb: spoken.climb,
    average_heart_rate: spoken.heart_rate,
    paces_of_both_halves: spoken.halves && words.halves,
    ...(spoken.race && factsOfRace(spoken.race)),
    repetitions: spoken.repetitions && words.repetitions,
    length: spoken.longer && words.longer,
    time_since_the_last_run: spoken.since,
  };
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[name, fact]])),
  );
}
