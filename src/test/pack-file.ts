import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ZipFile } from 'yazl';

/** The file as `.gz`, as Strava's archive holds them. */
export const gzipFile: (content: Uint8Array | string) => Promise<Uint8Array> = promisify(gzip);

/** A ZIP that holds one file, as Garmin Connect hands out an original. */
export async function zipFile(name: string, content: Uint8Array): Promise<Uint8Array> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}
