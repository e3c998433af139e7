import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findRepeatedKey } from './find-repeated-key.ts';

describe('a key that is there twice', () => {
  const found: [string, string][] = [
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"b":2,"a":1}', 'a'],
    ['{"x":{"a":1,"a":2}}', 'a'],
    ['{"x":[{"a":1},{"b":1,"b":2}]}', 'b'],
    ['[{"a":1,"a":2}]', 'a'],
    ['{"a":{"b":1},"a":{"c":1}}', 'a'],
    ['{"a":[],"b":{},"a":[]}', 'a'],
    ['{"":1,"":2}', ''],
    ['{"a" : 1 , "a"\t\r\n:2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"\\"":1,"\\u0022":2}', '"'],
    ['{"\\\\":1,"\\u005c":2}', '\\'],
    ['{"é":1,"\\u00e9":2}', 'é'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":":","b":"{","c":"}","a":1}', 'a'],
  ];
  for (const [json, key] of found) {
    test(`is found in ${json}`, () => {
      JSON.parse(json);
      assert.equal(findRepeatedKey(json), key);
    });
  }

  for (const json of [
    '{}',
    '[]',
    '1',
    '"a"',
    '{"a":1,"A":2}',
    '{"a":"a","b":"a"}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":["a","a"]}',
    '{"a":"\\"b\\":1,\\"b\\":2"}',
    '{"a":"{\\"b\\":1","b":"}"}',
    '{"a\\\\":1,"a":2}',
    '{"a":"\\\\","b":"\\\\"}',
    '{"é":1,"e\u0301":2}',
    '{"toString":1,"constructor":2}',
  ]) {
    test(`is not in ${json}`, () => assert.equal(findRepeatedKey(json), undefined));
  }

  test('is found wherever one is put, and nowhere else', () => {
    const key = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '\\', '\\"', ':', '{', '}', 'a'),
    );
    const { tree } = fc.letrec<{ tree: unknown; object: object }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 0 }),
        fc.array(tie('tree'), { maxLength: 4 }),
        tie('object'),
      ),
      object: fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
    }));
    fc.assert(
      fc.property(tree, fc.nat(), fc.constantFrom(undefined, 1, '\t'), (value, pick, space) => {
        const json = JSON.stringify(value, undefined, space);
        assert.equal(findRepeatedKey(json), undefined);
        const places = [...json.matchAll(/(?<=[{,]\s*)("(?:[^"\\]|\\.)*")\s*:/g)];
        const place = places[pick % places.length];
        if (place === undefined) return;
        const repeated = `${json.slice(0, place.index)}${place[1]}: null, ${json.slice(place.index)}`;
        JSON.parse(repeated);
        assert.equal(findRepeatedKey(repeated), JSON.parse(place[1] ?? ''));
      }),
      { seed: 20_260_701, numRuns: 300 },
    );
  });

  test('is looked for in a time that grows with the text alone', () => {
    // Each text would take minutes if parts were read again for each quote, backslash or space.
    for (const json of [
      `{"a":"${'\\\\'.repeat(500_000)}"}`,
      `{"a":"${'\\"'.repeat(500_000)}"}`,
      `[${'"",'.repeat(300_000)}""]`,
      `["a"${' '.repeat(1_000_000)}]`,
      `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`,
      `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
    ]) {
      assert.equal(findRepeatedKey(json), undefined);
    }
  });
});
