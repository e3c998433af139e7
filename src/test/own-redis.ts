import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'iovalkey';
import { freePort } from './free-port.ts';
import { until } from './server-process.ts';

/** Debian's `valkey-server` or `redis-server`; undefined where neither is installed. */
const PROGRAM = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);

export const hasOwnRedis = PROGRAM !== undefined;

/** A Redis or Valkey server of the test's own, which may be killed and followed. */
export type OwnRedis = {
  readonly url: string;
  start(): Promise<void>;
  /** As if its machine were gone. */
  kill(): Promise<void>;
  /** Makes a replica a primary. */
  promote(): Promise<void>;
  /** Makes it a replica; whoever is connected stays so. */
  follow(primary: OwnRedis): Promise<void>;
  /** How many keys it has. */
  size(): Promise<number>;
};

/** @param follows the server that it is a replica of, once it has all that is there */
export async function startOwnRedis(follows?: OwnRedis): Promise<OwnRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const asked = async <T>(work: (redis: Redis) => Promise<T>): Promise<T> => {
    const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  };
  const start = async (): Promise<void> => {
    const options = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--repl-diskless-sync-delay',
      '0',
    ];
    child = spawn(PROGRAM ?? '', options, { stdio: 'ignore', cwd: '/' });
    await until('the own Redis answers', () =>
      asked((redis) => redis.ping()).then(
        () => true,
        () => false,
      ),
    );
  };
  const follow = (primary: OwnRedis): Promise<void> =>
    asked(async (redis) => {
      const { hostname, port: theirs } = new URL(primary.url);
      await redis.replicaof(hostname, theirs);
      await until('the replica has all', async () =>
        (await redis.info('replication')).includes('master_link_status:up'),
      );
    });
  const own: OwnRedis = {
    url,
    start,
    follow,
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    async promote() {
      await asked((redis) => redis.replicaof('NO', 'ONE'));
    },
    size: () => asked((redis) => redis.dbsize()),
  };
  await start();
  if (follows !== undefined) await follow(follows);
  return own;
}
