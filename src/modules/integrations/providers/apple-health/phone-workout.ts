import { invalidField } from '../../../../shared/errors.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/time.ts';
import { type SportType, sportFamily, sportFromWord } from '../../../../training/sport.ts';
import { blankSample, NOTHING_STATED, type Recording, type Sample } from '../../../activities/index.ts';
import type { Moment } from './wire.ts';

/** A workout as a phone reports it, in a form common to all its apps. Null is unknown. */
export type PhoneWorkout = {
  readonly path: string;
  /** HealthKit's own id of the workout. */
  readonly uuid: string | null;
  readonly kind: string;
  readonly is_indoor: boolean;
  readonly start: Moment;
  readonly end: Moment;
  readonly moving_time_s: number | null;
  readonly distance_m: number | null;
  readonly energy_kcal: number | null;
  readonly average_heart_rate_bpm: number | null;
  readonly max_heart_rate_bpm: number | null;
  readonly elevation_gain_m: number | null;
  readonly elevation_loss_m: number | null;
  readonly origin: string;
  readonly device_name: string | null;
  readonly samples: readonly Sample[];
};

/** A phone ends a workout that was never stopped long before this. */
const MAX_DURATION_MS = 14 * DAY_MS;
/** Faster than any sport, by far. */
const FASTEST_MPS = 100;
const MAX_POINTS = 100_000;

/** @throws AppError 400 for values that are impossible, naming the field */
export function checkWorkout(workout: PhoneWorkout, names: { end: string; distance: string }): PhoneWorkout {
  const { path, start, end, distance_m, samples } = workout;
  const duration_ms = end.at.getTime() - start.at.getTime();
  if (duration_ms <= 0) throw invalidField(`${path}.${names.end}`, 'must be after the start');
  if (duration_ms > MAX_DURATION_MS) {
    throw invalidField(`${path}.${names.end}`, 'must be at most 14 days after the start');
  }
  const seconds = Math.max(workout.moving_time_s || duration_ms / SECOND_MS, 1);
  if (distance_m !== null && distance_m / seconds > FASTEST_MPS) {
    throw invalidField(`${path}.${names.distance}`, 'is too far for that time: check its unit');
  }
  if (samples.length > MAX_POINTS) {
    throw invalidField(path, `has more than ${MAX_POINTS} points: leave some out`);
  }
  return workout;
}

const PREFIX = /^HKWorkoutActivityType/;
const INDOORS: Readonly<Partial<Record<SportType, SportType>>> = {
  run: 'treadmill_run',
  ride: 'indoor_ride',
  rowing: 'indoor_rowing',
};

/** The sport in any of the spellings: `HKWorkoutActivityTypeRunning`, `running`, `Outdoor Run`. */
export function sportOf({ kind, is_indoor }: Pick<PhoneWorkout, 'kind' | 'is_indoor'>): SportType {
  const sport = sportFromWord(kind.replace(PREFIX, ''));
  return (is_indoor ? INDOORS[sport] : undefined) ?? sport;
}

/** An id that stays the same however often a workout is sent: its own, or else its sport, time and author. */
export function externalId(workout: PhoneWorkout): string {
  if (workout.uuid !== null) return workout.uuid.toLowerCase();
  const second = ({ at }: Moment): string => new Date(Math.floor(at.getTime() / 1000) * 1000).toISOString();
  // The family of the sport is used, since the same run is "running" to one app and "Outdoor Run" to another.
  return [sportFamily(sportOf(workout)), second(workout.start), second(workout.end), workout.origin].join(
    ' ',
  );
}

/** The input of `summarizeRecording`. @param beats samples of the heart, where the workout brings none of its own */
export function toRecording(workout: PhoneWorkout, beats: readonly Sample[]): Recording {
  const sport_type = sportOf(workout);
  const { start, end } = workout;
  const elapsed_s = (end.at.getTime() - start.at.getTime()) / SECOND_MS;
  const offset_min = start.offset_min;
  return {
    sport_type,
    name: sport_type === 'other' ? inWords(workout.kind) : null,
    description: null,
    device_name: workout.device_name,
    start_ms: start.at.getTime(),
    utc_offset_s: offset_min === null ? null : (offset_min * MINUTE_MS) / SECOND_MS,
    stated: {
      ...NOTHING_STATED,
      elapsed_s,
      timer_s: Math.min(workout.moving_time_s || elapsed_s, elapsed_s),
      distance_m: workout.distance_m || null,
      average_heart_rate_bpm: workout.average_heart_rate_bpm || null,
      max_heart_rate_bpm: workout.max_heart_rate_bpm || null,
      elevation_gain_m: workout.elevation_gain_m,
      elevation_loss_m: workout.elevation_loss_m,
      // A phone that did not count energy writes 0.
      calories_kcal: workout.energy_kcal || null,
    },
    laps: [],
    samples: joinBySecond([...workout.samples, ...beats]),
  };
}

/** Route and heart are measured separately: samples within one second are joined into one. */
function joinBySecond(samples: readonly Sample[]): Sample[] {
  const bySecond = new Map<number, Sample>();
  for (const sample of samples) {
    const second = Math.floor((sample.time_ms ?? 0) / SECOND_MS);
    const before = bySecond.get(second);
    bySecond.set(second, before === undefined ? sample : joined(before, sample));
  }
  return [...bySecond.values()];
}

function joined(a: Sample, b: Sample): Sample {
  const values = Object.entries(b).filter(([, value]) => value !== null);
  const known = Object.fromEntries(values.filter(([name]) => Reflect.get(a, name) === null));
  return { ...a, ...known };
}

export function beat(at: Date, heart_rate_bpm: number): Sample {
  return { ...blankSample(0), time_ms: at.getTime(), heart_rate_bpm };
}

/** `HKWorkoutActivityTypeDiscSports` becomes "Disc Sports". */
function inWords(kind: string): string | null {
  const words = kind
    .replace(PREFIX, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .trim();
  return words === '' ? null : words;
}
