import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { leavesConnectionUsable } from './database-errors.ts';
import { type Database, SNAPSHOT, type Transaction, type TransactionOptions } from './queryable.ts';
import { type DriverResult, queryableOf, runStatement, type Statement } from './run-statement.ts';
import { rollBack, runTransaction } from './run-transaction.ts';
import { exportSnapshot, shareSnapshot } from './share-snapshot.ts';

/** What the two engines do differently. */
export type Engine = {
  readonly name: Database['engine'];
  readonly url: string | null;
  readonly pool: Pool;
  readonly logger: Logger;
  /**
   * Makes a connection that cannot be trusted as good as new, where it cannot simply be replaced. When it throws, the
   * connection is discarded.
   */
  repair?(client: PoolClient): Promise<void>;
  /** After a statement or a transaction has given its connection back. */
  afterWork?(): void;
  /** Whether the engine can still be used; throws why not. */
  assertUsable?(): void;
  /** Once no more work runs: closes the pool and what is behind it. */
  shutDown(): Promise<void>;
};

/** The common part of both engines: a pool of connections, statements, transactions, and an orderly end. */
export function createPooledDatabase(engine: Engine): Database {
  const { pool, logger } = engine;
  const current = new AsyncLocalStorage<{ active: boolean }>();
  const context = { logger, canCopy: engine.name === 'postgres' };
  let running = 0;
  let closing: Promise<void> | undefined;
  let wakeClose: (() => void) | undefined;

  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection was lost'));
  // While a connection is checked out its loss reaches whoever uses it; unheard, the event would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => logger.debug({ err: error }, 'a database connection was lost'));
  });

  const checkOut = async (): Promise<PoolClient> => {
    if (current.getStore()?.active === true) {
      throw new Error(
        'The database was called inside a transaction: use the transaction (tx) that was passed in.',
      );
    }
    if (closing !== undefined) throw new Error('The database is closed.');
    engine.assertUsable?.();
    running += 1;
    let client: PoolClient | undefined;
    try {
      client = await pool.connect();
      engine.assertUsable?.();
      return client;
    } catch (error) {
      client?.release(true);
      finished();
      throw explainTimeout(error);
    }
  };

  const giveBack = (client: PoolClient, usable: boolean): void => {
    client.release(!usable);
    finished();
    engine.afterWork?.();
  };

  /** Like giveBack, for a connection in an unknown state. */
  const giveBackUnsure = async (client: PoolClient): Promise<void> => {
    giveBack(client, await repair(client));
  };

  const repair = async (client: PoolClient): Promise<boolean> => {
    if (engine.repair === undefined) return false;
    try {
      await engine.repair(client);
      return true;
    } catch (error) {
      logger.warn({ err: error }, 'a database connection could not be repaired');
      return false;
    }
  };

  const finished = (): void => {
    running -= 1;
    if (running === 0) wakeClose?.();
  };

  const run = async (statement: Statement): Promise<DriverResult> => {
    const client = await checkOut();
    let result: DriverResult;
    try {
      result = await runStatement(client, statement);
    } catch (error) {
      // A text of several statements may have begun a transaction before one of them failed.
      const mayBeInTransaction = statement.values === undefined;
      const usable =
        leavesConnectionUsable(error) && (!mayBeInTransaction || (await rollBack(client, logger)));
      if (usable) giveBack(client, true);
      else await giveBackUnsure(client);
      throw error;
    }
    if (isInTransaction(client)) {
      await giveBackUnsure(client);
      throw new Error('A statement began a transaction and left it open: use transaction().');
    }
    giveBack(client, true);
    return result;
  };

  const transaction = async <T>(
    work: (tx: Transaction) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> => {
    const client = await checkOut();
    const state = { active: true };
    const { outcome, reusable } = await current.run(state, () =>
      runTransaction(client, work, options, context),
    );
    state.active = false;
    if (reusable) giveBack(client, true);
    else await giveBackUnsure(client);
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };

  /** A connection for work that has one already, from a pool that is half free; null otherwise. It waits for no other work. */
  const checkOutSpare = async (): Promise<PoolClient | null> => {
    const free = pool.options.max - pool.totalCount + pool.idleCount - pool.waitingCount;
    if (free * 2 < pool.options.max) return null;
    running += 1;
    try {
      return await pool.connect();
    } catch (error) {
      finished();
      logger.warn({ err: error }, 'no second database connection to read with: the work is done with one');
      return null;
    }
  };

  const inOneSnapshot: Database['inOneSnapshot'] = async (atMost, work) => {
    const join = async (
      txs: readonly [Transaction, ...Transaction[]],
      snapshot?: string,
    ): ReturnType<typeof work> => {
      const client = txs.length < atMost ? await checkOutSpare() : null;
      if (client === null) return await work(txs);
      const { outcome, reusable } = await runTransaction(
        client,
        async (tx) => {
          const name = snapshot ?? (await exportSnapshot(txs[0]));
          await shareSnapshot(tx, name);
          return await join([...txs, tx], name);
        },
        SNAPSHOT,
        context,
      );
      if (reusable) giveBack(client, true);
      else await giveBackUnsure(client);
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    };
    return await transaction((tx) => join([tx]), SNAPSHOT);
  };

  const close = async (): Promise<void> => {
    if (running > 0) await new Promise<void>((resolve) => (wakeClose = resolve));
    await engine.shutDown();
  };

  return {
    ...queryableOf(run),
    engine: engine.name,
    url: engine.url,
    transaction,
    inOneSnapshot,
    async ping() {
      await run({ text: 'SELECT 1', values: undefined, name: undefined });
    },
    close: () => (closing ??= close()),
  };
}

function isInTransaction(client: PoolClient): boolean {
  const status = client.getTransactionStatus();
  return status === 'T' || status === 'E';
}

function explainTimeout(error: unknown): unknown {
  if (!(error instanceof Error) || error.message !== 'timeout exceeded when trying to connect') return error;
  return new Error(
    'No database connection became free in time: too much work, or a transaction that does not end.',
    {
      cause: error,
    },
  );
}
