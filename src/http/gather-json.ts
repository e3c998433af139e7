/**
 * JSON texts with commas between them, gathered as bytes in memory that is used again. Ten thousand texts that wait for the last one
 * grow old, and V8 goes through all of its heap for them, as it does for every few megabytes beside it that are new each time.
 */
export type GatheredJson = {
  /** How many texts there are. */
  readonly count: number;
  add(text: string): void;
  /** Takes over all that another one has, and leaves it nothing. */
  take(other: GatheredJson): void;
  /** One list of it, with what stands before and after around it. Nothing is added any more. */
  list(before: string, after: string): Buffer;
  /** As it lies in that memory: of use until it is released. */
  bytes(): Uint8Array;
  /** Leaves the memory to others, who write over it: not before all that was made of it is out. Forgotten, it costs a little time. */
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
  const makeRoom = (bytes: number): void => {
    if (end + bytes <= memory.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(end + bytes, 2 * memory.length));
    memory.copy(larger, 0, 0, end);
    memory = larger;
  };
  const next = (bytes: number): void => {
    makeRoom(bytes + 1);
    if (count > 0) end = memory.writeUInt8(COMMA, end);
  };
  const clear = (): void => {
    memory = Buffer.alloc(0);
    count = 0;
    end = 0;
  };
  return {
    get count() {
      return count;
    },
    add(text) {
      next(text.length * MOST_BYTES_A_UNIT);
      end += memory.write(text, end);
      count += 1;
    },
    take(other) {
      if (other.count > 0) {
        const bytes = other.bytes();
        next(bytes.byteLength);
        memory.set(bytes, end);
        end += bytes.byteLength;
        count += other.count;
      }
      other.release();
    },
    list(before, after) {
      const [head, tail] = [Buffer.from(before), Buffer.from(after)];
      makeRoom(head.length + tail.length);
      memory.copyWithin(head.length, 0, end);
      memory.set(head);
      memory.set(tail, head.length + end);
      end += head.length + tail.length;
      return memory.subarray(0, end);
    },
    bytes: () => memory.subarray(0, end),
    release() {
      if (memory.length > 0 && memory.length <= MOST_KEPT_BYTES && kept.length < MOST_KEPT) kept.push(memory);
      clear();
    },
  };
}
