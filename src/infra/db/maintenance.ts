import type { Logger } from 'pino';
import type { Database } from './queryable.ts';
import { sql } from './sql.ts';

const MEGABYTE = 1024 * 1024;

export type MaintenanceSettings = {
  /** The log is looked at after this many statements and transactions, … */
  lookEvery: number;
  /** … and this often. */
  lookIntervalMs: number;
  /** Log since the last checkpoint that calls for one when nothing else runs, … */
  idleCheckpointBytes: number;
  /** … and that calls for one at once. */
  checkpointBytes: number;
  /** A checkpoint comes this long after the last one, however little was written. */
  checkpointIntervalMs: number;
  /** Tables are looked at this often, … */
  vacuumIntervalMs: number;
  /** … and even while others wait after this many statements and transactions. */
  vacuumEvery: number;
};

const DEFAULT_SETTINGS: MaintenanceSettings = {
  lookEvery: 1_000,
  lookIntervalMs: 30_000,
  // One log file is 16 MB; `max_wal_size` is 64 MB.
  idleCheckpointBytes: 16 * MEGABYTE,
  checkpointBytes: 40 * MEGABYTE,
  checkpointIntervalMs: 600_000,
  vacuumIntervalMs: 300_000,
  vacuumEvery: 50_000,
};

export type Maintenance = {
  noteWork(): void;
  stop(): void;
};

/**
 * Does for the embedded engine what background processes do for a server: checkpoints, which let go of the log, and
 * VACUUM (ANALYZE) of the tables that changed. Every step is one statement on the one connection, in the queue with
 * all others.
 */
export function startMaintenance(
  db: Database,
  isIdle: () => boolean,
  logger: Logger,
  overrides: Partial<MaintenanceSettings> = {},
): Maintenance {
  const settings = { ...DEFAULT_SETTINGS, ...overrides };
  let stopped = false;
  let looking = false;
  let workSinceLook = 0;
  let workSinceVacuum = 0;
  let lastCheckpoint = performance.now();
  let lastVacuum = performance.now();

  const look = async (): Promise<void> => {
    if (looking || stopped) return;
    looking = true;
    workSinceLook = 0;
    try {
      if (await isCheckpointDue()) await checkpoint();
      if (isVacuumDue()) await vacuum();
    } catch (error) {
      if (!stopped) logger.error({ err: error }, 'the maintenance of the embedded database failed');
    } finally {
      looking = false;
    }
  };

  const isCheckpointDue = async (): Promise<boolean> => {
    const bytes = await walSinceCheckpoint(db);
    if (bytes >= settings.checkpointBytes) return true;
    if (!isIdle()) return false;
    const overdue = performance.now() - lastCheckpoint >= settings.checkpointIntervalMs;
    return bytes >= settings.idleCheckpointBytes || (overdue && bytes > 1_000);
  };

  const checkpoint = async (): Promise<void> => {
    await db.executeSql('CHECKPOINT');
    lastCheckpoint = performance.now();
  };

  const isVacuumDue = (): boolean =>
    workSinceVacuum >= settings.vacuumEvery ||
    (isIdle() && performance.now() - lastVacuum >= settings.vacuumIntervalMs);

  const vacuum = async (): Promise<void> => {
    workSinceVacuum = 0;
    lastVacuum = performance.now();
    for (const table of await tablesToVacuum(db)) {
      if (stopped) return;
      await db.executeSql(`VACUUM (ANALYZE) ${table}`);
    }
  };

  const timer = setInterval(() => void look(), settings.lookIntervalMs);
  timer.unref();
  return {
    noteWork() {
      if (looking || stopped) return;
      workSinceLook += 1;
      workSinceVacuum += 1;
      if (workSinceLook >= settings.lookEvery) void look();
    },
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}

async function walSinceCheckpoint(db: Database): Promise<number> {
  const { bytes } = await db.one<{ bytes: number }>(
    sql`SELECT pg_current_wal_insert_lsn() - redo_lsn AS bytes FROM pg_control_checkpoint()`,
  );
  return bytes;
}

/** The tables that a server's autovacuum would choose by its default thresholds; names are quoted. */
async function tablesToVacuum(db: Database): Promise<string[]> {
  // Counts reach the statistics only once a second.
  await db.query(sql`SELECT pg_stat_force_next_flush()`);
  const rows = await db.query<{ table: string }>(sql`
    SELECT format('%I.%I', s.schemaname, s.relname) AS table
    FROM pg_stat_all_tables s
    JOIN pg_class c ON c.oid = s.relid
    WHERE c.relkind IN ('r', 'm') AND c.relpersistence = 'p' AND (
      s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
      OR s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
      OR s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
      OR age(c.relfrozenxid) > 150000000
    )
    ORDER BY s.n_dead_tup DESC`);
  return rows.map(({ table }) => table);
}
