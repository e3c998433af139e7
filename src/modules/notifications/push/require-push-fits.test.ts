import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MAX_PUSH_BYTES, sizeOfPush } from '../../../infra/push/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { WrittenPush } from './push.ts';
import { requirePushFits } from './require-push-fits.ts';

const SAID = { type: 'topic', org_id: '019cadb2-10f7-7d53-92ce-5b08e4a1c63f' };

function cutsOf(push: WrittenPush): Record<string, number> {
  try {
    requirePushFits(push, { said: SAID, text_field: 'message' });
    return {};
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'validation_error');
    const details = error.details ?? [];
    assert.equal(error.message, details.map(({ path, message }) => `${path}: ${message}.`).join(' '));
    return Object.fromEntries(
      details.map(({ path, message }) => {
        const [, bytes = ''] = /^must become ([0-9,]+) bytes? shorter, of [0-9,]+: /.exec(message) ?? [];
        return [path, Number(bytes.replaceAll(',', ''))];
      }),
    );
  }
}

const push = (title: string, body: string, data: Record<string, string> = {}): WrittenPush => ({
  ...{ title, body },
  data: { ...data, ...SAID },
});
const ROOM = MAX_PUSH_BYTES - sizeOfPush(push('', ''));

describe('a push that is too long', () => {
  test('has to become shorter by what it is too long, where it is longest', () => {
    const x = (bytes: number): string => 'x'.repeat(bytes);
    const entry = (bytes: number) => ({ a: x(bytes - '"a":"",'.length) });
    for (const [one, expected] of [
      [push(x(100), x(ROOM - 100)), {}],
      [push(x(100), x(ROOM - 99)), { message: 1 }],
      [push(x(100), x(1_000), entry(ROOM)), { data: 1_100 }],
      [push(x(ROOM), x(50)), { title: 50 }],
      [push(x(10), x(ROOM), entry(ROOM)), { message: ROOM - (ROOM - 10) / 2, data: ROOM - (ROOM - 10) / 2 }],
      [push(x(2 * ROOM), x(2 * ROOM), entry(2 * ROOM)), { title: 0, message: 0, data: 0 }],
    ] as const) {
      const cuts = cutsOf(one);
      assert.deepEqual(Object.keys(cuts), Object.keys(expected));
      for (const [name, cut] of Object.entries(expected))
        if (cut !== 0) assert.equal(cuts[name], Math.ceil(cut), name);
    }
  });

  test('has to become shorter by no more than it is too long, whatever it is written in', () => {
    const text = (maxLength: number) =>
      fc.string({
        unit: fc.constantFrom('x', '走', '👨‍👩‍👧‍👦', '"', '\\', '\n', '\u2028', 'é', '\u0301'),
        maxLength,
        size: 'max',
      });
    const three = fc.tuple(text(120), text(3_500), text(4_000));
    let refused = 0;
    fc.assert(
      fc.property(three, ([title, body, value]) => {
        const asked = push(title, body, { value });
        const cuts = cutsOf(asked);
        const size = sizeOfPush(asked);
        const sum = Object.values(cuts).reduce((all, cut) => all + cut, 0);
        // Among several texts, the last bytes cannot be shared evenly.
        const excess = Math.max(0, size - MAX_PUSH_BYTES);
        assert.ok(sum >= excess && sum < excess + 3, `${sum} of ${excess}`);
        if (excess > 0) refused += 1;
      }),
      { numRuns: 300 },
    );
    assert.ok(refused > 50, `${refused} were too long`);
  });
});
