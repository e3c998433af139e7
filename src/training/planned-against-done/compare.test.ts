import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { planPaces } from '../planning/paces.ts';
import { comparePlannedWithDone, type PlannedAgainstDone } from './compare.ts';
import type { DoneLap } from './done-run.ts';
import type { PlannedSegment, PlannedSession } from './steps.ts';

const NOBODY = { paces: null, heart_rates: null };
const worked = ({ steps }: PlannedAgainstDone) => steps.filter(({ step }) => step.kind === 'work');

const lap = (index: number, start_s: number, duration_s: number, distance_m: number | null): DoneLap => ({
  index,
  start_s,
  duration_s,
  moving_time_s: duration_s,
  distance_m,
  average_heart_rate_bpm: 150,
});
const lapsOf = (pieces: readonly (readonly [seconds: number, metres: number | null])[]): DoneLap[] => {
  let start_s = 0;
  return pieces.map(([seconds, metres], index) => {
    start_s += index === 0 ? 0 : (pieces[index - 1]?.[0] ?? 0);
    return lap(index, start_s, seconds, metres);
  });
};
const byLaps = (planned: PlannedSession, pieces: readonly (readonly [number, number | null])[]) =>
  comparePlannedWithDone(
    planned,
    [{ activity_id: 'one', whole: null, laps: lapsOf(pieces), samples: null }],
    NOBODY,
  );
function samplesOf(pieces: readonly (readonly [seconds: number, mps: number, grade?: number])[], bpm = 140) {
  const [time_s, distance_m, altitude_m] = [[0], [0], [100]];
  for (const [seconds, mps, grade = 0] of pieces)
    for (let second = 0; second < seconds; second += 1) {
      time_s.push(time_s.length);
      distance_m.push((distance_m.at(-1) ?? 0) + mps);
      altitude_m.push((altitude_m.at(-1) ?? 0) + mps * grade);
    }
  return { time_s, distance_m, altitude_m, heart_rate_bpm: time_s.map(() => bpm) };
}
const pace = (min: number | null, max: number | null, zone = 'threshold') =>
  ({ type: 'pace', min, max, zone }) as const;
const statuses = ({ steps }: PlannedAgainstDone) => steps.map(({ status }) => status);
const codes = ({ compliance }: PlannedAgainstDone) => compliance.why.map(({ code }) => code);

describe('single sessions', () => {
  const tempo: PlannedSession = {
    workout_type: 'tempo',
    segments: [
      { kind: 'warmup', duration_s: 900 },
      { kind: 'work', duration_s: 1_200, target: pace(236, 244) },
      { kind: 'cooldown', duration_s: 600 },
    ],
  };

  test('a tempo over laps of a kilometre is one step of several laps', () => {
    const result = byLaps(tempo, [
      [900, 2_500],
      [240, 1_000],
      [241, 1_000],
      [239, 1_000],
      [240, 1_000],
      [240, 1_000],
      [600, 1_600],
    ]);
    assert.deepEqual(statuses(result), ['matched', 'matched', 'matched']);
    assert.deepEqual(result.steps[1]?.ranges[0]?.lap_indexes, [1, 2, 3, 4, 5]);
    assert.deepEqual([result.compliance.level, codes(result)], ['as_planned', ['work_on_target']]);
  });

  test('work that was broken off is short, by how much, and slower by how many seconds', () => {
    const result = byLaps(tempo, [
      [900, 2_500],
      [720, 2_880],
      [600, 1_600],
    ]);
    const [, work] = result.steps;
    assert.deepEqual(
      [work?.status, work?.deviation?.duration_s, work?.deviation?.length_share],
      ['short', -480, -0.4],
    );
    assert.deepEqual([work?.deviation?.verdict, work?.deviation?.pace_s_per_km], ['slower', 6]);
    assert.equal(result.compliance.level, 'with_differences');
    assert.deepEqual(codes(result).slice(0, 2), ['work_short', 'work_slower']);
  });

  test('a set in which nobody pressed the button is merged, and its numbers are those of the whole', () => {
    const planned: PlannedSession = {
      workout_type: 'intervals',
      segments: [
        { kind: 'warmup', duration_s: 900 },
        { kind: 'work', duration_s: 180, target: pace(220, 230, 'interval') },
        { kind: 'recovery', duration_s: 120 },
        { kind: 'cooldown', duration_s: 600 },
      ],
    };
    const result = byLaps(planned, [
      [900, 2_500],
      [180, 800],
      [720, 1_900],
    ]);
    assert.deepEqual(statuses(result), ['matched', 'matched', 'merged', 'merged']);
    assert.deepEqual(result.steps[2]?.merged_with, [2, 3]);
    assert.deepEqual(result.steps[2]?.reached, result.steps[3]?.reached);
    assert.equal(result.steps[2]?.deviation?.duration_s, 0);
  });

  test('sets of repeats two deep are written out, with their place in the innermost', () => {
    const twice: PlannedSegment = {
      kind: 'repeat',
      repeat: {
        times: 2,
        segments: [
          { kind: 'work', distance_m: 400 },
          { kind: 'recovery', duration_s: 60 },
        ],
      },
    };
    const planned: PlannedSession = {
      workout_type: 'intervals',
      segments: [
        { kind: 'repeat', repeat: { times: 3, segments: [twice, { kind: 'recovery', duration_s: 180 }] } },
      ],
    };
    const set: [number, number][] = [
      [90, 400],
      [60, 120],
      [90, 400],
      [60, 120],
      [180, 360],
    ];
    const result = byLaps(planned, [...set, ...set, ...set]);
    assert.deepEqual(new Set(statuses(result)), new Set(['matched']));
    assert.deepEqual(
      worked(result).map(({ step }) => step.repetition),
      [1, 2, 1, 2, 1, 2].map((number) => ({ number, of: 2 })),
    );
  });

  test('where all was run at one speed no repetition is guessed', () => {
    const samples = samplesOf([[2_700, 3]]);
    const result = comparePlannedWithDone(
      tempo,
      [{ activity_id: 'one', whole: null, laps: [], samples }],
      NOBODY,
    );
    assert.deepEqual([result.method, result.compliance.level], [null, null]);
    assert.deepEqual(statuses(result), [null, null, null]);
    assert.deepEqual(codes(result), ['no_change_of_pace']);
  });

  test('an easy day tells how much of it was faster than easy, an easy run of one step is compared whole', () => {
    const easy: PlannedSession = {
      workout_type: 'easy-run',
      segments: [{ kind: 'work', duration_s: 3_000, target: pace(320, 380, 'easy') }],
    };
    const of = (samples: ReturnType<typeof samplesOf>) =>
      comparePlannedWithDone(easy, [{ activity_id: 'one', whole: null, laps: [], samples }], NOBODY);
    const quiet = of(samplesOf([[3_000, 2.9]]));
    assert.deepEqual(
      [quiet.method, quiet.compliance.level, quiet.compliance.above_easy_share],
      ['whole', 'as_planned', 0],
    );
    const hard = of(
      samplesOf([
        [1_500, 2.9],
        [1_500, 3.8],
      ]),
    );
    assert.ok(Math.abs((hard.compliance.above_easy_share ?? 0) - 0.5) < 0.02);
    assert.ok(codes(hard).includes('easy_day_hard'));
  });

  test('an effort is judged by the athlete’s own paces of its zone, and by nothing where these are not known', () => {
    const planned: PlannedSession = {
      workout_type: 'tempo',
      segments: [
        { kind: 'work', duration_s: 1_200, target: { type: 'effort', min: 6, max: 7, zone: 'threshold' } },
      ],
    };
    const laps = lapsOf([[1_200, 5_000]]);
    const of = (paces: ReturnType<typeof planPaces> | null) =>
      comparePlannedWithDone(planned, [{ activity_id: 'one', whole: null, laps, samples: null }], {
        paces,
        heart_rates: null,
      }).steps[0];
    const known = of(planPaces(50));
    assert.deepEqual(known?.step.judged_by, { type: 'pace', ...planPaces(50).zones.threshold });
    assert.equal(known?.deviation?.verdict, 'faster');
    assert.deepEqual([of(null)?.step.judged_by, of(null)?.deviation?.verdict], [null, null]);
  });

  test('uphill the pace as on the flat is held against the target; without altitudes there is none', () => {
    const planned: PlannedSession = {
      workout_type: 'tempo',
      segments: [{ kind: 'work', duration_s: 1_200, target: pace(236, 244) }],
    };
    // By Minetti, running up a tenth costs 1.66 times as much as on the flat.
    const samples = samplesOf([[1_200, 1_000 / 240 / 1.66, 0.1]]);
    const of = (recorded: Partial<typeof samples>) =>
      comparePlannedWithDone(
        planned,
        [{ activity_id: 'one', whole: null, laps: [], samples: { ...samples, ...recorded } }],
        NOBODY,
      ).steps[0];
    const up = of({});
    assert.ok(
      Math.abs((up?.reached?.grade_adjusted_pace_s_per_km ?? 0) - 240) < 4,
      JSON.stringify(up?.reached),
    );
    assert.deepEqual([up?.deviation?.held_by, up?.deviation?.verdict], ['grade_adjusted_pace', 'within']);
    const flat = of({ altitude_m: [] });
    assert.equal(flat?.reached?.grade_adjusted_pace_s_per_km, null);
    assert.deepEqual([flat?.deviation?.held_by, flat?.deviation?.verdict], ['pace', 'slower']);
  });

  test('of a heart rate it says above or below, and without one nothing', () => {
    const planned: PlannedSession = {
      workout_type: 'easy-run',
      segments: [
        { kind: 'work', duration_s: 2_400, target: { type: 'heart_rate', min: 120, max: 135, zone: 'easy' } },
      ],
    };
    const samples = samplesOf([[2_400, 3]], 141);
    const of = (recorded: object) =>
      comparePlannedWithDone(
        planned,
        [{ activity_id: 'one', whole: null, laps: [], samples: { ...samples, ...recorded } }],
        NOBODY,
      );
    const above = of({});
    assert.deepEqual(
      [
        above.steps[0]?.deviation?.verdict,
        above.steps[0]?.deviation?.heart_rate_bpm,
        above.compliance.above_easy_share,
      ],
      ['above', 6, 1],
    );
    const unknown = of({ heart_rate_bpm: undefined });
    assert.deepEqual(
      [unknown.steps[0]?.deviation?.verdict, unknown.compliance.above_easy_share],
      [null, null],
    );
  });

  test('what is too large, empty or absurd is answered without numbers', () => {
    const endless: PlannedSession = {
      workout_type: 'intervals',
      segments: [
        {
          kind: 'repeat',
          repeat: {
            times: 100,
            segments: [
              { kind: 'repeat', repeat: { times: 100, segments: [{ kind: 'work', duration_s: 1 }] } },
            ],
          },
        },
      ],
    };
    assert.deepEqual(codes(comparePlannedWithDone(endless, [], NOBODY)), ['too_many_steps']);
    assert.deepEqual(codes(comparePlannedWithDone({ workout_type: 'race', segments: [] }, [], NOBODY)), [
      'no_steps',
    ]);
    for (const samples of [
      { time_s: [], distance_m: [] },
      { time_s: [0, 1e9], distance_m: [0, 1] },
      { time_s: [0, 60], distance_m: [null, null], heart_rate_bpm: [null, null] },
    ]) {
      const result = comparePlannedWithDone(
        tempo,
        [{ activity_id: 'one', whole: null, laps: [], samples }],
        NOBODY,
      );
      assert.deepEqual(codes(result), ['nothing_to_compare']);
    }
  });
});
