import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import manifest from '../../package.json' with { type: 'json' };
import type { BenchContext } from '../bench.ts';
import { type CollectedMemory, collectedMemory } from './inspect.ts';
import { freePort, memoryOf, startNode, stop } from './process.ts';

export type ServerUnderTest = {
  readonly url: string;
  readonly pid: number;
  /** From starting the process until `/readyz` answered 200, in seconds. */
  readonly ready_after_s: number;
  memory(): { resident_mb: number; peak_mb: number } | null;
  /** Of a server that is `inspected`: collects its garbage and tells what is left, of the heap and of the whole process. */
  collected(): Promise<CollectedMemory & { resident_mb: number }>;
  stop(): Promise<void>;
  /** As `kill -9` does. */
  kill(): Promise<void>;
};

const READY_LIMIT_MS = 600_000;
const READY_POLL_MS = 5;
/** Of what a server that does not start has said. */
const OUTPUT_KEPT = 4_000;

/** What `npm start` tells Node of its memory. */
const FLAGS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));

/**
 * Starts the real server as `npm start` does, as a process of its own.
 *
 * @param options.env DATA_DIR, DATABASE_URL and the like
 * @param options.inspected with Node's inspector listening on the loopback, which costs nothing until it is asked
 */
export async function startServerUnderTest(
  context: BenchContext,
  options: {
    env: Readonly<Record<string, string>>;
    core?: number;
    inspected?: boolean;
    /** A worker serves nothing: it is waited for until it says that it works. */
    waits_for?: 'ready' | 'output';
  },
): Promise<ServerUnderTest> {
  const port = options.env.PORT ?? String(await freePort());
  const started = performance.now();
  const child = startNode('src/cli.mjs', {
    flags: options.inspected === true ? [...FLAGS, '--inspect=127.0.0.1:0'] : FLAGS,
    args: ['start'],
    env: { ...OUTSIDE, ...WITHOUT_END, PORT: port, ...options.env },
    ...(options.core === undefined ? {} : { core: options.core }),
  });
  context.cleanup.defer(() => stop(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-OUTPUT_KEPT);
    });
  }
  const url = `http://127.0.0.1:${port}`;
  const exited = once(child, 'exit').then(() => 'exited' as const);
  const isUp = async (): Promise<boolean> =>
    options.waits_for === 'output' ? output.includes('"msg":"ready"') : await isReady(url);
  while (!(await isUp())) {
    const over = performance.now() - started > READY_LIMIT_MS;
    if (over || (await Promise.race([exited, sleep(READY_POLL_MS)])) === 'exited') {
      throw new Error(`The server did not start:\n${output}`);
    }
  }
  const ready_after_s = (performance.now() - started) / 1000;
  const inspector = /ws:\/\/\S+/.exec(output)?.[0] ?? '';
  const { pid } = child;
  if (pid === undefined) throw new Error('The server has no process id.');
  return {
    url,
    pid,
    ready_after_s,
    memory: () => memoryOf(pid),
    collected: async () => {
      const collected = await collectedMemory(inspector);
      return { ...collected, resident_mb: memoryOf(pid)?.resident_mb ?? Number.NaN };
    },
    stop: () => stop(child),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Of what is set outside only what a process needs at all, so that runs are alike. */
const OUTSIDE = Object.fromEntries(['PATH', 'HOME', 'TMPDIR'].map((name) => [name, process.env[name]]));

/** The limits are counted, but never reached. */
const WITHOUT_END = {
  RATE_LIMIT_PER_MINUTE: '1000000000',
  RATE_LIMIT_PER_HOUR: '1000000000',
  EXPORTS_PER_HOUR: '1000000',
};

async function isReady(url: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const request = get(`${url}/readyz`, { agent: false }, (response) => {
    response.resume();
    response.on('end', () => resolve(response.statusCode === 200));
    response.on('error', () => resolve(false));
  });
  request.on('error', () => resolve(false));
  return await promise;
}
