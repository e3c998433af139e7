import { mkdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import pg from 'pg';
import type { Logger } from 'pino';
import { OutageError } from '../../shared/errors.ts';
import { ensureCluster } from './create-cluster.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { DurableFileSystem } from './durable-file-system.ts';
import { type MaintenanceSettings, startMaintenance } from './maintenance.ts';
import { createPooledDatabase } from './pooled-database.ts';
import type { Database } from './queryable.ts';
import { typeParsers } from './type-parsers.ts';

// The longest wait for the one connection. The engine cannot end a long statement, so here a growing queue turns into errors.
const LONGEST_WAIT_MS = 30_000;
const WAIT = { without_progress: LONGEST_WAIT_MS, patient: LONGEST_WAIT_MS, longest: LONGEST_WAIT_MS };
const DEAD_MS = 30_000;

// The default of 128 MB is resident from the start without making lists or exports faster: the system caches the files. This lowers the idle server
// from 392 to 285 MB.
const SMALL_BUFFERS = 'shared_buffers=16MB';

const SETTINGS = [
  'fsync=on',
  'wal_sync_method=fsync',
  'max_wal_size=64MB',
  'checkpoint_flush_after=0',
  SMALL_BUFFERS,
];

// The engine writes these lines itself; a quoted statement follows a tab or another level.
const DEATH_LINE = /^Aborted\(|^\d{4}-\d\d-\d\d \S+ \S+ \[\d+\] (?:PANIC|FATAL):/;

export type EmbeddedOptions = {
  dataDir: string;
  logger: Logger;
  durable?: boolean;
  /** Replaces the system's fsync, so that a test can count it or make it fail. */
  fsync?: (descriptor: number) => void;
  maintenance?: Partial<MaintenanceSettings>;
};

/**
 * Opens the embedded engine (PostgreSQL inside this process) on `<dataDir>/database`, creating it on the first start.
 * The directory is locked until `close()` or until the process ends.
 *
 * @throws Error that names the directory when it is in use, cannot be written, or holds something else.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const dataDir = path.resolve(options.dataDir);
  // Personal data: as in PostgreSQL, no other user of the machine may read the directory.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataDir(dataDir);
  try {
    return await openLocked(await ensureCluster(dataDir), options, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(
  directory: string,
  options: EmbeddedOptions,
  unlock: () => void,
): Promise<Database> {
  const { logger } = options;
  let running = await startEngine(directory, options);
  let revival: Promise<void> | undefined;
  const closing = new AbortController();
  const pool = new pg.Pool({
    ...running.config,
    types: typeParsers,
    max: 1,
    idleTimeoutMillis: 0,
  });

  /** Starts the engine anew once there is room: of what it confirmed nothing is lost, as after a restart of the program. */
  const revive = async (): Promise<void> => {
    running.files?.revoke();
    while (!closing.signal.aborted) {
      await sleep(LOOK_FOR_ROOM_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted || !(await hasRoom(directory))) continue;
      try {
        running = await startEngine(directory, options);
      } catch (error) {
        logger.error({ err: error }, 'the embedded database does not start again yet');
        continue;
      }
      running.onDeath = noteDeath;
      Object.assign(pool.options, running.config);
      logger.info('the embedded database has started again: there is room');
      return;
    }
  };

  const noteDeath = (reason: string): void => {
    logger.fatal({ reason }, 'the embedded database stopped');
    const { connection } = running.config;
    // The engine, whose call this still is, will answer nothing more: what waits for it must hear so, as it would of
    // a server that is gone.
    setImmediate(() => {
      // Nobody waits any more once the pool has ended.
      if (connection.listenerCount('error') > 0)
        connection.emit('error', new OutageError(`The embedded database stopped: ${reason}`));
      if (isLackOfRoom(reason)) revival = revive();
    });
  };
  running.onDeath = noteDeath;

  const database = createPooledDatabase({
    name: 'embedded',
    url: null,
    pool,
    logger,
    wait: WAIT,
    dead_ms: DEAD_MS,
    assertUsable() {
      const { death } = running;
      if (death === undefined) return;
      const then = isLackOfRoom(death)
        ? 'It starts again by itself once there is room on the disk'
        : 'Restart the program';
      throw new OutageError(
        `The embedded database stopped (${death}). ${then}: what it confirmed is on disk.`,
      );
    },
    afterWork: () => maintenance.noteWork(),
    async repair(client) {
      await client.query('ROLLBACK');
      await client.query('DEALLOCATE ALL');
      // The engine's one session outlives the pool's client, and with it what the driver believes it has prepared.
      const { connection } = running.config;
      connection.parsedStatements = {};
      connection.submittedNamedStatements = {};
    },
    async shutDown() {
      maintenance.stop();
      closing.abort();
      await revival;
      await pool.end();
      // After a failed fsync a last checkpoint would throw away the log that the next start recovers from.
      if (running.death === undefined) await running.pglite.close();
      unlock();
    },
  });
  const maintenance = startMaintenance(
    database,
    () => pool.waitingCount === 0 && pool.idleCount === pool.totalCount,
    logger,
    options.maintenance,
  );
  return {
    ...database,
    async holdFiles(work) {
      // A copy has to replay the log.
      await database.executeSql('CHECKPOINT');
      return await database.transaction(() => work(directory));
    },
  };
}

/** How often it is looked whether there is room again for an engine that stopped for lack of it, in milliseconds. */
const LOOK_FOR_ROOM_MS = 1_000;
/** Two files of the log, and some. */
const ROOM_BYTES = 40 * 1_024 * 1_024;

const isLackOfRoom = (reason: string): boolean =>
  /No space left on device|ENOSPC|quota exceeded/i.test(reason);

/** A quota is not seen here: there the start tells. */
async function hasRoom(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize >= ROOM_BYTES;
}

type Engine = {
  readonly pglite: PGlite;
  readonly config: ReturnType<typeof createPgConfig>;
  /** Undefined where its files are not those of a database to keep. */
  readonly files: DurableFileSystem | undefined;
  /** Why it has stopped; undefined while it works. */
  death: string | undefined;
  onDeath: (reason: string) => void;
};

async function startEngine(directory: string, options: EmbeddedOptions): Promise<Engine> {
  let death: string | undefined;
  let engine: Engine | undefined;
  const die = (reason: string): void => {
    if (death !== undefined) return;
    death = reason;
    // Nobody waits yet while it starts.
    if (engine === undefined) return;
    engine.death = reason;
    engine.onDeath(reason);
  };
  const storage = storageOf(directory, options, (error) => die(`fsync failed: ${error}`));
  const files = storage.fs instanceof DurableFileSystem ? storage.fs : undefined;
  const pglite = await PGlite.create({
    ...storage,
    // It can then be created, which `ekiden check` does for as long as it looks.
    extensions: { amcheck },
    onStderr: (line) => {
      if (DEATH_LINE.test(line)) die(line);
      return false;
    },
  }).catch((error: unknown) => {
    files?.revoke();
    throw new Error(`The embedded database in ${directory} does not start: ${death ?? error}`, {
      cause: error,
    });
  });
  engine = { pglite, config: createPgConfig(pglite), files, death, onDeath: () => undefined };
  return engine;
}

function storageOf(directory: string, options: EmbeddedOptions, onFailure: (error: unknown) => void) {
  if (options.durable === false) {
    const startParams = [...PGlite.defaultStartParams, '-c', SMALL_BUFFERS];
    return { fs: new NodeFS(directory), startParams };
  }
  return {
    fs: new DurableFileSystem(directory, onFailure, options.fsync),
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...SETTINGS.flatMap((setting) => ['-c', setting]),
    ],
  };
}
