import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** All files of a ZIP by name; sizes and checksums are verified on the way. */
export async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true, strictFileNames: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}

/** How many bytes each file of a ZIP takes in it. */
export async function fileSizes(archive: Buffer): Promise<Map<string, number>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true, strictFileNames: true });
  const sizes = new Map<string, number>();
  for await (const { fileName, compressedSize } of zip.eachEntry()) sizes.set(fileName, compressedSize);
  return sizes;
}
