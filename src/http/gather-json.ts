/**
 * JSON texts with commas between them, gathered as bytes in memory that is used again. Ten thousand texts that wait for the last one
 * grow old, and V8 goes through all of its heap for them, as it does for every few megabytes beside it that are new each time.
 */
export type GatheredJson = {
  /** How many texts there are. */
  readonly count: number;
  add(text: string): void;
  /** As they lie in that memory: of use until it is released. */
  bytes(): Uint8Array;
  /** Leaves the memory to other texts. Whoever forgets it costs them a little time. */
  release(): void;
};

/** Kept for the next, so many of at most such a size. */
const MOST_KEPT = 2;
const MOST_KEPT_BYTES = 8 * 1024 * 1024;
const FIRST_BYTES = 256 * 1024;
/** Of a UTF-16 unit in UTF-8. */
const MOST_BYTES_A_UNIT = 3;
const COMMA = 0x2c;

const kept: Buffer[] = [];

export function gatherJson(): GatheredJson {
  let memory = kept.pop() ?? Buffer.allocUnsafeSlow(FIRST_BYTES);
  let [count, end] = [0, 0];
  return {
    get count() {
      return count;
    },
    add(text) {
      const most = end + 1 + text.length * MOST_BYTES_A_UNIT;
      if (most > memory.length) memory = enlarged(memory, most);
      if (count > 0) end = memory.writeUInt8(COMMA, end);
      end += memory.write(text, end);
      count += 1;
    },
    bytes: () => memory.subarray(0, end),
    release() {
      if (kept.length < MOST_KEPT && memory.length <= MOST_KEPT_BYTES) kept.push(memory);
    },
  };
}

function enlarged(memory: Buffer, most: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.max(most, 2 * memory.length));
  memory.copy(larger);
  return larger;
}

/** One list of all that was gathered, what stands before and after it around it, as the bytes that are sent. Releases what was gathered. */
export function joinGathered(before: string, parts: readonly GatheredJson[], after: string): Buffer {
  const lists = parts.filter(({ count }) => count > 0);
  const joined = Buffer.concat([
    Buffer.from(before),
    ...lists.flatMap((part, place) => (place === 0 ? [part.bytes()] : [BETWEEN, part.bytes()])),
    Buffer.from(after),
  ]);
  for (const part of parts) part.release();
  return joined;
}

const BETWEEN = Buffer.from([COMMA]);
