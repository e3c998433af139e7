import { after } from 'node:test';

const closers: (() => Promise<void>)[] = [];

// Whatever test file imports this first: `scripts/run-test-files.ts` does before all of them, since a hook of a file ends with it.
after(async () => {
  const failures: unknown[] = [];
  for (const close of closers) await close().catch((error: unknown) => failures.push(error));
  if (failures.length === 0) return;
  // The run says so, but would end with success: a hook outside all tests is none of them.
  process.exitCode = 1;
  throw failures.length === 1 ? failures[0] : new AggregateError(failures, failures.join('\n'));
});

/** Closes what the test files of a process share, after the last of them. */
export function atEnd(close: () => Promise<void>): void {
  closers.push(close);
}
