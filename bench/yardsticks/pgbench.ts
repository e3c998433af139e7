import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type BenchContext, MissingError } from '../bench.ts';
import { throwAwayFolder } from '../stage/throw-away.ts';

const run = promisify(execFile);

export type InsertBench = {
  /** @returns transactions a second */
  round(seconds: number): Promise<number>;
};

/** PostgreSQL's own benchmark: transactions that insert one row with a body of so many bytes, over so many connections. */
export async function prepareInserts(
  context: BenchContext,
  { url, connections, bytes }: { url: string; connections: number; bytes: number },
): Promise<InsertBench> {
  await run('pgbench', ['--version']).catch(() => {
    throw new MissingError('no pgbench');
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CREATE TABLE yardstick (id bigserial PRIMARY KEY, body bytea NOT NULL)');
  } finally {
    await client.end();
  }
  const script = join(await throwAwayFolder(context), 'insert.sql');
  await writeFile(script, `INSERT INTO yardstick (body) VALUES ('\\x${'7b'.repeat(bytes)}');\n`);
  return {
    round: async (seconds) => {
      const options = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds)];
      const { stdout } = await run('pgbench', [...options, '-f', script, url]);
      const tps = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
      if (!(tps > 0)) throw new Error(`pgbench says:\n${stdout}`);
      return tps;
    },
  };
}
