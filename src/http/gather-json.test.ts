import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { gatherJson, joinGathered } from './gather-json.ts';

test('parts that are gathered at once are one list, byte for byte what JSON.stringify makes of it', () => {
  const values = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null)), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(fc.array(values, { maxLength: 3 }), fc.string({ unit: 'binary' }), (lists, beside) => {
      const parts = lists.map(() => gatherJson());
      // In turns, as rows of two connections come.
      for (let turn = 0; turn < 5; turn += 1)
        for (const [place, list] of lists.entries())
          if (turn < list.length) parts[place]?.add(JSON.stringify(list[turn]));
      assert.deepEqual(
        parts.map(({ count }) => count),
        lists.map(({ length }) => length),
      );
      const bytes = joinGathered('{"läpi":[', parts, `],"beside":${JSON.stringify(beside)}}`);
      assert.deepEqual(bytes, Buffer.from(JSON.stringify({ läpi: lists.flat(), beside })));
    }),
  );
});

test('what was gathered first stays as it is, however much follows, there and in memory that was used before', () => {
  for (let time = 0; time < 3; time += 1) {
    const texts = Array.from({ length: 4_000 }, (_, place) =>
      JSON.stringify(`${'走'.repeat(99)} ${time} ${place}`),
    );
    const [one, other] = [gatherJson(), gatherJson()];
    for (const text of texts) {
      one.add(text);
      other.add('0');
    }
    const joined = joinGathered('[', [one], ']').toString();
    assert.ok(joined === `[${texts.join()}]`);
    assert.equal(joinGathered('[', [other], ']').toString(), `[${texts.map(() => 0).join()}]`);
  }
});
