import { defineError, outageAnswer } from '../shared/errors.ts';
import { SECOND_MS } from '../shared/time.ts';
import { TooLate, within } from '../shared/within.ts';

export const notReady = defineError(
  'not_ready',
  503,
  'Not ready: a service that this server needs does not answer.',
);

/** Thrown by a check that found something wrong: its message is told. */
export class UnhealthyError extends Error {}

/** Something that this process needs, or would rather not be without. */
export type Dependency = {
  readonly name: string;
  /**
   * `needed`: without it the process takes no requests. `told`: `/readyz` says that it is away and what that means.
   * `full`: only `/readyz?full` asks for it.
   */
  readonly kind: 'needed' | 'told' | 'full';
  /** What it means that it does not answer. */
  readonly note?: string;
  /** How long an answer is passed on to whoever asks next, in milliseconds: at once where not said. */
  readonly kept_ms?: number;
  /** @returns a text where there is something to say of it. @throws Error when it cannot be used, an UnhealthyError where it is to be said why */
  readonly ask: () => Promise<unknown>;
};

type DependencyCheck = { name: string; ok: boolean; took_ms: number; note?: string };
type Readiness = {
  /** `failed` where something needed does not answer, `degraded` where anything else that was asked for does not. */
  readonly status: 'ok' | 'degraded' | 'failed';
  readonly checks: readonly DependencyCheck[];
};

export type Health = {
  /** @throws AppError 503 when the database has been dead to this process for half a minute */
  requireAlive(): void;
  /** What a balancer goes by. @throws AppError 503 when this process is about to stop */
  ready(): Promise<Readiness>;
  /** All that there is, each by itself. @throws AppError 503 when this process is about to stop */
  readyInFull(): Promise<Readiness>;
};

/** Less than balancers and probes wait: an answer that never comes looks like a dead process. */
const LONGEST_CHECK_MS = 2 * SECOND_MS;
const LEAVING = 'Not ready: this server is about to stop.';
const DEAD = 'The database has not answered this process for half a minute.';
const LATE = `It did not answer within ${LONGEST_CHECK_MS / SECOND_MS} seconds.`;

/**
 * @param dependencies the explicit list, in the order in which they are told of
 * @param leaving is aborted when the process is told to stop and serves on for a while
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
  // Nobody waits for the answer: without it, a process that nothing else is asked of would not notice that the database is dead.
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

/** Never rejects, and never takes longer than a check may. However many ask, one question is under way. */
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

/** Whoever asks while a question is under way has its answer. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | undefined;
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}
