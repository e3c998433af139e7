import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergePatch } from './settings.ts';

test('the examples of RFC 7396, appendix A', () => {
  const examples: readonly [target: string, patch: string, result: string][] = [
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', 'null', 'null'],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ];
  for (const [target, patch, result] of examples) {
    const merged = mergePatch(JSON.parse(target), JSON.parse(patch));
    assert.deepEqual(merged, JSON.parse(result), `${target} with ${patch}`);
  }
});

/** Names that objects inherit something under, beside few others, so that two objects often share some. */
const KEYS = ['a', 'b', '', '0', 'constructor', 'toString', '__proto__', 'hasOwnProperty', 'length'];
const { json } = fc.letrec<{ json: unknown; object: Record<string, unknown> }>((tie) => ({
  object: fc.dictionary(fc.constantFrom(...KEYS), tie('json'), { maxKeys: 5 }),
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.integer(), fc.boolean(), fc.constantFrom('', 'x')),
    tie('object'),
    fc.array(tie('json'), { maxLength: 3 }),
  ),
}));
const parsed = json.map((value) => JSON.stringify(value));

test('merges as the pseudocode of the RFC does', () => {
  const inherited = Object.getOwnPropertyNames(Object.prototype);
  fc.assert(
    fc.property(parsed, parsed, (target, patch) => {
      const [one, other] = [JSON.parse(target), JSON.parse(patch)];
      const merged = mergePatch(one, other);
      assert.equal(canonical(merged), canonical(asTheRfcSays(JSON.parse(target), JSON.parse(patch))));
      assert.deepEqual([JSON.stringify(one), JSON.stringify(other)], [target, patch], 'neither is changed');
      assert.equal(canonical(mergePatch(merged, other)), canonical(merged));
    }),
    { numRuns: 1_000 },
  );
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), inherited, 'nor is any prototype');
});

/** Section 2, word for word, over lists of keys and values: there is no prototype to meet. */
function asTheRfcSays(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  let pairs = isObject(target) ? Object.entries(target) : [];
  for (const [name, value] of Object.entries(patch)) {
    const [present] = pairs.filter(([key]) => key === name);
    pairs = pairs.filter(([key]) => key !== name);
    if (value !== null) pairs = [...pairs, [name, asTheRfcSays(present?.[1], value)]];
  }
  return JSON.parse(
    `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
  );
}

const isObject = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]';

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`);
  return `{${pairs.toSorted().join(',')}}`;
}
