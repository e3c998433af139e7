import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Segment } from '../planning/plan.ts';
import { readWorkoutText } from './read-workout-text.ts';
import { TEXT_FAULTS } from './text-fault.ts';

function segmentsOf(text: string): readonly Segment[] {
  const read = readWorkoutText(text);
  assert.ok('segments' in read, JSON.stringify(read));
  return read.segments;
}

function step(line: string): Segment {
  const [segment, ...others] = segmentsOf(line);
  assert.ok(segment !== undefined && others.length === 0);
  return segment;
}

function faultsOf(text: string): [number, string, string | null][] {
  const read = readWorkoutText(text);
  assert.ok('faults' in read, JSON.stringify(read));
  return read.faults.map(({ line, code, nearest }) => [line, code, nearest]);
}

describe('the text form of intervals.icu, read', () => {
  test('a workout with parts, a repeat and targets has them all', () => {
    const text = `Warmup
- 15m 6:30-6:00/km Pace intensity=warmup

Main Set 5x
- Fast 800mtr 3:50-3:45/km Pace
- Jog 90s intensity=rest

Cooldown
- 10m 120-135bpm HR`;
    assert.deepEqual(segmentsOf(text), [
      { kind: 'warmup', duration_s: 900, target: { type: 'pace', min: 360, max: 390, zone: null } },
      {
        kind: 'repeat',
        repeat: {
          times: 5,
          segments: [
            {
              kind: 'work',
              distance_m: 800,
              target: { type: 'pace', min: 225, max: 230, zone: null },
              note: 'Fast',
            },
            { kind: 'recovery', duration_s: 90, note: 'Jog' },
          ],
        },
      },
      { kind: 'cooldown', duration_s: 600, target: { type: 'heart_rate', min: 120, max: 135, zone: null } },
    ]);
    assert.deepEqual(segmentsOf(text.replaceAll('\n', '\r\n')), segmentsOf(text));
  });

  test('the example of the form, whose zones and percentages are an athlete’s settings there, is refused by line', () => {
    const text = `Warmup
- 15m Z1-Z2 Pace intensity=warmup

Main Set 5x
- Fast 800mtr 3:50-3:45/km Pace
- Jog 90s 60-70% Pace intensity=rest

Cooldown
- Press lap 10m Z1 HR`;
    assert.deepEqual(faultsOf(text), [
      [2, 'zone_by_number', null],
      [6, 'percentage', null],
      [9, 'press_lap', null],
    ]);
  });

  test('each way of writing a length is that length', () => {
    for (const [written, duration_s] of [
      ['1h', 3600],
      ['10m', 600],
      ['90s', 90],
      ['1h2m30s', 3750],
      ['5m30s', 330],
      ['1m30', 90],
      ["5'", 300],
      ['30"', 30],
      [`1'30"`, 90],
      ['99m', 5940],
      ['0.5h', 1800],
    ] as const) {
      assert.deepEqual(step(`- ${written}`), { kind: 'work', duration_s }, written);
    }
    for (const [written, distance_m] of [
      ['500mtr', 500],
      ['400meters', 400],
      ['2km', 2000],
      ['1.5km', 1500],
      ['21.0975km', 21_097.5],
      ['1mi', 1609.344],
      ['200yrd', 182.88],
      ['200yards', 182.88],
    ] as const) {
      assert.deepEqual(step(`- ${written}`), { kind: 'work', distance_m }, written);
    }
  });

  test('each way of writing a target is that target', () => {
    for (const [written, type, min, max] of [
      ['5:00/km Pace', 'pace', 300, 300],
      ['7:15-7:00/km Pace', 'pace', 420, 435],
      ['7:00-7:15/km pace', 'pace', 420, 435],
      ['8:00/mi Pace', 'pace', 298.3, 298.3],
      ['1:45/400m Pace', 'pace', 262.5, 262.5],
      ['0:30/100m Pace', 'pace', 300, 300],
      ['145bpm', 'heart_rate', 145, 145],
      ['140-150bpm HR', 'heart_rate', 140, 150],
      ['RPE 7', 'effort', 7, 7],
      ['RPE 6-7', 'effort', 6, 7],
    ] as const) {
      assert.deepEqual(step(`- 10m ${written}`).target, { type, min, max, zone: null }, written);
    }
    assert.deepEqual(step('- RPE 7 steady 10m'), {
      kind: 'work',
      duration_s: 600,
      target: { type: 'effort', min: 7, max: 7, zone: null },
      note: 'steady',
    });
    assert.equal(step('- 20m freeride').target, undefined);
  });

  test('an open end is said in words before the length', () => {
    for (const [line, type, min, max] of [
      ['- No faster than 1km 5:00/km Pace', 'pace', 300, null],
      ['- No slower than 1km 5:00/km Pace', 'pace', null, 300],
      ['- At most 10m 140bpm', 'heart_rate', null, 140],
      ['- At least 10m 140bpm', 'heart_rate', 140, null],
      ['- At most RPE 4 10m', 'effort', null, 4],
    ] as const) {
      const { target, note } = step(line);
      assert.deepEqual([target, note], [{ type, min, max, zone: null }, undefined], line);
    }
  });

  test('a zone by its name is an effort, or goes with the numbers beside it', () => {
    assert.deepEqual(step('- Threshold 1km').target, { type: 'effort', min: 6, max: 7, zone: 'threshold' });
    assert.deepEqual(step('- 30m easy').target, { type: 'effort', min: 2, max: 4, zone: 'easy' });
    assert.equal(step('- half marathon 3km').target?.zone, 'half_marathon');
    assert.equal(step('- Ten-k pace 1km').target?.zone, '10k');
    assert.deepEqual(step('- Easy: stay tall 30m 128-144bpm'), {
      kind: 'work',
      duration_s: 1800,
      target: { type: 'heart_rate', min: 128, max: 144, zone: 'easy' },
      note: 'stay tall',
    });
  });

  test('who keeps zones without numbers refuses a step with both', () => {
    const alone = { takes_numbers_of_zones: false };
    for (const line of ['- Easy 10m 6:00/km Pace', '- Threshold RPE 5-6 1km', '- 10m 140bpm easy']) {
      const read = readWorkoutText(line, alone);
      assert.ok('faults' in read && read.faults[0].code === 'zone_and_numbers', line);
      assert.ok('segments' in readWorkoutText(line), line);
    }
    assert.ok('segments' in readWorkoutText('- Easy 10m\n- 10m 6:00/km Pace\n- Easy jog 10m RPE 3', alone));
  });

  test('words stay with what they stand at, and are no zone unless they are the whole of one', () => {
    assert.deepEqual(step('- Easy jog 10m'), { kind: 'work', duration_s: 600, note: 'Easy jog' });
    assert.deepEqual(step('- 10m with friends'), { kind: 'work', duration_s: 600, note: 'with friends' });
    assert.deepEqual(step('- ריצה קלה 10m').note, 'ריצה קלה');
    assert.deepEqual(step('On the track\nMind the bend.\n- 10m').note, 'On the track\nMind the bend.');
    assert.deepEqual(step('Note: 3 of these, 5x\n\n- Tall 10m').note, '3 of these, 5x\nTall');
    const [hills] = segmentsOf('Hill repeats 6x\n- 60s\n- Walk down 90s rest');
    assert.equal(hills?.note, 'Hill repeats');
    assert.deepEqual(hills?.repeat?.segments[1], { kind: 'recovery', duration_s: 90, note: 'Walk down' });
  });

  test('the heading of a part holds until the next heading', () => {
    const text = 'Warm-up\n- 10m\n\n- 5m\n\nCool down easily\n- 10m\n\nSomething else\n- 5m';
    assert.deepEqual(
      segmentsOf(text).map(({ kind, note }) => [kind, note]),
      [
        ['warmup', undefined],
        ['warmup', undefined],
        ['cooldown', 'Cool down easily'],
        ['work', 'Something else'],
      ],
    );
  });

  test('sets that are written out and alike are a repeat of repeats', () => {
    const set = '4x\n- 400mtr\n- 60s rest\n\n- 3m rest\n';
    const [sets, last, ...others] = segmentsOf(`Set 1/2\n${set}\nSet 2/2\n${set}\n- 2km`);
    assert.deepEqual(others, []);
    assert.deepEqual([sets?.repeat?.times, sets?.repeat?.segments.length], [2, 2]);
    assert.equal(sets?.repeat?.segments[0]?.repeat?.times, 4);
    assert.equal(last?.distance_m, 2000);
    assert.deepEqual(faultsOf(`Set 1/2\n${set}\nSet 2/2\n- 2km\n- 3m rest`), [[10, 'sets_differ', null]]);
    assert.deepEqual(faultsOf(`Set 1/2\n${set}`), [[1, 'set_order', null]]);
    assert.deepEqual(faultsOf(`Set 2/2\n${set}`), [[1, 'set_order', null]]);
  });

  test('whatever cannot be kept whole is refused by its line', () => {
    for (const [text, line, code, nearest = null] of [
      ['', 1, 'no_step'],
      ['Warmup', 1, 'no_step'],
      ['- 10m\n\nSee you there', 3, 'text_without_step'],
      ['- 10m\u0007', 1, 'control_character'],
      ['- \u202Eeasy 10m', 1, 'control_character'],
      ['- Fast', 1, 'length_missing'],
      ['-', 1, 'length_missing'],
      ['- 15-20m', 1, 'length_range'],
      ['- 400m', 1, 'length_unclear', '400mtr'],
      ['- 10min', 1, 'length_unclear', '10m'],
      ['- 10 km', 1, 'length_unclear', '10km'],
      ['- 1,5km', 1, 'length_unclear'],
      ['- 5k', 1, 'length_unclear', '5km'],
      ['- 10:30', 1, 'length_unclear'],
      ['- 2 hard laps 400mtr', 1, 'number_in_words'],
      ['- ٣ laps 400mtr', 1, 'number_in_words'],
      ['- 0s', 1, 'beyond_limits'],
      ['- 200h', 1, 'beyond_limits'],
      ['- 999999km', 1, 'beyond_limits'],
      ['- 1km 0:30/km Pace', 1, 'beyond_limits'],
      ['- 10m 300bpm', 1, 'beyond_limits'],
      ['- 10m RPE 11', 1, 'beyond_limits'],
      ['- At most 10m', 1, 'bound_without_number'],
      ['- At most 10m 5:00/km Pace', 1, 'bound_without_number'],
      ['- At most 10m 130-140bpm', 1, 'bound_without_number'],
      ['- 1km 5:00/km', 1, 'pace_word_missing', '5:00/km Pace'],
      ['- 1km 5:00 Pace', 1, 'pace_unit_missing', '5:00/km Pace'],
      ['- 1km 1:00/100mtr Pace', 1, 'target_unknown'],
      ['- 10m 90% Pace', 1, 'percentage'],
      ['- 10m 75-80% HR', 1, 'percentage'],
      ['- 10m 95% LTHR', 1, 'percentage'],
      ['- 10m 90%', 1, 'power'],
      ['- 10m Z2', 1, 'power'],
      ['- 10m 220w', 1, 'power'],
      ['- 5m 60% MMP 5m', 1, 'power'],
      ['- 10m Z2 HR', 1, 'zone_by_number'],
      ['- 10m Z2-Z3 Pace', 1, 'zone_by_number'],
      ['- 10m 90rpm', 1, 'cadence'],
      ['- 10m ramp 50%-75%', 1, 'ramp'],
      ['- 30s maxeffort', 1, 'max_effort'],
      ['- RPE 7 10m 5:00/km Pace', 1, 'two_targets'],
      ['- 10m 5:00/km Pace 140bpm', 1, 'two_targets'],
      ['- 20s 0', 1, 'target_unknown'],
      ['- 10m Pace', 1, 'target_unknown'],
      ['- 10m 5K pace', 1, 'target_unknown'],
      ['- 10m intensity=hyper', 1, 'option_unknown'],
      ['- 10m power=3s', 1, 'option_unknown'],
      ['- 10m press lap', 1, 'press_lap'],
      ['pool length: 25m\n- 10m', 1, 'pool_length'],
      ['- 4x 100mtr', 1, 'repeat_on_step'],
      ['  - 3x', 1, 'repeat_on_step'],
      ['5x\n\n- 10m', 1, 'repeat_empty'],
      ['5x', 1, 'repeat_empty'],
      ['3x\n4x\n- 10m', 2, 'repeat_nested'],
      ['0x\n- 10m', 1, 'repeat_times'],
      ['101x\n- 10m', 1, 'repeat_times'],
      ['- 10m\n'.repeat(101), 101, 'too_many_segments'],
      [`${'word '.repeat(401)}\n- 10m`, 2, 'note_too_long'],
      ['\n'.repeat(1_000), 1_001, 'too_many_lines'],
    ] as const) {
      const [first] = faultsOf(text);
      assert.deepEqual(first, [line, code, nearest], text.slice(0, 50));
      tried.add(code);
    }
    assert.deepEqual(
      new Set([...tried, 'set_order', 'sets_differ', 'zone_and_numbers']),
      new Set(Object.keys(TEXT_FAULTS)),
    );
  });
  const tried = new Set<string>();

  test('all faults are told with what was written, at most twenty', () => {
    const read = readWorkoutText(`- ten\n${'- Z2 x\n'.repeat(50)}- ${'é'.repeat(500)}`);
    assert.ok('faults' in read);
    assert.equal(read.faults.length, 20);
    assert.deepEqual(
      read.faults.slice(0, 2).map(({ line, text }) => [line, text]),
      [
        [1, '- ten'],
        [2, '- Z2 x'],
      ],
    );
  });
});
