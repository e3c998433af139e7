import { spawnSync } from 'node:child_process';
import { mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own, in memory, that can be filled. */
export type SmallDisk = {
  readonly folder: string;
  /** Takes all that is free, also what was freed since. */
  fill(): Promise<void>;
  /** Gives back what was filled. */
  free(): Promise<void>;
  remove(): Promise<void>;
};

/** @returns null where none can be mounted: that takes root, on Linux */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'ekiden-test-'));
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'ekiden', folder];
  if (spawnSync('mount', options).status !== 0) {
    await rmdir(folder);
    return null;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      const file = await open(filler, 'a');
      try {
        while ((await statfs(folder)).bavail > 0) await file.write(Buffer.alloc(4_096));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler, { force: true }),
    async remove() {
      spawnSync('umount', ['--lazy', folder]);
      await rmdir(folder);
    },
  };
}
