/** An organization as the tests of delivery have it, past HTTP. */
import { sql } from '../infra/db/sql.ts';
import { newId } from '../shared/ids.ts';
import type { DeliveryStage } from './delivery-stage.ts';

export async function addClub(
  stage: DeliveryStage,
  name = 'Sumida Runners',
): Promise<{ org_id: string; coach: string }> {
  const [org_id, coach] = [newId(), await stage.addPerson({ devices: ['coach'] })];
  await stage.db.execute(sql`
    INSERT INTO organizations (org_id, org_name, head_coach_user_id, tier, created_at, updated_at)
    VALUES (${org_id}, ${`${name} ${org_id}`}, ${coach}, 'club', ${stage.now}, ${stage.now})`);
  return { org_id, coach };
}

/** A member with one device, whose token is given. */
export async function addMember(
  stage: DeliveryStage,
  org_id: string,
  token: string,
  fields: { level?: string; labels?: string[]; status?: string; left?: boolean } & Omit<
    Parameters<DeliveryStage['addPerson']>[0] & object,
    'devices'
  > = {},
): Promise<string> {
  const { level = null, labels = [], status = 'active', left = false, ...person } = fields;
  const user_id = await stage.addPerson({ ...person, devices: [token] });
  await stage.db.execute(sql`
    INSERT INTO organization_members (org_id, user_id, member_level, labels, status, joined_at, left_at)
    VALUES (${org_id}, ${user_id}, ${level}, ${labels}, ${status}, ${stage.now}, ${left ? stage.now : null})`);
  return user_id;
}
