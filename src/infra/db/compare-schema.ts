import { readMigrations } from './migration-files.ts';
import type { Queryable } from './queryable.ts';
import { sql } from './sql.ts';

/** How the schema differs from the files of a directory. Changes nothing, also where no migration was ever applied. */
export async function compareSchema(
  db: Queryable,
  directory: string | URL,
): Promise<{ applied: string[]; pending: string[]; unknown: string[]; changed: string[] }> {
  const migrations = await readMigrations(directory);
  const { found } = await db.one<{ found: boolean }>(
    sql`SELECT to_regclass('schema_migrations') IS NOT NULL AS found`,
  );
  const rows = found
    ? await db.query<{ name: string; sha256: string }>(
        sql`SELECT name, sha256 FROM schema_migrations ORDER BY name`,
      )
    : [];
  const ours = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  const applied = new Set(rows.map(({ name }) => name));
  return {
    applied: [...applied],
    pending: [...ours.keys()].filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !ours.has(name)),
    changed: rows.filter(({ name, sha256 }) => (ours.get(name) ?? sha256) !== sha256).map(({ name }) => name),
  };
}
