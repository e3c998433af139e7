import type { Transaction } from '../../infra/db/database.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';

/** Rows with these columns; what a row has besides is left out. */
export async function insert(
  tx: Transaction,
  table: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly object[],
): Promise<void> {
  const names = rawSql(Object.keys(columns).join(', '));
  const typed = rawSql(
    Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  );
  await tx.execute(sql`
    INSERT INTO ${rawSql(table)} (${names})
    SELECT ${names} FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given(${typed})`);
}
