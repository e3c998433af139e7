import type { EventEmitter } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
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
  let death: string | undefined;
  let connection: EventEmitter | undefined;
  const die = (reason: string): void => {
    if (death !== undefined) return;
    death = reason;
    logger.fatal({ reason }, 'the embedded database stopped');
    // The engine is still in this call and will answer nothing more: waiting work must fail as with a lost server.
    setImmediate(() => {
      // Nobody waits while it starts or once the pool has ended.
      if (connection === undefined || connection.listenerCount('error') === 0) return;
      connection.emit('error', new OutageError(`The embedded database stopped: ${reason}`));
    });
  };
  const pglite = await PGlite.create({
    ...storageOf(directory, options, (error) => die(`fsync failed: ${error}`)),
    // Makes the extension available to `ekiden check`.
    extensions: { amcheck },
    onStderr: (line) => {
      if (DEATH_LINE.test(line)) die(line);
      return false;
    },
  }).catch((error: unknown) => {
    throw new Error(`The embedded database in ${directory} does not start: ${death ?? error}`, {
      cause: error,
    });
  });
  const config = createPgConfig(pglite);
  connection = config.connection;
  const pool = new pg.Pool({
    ...config,
    types: typeParsers,
    max: 1,
    idleTimeoutMillis: 0,
  });
  const database = createPooledDatabase({
    name: 'embedded',
    url: null,
    pool,
    logger,
    wait: WAIT,
    dead_ms: DEAD_MS,
    assertUsable() {
      if (death !== undefined) {
        throw new OutageError(
          `The embedded database stopped (${death}). Restart the program: what it confirmed is on disk.`,
        );
      }
    },
    afterWork: () => maintenance.noteWork(),
    async repair(client) {
      await client.query('ROLLBACK');
      await client.query('DEALLOCATE ALL');
      // The engine's session outlives the pool's client, and with it the driver's record of prepared statements.
      config.connection.parsedStatements = {};
      config.connection.submittedNamedStatements = {};
    },
    async shutDown() {
      maintenance.stop();
      await pool.end();
      // After a failed fsync a last checkpoint would throw away the log that the next start recovers from.
      if (death === undefined) await pglite.close();
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
