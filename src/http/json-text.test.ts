import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeList } from './json-text.ts';

test('a list around its items is byte for byte what JSON.stringify makes of it', () => {
  const items = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null)), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(items, fc.string({ unit: 'binary' }), (values, beside) => {
      const texts = values.map((value) => JSON.stringify(value));
      const bytes = encodeList('{"läpi":[', texts, `],"beside":${JSON.stringify(beside)}}`);
      assert.deepEqual(bytes, Buffer.from(JSON.stringify({ läpi: values, beside })));
    }),
  );
});
