import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { invalidField } from '../../../shared/errors.ts';
import { findPeopleOfGroups } from '../../groups/index.ts';
import type { MemberStatus } from '../../organizations/index.ts';
import { holdUsers } from '../../users/index.ts';
import { type CampaignAudience, countCampaignAudience } from '../delivery/audiences.ts';
import { findNamedMembers } from './queries.ts';

export type AskedAudience =
  | 'all'
  | {
      readonly segment?: {
        readonly level?: string | undefined;
        readonly labels?: readonly string[] | undefined;
        readonly group_ids?: readonly string[] | undefined;
        readonly status?: MemberStatus | undefined;
      };
      readonly user_ids?: readonly string[];
    };

/**
 * Reads an audience as it is stored: of the named people those who are members. Ids of other people, and groups of another
 * organization, count as unknown. The members who are kept are locked until the transaction ends, so that nothing is written about
 * somebody who deletes their account meanwhile. The caller holds the organization, and no campaign yet.
 *
 * @throws invalidField where nobody is left, or a group is unknown
 */
export async function readAudience(
  tx: Transaction,
  { org_id, asked }: { org_id: string; asked: AskedAudience },
): Promise<CampaignAudience> {
  if (asked === 'all') return asked;
  const { segment, user_ids } = asked;
  if ((segment === undefined) === (user_ids === undefined)) {
    throw invalidField('audience', 'must have either segment or user_ids; for everybody, send "all"');
  }
  if (user_ids !== undefined) {
    await holdUsers(tx, await findNamedMembers(tx, { org_id, user_ids }));
    const members = await findNamedMembers(tx, { org_id, user_ids });
    if (members.length === 0) {
      throw invalidField('audience.user_ids', 'none of these is a member of the organization');
    }
    return { user_ids: members };
  }
  return { segment: await readSegment(tx, org_id, segment ?? {}) };
}

type Segment = Exclude<AskedAudience, 'all'>['segment'] & object;

async function readSegment(db: Queryable, org_id: string, { level, labels, group_ids, status }: Segment) {
  const segment = {
    ...(level === undefined ? {} : { level }),
    ...(labels === undefined ? {} : { labels: [...new Set(labels)] }),
    ...(group_ids === undefined ? {} : { group_ids: await readGroups(db, org_id, group_ids) }),
    ...(status === undefined ? {} : { status }),
  };
  if (Object.keys(segment).length > 0) return segment;
  throw invalidField(
    'audience.segment',
    'must say at least one of level, labels, group_ids and status; for everybody, send "all" instead',
  );
}

async function readGroups(db: Queryable, org_id: string, asked: readonly string[]): Promise<string[]> {
  const { group_ids } = await findPeopleOfGroups(db, { org_id, group_ids: asked, limit: 1 });
  const missing = asked.findIndex((id) => !group_ids.includes(id.toLowerCase()));
  if (missing >= 0) {
    throw invalidField(`audience.segment.group_ids.${missing}`, 'is no group of the organization');
  }
  return group_ids;
}

/** @throws invalidField when nobody is in the audience now */
export async function requireSomebody(
  db: Queryable,
  { org_id, audience }: { org_id: string; audience: CampaignAudience },
): Promise<void> {
  if ((await countCampaignAudience(db, { org_id, audience })) > 0) return;
  throw invalidField('audience', 'nobody on the roster is in it now');
}
