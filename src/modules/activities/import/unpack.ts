import { constants, gunzipSync } from 'node:zlib';
import { counted, refusal } from './refuse.ts';
import { listZipEntries, readZipEntry } from './unpack-zip.ts';

/**
 * The most a recording may take once unpacked. A day of one-second FIT records is about 5 MB, the same as TCX
 * about 60 MB.
 */
export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

export type FileKind = 'fit' | 'xml' | 'gzip' | 'zip' | 'unknown';

export function sniff(bytes: Uint8Array): FileKind {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  if (startsWith(bytes, 0, 'PK\x03\x04') || startsWith(bytes, 0, 'PK\x05\x06')) return 'zip';
  if (startsWith(bytes, 8, '.FIT')) return 'fit';
  if (startsWith(bytes, 0, '\xff\xfe') || startsWith(bytes, 0, '\xfe\xff')) return 'xml';
  let at = startsWith(bytes, 0, '\xef\xbb\xbf') ? 3 : 0;
  while (isXmlSpace(bytes[at])) at += 1;
  return bytes[at] === 0x3c ? 'xml' : 'unknown';
}

/**
 * The one recording inside a gzip or ZIP, or the bytes themselves.
 *
 * @throws AppError 400 when an archive is broken, encrypted, nested, too large, or holds none or several
 */
export function unpack(bytes: Uint8Array): { bytes: Uint8Array; kind: 'fit' | 'xml' } {
  if (bytes.length === 0) throw refusal('The file is empty. Export it again and upload the new copy.');
  const kind = sniff(bytes);
  if (kind === 'fit' || kind === 'xml') {
    if (bytes.length > MAX_UNPACKED_BYTES) throw tooLarge();
    return { bytes, kind };
  }
  if (kind === 'gzip') return recordingOnly(gunzip(bytes));
  if (kind === 'zip') return onlyRecordingOfZip(bytes);
  throw refusal(
    'This is not a FIT, TCX or GPX file (nor a gzip or ZIP of one). Upload the original file of the watch or app.',
  );
}

function recordingOnly(bytes: Uint8Array): { bytes: Uint8Array; kind: 'fit' | 'xml' } {
  const kind = sniff(bytes);
  if (kind === 'fit' || kind === 'xml') return { bytes, kind };
  if (kind === 'gzip' || kind === 'zip') {
    throw refusal('The archive holds another archive. Unpack it and upload the recording inside.');
  }
  throw refusal('The gzip file does not hold a FIT, TCX or GPX recording.');
}

function gunzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES, finishFlush: constants.Z_FINISH });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw refusal('The gzip file is broken or was cut off. Download or compress it again.', error);
  }
}

function onlyRecordingOfZip(bytes: Uint8Array): { bytes: Uint8Array; kind: 'fit' | 'xml' } {
  const found: { name: string; bytes: Uint8Array; kind: 'fit' | 'xml' }[] = [];
  let budget = MAX_UNPACKED_BYTES;
  let nested = false;
  for (const entry of listZipEntries(bytes)) {
    const content = readZipEntry(bytes, entry, budget);
    if (content === null) throw tooLarge();
    budget -= content.length;
    const kind = sniff(content);
    if (kind === 'fit' || kind === 'xml') found.push({ name: entry.name, bytes: content, kind });
    nested ||= kind === 'gzip' || kind === 'zip';
  }
  const [only, second] = found;
  if (only === undefined) {
    throw refusal(
      nested
        ? 'The ZIP holds another archive. Unpack it and upload the recording inside.'
        : 'The ZIP holds no FIT, TCX or GPX file.',
    );
  }
  if (second !== undefined) {
    throw refusal(
      `The ZIP holds ${counted(found.length)} recordings. Upload them one by one, or a ZIP with a single one.`,
    );
  }
  return only;
}

function tooLarge(): Error {
  return refusal(
    `The recording is larger than ${counted(MAX_UNPACKED_BYTES / 1024 / 1024)} MiB when unpacked. Split it and upload the parts.`,
  );
}

function startsWith(bytes: Uint8Array, offset: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[offset + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

function isXmlSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
