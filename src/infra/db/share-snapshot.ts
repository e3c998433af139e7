import type { Transaction } from './queryable.ts';
import { rawSql, sql } from './sql.ts';

/** The name of this transaction's snapshot, by which others see the same while it is open. PostgreSQL only. */
export async function exportSnapshot(tx: Transaction): Promise<string> {
  const { name } = await tx.one<{ name: string }>(sql`SELECT pg_export_snapshot() AS name`);
  return name;
}

/**
 * Lets a transaction use another's snapshot; must come first in it.
 * @param name from `exportSnapshot`
 */
export async function shareSnapshot(tx: Transaction, name: string): Promise<void> {
  if (!/^[\w-]+$/.test(name)) throw new TypeError('This is no name of a snapshot.');
  await tx.execute(rawSql(`SET TRANSACTION SNAPSHOT '${name}'`));
}
