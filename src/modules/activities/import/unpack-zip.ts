import { crc32, inflateRawSync } from 'node:zlib';
import { counted, refusal } from './refuse.ts';

/**
 * A reader for small ZIP archives held in memory, after PKWARE's APPNOTE 6.3.10. A recording is parsed in one
 * synchronous step inside a worker; of the libraries, yauzl reads with callbacks only and fflate checks no CRC.
 */
type ZipEntry = {
  name: string;
  /** 0 stored, 8 deflate. */
  method: number;
  crc: number;
  packedBytes: number;
  unpackedBytes: number;
  headerOffset: number;
};

const MAX_ENTRIES = 100;
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const DIRECTORY_SIGNATURE = 0x02014b50;
const DIRECTORY_BYTES = 46;
const HEADER_SIGNATURE = 0x04034b50;
const HEADER_BYTES = 30;
const MAX_COMMENT_BYTES = 0xffff;
const ENCRYPTED_FLAG = 0x0001;

/**
 * The files of the archive, without folders and the metadata that macOS adds.
 *
 * @throws AppError 400 when the archive is broken, encrypted or holds too many files
 */
export function listZipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > MAX_ENTRIES) {
    throw refusal(`The ZIP holds ${counted(count)} entries. Upload the recordings one by one.`);
  }
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + DIRECTORY_BYTES > view.byteLength || view.getUint32(at, true) !== DIRECTORY_SIGNATURE) {
      throw broken();
    }
    if ((view.getUint16(at + 8, true) & ENCRYPTED_FLAG) !== 0) {
      throw refusal('The ZIP is encrypted. Upload it without a password.');
    }
    const nameBytes = view.getUint16(at + 28, true);
    const nameFrom = at + DIRECTORY_BYTES;
    const name = new TextDecoder().decode(bytes.subarray(nameFrom, nameFrom + nameBytes));
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      unpackedBytes: view.getUint32(at + 24, true),
      headerOffset: view.getUint32(at + 42, true),
    });
    at += DIRECTORY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries.filter((entry) => !entry.name.endsWith('/') && !entry.name.startsWith('__MACOSX/'));
}

/**
 * The unpacked content of an entry, its checksum verified; null when it is larger than `maxBytes`.
 *
 * @throws AppError 400 when the entry is broken or packed by a method other than deflate
 */
export function readZipEntry(bytes: Uint8Array, entry: ZipEntry, maxBytes: number): Uint8Array | null {
  if (entry.unpackedBytes > maxBytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = entry.headerOffset;
  if (header + HEADER_BYTES > view.byteLength || view.getUint32(header, true) !== HEADER_SIGNATURE) {
    throw broken();
  }
  const from = header + HEADER_BYTES + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  if (from + entry.packedBytes > bytes.length) throw broken();
  const packed = bytes.subarray(from, from + entry.packedBytes);
  const content = entry.method === 0 ? packed : inflate(packed, entry);
  if (content.length !== entry.unpackedBytes || crc32(content) !== entry.crc) throw broken();
  return content;
}

function inflate(packed: Uint8Array, entry: ZipEntry): Uint8Array {
  if (entry.method !== 8) {
    throw refusal('The ZIP uses an unusual compression. Create it again with the standard one (deflate).');
  }
  try {
    // One byte more than stated, so that a wrong size shows as a wrong length and not as a full buffer.
    return inflateRawSync(packed, { maxOutputLength: entry.unpackedBytes + 1 });
  } catch (error) {
    throw broken(error);
  }
}

/** The end record stands last, before a comment of at most 64 KiB. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  throw broken();
}

function broken(cause?: unknown): Error {
  return refusal('The ZIP is broken or was cut off. Download or compress it again.', cause);
}
