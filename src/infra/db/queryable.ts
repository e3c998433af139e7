import type { Readable } from 'node:stream';
import type { Sql } from './sql.ts';

/** What both a database and a transaction can do. `Row` is the caller's word: the columns it selects. */
export type Queryable = {
  query<Row>(statement: Sql): Promise<Row[]>;
  /** @throws Error unless there is exactly one row. */
  one<Row>(statement: Sql): Promise<Row>;
  /** @throws Error when there is more than one row. */
  maybeOne<Row>(statement: Sql): Promise<Row | null>;
  /** @returns the number of rows affected. */
  execute(statement: Sql): Promise<number>;
  /**
   * Text with $1 placeholders, as the job library and migrations bring it. Without `values` it may hold several
   * statements; their rows then come back as one list.
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
   * Streams what `COPY ... TO STDOUT` sends, without the statement time-out. Other statements of the transaction wait
   * until it is read to its end; giving it up early (`destroy()`) ends the transaction. PostgreSQL only: the embedded
   * engine throws, read keyset pages there.
   */
  copyOut(statement: string): CopyStream;
};

export type TransactionOptions = {
  /** PostgreSQL's default is read committed. */
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readOnly?: boolean;
  /** On a connection to the server itself, where the others lead through a pooler: for what takes long or changes the schema. */
  direct?: boolean;
};

/** For several reads that must agree: all of them see what was committed when the first began. */
export const SNAPSHOT: TransactionOptions = { isolation: 'repeatable read', readOnly: true };

/** Connections, and work that waits for one. */
type PoolState = { readonly idle: number; readonly active: number; readonly waiting: number };

/** What a database cannot do because it does not answer or has no room, it refuses with an `OutageError`. */
export type Database = Queryable & {
  readonly engine: 'embedded' | 'postgres';
  /** By which another thread opens the same database; null for the embedded engine, which has one opener. */
  readonly url: string | null;
  /**
   * Commits when `work` resolves, rolls back when it throws; `work`'s error reaches the caller.
   *
   * Inside `work` only `tx` may be used: a call on the database itself throws at once, since on the embedded engine's
   * single connection it would wait for the transaction that waits for it. Nothing is retried: a serialization
   * failure (40001) or deadlock (40P01) reaches the caller, who alone knows whether `work` may run again.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** @throws Error when the database does not answer. */
  ping(): Promise<void>;
  /**
   * Tells how long each piece of work waits for a connection, until it has one or is refused. There is one listener: the last.
   *
   * @returns what tells how many connections there are now
   */
  watchPool(waited: (seconds: number) => void): () => PoolState;
  /** Whether it was asked and has answered nothing for half a minute. */
  isDead(): boolean;
  /** Refuses new work, waits for what is running, then closes. A second call waits for the first. */
  close(): Promise<void>;
};
