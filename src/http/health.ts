import { defineError, outageAnswer } from '../shared/errors.ts';
import { SECOND_MS } from '../shared/time.ts';
import { TooLate, within } from '../shared/within.ts';

export const notReady = defineError(
  'not_ready',
  503,
  'Not ready: a service that this server needs does not answer.',
);

export class UnhealthyError extends Error {}

export type Dependency = {
  readonly name: string;
  /** `needed`: without it the process takes no requests. `told`: `/readyz` reports it as away. `full`: only `/readyz?full` asks for it. */
  readonly kind: 'needed' | 'told' | 'full';
  readonly note?: string;
  /** For how many milliseconds an answer is reused; 0 where absent. */
  readonly kept_ms?: number;
  /**
   * @returns a text to report, if any
   * @throws Error when it cannot be used; an UnhealthyError's message is shown
   */
  readonly ask: () => Promise<unknown>;
};

type DependencyCheck = { name: string; ok: boolean; took_ms: number; note?: string };
type Readiness = {
  /** `failed` where a needed service does not answer, `degraded` where another one does not. */
  readonly status: 'ok' | 'degraded' | 'failed';
  readonly checks: readonly DependencyCheck[];
};

export type Health = {
  /** @throws AppError 503 when the database has been dead for half a minute */
  requireAlive(): void;
  /**
   * For load balancers.
   * @throws AppError 503 when this process is about to stop
   */
  ready(): Promise<Readiness>;
  /**
   * Reports every service.
   * @throws AppError 503 when this process is about to stop
   */
  readyInFull(): Promise<Readiness>;
};

/** Shorter than the timeouts of balancers and probes: a missing answer looks like a dead process. */
const LONGEST_CHECK_MS = 2 * SECOND_MS;
const LEAVING = 'Not ready: this server is about to stop.';
const DEAD = 'The database has not answered this process for half a minute.';
const LATE = `It did not answer within ${LONGEST_CHECK_MS / SECOND_MS} seconds.`;

/**
 * @param dependencies in the order in which they are reported
 * @param leaving is aborted when the process is told to stop but still serves
 */
export function createHealth(
  db: { ping(): Promise<void>; isDead(): boolean },
  dependencies: readonly Dependency[],
  leaving: AbortSignal,
): Health {
  const all = dependencies.map((dependency) => ({ ...dependency, check: checkOf(dependency) }));
  const askAll = async (chosen: typeof all): Promise<Readiness> => {
    if (leaving.aborted) throw notReady({ message: LEAVING });
    const checks = await Promise.all(chosen.map(({ check }) => check()));
    const failing = chosen.filter((_, index) => checks[index]?.ok !== true);
    const isOut = failing.some(({ kind }) => kind === 'needed');
    return { status: isOut ? 'failed' : failing.length > 0 ? 'degraded' : 'ok', checks };
  };
  // The answer is not awaited: an idle process would otherwise not notice that the database is dead.
  const askDatabase = shared(() => db.ping().catch(() => undefined));
  return {
    requireAlive: () => {
      void askDatabase();
      if (db.isDead()) throw outageAnswer(undefined, DEAD);
    },
    ready: () => askAll(all.filter(({ kind }) => kind !== 'full')),
    readyInFull: () => askAll(all),
  };
}

/** Never rejects and never takes longer than a check may. Concurrent callers share one question. */
function checkOf({ name, note, kept_ms = 0, ask }: Dependency): () => Promise<DependencyCheck> {
  const question = shared(ask);
  let last: { readonly check: DependencyCheck; readonly at: number } | undefined;
  return async () => {
    const began = performance.now();
    if (last !== undefined && began - last.at < kept_ms) return last.check;
    const took = (): number => Math.round(performance.now() - began);
    let check: DependencyCheck;
    try {
      const said = await within(LONGEST_CHECK_MS, question());
      check = { name, ok: true, took_ms: took(), ...(typeof said === 'string' ? { note: said } : {}) };
    } catch (error) {
      const said = error instanceof UnhealthyError ? error.message : undefined;
      const why = note ?? said ?? (error instanceof TooLate ? LATE : undefined);
      check = { name, ok: false, took_ms: took(), ...(why === undefined ? {} : { note: why }) };
    }
    last = { check, at: performance.now() };
    return check;
  };
}

/** Callers share the question that is under way. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | undefined;
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}
