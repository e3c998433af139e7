import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Logger } from 'pino';
import { OutageError } from '../../shared/errors.ts';
import { explainError, isServerError, leavesConnectionUsable } from './database-errors.ts';
import type { CopyStream, Transaction, TransactionOptions } from './queryable.ts';
import {
  ask,
  type DriverResult,
  queryableOf,
  runStatement,
  type Statement,
  unnamed,
} from './run-statement.ts';

/** How long one statement may take on a server. */
export const STATEMENT_TIMEOUT_MS = 60_000;

export type TransactionEnd<T> = {
  outcome: { value: T } | { error: unknown };
  /** Whether the connection may be used again. */
  reusable: boolean;
};

export async function runTransaction<T>(
  client: ClientBase,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
  context: { logger: Logger; canCopy: boolean; namesStatements: boolean },
): Promise<TransactionEnd<T>> {
  const session = openSession(client, context);
  try {
    await ask(client, beginText(options));
  } catch (error) {
    return { outcome: { error: explainError(error) }, reusable: leavesConnectionUsable(error) };
  }
  let value: T;
  try {
    value = await work(session.tx);
  } catch (error) {
    await session.abandon();
    return { outcome: { error }, reusable: session.intact() && (await rollBack(client, context.logger)) };
  }
  await session.finish();
  if (session.copyGivenUp()) {
    const error = new Error('A COPY was given up before its end: its transaction was rolled back.');
    return { outcome: { error }, reusable: session.intact() && (await rollBack(client, context.logger)) };
  }
  return await commit(client, value, context.logger);
}

function beginText(options: TransactionOptions): string {
  const isolation =
    options.isolation === undefined ? '' : ` ISOLATION LEVEL ${options.isolation.toUpperCase()}`;
  return `BEGIN${isolation}${options.readOnly === true ? ' READ ONLY' : ''}`;
}

async function commit<T>(client: ClientBase, value: T, logger: Logger): Promise<TransactionEnd<T>> {
  try {
    const result = await ask(client, 'COMMIT');
    if (result.command === 'COMMIT') return { outcome: { value }, reusable: true };
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
    const error = new Error(
      'The transaction was rolled back: one of its statements had failed, and the error was caught inside it.',
    );
    return { outcome: { error }, reusable: true };
  } catch (error) {
    if (leavesConnectionUsable(error)) {
      return { outcome: { error: explainError(error) }, reusable: await rollBack(client, logger) };
    }
    const unknown = new OutageError(
      'The connection was lost during COMMIT: the transaction may or may not have happened.',
      {
        cause: error,
      },
    );
    return { outcome: { error: unknown }, reusable: false };
  }
}

export async function rollBack(client: ClientBase, logger: Logger): Promise<boolean> {
  try {
    await ask(client, 'ROLLBACK');
    return true;
  } catch (error) {
    const known = explainError(error);
    // What ends in an outage is rolled back by the server, and the outage is in the log already.
    logger[known instanceof OutageError ? 'debug' : 'warn'](
      { err: known },
      'a transaction could not be rolled back; its connection is closed',
    );
    return false;
  }
}

type Session = {
  tx: Transaction;
  /** Waits for all that was asked, and takes no more. */
  finish(): Promise<void>;
  /** Waits for the running statement, drops those behind it, and takes no more. */
  abandon(): Promise<void>;
  copyGivenUp(): boolean;
  /** False once a running COPY was abandoned: the rest of its data is still coming. */
  intact(): boolean;
};

function openSession(
  client: ClientBase,
  { canCopy, namesStatements }: { canCopy: boolean; namesStatements: boolean },
): Session {
  let tail: Promise<unknown> = Promise.resolve();
  let over = false;
  let intact = true;
  let copyGivenUp = false;
  const unfinishedCopies = new Set<Readable>();

  // The driver queues too, but a left-over statement of a failed `work` must not run after ROLLBACK.
  const enqueue = <T>(run: () => Promise<T>): Promise<T> => {
    const result = tail.then(() => {
      if (over) throw new Error('This transaction is over: await each of its statements before it ends.');
      return run();
    });
    tail = result.catch(() => undefined);
    return result;
  };

  const copyOut = (statement: string): CopyStream => {
    if (!canCopy) throw new Error('The embedded database cannot COPY: read keyset pages instead.');
    const stream = copyTo(statement);
    unfinishedCopies.add(stream);
    stream.once('end', () => unfinishedCopies.delete(stream));
    enqueue(async () => {
      // The server's statement clock also runs while a slow reader is waited for.
      await ask(client, 'SET LOCAL statement_timeout = 0');
      intact = await drained(client, stream);
      if (intact) await ask(client, `SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    }).catch((error: unknown) => {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    });
    return stream;
  };

  const copyIn = async (statement: string, lines: Uint8Array): Promise<void> => {
    if (!canCopy) throw new Error('The embedded database cannot COPY over its connection.');
    await enqueue(async () => {
      await ask(client, 'SET LOCAL statement_timeout = 0');
      try {
        await pipeline(Readable.from([lines]), client.query(copyFrom(statement)));
      } catch (error) {
        throw explainError(error);
      }
      await ask(client, 'SET LOCAL statement_timeout TO DEFAULT');
    });
  };

  const destroyUnfinished = (): void => {
    for (const stream of unfinishedCopies) {
      copyGivenUp = true;
      stream.destroy(new Error('The transaction ended before this COPY was read to its end.'));
    }
  };

  const run = (statement: Statement): Promise<DriverResult> =>
    enqueue(() => runStatement(client, namesStatements ? statement : unnamed(statement)));
  return {
    tx: { ...queryableOf(run), inTransaction: true, copyOut, copyIn },
    async finish() {
      destroyUnfinished();
      let awaited: unknown;
      while (awaited !== tail) {
        awaited = tail;
        await tail;
      }
      over = true;
    },
    async abandon() {
      over = true;
      destroyUnfinished();
      await tail;
    },
    copyGivenUp: () => copyGivenUp || !intact,
    intact: () => intact,
  };
}

/** Starts the COPY and waits until its last byte is read; false when the reader abandoned it. */
async function drained(client: ClientBase, stream: ReturnType<typeof copyTo>): Promise<boolean> {
  if (stream.destroyed) return true;
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  stream.once('end', () => resolve(true));
  // A stream destroyed by its reader closes without an end, as does a failed one after its error.
  stream.once('error', (error) => (isServerError(error) ? reject(error) : resolve(false)));
  stream.once('close', () => resolve(false));
  client.query(stream);
  return await promise;
}
