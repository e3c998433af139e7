import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { chosenRuns } from '../../../test/property.ts';
import { PROPOSAL_SCHEMA, partsOf, readProposal } from './proposal.ts';

const part = { sets: null, times: 5, distance_m: 1_000, duration_s: null };
const element = {
  week: 1,
  day: 'tuesday',
  workout_type: 'intervals',
  parts: [part],
  zone: 'interval',
  strides: null,
  description: 'Relax.',
};

test('sets are repeats of repeats, and what is done once is no repeat', () => {
  const read = (...parts: object[]) => {
    const one = readProposal({ ...element, parts });
    return 'value' in one ? partsOf(one.value) : one.fault;
  };
  assert.deepEqual(read({ ...part, sets: 2, times: 3 }), [
    { times: 2, parts: [{ times: 3, parts: [{ distance_m: 1_000 }] }] },
  ]);
  assert.deepEqual(read({ ...part, sets: 1, times: 1 }, { duration_s: 600 }), [
    { distance_m: 1_000 },
    { duration_s: 600 },
  ]);
  assert.equal(read({ ...part, duration_s: 300 }), null);
  assert.equal(read(part, { times: 3 }), null);
});

test('what the schema takes is read', () => {
  const validate = new Ajv2020().compile(PROPOSAL_SCHEMA);
  for (const one of [element, { ...element, parts: [], zone: null, strides: 4, description: null }]) {
    assert.ok(validate(one), JSON.stringify(validate.errors));
    assert.ok('value' in readProposal(one));
  }
});

test('null members may be absent', () => {
  const { week, day, workout_type } = element;
  assert.ok('value' in readProposal({ week, day, workout_type, parts: [{ distance_m: 5_000 }] }));
});

const WRONG: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a text', 'easy run'],
  ['a list', [element]],
  ['a week as text', { ...element, week: '1' }],
  ['week 0', { ...element, week: 0 }],
  ['half a week', { ...element, week: 1.5 }],
  ['a day of another language', { ...element, day: 'Dienstag' }],
  ['a type that is none', { ...element, workout_type: 'yoga' }],
  ['a description without end', { ...element, description: 'a'.repeat(10_000) }],
  ['a description that is a number', { ...element, description: 5 }],
  ['no parts', { ...element, parts: null }],
  ['parts that are none', { ...element, parts: ['easy'] }],
  ['a zone that is none', { ...element, zone: 'zone 2' }],
  ['a hundred strides', { ...element, strides: 100 }],
  ['numbers as text', { ...element, parts: [{ ...part, distance_m: '1000' }] }],
  ['a negative number', { ...element, parts: [{ ...part, distance_m: -1_000 }] }],
  ['1e308', { ...element, parts: [{ ...part, distance_m: 1e308 }] }],
  ['infinity', { ...element, parts: [{ ...part, distance_m: Number.POSITIVE_INFINITY }] }],
  ['not a number', { ...element, parts: [{ ...part, distance_m: Number.NaN }] }],
  ['a thousand repeats', { ...element, parts: [{ ...part, times: 1_000 }] }],
  ['no repeats', { ...element, parts: [{ ...part, times: 0 }] }],
  ['a thousand sets', { ...element, parts: [{ ...part, sets: 1_000 }] }],
  ['10,000 parts', { ...element, parts: Array.from({ length: 10_000 }, () => part) }],
];
for (const [what, value] of WRONG) {
  test(`${what} is no proposal`, () => assert.ok('fault' in readProposal(value)));
}

test('no value makes reading fail otherwise than by saying so', () => {
  const { seed, runs } = chosenRuns(200);
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom(...Object.keys(element)), (value, member) => {
      const read = readProposal({ ...element, [member]: value });
      assert.ok(
        'value' in read || !read.fault.includes(String(JSON.stringify(value)).slice(0, 20).padEnd(20)),
      );
    }),
    { seed, numRuns: runs },
  );
});
