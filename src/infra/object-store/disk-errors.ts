import { ObjectStoreError } from './object-store.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this process may not write there: change the owner or the permissions, or set DATA_DIR',
  EDQUOT: 'the disk quota is used up: free space or raise it',
  EEXIST: 'a file stands where a folder must be: move it away or set DATA_DIR',
  EIO: 'the disk reports a fault: look at the system log',
  EMFILE: 'too many open files: raise the limit (ulimit -n)',
  ENFILE: 'the system has too many open files: raise its limit',
  ENOENT: 'its folder was taken away while the server ran: restart the server',
  ENOSPC: 'the disk is full: free space or set DATA_DIR to a larger one',
  ENOTDIR: 'a file stands where a folder must be: move it away or set DATA_DIR',
  ENAMETOOLONG: 'the path is too long: set DATA_DIR to a shorter one',
  EPERM: 'this process may not write there: change the owner or the permissions, or set DATA_DIR',
  EROFS: 'the file system is read-only: mount it writable or set DATA_DIR',
};

/** Waits for a step on the file system; its failure says which store it was and what to change. */
export async function withClearErrors<T>(root: string, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof ObjectStoreError) throw error;
    const reason = REASONS[errorCode(error)] ?? 'the operating system refused';
    throw new ObjectStoreError(`The object store in ${root} failed: ${reason}. (${String(error)})`, {
      cause: error,
    });
  }
}

export function errorCode(error: unknown): string {
  return (error instanceof Error && (error as NodeJS.ErrnoException).code) || '';
}
