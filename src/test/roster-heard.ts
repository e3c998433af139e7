import { sql } from '../infra/db/sql.ts';
import { eventually } from './eventually.ts';
import type { TestServer } from './harness.ts';

/** Waits until whoever listens has heard all that happened to the roster and the coaches of an organization. */
export async function rosterHeard(
  { deps }: Pick<TestServer, 'deps'>,
  { org_id }: { readonly org_id: string },
): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { count } = await deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pgboss.job
      WHERE name LIKE 'events/member%' AND state < 'completed' AND data ->> 'org_id' = ${org_id}`);
    return count;
  };
  await eventually(waiting, (count) => count === 0);
}
