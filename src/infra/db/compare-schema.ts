import { readApplied } from './migrate.ts';
import { readMigrations } from './migration-files.ts';
import type { Queryable } from './queryable.ts';

/** The differences between the schema and the migration files; changes nothing, even where no migration was applied. */
export async function compareSchema(
  db: Queryable,
  directory: string | URL,
): Promise<{ applied: string[]; pending: string[]; unknown: string[]; changed: string[] }> {
  const ours = new Map((await readMigrations(directory)).map(({ name, sha256 }) => [name, sha256]));
  const found = await readApplied(db);
  const applied = [...found.keys()].sort();
  return {
    applied,
    pending: [...ours.keys()].filter((name) => !found.has(name)),
    unknown: applied.filter((name) => !ours.has(name)),
    changed: applied.filter((name) => ours.has(name) && ours.get(name) !== found.get(name)),
  };
}
