import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:js|css|html|svg|webmanifest)$/;
const WORKER = 'sw.js';
/** What the service worker fetches ahead: all but itself and what only the build reads. */
const FETCHED = /\.(?:js|css|html|svg|woff2|webmanifest)$/;

/** Writes into the service worker what there is, then every file a second and a third time, compressed, so that serving costs no time. */
export function compressFiles(): Plugin {
  let folder = '';
  return {
    name: 'ekiden-compress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    closeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
      const fetched = files.filter((file) => FETCHED.test(file) && file !== WORKER);
      const worker = join(folder, WORKER);
      writeFileSync(
        worker,
        readFileSync(worker, 'utf8').replace('__FILES__', JSON.stringify(fetched.map(entryOf))),
      );
      for (const file of files.filter((name) => COMPRESSIBLE.test(name))) writeCompressed(join(folder, file));
    },
  };

  /** Assets have a hash in their names; what else there is goes by its content. */
  function entryOf(file: string): { url: string; revision: string | null } {
    const hash = (): string =>
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')
        .slice(0, 16);
    return { url: `/console/${file}`, revision: file.startsWith('assets/') ? null : hash() };
  }
}

function writeCompressed(path: string): void {
  const bytes = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
}
