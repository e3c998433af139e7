import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export type DataDirLock = { release(): void };

export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

/**
 * Takes the data directory for this opener alone: the embedded engine has no lock of its own, and two of them on the
 * same files destroy them. The lock is an exclusive SQLite transaction on `database.lock`, since Node offers no other
 * lock that the system releases by itself.
 *
 * @throws DataDirInUseError that names the directory, and the holder where it is known, when it is taken.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const note = path.join(dataDir, 'database.holder');
  const lock = openLock(dataDir, note);
  try {
    writeFileSync(note, JSON.stringify({ pid: process.pid, host: hostname() }));
  } catch (error) {
    lock.close();
    throw error;
  }
  return {
    release() {
      rmSync(note, { force: true });
      lock.close();
    },
  };
}

function openLock(dataDir: string, note: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path.join(dataDir, 'database.lock'), { timeout: 0 });
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new DataDirInUseError(
        `The data directory ${dataDir} is in use${describeHolder(note)}: stop that one, or choose another directory.`,
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data directory ${dataDir} cannot be locked: ${reason}`, { cause: error });
  }
}

/** The holder's own note, used only while a process of that number runs on this host. */
function describeHolder(note: string): string {
  try {
    const { pid, host } = JSON.parse(readFileSync(note, 'utf8')) as { pid: unknown; host: unknown };
    if (typeof pid !== 'number' || host !== hostname() || !isRunning(pid)) return '';
    return pid === process.pid ? ' by this process' : ` by process ${pid}`;
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
