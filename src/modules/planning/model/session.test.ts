import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { chosenRuns } from '../../../test/property.ts';
import { readSession, SESSION_SCHEMA } from './session.ts';

const step = { kind: 'work', zone: 'easy', duration_s: 1800, distance_m: null, times: null, segments: null };
const session = {
  week: 1,
  day: 'tuesday',
  workout_type: 'easy-run',
  title: 'Easy',
  description: 'Easy.',
  library: null,
  segments: [step],
};
const repeat = (segments: unknown, times: unknown = 3) => ({
  kind: 'repeat',
  times,
  segments,
  zone: null,
  duration_s: null,
  distance_m: null,
});

test('a session is read field by field, and what nobody asked for is left behind', () => {
  const read = readSession({
    ...session,
    id: 'mine',
    date: '2026-01-01',
    segments: [{ ...step, pace: '4:30' }],
  });
  const { times, segments, ...bare } = step;
  assert.deepEqual(read, { value: { ...session, segments: [bare] } });
});

test('what the schema takes is read, and the other way round', () => {
  const validate = new Ajv2020().compile(SESSION_SCHEMA);
  for (const one of [
    session,
    { ...session, segments: [repeat([repeat([{ ...step, times: undefined, segments: undefined }])])] },
  ]) {
    const plain: unknown = JSON.parse(JSON.stringify(one));
    assert.ok('value' in readSession(plain));
    assert.ok(validate(plain), JSON.stringify(validate.errors));
  }
});

test('null members may be absent', () => {
  const { library, ...rest } = session;
  assert.ok(
    'value' in readSession({ ...rest, segments: [{ kind: 'work', zone: 'easy', distance_m: 5000 }] }),
  );
});

const deep = (levels: number): unknown => (levels === 0 ? step : repeat([deep(levels - 1)]));
const WRONG: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a text', 'easy run'],
  ['a list', [session]],
  ['a week as text', { ...session, week: '1' }],
  ['week 0', { ...session, week: 0 }],
  ['half a week', { ...session, week: 1.5 }],
  ['a day of another language', { ...session, day: 'Dienstag' }],
  ['a type that is none', { ...session, workout_type: 'yoga' }],
  ['no title', { ...session, title: null }],
  ['a title without end', { ...session, title: 'a'.repeat(10_000) }],
  ['no segments', { ...session, segments: [] }],
  ['segments that are none', { ...session, segments: ['easy'] }],
  ['a zone that is none', { ...session, segments: [{ ...step, zone: 'zone 2' }] }],
  ['no zone', { ...session, segments: [{ ...step, zone: null }] }],
  ['a kind that is none', { ...session, segments: [{ ...step, kind: 'sprint' }] }],
  ['time and distance', { ...session, segments: [{ ...step, distance_m: 5000 }] }],
  ['neither time nor distance', { ...session, segments: [{ ...step, duration_s: null }] }],
  ['numbers as text', { ...session, segments: [{ ...step, duration_s: '1800' }] }],
  ['a negative number', { ...session, segments: [{ ...step, duration_s: -1800 }] }],
  ['1e308', { ...session, segments: [{ ...step, duration_s: 1e308 }] }],
  ['infinity', { ...session, segments: [{ ...step, duration_s: Number.POSITIVE_INFINITY }] }],
  ['not a number', { ...session, segments: [{ ...step, duration_s: Number.NaN }] }],
  ['repeats ten deep', { ...session, segments: [deep(10)] }],
  ['a thousand repeats', { ...session, segments: [repeat([step], 1000)] }],
  ['empty repeats', { ...session, segments: [repeat([])] }],
  ['10,000 segments', { ...session, segments: Array.from({ length: 10_000 }, () => step) }],
  [
    '10,000 segments in a repeat',
    { ...session, segments: [repeat(Array.from({ length: 10_000 }, () => step))] },
  ],
];
for (const [what, value] of WRONG) {
  test(`${what} is no session`, () => assert.ok('fault' in readSession(value)));
}

test('no value makes reading fail otherwise than by saying so', () => {
  const { seed, runs } = chosenRuns(200);
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom(...Object.keys(session)), (value, member) => {
      const read = readSession({ ...session, [member]: value });
      assert.ok(
        'value' in read || !read.fault.includes(String(JSON.stringify(value)).slice(0, 20).padEnd(20)),
      );
    }),
    { seed, numRuns: runs },
  );
});
