import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Past this a child that was asked to end is killed, in milliseconds. */
const STOP_LIMIT_MS = 30_000;

/** Whether processes can be bound to a core here; `taskset` is Linux's. */
const CAN_PIN = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/** Says where the measured process and the load ran. */
export const PINNING = CAN_PIN
  ? 'server on core 0, load on core 1'
  : 'not pinned: no taskset, or one core only';

/** Starts a Node program of the project, bound to a core where that is possible. */
export function startNode(
  script: string,
  options: {
    flags?: readonly string[];
    args?: readonly string[];
    env?: NodeJS.ProcessEnv;
    core?: number;
    ipc?: boolean;
  } = {},
): ChildProcess {
  const node = [process.execPath, ...(options.flags ?? []), script, ...(options.args ?? [])];
  const [command = '', ...args] =
    CAN_PIN && options.core !== undefined ? ['taskset', '-c', String(options.core), ...node] : node;
  return spawn(command, args, {
    cwd: ROOT,
    env: options.env ?? process.env,
    stdio: options.ipc === true ? ['ignore', 'inherit', 'inherit', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  });
}

/** Asks a process to end and waits until it has. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(timer);
}

/** Memory of a process in MB (10^6 bytes): resident now, and its peak since the start. */
export function memoryOf(pid: number): { resident_mb: number; peak_mb: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kib = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
    return { resident_mb: (kib('VmRSS') * 1024) / 1e6, peak_mb: (kib('VmHWM') * 1024) / 1e6 };
  } catch {
    return null;
  }
}

/** What `/proc` counts processor time in, for programs: hundredths of a second, on every Linux. */
const TICK_MS = 10;

/** Processor time that a process has taken since its start, in the program and in the system for it, milliseconds. */
export function cpuTimeOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in brackets, and may hold anything: what follows begins with the third.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

/** Below the ports that systems hand out to clients: above them a client can end up connected to itself. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    if (await isFree(port)) return port;
  }
  throw new Error(`There is no free port from ${FIRST_PORT} to ${LAST_PORT}.`);
}

async function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return await promise;
}
