/**
 * Writes until it is killed: pairs of rows, one pair a transaction, and a line with the pair's number once its commit
 * was acknowledged. Every third transaction writes one row and fails.
 *
 *     node src/test/crash-writer.ts <data directory> [<PostgreSQL URL>]
 */
import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { openDatabase } from '../infra/db/database.ts';
import { sql } from '../infra/db/sql.ts';

const STDOUT = 1;
// More than one, so that a kill meets transactions in every stage.
const WRITERS = 3;

const [dataDir = '', url] = process.argv.slice(2);
const db = await openDatabase({ url, dataDir, logger: pino({ level: 'silent' }) });
const { last } = await db.one<{ last: number }>(sql`SELECT coalesce(max(pair), 0) AS last FROM crash_rows`);
let next = last + 1;

async function writePairs(): Promise<never> {
  for (;;) {
    const pair = next;
    next += 1;
    const written = await db
      .transaction(async (tx) => {
        await tx.execute(sql`INSERT INTO crash_rows VALUES (${pair}, 1)`);
        if (pair % 3 === 0) throw new Error('rolled back on purpose');
        await tx.execute(sql`INSERT INTO crash_rows VALUES (${pair}, 2)`);
      })
      .then(
        () => true,
        () => false,
      );
    if (written) writeSync(STDOUT, `${pair}\n`);
  }
}

await Promise.all(Array.from({ length: WRITERS }, writePairs));
