import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { writeWorkoutText } from '../workout-text/write-workout-text.ts';
import { MAX_TYPED, readTypedWorkout } from './read-typed-workout.ts';

const read = (text: string) => readTypedWorkout(text, 'metric');
/** The type, then each line of the text form, then the unread parts. */
const told = (text: string) => {
  const { workout_type, segments, unread } = read(text);
  const lines = (writeWorkoutText(segments) ?? '').split('\n').filter((line) => line !== '');
  return [workout_type, ...lines, ...unread.map(({ text: words, reason }) => `${reason}: ${words}`)];
};

describe('a workout that is typed on a line', () => {
  test('the same session is read in English, Chinese and Japanese', () => {
    const session = [
      'intervals',
      'Warmup',
      '- Easy 15m intensity=warmup',
      'Main set 3x',
      '- Ten-k pace 1.2km',
      '- 400mtr intensity=rest',
      'Cooldown',
      '- Easy 10m intensity=cooldown',
    ];
    assert.deepEqual(told('15min easy, 3x1200m @10k jog 400m, 10min easy'), session);
    assert.deepEqual(told('輕鬆 15 分鐘，1200 公尺 ×3 趟 10 公里配速 慢跑 400 公尺，輕鬆 10 分鐘'), session);
    assert.deepEqual(told('イージー15分、1200m×3本 10kmペース つなぎ400m、イージー10分'), session);
    assert.deepEqual(told('１５min easy, ３×１２００m @10k jog 400m, 10min easy'), session);
  });

  test('targets, sets, ladders, strides, hills, and a faster end are what they say', () => {
    assert.deepEqual(told('6x800m @3:40/km r=90s'), [
      'intervals',
      '6x',
      '- 800mtr 3:40/km Pace',
      '- 90s intensity=rest',
    ]);
    assert.deepEqual(told('30min @ HR below 140'), ['easy-run', '- At most 30m 140bpm']);
    assert.deepEqual(read('2x(3x400m @5k 200m jog) 3min rest').segments, [
      {
        kind: 'repeat',
        repeat: {
          times: 2,
          segments: [
            {
              kind: 'repeat',
              repeat: {
                times: 3,
                segments: [
                  {
                    kind: 'work',
                    distance_m: 400,
                    target: { type: 'effort', min: 8, max: 9, zone: 'interval' },
                  },
                  { kind: 'recovery', distance_m: 200 },
                ],
              },
            },
            { kind: 'recovery', duration_s: 180 },
          ],
        },
      },
    ]);
    const ladder = read('1-2-1 min @5k jog 1min').segments;
    assert.deepEqual(
      ladder.map(({ kind, duration_s }) => [kind, duration_s]),
      [
        ['work', 60],
        ['recovery', 60],
        ['work', 120],
        ['recovery', 60],
        ['work', 60],
      ],
    );
    assert.equal(read('8 km easy with 4 x 20s strides').workout_type, 'strides');
    assert.equal(read('8x60s hill, jog 90s').workout_type, 'hills');
    assert.deepEqual(told('long run 18 km, last 5km @mp'), ['long-run', '- 13km', '- Marathon pace 5km']);
    assert.deepEqual(
      [read('rest').is_rest, read('休息').is_rest, read('40 min').is_rest],
      [true, true, false],
    );
  });

  test('what is not understood is told with its place, and kept beside the segment it stands at', () => {
    const text = '10min easy fluffy, 5x1km @threshold jog';
    const { unread, segments } = read(text);
    assert.deepEqual(
      unread.map(({ from, until, text: words, reason }) => [text.slice(from, until), words, reason]),
      [
        ['fluffy', 'fluffy', 'not_understood'],
        ['jog', 'jog', 'length_missing'],
      ],
    );
    assert.deepEqual(
      segments.map(({ note }) => note),
      ['fluffy', 'jog'],
    );
    assert.deepEqual(told('שלום 5km'), ['easy-run', '- שלום 5km', 'not_understood: שלום']);
    assert.deepEqual(told('500000 km'), [null, 'beyond_limits: 500000 km']);
    assert.deepEqual(told('100x'), [null, 'length_missing: 100x']);
    const steps = read('- Easy 15m\n- foo bar\n- Threshold 1km');
    assert.deepEqual(steps.unread, [{ from: 11, until: 20, text: '- foo bar', reason: 'step_not_readable' }]);
    assert.equal(steps.segments.length, 2);
  });

  test('every letter and digit of any line is in a segment or in what is told as unread, and the time grows with the length alone', () => {
    const words = [
      '3x',
      '400m',
      '(',
      ')',
      ',',
      'jog',
      '@10k',
      'easy',
      'fluffy',
      '5:00/km',
      '輕鬆',
      '8 公里',
      '+',
      'last',
      '6 strides',
      '7',
      'x 3',
    ];
    let seed = 1;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    for (let run = 0; run < 3_000; run += 1) {
      const text = Array.from({ length: 1 + next(12) }, () => words[next(words.length)]).join(' ');
      const { segments, unread, workout_type } = read(text);
      assert.equal(workout_type === null, segments.length === 0, text);
      if (text.includes('fluffy'))
        assert.ok(
          unread.some((part) => part.text.includes('fluffy')),
          text,
        );
      if (segments.length === 0) assert.ok(unread.length > 0, text);
      for (const { from, until, text: part } of unread) assert.equal(text.slice(from, until), part);
    }
    for (const part of ['(', '3x400m @3:40/km ', '1-2-', '9', '輕', '@ ', '1:', 'a']) {
      const text = part.repeat(MAX_TYPED).slice(0, MAX_TYPED);
      const from = performance.now();
      read(text);
      assert.ok(performance.now() - from < 2_000, part);
    }
  });
});
