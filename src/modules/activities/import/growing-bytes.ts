export class GrowingBytes {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity + 64);
  }

  reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(this.#bytes.length * 2 + more);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }

  byte(value: number): void {
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  write(values: readonly number[]): void {
    this.reserve(values.length);
    for (const value of values) this.byte(value);
  }

  copy(source: Uint8Array, from: number, size: number): void {
    for (let index = 0; index < size; index += 1)
      this.#bytes[this.#length + index] = source[from + index] ?? 0;
    this.#length += size;
  }

  uint32(value: number, littleEndian: boolean): void {
    new DataView(this.#bytes.buffer).setUint32(this.#length, value, littleEndian);
    this.#length += 4;
  }

  /** The bytes and two more in the place of the checksum, which the decoder reads and then ignores. */
  finish(): ArrayBuffer {
    this.reserve(2);
    return this.#bytes.buffer.slice(0, this.#length + 2);
  }
}
