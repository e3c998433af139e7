import type { Transaction } from '../../infra/db/database.ts';

/**
 * What a module stores about people: how they get it, and what happens to it when they delete their account. Every such module offers a
 * part, and `personal-data` combines them.
 */
export type PersonalData = {
  readonly name: string;
  /** The columns that say whose a row is, or who somebody is, as `table.column`. A test finds columns that no part names. */
  readonly columns: readonly string[];
  /** What each of its files is, in a line to the person; by name, or by folder (`streams/`). */
  readonly files: Readonly<Record<string, string>>;
  /** All data about a person, file by file. Each file is read only when its turn comes, and only as far as it is asked for. */
  collect(user_id: string): AsyncIterable<PersonalFile>;
  /**
   * Called in the transaction that deletes a person. Rows that refer to them are deleted or cleared by ON DELETE; this is for
   * everything else. It changes only the database itself, and leaves what lies outside of it to a job.
   *
   * @throws AppError that says what has to happen first
   */
  release?(tx: Transaction, person: LeavingPerson): Promise<void>;
};

export type LeavingPerson = { readonly user_id: string; readonly email: string; readonly now: Date };

export type PersonalFile =
  | { readonly name: string; readonly records: AsyncIterable<readonly string[]> }
  /** Any other file; null where it should exist and does not. */
  | { readonly name: string; readonly content: AsyncIterable<Uint8Array | string> | null };

export async function* fewRecords(read: () => Promise<readonly object[]>): AsyncGenerator<string[]> {
  yield (await read()).map((record) => JSON.stringify(record));
}

/**
 * Reads rows page by page, each page after the last row of the one before. No cursor stays open, and rows that are added or deleted
 * meanwhile shift no other.
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
