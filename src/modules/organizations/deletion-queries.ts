import type { Transaction } from '../../infra/db/queryable.ts';
import { sql } from '../../infra/db/sql.ts';

/**
 * Waits for everybody who is storing or changing something of an organization (`holdOrganization`), and keeps others from
 * it until the transaction ends. Its keys are held in the order in which their use is written down.
 */
export async function lockEndingOrganization(
  tx: Transaction,
  org_id: string,
): Promise<{ org_name: string; head_coach_user_id: string } | null> {
  const organization = await tx.maybeOne<{ org_name: string; head_coach_user_id: string }>(sql`
    SELECT org_name, head_coach_user_id FROM organizations WHERE org_id = ${org_id} FOR UPDATE`);
  await tx.execute(sql`SELECT 1 FROM api_keys WHERE org_id = ${org_id} ORDER BY id FOR UPDATE`);
  return organization;
}

type Belongings = { members: number; coaches: number; groups: number; api_keys: number };

/** How much there is of an organization: current members, coaches beside the head coach, groups, keys that work. */
export async function countBelongings(
  tx: Transaction,
  { org_id, now }: { org_id: string; now: Date },
): Promise<Belongings> {
  return await tx.one<Belongings>(sql`
    SELECT
      (SELECT count(*)::int FROM organization_members WHERE org_id = ${org_id} AND left_at IS NULL) AS members,
      (SELECT count(*)::int FROM organization_coaches WHERE org_id = ${org_id}) AS coaches,
      (SELECT count(*)::int FROM groups WHERE org_id = ${org_id}) AS groups,
      (SELECT count(*)::int FROM api_keys WHERE org_id = ${org_id} AND revoked_at IS NULL
         AND (expires_at IS NULL OR expires_at > ${now})) AS api_keys`);
}

/** Deletes an organization with every row that cannot be without it. */
export async function deleteOrganizationRow(tx: Transaction, org_id: string): Promise<void> {
  await tx.execute(sql`DELETE FROM organizations WHERE org_id = ${org_id}`);
}
