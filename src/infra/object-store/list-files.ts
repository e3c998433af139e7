import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isObjectKey } from './object-key.ts';

/** Marks folders on disk. It cannot stand in a key, so the objects `a` and `a/b` live side by side as in S3. */
const FOLDER_MARK = '+';

/** One object's file under the root of the objects. */
export function objectPath(root: string, key: string): string {
  const segments = key.split('/');
  const name = segments.pop() ?? '';
  return path.join(root, ...segments.map((segment) => segment + FOLDER_MARK), name);
}

/** Lists the files whose key starts with the prefix in key order, one folder in memory at a time; files deleted meanwhile are skipped. */
export async function* listFiles(
  root: string,
  prefix: string,
): AsyncGenerator<{ key: string; size_bytes: number; modified_at: Date }, void, undefined> {
  const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const folder = start
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment + FOLDER_MARK);
  yield* walk(path.join(root, ...folder), start, prefix);
}

async function* walk(
  folder: string,
  start: string,
  prefix: string,
): AsyncGenerator<{ key: string; size_bytes: number; modified_at: Date }, void, undefined> {
  for (const { key, name } of await readFolder(folder, start)) {
    if (!key.startsWith(prefix)) continue;
    const file = path.join(folder, name);
    if (key.endsWith('/')) {
      yield* walk(file, key, prefix);
      continue;
    }
    const info = isObjectKey(key) ? await absentAsNull(stat(file)) : null;
    if (info?.isFile()) yield { key, size_bytes: info.size, modified_at: info.mtime };
  }
}

async function readFolder(folder: string, start: string): Promise<{ key: string; name: string }[]> {
  const entries = (await absentAsNull(readdir(folder, { withFileTypes: true }))) ?? [];
  return entries
    .map((entry) => {
      const marked = entry.isDirectory() && entry.name.endsWith(FOLDER_MARK);
      const segment = marked ? `${entry.name.slice(0, -FOLDER_MARK.length)}/` : entry.name;
      return { key: start + segment, name: entry.name };
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

export async function absentAsNull<T>(step: Promise<T>): Promise<T | null> {
  try {
    return await step;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
