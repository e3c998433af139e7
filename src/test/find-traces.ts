import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestServer } from './harness.ts';

/** Every column of every table that holds one of the texts in any row; of the queue, by the kind of job. */
export async function placesOf(server: TestServer, needles: readonly string[]): Promise<Set<string>> {
  const { db } = server.deps;
  const { rows: tables } = await db.executeSql(`
    SELECT schemaname AS schema, tablename AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`);
  const places = new Set<string>();
  for (const { schema, name } of tables as { schema: string; name: string }[]) {
    const { rows } = await db.executeSql(
      `SELECT DISTINCT field.key, row ->> 'name' AS job
       FROM (SELECT to_jsonb(t) AS row FROM "${schema}"."${name}" t) r, jsonb_each_text(row) field
       WHERE EXISTS (SELECT FROM unnest($1::text[]) needle WHERE
         strpos(lower(field.value), lower(needle)) > 0
         OR strpos(field.value, encode(convert_to(needle, 'UTF8'), 'hex')) > 0)`,
      [needles],
    );
    for (const { key, job } of rows as { key: string; job: string }[])
      places.add(schema === 'pgboss' ? `queue.${job}` : `${schema}.${name}.${key}`);
  }
  return places;
}

/** Every stored file and mail whose name or content holds one of the texts. */
export async function filesNaming(server: TestServer, needles: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const folder of ['objects', 'outbox']) {
    const root = join(server.dataDir, folder);
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const path = join(entry.parentPath, entry.name);
      const text = `${path}\n${await readFile(path, 'latin1')}`.toLowerCase();
      if (needles.some((needle) => text.includes(needle.toLowerCase()))) found.add(path);
    }
  }
  return found;
}
