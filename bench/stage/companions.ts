import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { BenchContext } from '../bench.ts';
import type { LoadResult, LoadRound } from '../load/generate-load.ts';
import { freePort, startNode, stop } from './process.ts';

/** The server under test, or its yardstick, runs here; the load on the other. */
export const SERVER_CORE = 0;
const LOAD_CORE = 1;

/** Starts a bare server and waits until it listens. @returns its port */
export async function startBareServer(
  context: BenchContext,
  databaseUrl: string,
  mode: 'rows' | 'text' | 'same',
): Promise<number> {
  const port = await freePort();
  await startCompanion(context, 'bench/yardsticks/bare-server.ts', {
    args: [String(port), databaseUrl, mode],
    core: SERVER_CORE,
  });
  return port;
}

export type LoadGenerator = { round(round: LoadRound): Promise<LoadResult> };

export async function startLoadGenerator(context: BenchContext): Promise<LoadGenerator> {
  const child = await startCompanion(context, 'bench/load/generate-load.ts', { args: [], core: LOAD_CORE });
  return {
    round: async (round) => {
      child.send(round);
      const [answer] = (await nextMessage(child)) as [{ result: LoadResult } | { error: string }];
      if ('error' in answer) throw new Error(`The load could not be made: ${answer.error}`);
      if (answer.result.failures > 0) {
        throw new Error(
          `${answer.result.failures} answers were not ${round.status ?? 200}: nothing is measured by failures.`,
        );
      }
      return answer.result;
    },
  };
}

export type FitDecoder = {
  /** Decodes all files once. @returns seconds */
  round(): Promise<number>;
};

export async function startFitDecoder(context: BenchContext, files: readonly string[]): Promise<FitDecoder> {
  const child = await startCompanion(context, 'bench/yardsticks/decode-fit.ts', { args: files });
  return {
    round: async () => {
      child.send('round');
      const [answer] = (await nextMessage(child)) as [{ seconds: number }];
      return answer.seconds;
    },
  };
}

async function startCompanion(
  context: BenchContext,
  script: string,
  options: { args: readonly string[]; core?: number },
): Promise<ChildProcess> {
  const child = startNode(script, { ...options, ipc: true });
  context.cleanup.defer(() => stop(child));
  await nextMessage(child);
  return child;
}

async function nextMessage(child: ChildProcess): Promise<unknown[]> {
  const ended = new AbortController();
  const { signal } = ended;
  try {
    return await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => {
        throw new Error('A process of the benchmark ended; what it wrote stands above.');
      }),
    ]);
  } finally {
    ended.abort();
  }
}
