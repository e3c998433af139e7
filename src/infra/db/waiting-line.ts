import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';

/** How long work waits for a connection, in milliseconds. */
export type WaitLimits = {
  readonly without_progress: number;
  /** The same for background work, see `patiently`. */
  readonly patient: number;
  readonly longest: number;
};

const patience = new AsyncLocalStorage<true>();

/** Background work, such as a job, waits longer for a connection before it fails. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  return await patience.run(true, work);
}

const heldPatiently = new WeakSet<PoolClient>();

/** Whether background work has or last had this connection. */
export function isHeldPatiently(client: PoolClient): boolean {
  return heldPatiently.has(client);
}

export type WaitingLine = {
  /**
   * A connection of the pool.
   * @throws Error when none comes in time
   */
  connect(): Promise<PoolClient>;
  moved(): void;
};

export function createWaitingLine(pool: Pool, limits: WaitLimits): WaitingLine {
  let lastMove = performance.now();
  pool.on('connect', () => {
    lastMove = performance.now();
  });
  const connect = (): Promise<PoolClient> => {
    const began = performance.now();
    const isPatient = patience.getStore() === true;
    const bound = isPatient ? limits.patient : limits.without_progress;
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>();
    let over = false;
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      if (over) return;
      const now = performance.now();
      const left = Math.min(Math.max(began, lastMove) + bound, began + limits.longest) - now;
      if (left > 0) {
        // When this process was too busy, pending input is read before the immediate runs.
        timer = setTimeout(() => setImmediate(look), left);
        return;
      }
      over = true;
      reject(
        new Error(
          'No connection became free in time: none can be made, too much work, or work that does not end.',
        ),
      );
    };
    pool.connect((error, client) => {
      clearTimeout(timer);
      // The waiter has gone: the connection is for the next.
      if (over) client?.release();
      else if (client === undefined) reject(error);
      else {
        if (isPatient) heldPatiently.add(client);
        else heldPatiently.delete(client);
        resolve(client);
      }
      over = true;
    });
    look();
    return promise;
  };
  return {
    connect,
    moved: () => {
      lastMove = performance.now();
    },
  };
}
