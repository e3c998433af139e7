import { constants } from 'node:fs';
import { access, open, type statfs, unlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { type Check, error, note, ok, warning } from './finding.ts';

type MachineDeps = {
  readonly config: Config;
  /** Of the disk below a folder; a test brings full ones. */
  readonly statfs: typeof statfs;
  readonly nodeVersion: string;
};

const node: Check<MachineDeps> = {
  name: 'node',
  run: ({ nodeVersion }) => {
    const { engines } = createRequire(import.meta.url)('../../../package.json') as {
      engines: { node: string };
    };
    const least = Number(/\d+/.exec(engines.node)?.[0]);
    return Number.parseInt(nodeVersion, 10) >= least
      ? [ok(`Node ${nodeVersion}; ${least} or later is needed`)]
      : [
          error(
            `Node ${nodeVersion} is older than ${least}`,
            'start with npm start, which brings its own Node',
          ),
        ];
  },
};

const GIGABYTE = 1e9;
/** Less than either is little: a tenth of a large disk fills within weeks, and two gigabytes of a small one too. */
const LITTLE = { part: 0.1, bytes: 2 * GIGABYTE };
/** The embedded database alone keeps a log of 64 MB, and an archive for download may have as much. */
const TOO_LITTLE = { part: 0.02, bytes: 0.5 * GIGABYTE };

const disk: Check<MachineDeps> = {
  name: 'disk',
  run: async ({ config: { dataDir }, statfs }) => {
    try {
      await access(dataDir, constants.R_OK | constants.X_OK);
    } catch {
      const mend = 'set DATA_DIR as the server has it, run as its user, or start it once';
      return [error(`there is no folder ${dataDir} that can be read`, mend)];
    }
    const { bsize, blocks, bavail, files, ffree } = await statfs(dataDir);
    const free = bavail * bsize;
    const part = bavail / Math.max(blocks, 1);
    const room = `${gigabytes(free)} of ${gigabytes(blocks * bsize)} GB (${percent(part)}) are free for ${dataDir}`;
    const mend = 'free space there, or move DATA_DIR to a larger disk; ekiden usage says who has most';
    const inodes = files === 0 ? 1 : ffree / files;
    return [
      isBelow(TOO_LITTLE, part, free)
        ? error(room, mend)
        : isBelow(LITTLE, part, free)
          ? warning(room, mend)
          : ok(room),
      ...(inodes < LITTLE.part
        ? [
            (inodes < TOO_LITTLE.part ? error : warning)(
              `${ffree} of ${files} inodes (${percent(inodes)}) are free for ${dataDir}`,
              'delete small files, or move DATA_DIR to a file system with more inodes',
            ),
          ]
        : []),
      ...(await writable(dataDir)),
    ];
  },
};

function isBelow(least: typeof LITTLE, part: number, bytes: number): boolean {
  return part < least.part || bytes < least.bytes;
}

async function writable(dataDir: string) {
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    const handle = await open(probe, 'wx', 0o600);
    await handle.close();
    await unlink(probe);
    return [];
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    return [
      error(`nothing can be written to ${dataDir} (${code})`, `run as the user of the server, or chown it`),
    ];
  }
}

const gigabytes = (bytes: number): string => (bytes / GIGABYTE).toFixed(1);
const percent = (part: number): string => `${Math.floor(part * 100)} %`;

const user: Check<MachineDeps> = {
  name: 'user',
  run: () =>
    process.getuid?.() === 0
      ? [note('this runs as root, which nothing of Ekiden needs', 'run it as the user who owns DATA_DIR')]
      : [],
};

export const MACHINE_CHECKS = [node, user, disk];
