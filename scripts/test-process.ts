import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { EngineName, NotedStatements } from './note-statements.ts';
import { RECORD, type Told } from './report-tests.ts';

/** Without a file there are no more. */
export type ToProcess = { readonly file?: string; readonly share?: number };

/** What a process of tests says of a file once all its tests have run. */
export type FileRun = {
  readonly file: string;
  readonly seconds: number;
  /** Of the process alone: neither the database's nor a browser's. */
  readonly processor_s: number;
  readonly memory_bytes: number;
  readonly statements: NotedStatements;
};

export type TestProcess = {
  /**
   * Null when the process ended before the file did, as it does when the file takes longer than `LONGEST_FILE_MS`.
   *
   * @param share how much of its usual runs each property is checked
   */
  run(file: string, share: number): Promise<FileRun | null>;
  /** Closes what the files shared. @returns whether it ended as a process does in which nothing failed, and by what else */
  end(): Promise<{ readonly passed: boolean; readonly how: string }>;
};

/** A file that hangs fails with its name instead of holding the run; on a busy machine the slowest takes two minutes. */
const LONGEST_FILE_MS = 10 * 60_000;
const COMPILE_CACHE = path.resolve('node_modules/.cache/compiled');
const FLAGS = [
  '--expose-gc',
  '--test-force-exit',
  `--test-reporter=${path.join(import.meta.dirname, 'report-tests.ts')}`,
  path.join(import.meta.dirname, 'run-test-files.ts'),
];

/** Starts a process that runs test files on one engine, one after the other; `tell` hears what became of each test. */
export async function startTestProcess(
  engine: EngineName,
  env: Readonly<Record<string, string>>,
  tell: (told: Told) => void,
): Promise<TestProcess> {
  // The runner tells its own tests from those of a runner above it by this.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const child = spawn(process.execPath, FLAGS, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    // Many tests start a server of their own: without the cache each compiles everything anew, half a second of a processor.
    env: { ...inherited, NODE_COMPILE_CACHE: COMPILE_CACHE, EKIDEN_TEST_ENGINE: engine, ...env },
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const told = tellLines(child, tell);
  const next = () => Promise.race([nextMessage(child), ended.then(() => null)]);
  let isTooLong = false;
  const limited = async <T>(work: Promise<T>): Promise<T> => {
    const limit = setTimeout(() => {
      isTooLong = true;
      child.kill('SIGKILL');
    }, LONGEST_FILE_MS);
    return await work.finally(() => clearTimeout(limit));
  };
  await next();
  return {
    run: async (file, share) => {
      if (!child.connected) return null;
      child.send({ file, share } satisfies ToProcess);
      return (await limited(next())) as FileRun | null;
    },
    end: async () => {
      if (child.connected) child.send({} satisfies ToProcess);
      const [status, signal] = await limited(ended);
      await told;
      const how = isTooLong ? `the limit of ${LONGEST_FILE_MS / 60_000} minutes a file` : null;
      return { passed: status === 0, how: how ?? signal ?? `exit code ${status}` };
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message');
  return message;
}

async function tellLines({ stdout }: ChildProcess, tell: (told: Told) => void): Promise<void> {
  if (stdout === null) return;
  for await (const line of createInterface(stdout)) {
    if (line.startsWith(RECORD)) tell(JSON.parse(line.slice(RECORD.length)));
    else console.log(line);
  }
}
