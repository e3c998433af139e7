import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decoder, Stream } from '@garmin/fitsdk';
import type { Segment } from '../../training/planning/plan.ts';
import { type WatchWorkout, writeFitWorkout } from './write-fit-workout.ts';

const MADE_AT = new Date('2026-07-01T06:00:00Z');

const SETS: readonly Segment[] = [
  { kind: 'warmup', duration_s: 900, target: { type: 'heart_rate', min: 128, max: 144, zone: 'easy' } },
  {
    kind: 'repeat',
    repeat: {
      times: 3,
      segments: [
        {
          kind: 'repeat',
          repeat: {
            times: 4,
            segments: [
              {
                kind: 'work',
                distance_m: 400,
                target: { type: 'pace', min: 240, max: 250, zone: 'interval' },
                note: 'Relax.',
              },
              { kind: 'recovery', duration_s: 60 },
            ],
          },
        },
        { kind: 'recovery', duration_s: 180 },
      ],
    },
  },
  { kind: 'cooldown', distance_m: 2_000, target: { type: 'effort', min: 2, max: 3, zone: null } },
];

const workout = (fields: Partial<WatchWorkout> = {}): WatchWorkout => ({
  title: '3 × 4 × 400 m',
  description: 'Sets.',
  workout_type: 'intervals',
  segments: SETS,
  ...fields,
});

/** What Garmin's own decoder finds, checksums included. */
function read(fields: Partial<WatchWorkout> = {}) {
  const decoder = new Decoder(Stream.fromByteArray([...writeFitWorkout(workout(fields), MADE_AT)]));
  assert.ok(decoder.checkIntegrity());
  const { messages, errors } = decoder.read();
  assert.deepEqual(errors, []);
  const [file] = messages.fileIdMesgs ?? [];
  const [head] = messages.workoutMesgs ?? [];
  return { file, head, steps: messages.workoutStepMesgs ?? [] };
}

test('is a file that Garmin’s decoder reads: a head, and a step for each stretch', () => {
  const { file, head, steps } = read();
  assert.deepEqual([file?.type, file?.timeCreated], ['workout', MADE_AT]);
  assert.deepEqual(
    [head?.sport, head?.numValidSteps, head?.wktName, head?.wktDescription],
    ['running', 7, '3 × 4 × 400 m', 'Sets.'],
  );
  assert.deepEqual(
    steps.map(({ messageIndex }) => messageIndex),
    [0, 1, 2, 3, 4, 5, 6],
  );
  assert.deepEqual(
    steps.map(({ intensity }) => intensity),
    ['warmup', 'active', 'recovery', undefined, 'recovery', undefined, 'cooldown'],
  );
});

test('lengths are seconds and metres, repeats lead back to their first step', () => {
  const { steps } = read();
  assert.deepEqual(
    steps.map(({ durationTime, durationDistance }) => durationTime ?? durationDistance),
    [900, 400, 60, undefined, 180, undefined, 2_000],
  );
  const repeats = steps.filter(({ durationType }) => durationType === 'repeatUntilStepsCmplt');
  assert.deepEqual(
    repeats.map(({ durationStep, repeatSteps }) => [durationStep, repeatSteps]),
    [
      [1, 4],
      [1, 3],
    ],
  );
});

test('a pace is a range of speed, a heart rate one of beats, an effort stands in the notes', () => {
  const [warmup, fast, , , , , cooldown] = read().steps;
  // Above 100 the profile counts beats, below it percent.
  assert.deepEqual(
    [warmup?.targetType, warmup?.customTargetHeartRateLow, warmup?.customTargetHeartRateHigh],
    ['heartRate', 228, 244],
  );
  assert.deepEqual(
    [fast?.targetType, fast?.customTargetSpeedLow, fast?.customTargetSpeedHigh, fast?.notes],
    ['speed', 4, 4.167, 'Relax.'],
  );
  assert.deepEqual([cooldown?.targetType, cooldown?.notes], ['open', 'RPE 2–3/10']);
});

test('an open end, no target and no length are said as watches know them', () => {
  const segments: readonly Segment[] = [
    { kind: 'work', distance_m: 1_000, target: { type: 'pace', min: null, max: 300, zone: null } },
    { kind: 'work', duration_s: 60, target: { type: 'heart_rate', min: 150, max: null, zone: null } },
    { kind: 'work', duration_s: 60, target: { type: 'pace', min: null, max: null, zone: null } },
    { kind: 'work' },
  ];
  const [slower, higher, without, open] = read({ segments }).steps;
  assert.deepEqual([slower?.customTargetSpeedLow, slower?.customTargetSpeedHigh], [3.333, 8.333]);
  assert.deepEqual([higher?.customTargetHeartRateLow, higher?.customTargetHeartRateHigh], [250, 350]);
  assert.deepEqual([without?.targetType, open?.targetType, open?.durationType], ['open', 'open', 'open']);
});

test('texts are cut between characters, and strength is no running', () => {
  const { head } = read({
    title: '駅伝'.repeat(40),
    description: '',
    workout_type: 'strength',
    segments: [],
  });
  assert.equal(head?.wktName, '駅伝'.repeat(10));
  assert.deepEqual(
    [head?.sport, head?.subSport, head?.numValidSteps, head?.wktDescription],
    ['training', 'strengthTraining', 0, undefined],
  );
});
