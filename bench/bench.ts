import type { Row } from './row.ts';

/** What a benchmark runs in. Whatever it starts or makes it defers the end of to `cleanup`, at once. */
export type BenchContext = {
  readonly quick: boolean;
  /** What `--rows` said. */
  readonly rows: number | null;
  readonly cleanup: AsyncDisposableStack;
  /** Progress, for people; never among the rows. */
  log(line: string): void;
};

export type Bench = {
  readonly name: string;
  /** A name that asks for several of them at once. */
  readonly group?: string;
  /** The names of its rows, so that they are there also when it cannot run. */
  readonly rows: readonly string[];
  run(context: BenchContext): Promise<readonly Row[]>;
};

/** Something that this machine does not have: the benchmark is skipped, not failed. */
export class MissingError extends Error {}
