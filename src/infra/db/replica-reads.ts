import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isOutage, reasonOf } from '../../shared/errors.ts';
import { isServerError } from './database-errors.ts';
import type { Database } from './queryable.ts';
import { sql } from './sql.ts';

/** The primary, whose reads go to a replica that has caught up. */
export type ReadDatabase = Database & {
  /** The replica, if it has caught up, else the primary: for work that cannot be repeated. */
  choose(): Promise<Database>;
};

/** The longest wait for a replica to catch up; usually it is milliseconds behind. */
const CATCH_UP_MS = 100;
const LOOK_MS = 5;
/** The pause before a failed replica is checked again. */
const PAUSE_MS = 1_000;

// SQLSTATEs of a replica that refuses a write, conflicts with its primary, or lost a deadlock with it.
const OF_A_REPLICA = new Set(['25006', '40001', '40P01']);

/** A position in the primary's log that includes everything committed at that time. */
type Moment = { readonly position: string; readonly cluster: string; readonly timeline: number };

/**
 * Sends reads to a replica only once it has replayed everything committed when the read began, so no acknowledged privacy
 * setting, membership or deletion is missed. A replica that is behind, away, promoted or of another server is passed
 * over, and the log says so.
 * @param replicaUrl undefined: every read goes to the primary
 */
export function createReads(options: {
  primary: Database;
  replicaUrl: string | undefined;
  poolSize: number;
  logger: Logger;
  /** Makes statements of the replica visible where those of the primary are. */
  trace?: ((replica: Database) => Database) | undefined;
}): ReadDatabase {
  const { primary, replicaUrl, poolSize, logger, trace = (replica) => replica } = options;
  if (replicaUrl === undefined) return { ...primary, choose: async () => primary };
  let replica: Database | undefined;
  let isUsable = false;
  let last_said: string | undefined;
  let probed_at = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  const passOver = (reason: string): void => {
    isUsable = false;
    if (last_said === reason) return;
    last_said = reason;
    logger.warn({ reason }, 'the replica (DATABASE_REPLICA_URL) is not used: reads go to the primary');
  };

  const open = async (): Promise<Database> => {
    const { openPostgres } = await import('./postgres.ts');
    replica ??= trace(
      await openPostgres({ url: replicaUrl, setting: 'DATABASE_REPLICA_URL', logger, poolSize }),
    );
    return replica;
  };

  /** Reads wait for the probe only while the replica is usable; else it runs beside them. */
  const probe = async (): Promise<void> => {
    try {
      await requireCaughtUp(await open(), await momentOf(primary));
      isUsable = true;
      if (last_said !== undefined) logger.info('the replica (DATABASE_REPLICA_URL) is used again');
      last_said = undefined;
    } catch (error) {
      passOver(reasonOf(error));
    }
    probing = undefined;
  };
  const probeSoon = (): void => {
    if (closing !== undefined || probing !== undefined || performance.now() - probed_at < PAUSE_MS) return;
    probed_at = performance.now();
    probing = probe();
  };

  const choose = async (): Promise<Database> => {
    if (!isUsable || replica === undefined) {
      probeSoon();
      return primary;
    }
    const moment = await momentOf(primary);
    try {
      await requireCaughtUp(replica, moment);
      return replica;
    } catch (error) {
      passOver(reasonOf(error));
      return primary;
    }
  };

  const read = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const chosen = await choose();
    if (chosen === primary) return await work(primary);
    try {
      return await work(chosen);
    } catch (error) {
      const isAway = isOutage(error);
      if (!isAway && !(isServerError(error) && OF_A_REPLICA.has(error.code))) throw error;
      if (isAway) passOver(reasonOf(error));
      return await work(primary);
    }
  };

  const close = async (): Promise<void> => {
    await probing;
    await replica?.close();
  };

  probeSoon();
  return {
    ...primary,
    choose,
    query: (statement) => read((db) => db.query(statement)),
    one: (statement) => read((db) => db.one(statement)),
    maybeOne: (statement) => read((db) => db.maybeOne(statement)),
    transaction: (work, how) =>
      how?.readOnly === true ? read((db) => db.transaction(work, how)) : primary.transaction(work, how),
    close: () => (closing ??= close()),
  };
}

async function momentOf(primary: Database): Promise<Moment> {
  // Other sessions see what is flushed, or written where the server commits asynchronously.
  return await primary.one<Moment>(sql`
    SELECT (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
      ELSE pg_current_wal_flush_lsn() END)::text AS position,
      (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
      ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int AS timeline`);
}

async function requireCaughtUp(replica: Database, moment: Moment): Promise<void> {
  const began = performance.now();
  for (;;) {
    const { is_replica, is_same, is_there } = await replica.one<{
      is_replica: boolean;
      is_same: boolean;
      is_there: boolean;
    }>(sql`
      SELECT pg_is_in_recovery() AS is_replica,
        coalesce(pg_last_wal_replay_lsn() >= ${moment.position}::pg_lsn, false) AS is_there,
        (SELECT system_identifier::text FROM pg_control_system()) = ${moment.cluster}
          AND (SELECT timeline_id FROM pg_control_checkpoint()) = ${moment.timeline}::int AS is_same`);
    if (!is_replica) throw new Error('it is no replica, but a primary');
    // After a failover the replica's timeline is recorded at its next checkpoint.
    if (!is_same) throw new Error('it follows another primary, or has not yet recorded the last failover');
    if (is_there) return;
    if (performance.now() - began > CATCH_UP_MS) throw new Error('it is behind the primary');
    await sleep(LOOK_MS);
  }
}
