import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { until } from './server-process.ts';

/** Where Debian has the programs of a server; undefined where there are none. */
const PROGRAMS = globSync('/usr/lib/postgresql/*/bin').sort().at(-1);

/** With a locale of ICU, whose collations have versions on every system. */
const CLUSTER = [
  ...['-U', 'postgres', '-A', 'trust', '-E', 'UTF8'],
  ...['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en'],
];

export const hasOwnPostgres = PROGRAMS !== undefined;

/** A PostgreSQL server of the test's own, which may be stopped, killed and followed. */
export type OwnPostgres = {
  /** Of its database `postgres`, as its superuser. */
  readonly url: string;
  /** The process of the server itself. */
  readonly pid: number;
  /** Nothing where it runs. */
  start(): Promise<void>;
  /** @param how SIGINT: at once and in order; SIGQUIT: as if the power had failed */
  stop(how?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Makes a replica a primary. */
  promote(): Promise<void>;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
};

type Options = {
  /** The server that it is a streaming replica of. */
  readonly follows?: OwnPostgres;
  /** A folder for its files. */
  readonly within?: string;
  /** `name=value`, beside the usual ones. */
  readonly settings?: readonly string[];
};

export async function startOwnPostgres(options: Options = {}): Promise<OwnPostgres> {
  const { follows, within = tmpdir() } = options;
  if (PROGRAMS === undefined) throw new Error('There are no programs of a PostgreSQL server.');
  const programs = PROGRAMS;
  const folder = await mkdtemp(path.join(within, 'ekiden-test-'));
  const data = path.join(folder, 'data');
  const owner = serverUser();
  await chmod(folder, 0o755);
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid ?? owner.uid);
  const run = (program: string, ...args: string[]): void => {
    execFileSync(path.join(programs, program), args, {
      ...owner,
      stdio: ['ignore', 'ignore', 'inherit'],
      cwd: folder,
    });
  };
  if (follows === undefined) run('initdb', '-D', data, ...CLUSTER, '--no-sync');
  else run('pg_basebackup', '-D', data, '-d', follows.url, '-R', '-X', 'stream', '-c', 'fast', '--no-sync');
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | undefined;
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=60',
    'shared_buffers=32MB',
    ...(options.settings ?? []),
  ];
  const hasEnded = (): boolean => child === undefined || child.exitCode !== null || child.signalCode !== null;
  const start = async (): Promise<void> => {
    if (!hasEnded()) return;
    child = spawn(
      path.join(programs, 'postgres'),
      ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      {
        ...owner,
        stdio: 'ignore',
        cwd: folder,
      },
    );
    await until('the own PostgreSQL answers', () => answers(url));
  };
  const stop = async (how: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> => {
    if (child === undefined || hasEnded()) return;
    const exited = once(child, 'exit');
    child.kill(how);
    await exited;
  };
  await start();
  return {
    url,
    get pid() {
      return child?.pid ?? 0;
    },
    start,
    stop,
    async promote() {
      run('pg_ctl', 'promote', '-D', data);
    },
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
