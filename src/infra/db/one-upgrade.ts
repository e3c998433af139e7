import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from './queryable.ts';

/** Runs a statement outside of any transaction, however long it takes. */
export type RunAlone = (statement: string) => Promise<void>;

// A second lock beside that of `holdSchema`: the first bytes of sha256('ekiden upgrade').
const UPGRADE_KEY = 0x48_5e_04_97;
const LOOK_MS = 250;
/** How often the log says that another process is still working. */
const TELL_MS = 30_000;

/**
 * Lets one process at a time upgrade, from the backup to the last index; the others wait. The lock has its own connection
 * because backups and indexes take longer than a transaction may. Waiters poll, since a waiting statement would block
 * `CREATE INDEX CONCURRENTLY` forever.
 */
export async function oneUpgrade<T>(
  db: Database,
  { logger, signal }: { readonly logger?: Logger | undefined; readonly signal?: AbortSignal | undefined },
  work: (runAlone: RunAlone) => Promise<T>,
): Promise<T> {
  if (db.url === null) {
    // The embedded engine has no other process.
    return await work(async (statement) => {
      await db.executeSql(statement);
    });
  }
  const client = new pg.Client({
    connectionString: db.url,
    application_name: 'ekiden upgrade',
    keepAlive: true,
  });
  // Without a listener the loss of the connection would end the process; the next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0; SET idle_session_timeout = 0');
    await waitForTurn(client, logger, signal);
    const done = await work(async (statement) => {
      await client.query(statement);
    });
    await client.query('SELECT pg_advisory_unlock($1)', [UPGRADE_KEY]);
    return done;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function waitForTurn(
  client: pg.Client,
  logger: Logger | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  let toldAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      UPGRADE_KEY,
    ]);
    if (rows[0]?.mine === true) return;
    if (performance.now() - toldAt > TELL_MS) {
      logger?.info('another process is migrating this database: waiting for it');
      toldAt = performance.now();
    }
    await sleep(LOOK_MS);
  }
}
