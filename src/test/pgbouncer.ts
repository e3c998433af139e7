import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { until } from './server-process.ts';

const PGBOUNCER = '/usr/sbin/pgbouncer';

export const hasPgBouncer = existsSync(PGBOUNCER);

export type PgBouncer = {
  /** The database, by way of the pooler. */
  readonly url: string;
  stop(): Promise<void>;
};

/** Starts a PgBouncer in transaction mode, which lends so many connections to a database of the test server. */
export async function startPgBouncer(target: string, poolSize: number, port?: number): Promise<PgBouncer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  const file = path.join(folder, 'pgbouncer.ini');
  const { hostname, port: serverPort, username, password, pathname } = new URL(target);
  const listenPort = port ?? (await freePort());
  const login = `user=${username}${password === '' ? '' : ` password=${password}`}`;
  await writeFile(
    file,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${serverPort} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
server_login_retry = 1
log_connections = 0
log_disconnections = 0
`,
  );
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const asWhom = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(PGBOUNCER, ['-q', ...asWhom, file], { stdio: ['ignore', 'ignore', 'inherit'] });
  await until('PgBouncer listens', () => listens(listenPort));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(listenPort);
  return {
    url: url.href,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.on('connect', () => resolve(true));
  socket.on('error', () => resolve(false));
  return await promise.finally(() => socket.destroy());
}
