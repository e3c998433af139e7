import {
  type Encodable,
  Encoder,
  type FileCreatorMesg,
  type FileIdMesg,
  type Mesg,
  type Types,
  type WorkoutMesg,
  type WorkoutStepMesg,
} from '@garmin/fitsdk';
import type { Segment, StepKind, Target } from '../../training/planning/plan.ts';
import type { WorkoutType } from '../../training/workout-types.ts';

export type WatchWorkout = {
  readonly title: string;
  readonly description: string;
  readonly workout_type: WorkoutType;
  readonly segments: readonly Segment[];
};

const MESSAGE = { fileId: 0, fileCreator: 49, workout: 26, workoutStep: 27 } as const;

/** Bytes that a text may have: watches cut longer names, and the format ends at 255. */
const MOST_NAME_BYTES = 60;
const MOST_NOTE_BYTES = 240;

const INTENSITY: Readonly<Record<StepKind, Types.Intensity>> = {
  warmup: 'warmup',
  work: 'active',
  recovery: 'recovery',
  cooldown: 'cooldown',
};

const SPORT: Readonly<Partial<Record<WorkoutType, { sport: Types.Sport; subSport: Types.SubSport }>>> = {
  strength: { sport: 'training', subSport: 'strengthTraining' },
  'cross-training': { sport: 'generic', subSport: 'generic' },
};
const RUNNING = { sport: 'running', subSport: 'generic' } as const;

/** The FIT profile adds this to a heart rate in beats, since smaller numbers are percent of the highest. */
const BEATS_FROM = 100;

/**
 * A workout as a FIT workout file for watches of Garmin, Coros, Suunto and Polar: steps by time, distance, or until the
 * lap button; repeats as steps that lead back; targets as speed or heart rate. Efforts cannot be measured, so they stand
 * in the step's notes. Source: Garmin FIT SDK, workout and workout_step messages; written by its own encoder.
 */
export function writeFitWorkout(workout: WatchWorkout, made_at: Date): Uint8Array {
  const steps = stepsOf(workout.segments, 0);
  const encoder = new Encoder();
  const file: Encodable<FileIdMesg> = {
    mesgNum: MESSAGE.fileId,
    type: 'workout',
    manufacturer: 'development',
    product: 0,
    serialNumber: 1,
    timeCreated: made_at,
  };
  const creator: Encodable<FileCreatorMesg> = { mesgNum: MESSAGE.fileCreator, softwareVersion: 1 };
  const head: Encodable<WorkoutMesg> = {
    mesgNum: MESSAGE.workout,
    ...(SPORT[workout.workout_type] ?? RUNNING),
    numValidSteps: steps.length,
    wktName: cut(workout.title, MOST_NAME_BYTES),
    ...(workout.description === '' ? {} : { wktDescription: cut(workout.description, MOST_NOTE_BYTES) }),
  };
  const messages: Encodable<Mesg>[] = [file, creator, head, ...steps];
  for (const message of messages) encoder.writeMesg(message);
  return new Uint8Array(encoder.close());
}

type Step = Encodable<WorkoutStepMesg>;

function stepsOf(segments: readonly Segment[], first: number): Step[] {
  const steps: Step[] = [];
  for (const segment of segments) {
    const next = first + steps.length;
    steps.push(...(segment.repeat === undefined ? [stepOf(segment, next)] : repeated(segment.repeat, next)));
  }
  return steps;
}

function repeated({ times, segments }: NonNullable<Segment['repeat']>, first: number): Step[] {
  const inner = stepsOf(segments, first);
  if (inner.length === 0) return [];
  const back: Step = {
    mesgNum: MESSAGE.workoutStep,
    messageIndex: first + inner.length,
    durationType: 'repeatUntilStepsCmplt',
    durationValue: first,
    targetType: 'open',
    targetValue: times,
  };
  return [...inner, back];
}

function stepOf(segment: Segment, index: number): Step {
  const { kind, target, note } = segment;
  const notes = [note, effortNote(target)].filter((text) => text !== undefined).join(' ');
  return {
    mesgNum: MESSAGE.workoutStep,
    messageIndex: index,
    ...lengthOf(segment),
    ...targetOf(target),
    intensity: kind === 'repeat' ? 'active' : INTENSITY[kind],
    ...(notes === '' ? {} : { notes: cut(notes, MOST_NOTE_BYTES) }),
  };
}

function lengthOf({ duration_s, distance_m }: Segment): Pick<Step, 'durationType' | 'durationValue'> {
  if (distance_m !== undefined)
    return { durationType: 'distance', durationValue: Math.round(distance_m * 100) };
  if (duration_s !== undefined)
    return { durationType: 'time', durationValue: Math.round(duration_s * 1_000) };
  return { durationType: 'open', durationValue: 0 };
}

/** Watches want two numbers, so an open range ends at a pace that nobody runs. */
const SLOWEST_S_PER_KM = 1_800;
const FASTEST_S_PER_KM = 120;
const LOWEST_BPM = 30;
const HIGHEST_BPM = 250;

function targetOf(target: Target | undefined): Partial<WorkoutStepMesg> {
  const isBounded = target !== undefined && (target.min !== null || target.max !== null);
  if (!isBounded || target.type === 'effort') return { targetType: 'open', targetValue: 0 };
  const custom = (type: Types.WktStepTarget, low: number, high: number): Partial<WorkoutStepMesg> => ({
    targetType: type,
    targetValue: 0,
    customTargetValueLow: Math.round(low),
    customTargetValueHigh: Math.round(high),
  });
  if (target.type === 'heart_rate') {
    return custom(
      'heartRate',
      BEATS_FROM + (target.min ?? LOWEST_BPM),
      BEATS_FROM + (target.max ?? HIGHEST_BPM),
    );
  }
  return custom('speed', speedOf(target.max ?? SLOWEST_S_PER_KM), speedOf(target.min ?? FASTEST_S_PER_KM));
}

/** Millimetres a second, of seconds a kilometre. */
function speedOf(pace_s_per_km: number): number {
  return 1_000_000 / pace_s_per_km;
}

function effortNote(target: Target | undefined): string | undefined {
  if (target?.type !== 'effort') return undefined;
  const ends = [target.min, target.max].filter((end) => end !== null);
  return ends.length === 0 ? undefined : `RPE ${[...new Set(ends)].join('–')}/10`;
}

function cut(text: string, most_bytes: number): string {
  let kept = '';
  let bytes = 0;
  for (const { segment } of GRAPHEMES.segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > most_bytes) return kept;
    kept += segment;
  }
  return kept;
}

const GRAPHEMES = new Intl.Segmenter();
