import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Of one length, so that names of files sort by it. */
export function timeInName(time: Date): string {
  return time.toISOString().replaceAll(/[-:.]/g, '');
}

/**
 * Writes a file of the outbox, readable by its owner alone. It appears complete; the same name again leaves one file.
 * @param folder made where it does not exist
 */
export async function writeToOutbox(folder: string, name: string, bytes: Uint8Array | string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, name);
  // Concurrent writers of the same file have separate drafts.
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
