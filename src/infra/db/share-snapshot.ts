import type { Transaction } from './queryable.ts';
import { rawSql, sql } from './sql.ts';

/** The name of what this transaction sees, by which others see the same while it is open. PostgreSQL only. */
export async function exportSnapshot(tx: Transaction): Promise<string> {
  const { name } = await tx.one<{ name: string }>(sql`SELECT pg_export_snapshot() AS name`);
  return name;
}

/** Lets a transaction see what another one sees; the first thing it does. @param name of `exportSnapshot` */
export async function shareSnapshot(tx: Transaction, name: string): Promise<void> {
  // SET takes no parameters.
  if (!/^[\w-]+$/.test(name)) throw new TypeError('This is no name of a snapshot.');
  await tx.execute(rawSql(`SET TRANSACTION SNAPSHOT '${name}'`));
}
