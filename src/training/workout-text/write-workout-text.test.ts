import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { targetOf } from '../planning/paces.ts';
import type { Segment, Target } from '../planning/plan.ts';
import { isZoneName, ZONE_NAMES } from '../planning/zone-names.ts';
import { NOBODY } from './read-step.ts';
import { readWorkoutText } from './read-workout-text.ts';
import { writeWorkoutText } from './write-workout-text.ts';

const NOTES = [
  'Stay tall',
  'Relax the shoulders.',
  'Slower than easy.',
  '慢慢跑，注意呼吸。',
  'ゆっくり。',
  'rest',
];
const ODD_NOTES = [
  'Easy',
  'In 96 s.',
  'Easy: no',
  'RPE 7',
  'At most',
  'Warmup',
  'Set 1/3',
  '5x',
  'a=b',
  'Two\nlines',
  '- dash',
];

const range = (minimum: number, maximum: number) =>
  fc
    .tuple(fc.integer({ min: minimum, max: maximum }), fc.integer({ min: minimum, max: maximum }), fc.nat(3))
    .map(([one, other, open]) => ({
      min: open === 1 ? null : Math.min(one, other),
      max: open === 2 ? null : Math.max(one, other),
    }));
const zone = fc.option(fc.constantFrom(...ZONE_NAMES));
const anyTarget: fc.Arbitrary<Target> = fc
  .oneof(
    fc.record({ type: fc.constant('pace' as const), range: range(120, 1200), zone }),
    fc.record({ type: fc.constant('heart_rate' as const), range: range(30, 250), zone }),
    fc.record({ type: fc.constant('effort' as const), range: range(1, 10), zone }),
  )
  .map(({ type, range: { min, max }, zone }) => ({ type, min, max, zone }));
const anyZone = fc.constantFrom(...ZONE_NAMES).map((zone) => targetOf(zone, NOBODY));

const anyStep = (notes: readonly string[]): fc.Arbitrary<Segment> =>
  fc
    .record({
      kind: fc.constantFrom('warmup' as const, 'work' as const, 'recovery' as const, 'cooldown' as const),
      length: fc.oneof(
        fc.integer({ min: 1, max: 604_800 }).map((duration_s) => ({ duration_s })),
        fc.integer({ min: 1, max: 1_000_000 }).map((distance_m) => ({ distance_m })),
        fc
          .integer({ min: 1, max: 60 })
          .map((miles) => ({ distance_m: Math.round(miles * 1_609_344) / 1_000 })),
      ),
      target: fc.option(fc.oneof(anyTarget, anyZone)),
      note: fc.option(fc.constantFrom(...notes)),
    })
    .map(({ kind, length, target, note }) => ({
      kind,
      ...length,
      ...(target === null ? {} : { target }),
      ...(note === null ? {} : { note }),
    }));
const times = fc.integer({ min: 2, max: 5 });
const repeatOf = (inner: fc.Arbitrary<Segment>, notes: readonly string[]): fc.Arbitrary<Segment> =>
  fc
    .record({
      times,
      segments: fc.array(inner, { minLength: 1, maxLength: 4 }),
      note: fc.option(fc.constantFrom(...notes)),
    })
    .map(({ note, ...repeat }) => ({ kind: 'repeat', repeat, ...(note === null ? {} : { note }) }));
/** Steps of a block have plain notes, since a block can have no lines but steps. */
const anyBlock = repeatOf(anyStep(NOTES), [...NOTES, ...ODD_NOTES]);
const alone = anyStep([...NOTES, ...ODD_NOTES]);
const anySets: fc.Arbitrary<Segment> = fc
  .record({
    times,
    block: anyBlock,
    others: fc.array(fc.oneof(alone, anyBlock), { maxLength: 3 }),
    note: fc.option(fc.constantFrom(...NOTES, ...ODD_NOTES)),
  })
  .map(({ times, block, others, note }) => ({
    kind: 'repeat',
    repeat: { times, segments: [...others, block] },
    ...(note === null ? {} : { note }),
  }));
const anyWorkout = fc.array(fc.oneof(alone, anyBlock, anySets), { minLength: 1, maxLength: 8 });

function readBack(segments: readonly Segment[]): readonly Segment[] {
  const text = writeWorkoutText(segments);
  assert.ok(text !== null);
  const read = readWorkoutText(text);
  assert.ok('segments' in read, `${text}\n${JSON.stringify(read)}`);
  return read.segments;
}

const OPEN = { min: null, max: null };
const sayable = (note: string): string => note.replace(/(?<=\dx)$/, '.');

/** The segments as the form can express them: notes that the form cannot hold are changed. */
function asSaid(segments: readonly Segment[]): Segment[] {
  return segments.map(({ target, repeat, note, ...rest }) => ({
    ...rest,
    ...(target === undefined ? {} : { target }),
    ...(repeat === undefined ? {} : { repeat: { times: repeat.times, segments: asSaid(repeat.segments) } }),
    ...(note === undefined ? {} : { note: sayable(note) }),
  }));
}

describe('the text form of intervals.icu, written', () => {
  test('what was written reads back as the same segments', () => {
    fc.assert(
      fc.property(anyWorkout, (segments) => assert.deepEqual(readBack(segments), asSaid(segments))),
      { numRuns: 1_000 },
    );
  });

  test('a text that was read and written again reads as the same', () => {
    const lines = fc.constantFrom(
      ...[
        'Warmup',
        'Cooldown',
        'Main set',
        'Hills',
        '',
        '',
        '3x',
        'Strides 4x',
        'Note: 2 x 3',
        'Set 1/2',
        'Set 2/2',
      ],
      ...[
        '- 10m',
        '- Fast 400mtr 4:00/km Pace',
        '- RPE 7: hard 1km',
        '- 90s rest',
        '- Easy 20m 140bpm',
        '- 4x 10',
      ],
    );
    let readable = 0;
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 12 }), (written) => {
        const read = readWorkoutText(written.join('\n'));
        if ('faults' in read) return;
        readable += 1;
        const once = readBack(read.segments);
        assert.deepEqual(readBack(once), once);
      }),
      { numRuns: 2_000 },
    );
    assert.ok(readable > 50, `${readable} were readable`);
  });

  test('looks as the form does', () => {
    const pace = { type: 'pace', min: 268, max: 274.5, zone: 'threshold' } as const;
    const segments: Segment[] = [
      { kind: 'warmup', duration_s: 900, target: { type: 'effort', min: 2, max: 3, zone: null } },
      {
        kind: 'repeat',
        repeat: {
          times: 5,
          segments: [
            { kind: 'work', distance_m: 1000, target: pace, note: 'Stay tall.' },
            { kind: 'recovery', duration_s: 90 },
          ],
        },
      },
      { kind: 'cooldown', distance_m: 2500, note: 'Stop after 2 if tired.' },
    ];
    const text = `Warmup
- RPE 2-3 15m intensity=warmup

Main set 5x
- Threshold: Stay tall. 1km 4:35-4:28/km Pace
- 90s intensity=rest

Cooldown
Note: Stop after 2 if tired.
- 2.5km intensity=cooldown`;
    assert.equal(writeWorkoutText(segments), text);
  });

  test('a note with a number within a repeat stands above it and becomes the note of the repeat', () => {
    const inner: Segment = { kind: 'work', distance_m: 400, note: 'In 96 s.' };
    const segments: Segment[] = [{ kind: 'repeat', repeat: { times: 4, segments: [inner] } }];
    assert.equal(writeWorkoutText(segments), 'Note: In 96 s.\n\n4x\n- 400mtr');
    const { note, ...rest } = inner;
    assert.deepEqual(readBack(segments), [{ kind: 'repeat', repeat: { times: 4, segments: [rest] }, note }]);
  });

  test('says of a segment only what is there', () => {
    const hidden = { type: 'pace', zone: 'threshold' };
    assert.equal(writeWorkoutText([{ kind: 'work', duration_s: 600, target: hidden }]), '- Threshold 10m');
    assert.equal(writeWorkoutText([{ kind: 'work', duration_s: 600, target: { type: 'pace' } }]), '- 10m');
    for (const zone of ['2', null]) {
      const target = { type: 'heart_rate', zone };
      assert.equal(writeWorkoutText([{ kind: 'work', duration_s: 600, target }]), '- 10m');
    }
    for (const { zone, ...range } of ZONE_NAMES.map((name) => targetOf(name, NOBODY))) {
      assert.ok(isZoneName(zone));
      const text = writeWorkoutText([{ kind: 'work', duration_s: 60, target: { ...range, zone } }]);
      assert.doesNotMatch(text ?? '', /RPE/);
      assert.equal(
        text,
        writeWorkoutText([{ kind: 'work', duration_s: 60, target: { type: 'pace', ...OPEN, zone } }]),
      );
    }
  });

  test('what has no form is no text, and never a long one', () => {
    const step: Segment = { kind: 'work', duration_s: 60 };
    const repeat = (segments: readonly Segment[], times = 100): Segment => ({
      kind: 'repeat',
      repeat: { times, segments },
    });
    for (const segments of [
      [],
      [{ kind: 'work' as const }],
      [{ ...step, distance_m: 200 }],
      [repeat([])],
      [repeat([repeat([repeat([step])])])],
      [repeat([repeat(Array.from({ length: 100 }, () => step))])],
      [{ ...step, note: 'x'.repeat(40_000) }],
    ]) {
      assert.equal(writeWorkoutText(segments), null);
    }
  });

  test('an odd note of a person is kept but for spaces and control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.boolean(), (note, isRepeated) => {
        const step: Segment = { kind: 'work', duration_s: 60, note };
        const segments: Segment[] = isRepeated
          ? [{ kind: 'repeat', repeat: { times: 3, segments: [step] } }]
          : [step];
        const [back] = readBack(segments);
        const kept = back?.note ?? back?.repeat?.segments[0]?.note ?? '';
        const plain = (words: string): string => words.replace(/[\s\p{Cc}\u2028-\u202E\u2066-\u2069]/gu, '');
        assert.equal(plain(kept).replace(/\.$/, ''), plain(note).replace(/\.$/, ''));
      }),
      { numRuns: 2_000 },
    );
  });
});
