import type { Readable } from 'node:stream';
import type { Sql } from './sql.ts';

/** What both a database and a transaction can do. `Row` is the caller's word: the columns it selects. */
export type Queryable = {
  query<Row>(statement: Sql): Promise<Row[]>;
  one<Row>(statement: Sql): Promise<Row>;
  maybeOne<Row>(statement: Sql): Promise<Row | null>;
  execute(statement: Sql): Promise<number>;
  /**
   * Text with $1 placeholders, as the job library and migrations have it. Without `values` it may hold several
   * statements; their rows come back as one list.
   */
  executeSql(text: string, values?: readonly unknown[]): Promise<SqlResult>;
};

export type SqlResult = { rows: unknown[]; rowCount: number };

/** `rowCount` is final once a later statement of the transaction has run. */
export type CopyStream = Readable & { readonly rowCount: number };

/** Statements of one transaction run one after the other on one connection, also when started at once. */
export type Transaction = Queryable & {
  readonly inTransaction: true;
  /**
   * Streams `COPY ... TO STDOUT` without the statement time-out. Other statements of the transaction wait for its end;
   * `destroy()` ends the transaction. PostgreSQL only: on the embedded engine it throws; read keyset pages there.
   */
  copyOut(statement: string): CopyStream;
  /** Sends lines to `COPY ... FROM STDIN` without the statement time-out. PostgreSQL only. */
  copyIn(statement: string, lines: Uint8Array): Promise<void>;
};

export type TransactionOptions = {
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readOnly?: boolean;
  /** Uses a direct connection where others lead through a pooler: for long work and schema changes. */
  direct?: boolean;
};

/** For several reads that must agree: all see what was committed when the first began. */
export const SNAPSHOT: TransactionOptions = { isolation: 'repeatable read', readOnly: true };

type PoolState = { readonly idle: number; readonly active: number; readonly waiting: number };

/** A database that does not answer or has no room throws an `OutageError`. */
export type Database = Queryable & {
  readonly engine: 'embedded' | 'postgres';
  /** The URL by which another thread can open the database; null for the embedded engine, which has one opener. */
  readonly url: string | null;
  /**
   * Commits when `work` resolves and rolls back when it throws; its error reaches the caller. Inside `work` only `tx` may
   * be used: a call on the database itself throws, since it would deadlock on the embedded engine's one connection.
   * Nothing is retried: serialization failures (40001) and deadlocks (40P01) reach the caller.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs `work` on the embedded engine's folder while nothing is written and other work waits; null for a server. A copy
   * made then holds all that was committed, like the files of a killed process.
   */
  readonly holdFiles: (<T>(work: (folder: string) => Promise<T>) => Promise<T>) | null;
  ping(): Promise<void>;
  /**
   * Reports how long each piece of work waited for a connection. There is one listener, the last.
   * @returns a function that counts the connections
   */
  watchPool(waited: (seconds: number) => void): () => PoolState;
  /** Whether it has answered nothing for half a minute although asked. */
  isDead(): boolean;
  close(): Promise<void>;
};
