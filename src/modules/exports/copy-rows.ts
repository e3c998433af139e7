import type { Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';

/** A COPY statement and what its lines are. */
export type CopiedRows = { readonly copy: string; readonly as: 'cells' | 'json' };

/** What COPY sends as CSV records that end in CRLF, or as JSON objects, each after a comma. */
export async function* copyRows(
  tx: Transaction,
  { copy, as }: CopiedRows,
  counted: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const lines = tx.copyOut(copy);
  for await (const chunk of lines) yield as === 'cells' ? crlf(chunk) : withoutQuotes(chunk);
  // The server reports the number of rows after the last of them.
  await tx.query(sql`SELECT 1`);
  counted(lines.rowCount);
}

/** COPY quotes JSON with line breaks between tokens, as `json_agg` writes it. */
function withoutQuotes(chunk: Buffer): Buffer {
  return chunk.includes(1) ? Buffer.from(chunk.toString('latin1').replaceAll('\x01', ''), 'latin1') : chunk;
}

/** RFC 4180 ends a record with CRLF, COPY with LF. Cells hold no CR of their own, so every LF may become CRLF. */
function crlf(chunk: Buffer): Buffer {
  // latin1 keeps every byte of UTF-8 as one character.
  return Buffer.from(chunk.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}
