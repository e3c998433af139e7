/** What there is of an organization in the database, past HTTP: also of one that was deleted. */
import { sql } from '../infra/db/sql.ts';
import type { TestServer } from './harness.ts';

/** How many rows name it, by table: of every table but those of the log. */
export async function rowsOfOrganization(
  { deps: { db } }: TestServer,
  org_id: string,
): Promise<Record<string, number>> {
  const { rows: tables } = await db.executeSql(`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'org_id' AND table_name NOT LIKE 'audit%' ORDER BY 1`);
  const counts: Record<string, number> = {};
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await db.executeSql(`SELECT count(*)::int AS count FROM ${name} WHERE org_id = $1`, [
      org_id,
    ]);
    const [{ count } = { count: 0 }] = rows as { count: number }[];
    if (count > 0) counts[name] = count;
  }
  return counts;
}

type Entry = { event_type: string; actor_id: string; target_id: string; target_name: string; data: object };

/** Its log, the oldest first. */
export async function logOfOrganization({ deps: { db } }: TestServer, org_id: string): Promise<Entry[]> {
  return await db.query<Entry>(sql`
    SELECT event_type, actor_id, target_id, target_name, data FROM audit_log WHERE org_id = ${org_id} ORDER BY seq`);
}
