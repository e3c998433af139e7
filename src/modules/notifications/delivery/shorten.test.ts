import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { shorten } from './shorten.ts';

const SIZES: readonly ((text: string) => number)[] = [
  (text) => text.length,
  (text) => Buffer.byteLength(text),
  (text) => Buffer.byteLength(JSON.stringify(text)) - 2,
];
const graphemes = (text: string): string[] =>
  [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);

describe('a text that is cut', () => {
  test('stays as it is where there is room, and has a sign behind it where there is not', () => {
    const [chars = () => 0, bytes = () => 0, json = () => 0] = SIZES;
    for (const [text, room, sizeOf, expected] of [
      ['Sunday', 6, chars, 'Sunday'],
      ['Sunday', 5, chars, 'Sund…'],
      ['At nine, all', 9, chars, 'At nine,…'],
      ['週日見', 9, bytes, '週日見'],
      ['週日見', 8, bytes, '週…'],
      ['"""""', 8, json, '""…'],
      ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 30, bytes, '👨‍👩‍👧‍👦…'],
      ['👨‍👩‍👧‍👦x', 20, bytes, '…'],
      // Half of a character takes more room as JSON than the whole.
      ['👍yyyy', 7, json, '👍…'],
      ['', 0, bytes, ''],
    ] as const) {
      assert.equal(shorten(text, room, sizeOf), expected);
    }
  });

  test('has whole characters, as many as there is room for', () => {
    const text = fc.string({
      unit: fc.constantFrom('x', ' ', '走', '👨‍👩‍👧‍👦', '🇯🇵', '"', '\n', 'e\u0301', '\r\n'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 3, max: 200 }),
        fc.constantFrom(...SIZES),
        (whole, room, sizeOf) => {
          const cut = shorten(whole, room, sizeOf);
          assert.ok(sizeOf(cut) <= room);
          if (cut === whole) return;
          const characters = graphemes(whole);
          let most = '';
          for (const one of characters) {
            if (sizeOf(most + one) > room - sizeOf('…')) break;
            most += one;
          }
          assert.equal(cut, `${most.trimEnd()}…`);
        },
      ),
      { numRuns: 500 },
    );
  });
});
