import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { checkProperty, chosenRuns } from '../../test/property.ts';
import { ModelFault } from './llm.ts';
import { readElements } from './read-elements.ts';

async function* each(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

async function readAll(pieces: readonly string[]): Promise<unknown[]> {
  const seen: unknown[] = [];
  try {
    for await (const element of readElements(each(pieces))) seen.push(element);
  } catch (error) {
    assert.ok(error instanceof ModelFault);
    seen.push(error.reason);
  }
  return seen;
}

describe('elements of a list', () => {
  test('whatever stands around the list and wherever the pieces are cut', async (t) => {
    // A bracket right before the JSON would make it another JSON.
    const babble = fc
      .string({ unit: fc.constantFrom(...'ab[]}",:\\`\n 跑'), maxLength: 40 })
      .map((text) => text.replace(/[[\s]+$/, ''));
    const any = fc.record({
      before: babble,
      after: fc.string({ maxLength: 20 }),
      list: fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 4 }),
      bare: fc.boolean(),
      indent: fc.constantFrom(0, 2),
      cuts: fc.array(fc.nat(400), { maxLength: 30 }),
    });
    await checkProperty(t, chosenRuns(300), {
      any,
      story: (example) => JSON.stringify(example),
      check: async ({ before, after, list, bare, indent, cuts }) => {
        const json = JSON.stringify(bare && list.length > 0 ? list : { elements: list }, null, indent);
        const text = `${before}${json}${after}`;
        const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
        assert.deepEqual(await readAll(pieces), JSON.parse(JSON.stringify(list)));
      },
    });
  });

  test('each comes as soon as it is whole, and nothing behind the list is waited for', async () => {
    const taken: string[] = [];
    async function* pieces(): AsyncGenerator<string> {
      for (const piece of ['{"elements": [{"n":', '1}', ',{"n":2', '}', ']', '} and now the long story']) {
        taken.push(piece);
        yield piece;
      }
    }
    const seen: [unknown, number][] = [];
    for await (const element of readElements(pieces())) seen.push([element, taken.length]);
    assert.deepEqual(seen, [
      [{ n: 1 }, 3],
      [{ n: 2 }, 5],
    ]);
    assert.equal(taken.length, 5);
  });

  const WRONG: readonly [what: string, text: string, seen: readonly unknown[]][] = [
    ['no list', 'I would rather talk about shoes.', ['malformed']],
    ['one object alone', '{"n": 1}', ['malformed']],
    ['nothing', '', ['malformed']],
    ['an end in the middle of an element', '{"elements":[{"n":1},{"n":', [{ n: 1 }, 'malformed']],
    ['an end behind a comma', '[{"n":1},', [{ n: 1 }, 'malformed']],
    ['a missing comma', '[{"n":1} {"n":2}]', ['malformed']],
    ['a comma too many in the middle', '[{"n":1},,{"n":2}]', [{ n: 1 }, 'malformed']],
    ['single quotes', "[{'n':1}]", ['malformed']],
    ['a comment', '[{"n":1 /* easy */}]', ['malformed']],
    ['brackets that do not match', '[{"n":[1}]]', ['malformed']],
  ];
  for (const [what, text, seen] of WRONG)
    test(`refused: ${what}`, async () => assert.deepEqual(await readAll([text]), seen));

  test('a comma behind the last element is forgiven', async () => {
    assert.deepEqual(await readAll(['{"elements":[{"n":1},\n]}']), [{ n: 1 }]);
    assert.deepEqual(await readAll(['{"elements" : [ ]}']), []);
  });

  test('a long answer in single characters is read in one go through', async () => {
    const list = Array.from({ length: 200 }, (_, n) => ({ n, text: '[{"'.repeat(40) }));
    const text = `${'no list yet, [but] '.repeat(1_000)}${JSON.stringify(list)}`;
    assert.deepEqual(await readAll([...text]), list);
  });
});
