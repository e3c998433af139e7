import type { EngineName } from './note-statements.ts';
import type { FileRun } from './test-process.ts';

/**
 * After so many files that were to run a statement on the embedded engine and did not, it counts as one of the server's, such as what
 * waits for a lock of another connection.
 */
const MOST_TRIES = 2;
/** What even a file of one statement takes. */
const LEAST_S = 0.05;

export type Coverage = {
  /** Notes what a file ran, on whichever engines. */
  note(engine: EngineName, run: Pick<FileRun, 'file' | 'seconds' | 'statements'>): void;
  /** The files that run on the embedded engine what has run on the server alone, in little time, the longest first. */
  missing(): string[];
  /** The statements that ran on the server alone. */
  uncovered(): string[];
};

/**
 * Which of the files that have run on a server must run on the embedded engine too, so that each of their statements has run on both.
 *
 * @param ofTests the statements that need not: those by which tests prepare and look
 */
export function coverStatements(ofTests: readonly string[] = []): Coverage {
  const onServer = new Map<string, { readonly seconds: number; readonly keys: readonly string[] }>();
  const covered = new Set(ofTests);
  const repeated = new Set<string>();
  const tries = new Map<string, number>();
  const isMissing = (key: string): boolean => !covered.has(key) && (tries.get(key) ?? 0) < MOST_TRIES;

  return {
    note: (engine, { file, seconds, statements: { ran } }) => {
      for (const key of ran.embedded) covered.add(key);
      if (engine === 'postgres') {
        onServer.set(file, { seconds: seconds + LEAST_S, keys: ran.postgres });
        return;
      }
      repeated.add(file);
      for (const key of onServer.get(file)?.keys ?? []) tries.set(key, (tries.get(key) ?? 0) + 1);
    },
    missing: () => {
      const candidates = [...onServer]
        .filter(([file]) => !repeated.has(file))
        .map(([file, { seconds, keys }]) => ({ file, seconds, keys: keys.filter(isMissing) }));
      return withoutSpare(cheapCover(candidates))
        .sort((one, other) => other.seconds - one.seconds)
        .map(({ file }) => file);
    },
    uncovered: () =>
      [...new Set([...onServer.values()].flatMap(({ keys }) => keys))].filter((key) => !covered.has(key)),
  };
}

type Candidate = { readonly file: string; readonly seconds: number; readonly keys: readonly string[] };

/** Again and again the file that runs most of what is missing in its time. */
function cheapCover(candidates: readonly Candidate[]): Candidate[] {
  const missing = new Set(candidates.flatMap(({ keys }) => keys));
  const chosen: Candidate[] = [];
  while (missing.size > 0) {
    const gainOf = ({ keys, seconds }: Candidate): number =>
      keys.filter((key) => missing.has(key)).length / seconds;
    const best = candidates.reduce((one, other) => (gainOf(other) > gainOf(one) ? other : one));
    chosen.push(best);
    for (const key of best.keys) missing.delete(key);
  }
  return chosen;
}

/** Without those whose statements are all run by others of them, the most expensive first. */
function withoutSpare(chosen: readonly Candidate[]): Candidate[] {
  const times = new Map<string, number>();
  const count = ({ keys }: Candidate, by: number): void => {
    for (const key of keys) times.set(key, (times.get(key) ?? 0) + by);
  };
  for (const one of chosen) count(one, 1);
  const isSpare = (one: Candidate): boolean => {
    if (one.keys.some((key) => times.get(key) === 1)) return false;
    count(one, -1);
    return true;
  };
  const spare = new Set([...chosen].sort((one, other) => other.seconds - one.seconds).filter(isSpare));
  return chosen.filter((one) => !spare.has(one));
}
