import type { Queryable } from '../../infra/db/queryable.ts';
import { countAttendance, findMembersAmong } from './register-queries.ts';

/** What the register says after ticks were brought, and about whom nothing was entered since they are no members. */
export async function readTaken(
  { db }: { readonly db: Queryable },
  {
    user_ids,
    ...id
  }: { readonly org_id: string; readonly session_id: string; readonly user_ids: readonly string[] },
): Promise<{ came_count: number; absent_count: number; passed_over: string[] }> {
  const asked = [...new Set(user_ids.map((user_id) => user_id.toLowerCase()))];
  const { came, absent } = await countAttendance(db, id);
  const members = new Set(await findMembersAmong(db, { org_id: id.org_id, user_ids: asked }));
  return {
    came_count: came,
    absent_count: absent,
    passed_over: asked.filter((user_id) => !members.has(user_id)),
  };
}
