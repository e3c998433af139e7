/**
 * JSON text with a list in it, as the bytes that are sent: what stands before the items, the items with commas between
 * them, what stands after. Each is encoded where it lies in the end: joining them to one text first takes three times as
 * long, for a page of activities, and leaves as much again to the garbage collector.
 */
export function encodeList(before: string, items: readonly string[], after: string): Buffer {
  let size = Buffer.byteLength(before) + Buffer.byteLength(after) + Math.max(items.length - 1, 0);
  for (const item of items) size += Buffer.byteLength(item);
  const bytes = Buffer.allocUnsafe(size);
  let end = bytes.write(before);
  for (const [index, item] of items.entries()) {
    if (index > 0) end = bytes.writeUInt8(COMMA, end);
    end += bytes.write(item, end);
  }
  bytes.write(after, end);
  return bytes;
}

const COMMA = 0x2c;

/** Items that are encoded together: some 100 kB of them. */
const ITEMS_A_PART = 128;

export type ListEncoder = {
  add(item: string): void;
  /** How many items there are. */
  size(): number;
  /** The items so far, with commas between them, in pieces. */
  pieces(): readonly Buffer[];
  /** The whole text, as `encodeList` makes it of the items. */
  finish(before: string, after: string): Buffer;
};

/**
 * The same for items that come one after the other, thousands of them: what is there is encoded while the others are still
 * looked for, and only its bytes are kept.
 */
export function createListEncoder(): ListEncoder {
  const parts: Buffer[] = [];
  let waiting: string[] = [];
  let size = 0;
  const encode = (): void => {
    if (parts.length > 0) parts.push(Buffer.from(','));
    parts.push(Buffer.from(waiting.join(',')));
    waiting = [];
  };
  const pieces = (): readonly Buffer[] => {
    if (waiting.length > 0) encode();
    return parts;
  };
  return {
    add(item) {
      waiting.push(item);
      size += 1;
      if (waiting.length === ITEMS_A_PART) encode();
    },
    size: () => size,
    pieces,
    finish: (before, after) => Buffer.concat([Buffer.from(before), ...pieces(), Buffer.from(after)]),
  };
}

/** The items of several lists, one list after the other, as `encodeList` makes a text of them. */
export function finishLists(lists: readonly ListEncoder[], before: string, after: string): Buffer {
  const filled = lists.filter((list) => list.size() > 0);
  const pieces = filled.flatMap((list, place) => [
    ...(place > 0 ? [Buffer.from(',')] : []),
    ...list.pieces(),
  ]);
  return Buffer.concat([Buffer.from(before), ...pieces, Buffer.from(after)]);
}
