import type { Transaction } from '../../infra/db/database.ts';

/**
 * What a module keeps about people: how it is handed to them, and what becomes of it when they leave. Every module that
 * keeps some offers a part; `personal-data` puts them together.
 */
export type PersonalData = {
  readonly name: string;
  /** The columns that say whose something is, or who somebody is, as `table.column`. A test finds those that nobody names. */
  readonly columns: readonly string[];
  /** What each of its files is, in a line to the person; by name, or by folder (`streams/`). */
  readonly files: Readonly<Record<string, string>>;
  /** All there is about a person, file by file; each is read when its turn comes, and no more of it than is asked for. */
  collect(user_id: string): AsyncIterable<PersonalFile>;
  /**
   * Called in the transaction that deletes a person. Rows that refer to them go, or let go, by themselves (ON DELETE): this
   * is for everything else, with the database before everything outside of it, which is a job's.
   *
   * @throws AppError that says what has to happen first
   */
  release?(tx: Transaction, person: LeavingPerson): Promise<void>;
};

export type LeavingPerson = { readonly user_id: string; readonly email: string; readonly now: Date };

export type PersonalFile =
  | { readonly name: string; readonly records: AsyncIterable<readonly string[]> }
  /** Anything else; null where it should be and is not. */
  | { readonly name: string; readonly content: AsyncIterable<Uint8Array | string> | null };

export async function* fewRecords(read: () => Promise<readonly object[]>): AsyncGenerator<string[]> {
  yield (await read()).map((record) => JSON.stringify(record));
}

/**
 * Rows page by page, each page beginning after the last row of the one before: nothing is held in between, and what comes
 * or goes meanwhile moves no other row.
 */
export async function* pagesOf<Row>(
  limit: number,
  read: (page: { after: Row | null; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: Row | null = null;
  for (;;) {
    const rows: Row[] = await read({ after, limit });
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    after = rows.at(-1) ?? null;
  }
}
