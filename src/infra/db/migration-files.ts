import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type Migration = {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
  readonly alone: readonly string[] | null;
};

/** The first line of a migration whose statements cannot stand in a transaction. */
const ALONE = '-- outside of a transaction';

/** The statements allowed outside of a transaction: each can be repeated after an interruption and blocks no writers. */
const MAY_RUN_ALONE = [
  /^CREATE (UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS [a-z0-9_]+ ON /,
  /^DROP INDEX CONCURRENTLY IF EXISTS [a-z0-9_]+$/,
  /^ALTER TABLE [a-z0-9_]+ VALIDATE CONSTRAINT [a-z0-9_]+$/,
];

/**
 * The numbered SQL files of a directory, `0001_what_it_does.sql` and so on, in order.
 *
 * @throws Error that names the file whose number is missing, used twice or none, or which holds what may not run outside of a transaction
 */
export async function readMigrations(directory: string | URL): Promise<Migration[]> {
  const folder = typeof directory === 'string' ? directory : fileURLToPath(directory);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const [index, name] of names.entries()) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (number === undefined)
      throw new Error(`The migration ${name} is not named like 0001_what_it_does.sql.`);
    const expected = String(index + 1).padStart(4, '0');
    if (number === expected) continue;
    const problem = number < expected ? 'uses a number twice' : `leaves out number ${expected}`;
    throw new Error(`The migration ${name} ${problem}: number migrations without gaps.`);
  }
  return await Promise.all(
    names.map(async (name) => toMigration(name, await readFile(path.join(folder, name), 'utf8'))),
  );
}

function toMigration(name: string, raw: string): Migration {
  // A checkout on Windows may change line ends, which is no change of the migration.
  const text = raw.replaceAll('\r\n', '\n');
  const alone = text.startsWith(`${ALONE}\n`) ? statementsOf(name, text) : null;
  return { name, text, sha256: hash('sha256', text), alone };
}

function statementsOf(name: string, text: string): string[] {
  const statements = text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement !== '');
  for (const statement of statements) {
    if (MAY_RUN_ALONE.some((form) => form.test(statement))) continue;
    throw new Error(
      `The migration ${name} runs outside of a transaction, where only CREATE INDEX CONCURRENTLY IF NOT EXISTS, DROP INDEX CONCURRENTLY IF EXISTS and VALIDATE CONSTRAINT may stand: move "${statement.slice(0, 60)}" to another file.`,
    );
  }
  return statements;
}
