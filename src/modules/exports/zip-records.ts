export type ZipEntry = {
  readonly name: string;
  readonly crc32: number;
  readonly size_bytes: number;
  readonly packed_bytes: number;
  readonly offset: number;
};

/** Numbers of PKWARE's APPNOTE.TXT 6.3.10, sections 4.3 to 4.5. */
const LOCAL_HEADER = 0x04034b50;
const DATA_DESCRIPTOR = 0x08074b50;
const DIRECTORY_HEADER = 0x02014b50;
const ZIP64_END = 0x06064b50;
const ZIP64_END_LOCATOR = 0x07064b50;
const END = 0x06054b50;
const ZIP64_EXTRA = 1;

/** Sizes and CRC follow the data (bit 3); the name is UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 4.5, the first version that knows ZIP64; 2.0 knows deflate. */
const VERSION_ZIP64 = 45;
const VERSION_DEFLATE = 20;
/** Made on Unix, whose modes stand in the upper half of the external attributes: a file of -rw-r--r--. */
const MADE_BY = (3 << 8) | VERSION_ZIP64;
const ATTRIBUTES = 0o100644 * 0x10000;
/** What a field of four bytes holds where the number itself stands in a ZIP64 record. */
const IN_ZIP64 = 0xffffffff;
const COUNTED_IN_ZIP64 = 0xffff;

/** What comes before a file's data, when neither its size nor its CRC is known yet. */
export function localHeader(name: string, modified_at: Date): Buffer {
  const bytes = Buffer.from(name);
  const record = Buffer.alloc(30);
  record.writeUInt32LE(LOCAL_HEADER, 0);
  record.writeUInt16LE(VERSION_DEFLATE, 4);
  record.writeUInt16LE(FLAGS, 6);
  record.writeUInt16LE(DEFLATE, 8);
  record.writeUInt32LE(dosTime(modified_at), 10);
  record.writeUInt16LE(bytes.length, 26);
  return Buffer.concat([record, bytes]);
}

export function dataDescriptor({ crc32, size_bytes, packed_bytes }: ZipEntry): Buffer {
  const large = size_bytes >= IN_ZIP64 || packed_bytes >= IN_ZIP64;
  const record = Buffer.alloc(large ? 24 : 16);
  record.writeUInt32LE(DATA_DESCRIPTOR, 0);
  record.writeUInt32LE(crc32, 4);
  if (large) {
    record.writeBigUInt64LE(BigInt(packed_bytes), 8);
    record.writeBigUInt64LE(BigInt(size_bytes), 16);
  } else {
    record.writeUInt32LE(packed_bytes, 8);
    record.writeUInt32LE(size_bytes, 12);
  }
  return record;
}

export function directory(entries: readonly ZipEntry[], modified_at: Date, offset: number): Buffer {
  const headers = Buffer.concat(entries.map((entry) => directoryHeader(entry, modified_at)));
  const place = { entries: entries.length, size_bytes: headers.length, offset };
  const large = offset >= IN_ZIP64 || entries.length >= COUNTED_IN_ZIP64;
  return Buffer.concat([headers, ...(large ? [zip64End(place)] : []), end(place)]);
}

function directoryHeader(entry: ZipEntry, modified_at: Date): Buffer {
  const name = Buffer.from(entry.name);
  const numbers = [entry.size_bytes, entry.packed_bytes, entry.offset];
  const large = numbers.some((number) => number >= IN_ZIP64);
  const short = (number: number): number => (large ? IN_ZIP64 : number);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(DIRECTORY_HEADER, 0);
  record.writeUInt16LE(MADE_BY, 4);
  record.writeUInt16LE(large ? VERSION_ZIP64 : VERSION_DEFLATE, 6);
  record.writeUInt16LE(FLAGS, 8);
  record.writeUInt16LE(DEFLATE, 10);
  record.writeUInt32LE(dosTime(modified_at), 12);
  record.writeUInt32LE(entry.crc32, 16);
  record.writeUInt32LE(short(entry.packed_bytes), 20);
  record.writeUInt32LE(short(entry.size_bytes), 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt32LE(ATTRIBUTES, 38);
  record.writeUInt32LE(short(entry.offset), 42);
  if (!large) return Buffer.concat([record, name]);
  const extra = Buffer.alloc(4 + 8 * numbers.length);
  extra.writeUInt16LE(ZIP64_EXTRA, 0);
  extra.writeUInt16LE(8 * numbers.length, 2);
  for (const [index, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * index);
  record.writeUInt16LE(extra.length, 30);
  return Buffer.concat([record, name, extra]);
}

type Place = { readonly entries: number; readonly size_bytes: number; readonly offset: number };

function zip64End({ entries, size_bytes, offset }: Place): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(ZIP64_END, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(MADE_BY, 12);
  record.writeUInt16LE(VERSION_ZIP64, 14);
  record.writeBigUInt64LE(BigInt(entries), 24);
  record.writeBigUInt64LE(BigInt(entries), 32);
  record.writeBigUInt64LE(BigInt(size_bytes), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(ZIP64_END_LOCATOR, 0);
  locator.writeBigUInt64LE(BigInt(offset + size_bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}

function end({ entries, size_bytes, offset }: Place): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(END, 0);
  const counted = Math.min(entries, COUNTED_IN_ZIP64);
  record.writeUInt16LE(counted, 8);
  record.writeUInt16LE(counted, 10);
  record.writeUInt32LE(size_bytes, 12);
  record.writeUInt32LE(Math.min(offset, IN_ZIP64), 16);
  return record;
}

/** Date and time in two seconds' steps, without a time zone: UTC. */
function dosTime(time: Date): number {
  const year = Math.min(Math.max(time.getUTCFullYear(), 1980), 2107);
  const date = ((year - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const clock =
    (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | Math.floor(time.getUTCSeconds() / 2);
  return date * 0x10000 + clock;
}
