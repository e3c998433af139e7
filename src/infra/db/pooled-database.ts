import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { OutageError } from '../../shared/errors.ts';
import { createOutageLog } from '../outage-log.ts';
import { databaseOutage, leavesConnectionUsable } from './database-errors.ts';
import type { Database, Transaction, TransactionOptions } from './queryable.ts';
import { type DriverResult, queryableOf, runStatement, type Statement, unnamed } from './run-statement.ts';
import { rollBack, runTransaction } from './run-transaction.ts';
import { createWaitingLine, type WaitLimits } from './waiting-line.ts';

export type Engine = {
  readonly name: Database['engine'];
  readonly url: string | null;
  readonly pool: Pool;
  readonly logger: Logger;
  /** How long work waits for a connection. */
  readonly wait: WaitLimits;
  /** After how many milliseconds without an answer the database counts as dead. */
  readonly dead_ms: number;
  /** Whether a pooled connection may have been lost unnoticed while it was idle. */
  isStale?(client: PoolClient): boolean;
  cut?(client: PoolClient): void;
  /** Whether statements are prepared by name, once per connection; true where absent. */
  readonly namesStatements?: boolean;
  /** Restores a connection in an unknown state where it cannot be replaced. When it throws, the connection is discarded. */
  repair?(client: PoolClient): Promise<void>;
  /** Called after a statement or transaction has returned its connection. */
  afterWork?(): void;
  assertUsable?(): void;
  shutDown(): Promise<void>;
};

/** The common part of both engines: a connection pool, statements, transactions and an orderly end. */
export function createPooledDatabase(engine: Engine): Database {
  const { pool, logger } = engine;
  const current = new AsyncLocalStorage<{ active: boolean }>();
  const { namesStatements = true } = engine;
  const context = { logger, canCopy: engine.name === 'postgres', namesStatements };
  const line = createWaitingLine(pool, engine.wait);
  const logOutage = createOutageLog(logger, 'the database cannot be used');
  let running = 0;
  /** The time of the first question since the last answer. */
  let silentSince: number | undefined;
  let closing: Promise<void> | undefined;
  let wakeClose: (() => void) | undefined;
  let tellWaited: ((seconds: number) => void) | undefined;

  /** Records and logs an outage, and returns the error. */
  const noted = <T>(error: T): T => {
    if (!(error instanceof OutageError)) return error;
    silentSince ??= performance.now();
    logOutage(error);
    return error;
  };

  pool.on('error', (error) => logger.debug({ err: error }, 'an idle database connection was lost'));
  // The user of a checked-out connection sees its loss; without a listener the event would end the process.
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
    // A long transaction on the embedded engine's one connection is no sign of death; only failures are.
    if (engine.name === 'postgres') silentSince ??= performance.now();
    let client: PoolClient | undefined;
    const asked = performance.now();
    try {
      client = await line.connect();
      while (engine.isStale?.(client) === true) {
        letGo(client);
        client = await line.connect();
      }
      engine.assertUsable?.();
      return client;
    } catch (error) {
      client?.release(true);
      finished();
      throw noted(databaseOutage(error));
    } finally {
      tellWaited?.((performance.now() - asked) / 1_000);
    }
  };

  const letGo = (client: PoolClient): void => {
    client.release(true);
    engine.cut?.(client);
  };

  const giveBack = (client: PoolClient, usable: boolean): void => {
    if (usable) {
      silentSince = undefined;
      line.moved();
      client.release();
    } else letGo(client);
    finished();
    engine.afterWork?.();
  };

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
      result = await runStatement(client, namesStatements ? statement : unnamed(statement));
    } catch (error) {
      // A text of several statements may have begun a transaction before one failed.
      const mayBeInTransaction = statement.values === undefined;
      const usable =
        leavesConnectionUsable(error) && (!mayBeInTransaction || (await rollBack(client, logger)));
      if (usable) giveBack(client, true);
      else await giveBackUnsure(client);
      throw noted(error);
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
    if ('error' in outcome) throw noted(outcome.error);
    return outcome.value;
  };

  const close = async (): Promise<void> => {
    if (running > 0) await new Promise<void>((resolve) => (wakeClose = resolve));
    await engine.shutDown();
  };

  return {
    ...queryableOf(run),
    engine: engine.name,
    url: engine.url,
    holdFiles: null,
    transaction,
    async ping() {
      await run({ text: 'SELECT 1', values: undefined, name: undefined });
    },
    watchPool: (waited) => {
      tellWaited = waited;
      return () => ({
        idle: pool.idleCount,
        active: pool.totalCount - pool.idleCount,
        waiting: pool.waitingCount,
      });
    },
    isDead: () => silentSince !== undefined && performance.now() - silentSince > engine.dead_ms,
    close: () => (closing ??= close()),
  };
}

function isInTransaction(client: PoolClient): boolean {
  const status = client.getTransactionStatus();
  return status === 'T' || status === 'E';
}
