import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { absentAsNull, listFiles, objectPath } from './list-files.ts';
import { assertObjectKey } from './object-key.ts';

/** Reads a disk store's folder without writing: the folder may be on a read-only medium. */
export function readFolderStore(root: string): {
  get(key: string): Promise<Readable | null>;
  list(prefix: string): AsyncIterable<{ key: string; size_bytes: number; modified_at: Date }>;
} {
  const objects = path.join(path.resolve(root), 'objects');
  return {
    get: async (key) => {
      assertObjectKey(key);
      const handle = await absentAsNull(open(objectPath(objects, key), 'r'));
      return handle?.createReadStream() ?? null;
    },
    list: (prefix) => listFiles(objects, prefix),
  };
}
