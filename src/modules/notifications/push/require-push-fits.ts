import { MAX_PUSH_BYTES, sizeOfPush } from '../../../infra/push/index.ts';
import { validationError } from '../../../shared/errors.ts';
import type { AskedPush, WrittenPush } from './push.ts';

/**
 * Refuses what no push service would accept, and says what to shorten by how many bytes: the longest of title, text and data, and the
 * others only where it would otherwise become shorter than they are.
 *
 * @param about.said what the server adds to the data, which the sender cannot shorten
 * @param about.text_field the field of the request that the text came in
 * @throws validationError with a detail for each field that has to become shorter
 */
export function requirePushFits(
  push: WrittenPush,
  { said, text_field }: { said: Readonly<Record<string, string>>; text_field: AskedPush['text_field'] },
): void {
  const size = sizeOfPush(push);
  if (size <= MAX_PUSH_BYTES) return;
  const empty = { title: '', body: '', data: said };
  const fixed = sizeOfPush(empty);
  const fields = ['title', text_field, 'data'] as const;
  const sizes = [
    sizeOfPush({ ...empty, title: push.title }),
    sizeOfPush({ ...empty, body: push.body }),
    sizeOfPush({ ...empty, data: push.data }),
  ].map((with_it) => with_it - fixed);
  const cuts = cutsToFit(sizes, MAX_PUSH_BYTES - fixed);
  const details = fields.flatMap((path, n) => {
    const [cut = 0, own = 0] = [cuts[n], sizes[n]];
    return cut === 0 ? [] : [{ path, message: wordsFor(cut, { own, size }) }];
  });
  throw validationError({
    message: details.map(({ path, message }) => `${path}: ${message}.`).join(' '),
    details,
  });
}

const inWords = (count: number): string => count.toLocaleString('en');

function wordsFor(cut: number, { own, size }: { own: number; size: number }): string {
  return (
    `must become ${inWords(cut)} ${cut === 1 ? 'byte' : 'bytes'} shorter, of ${inWords(own)}: title, text and data have ${inWords(size)} together, as JSON in ` +
    `UTF-8 and with what the server adds to data, and push services take ${inWords(MAX_PUSH_BYTES)}`
  );
}

/** By how much each size has to shrink so that all together have room: the largest are cut to one common size. */
function cutsToFit(sizes: readonly number[], room: number): number[] {
  const most = largestThatFits(sizes, room);
  return sizes.map((size) => Math.max(0, size - most));
}

function largestThatFits(sizes: readonly number[], room: number): number {
  const ascending = sizes.toSorted((one, other) => one - other);
  let left = room;
  for (const [n, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - n));
    if (size > share) return share;
    left -= size;
  }
  return left;
}
