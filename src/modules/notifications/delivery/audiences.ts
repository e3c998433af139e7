import type { Queryable } from '../../../infra/db/database.ts';
import { rawSql, type Sql, sql } from '../../../infra/db/sql.ts';
import { isUuid } from '../../../shared/ids.ts';
import { IS_AMONG_ATHLETES, type MemberStatus } from '../../organizations/index.ts';

/** Whom of an organization's members a campaign is for. */
export type CampaignAudience =
  | 'all'
  /** Who is all of this; who has one of the labels, and who is in one of the groups. */
  | {
      readonly segment: {
        readonly level?: string | undefined;
        readonly labels?: readonly string[] | undefined;
        readonly group_ids?: readonly string[] | undefined;
        readonly status?: MemberStatus | undefined;
      };
    }
  | { readonly user_ids: readonly string[] };

export const GENERAL_TOPIC = 'general';

/** The topic of an organization's members, but for suspended ones, and its coaches. */
export const topicOfOrganization = (org_id: string): string => `org-${org_id}`;

/** @returns whose topic it is; null for all others */
export function organizationOfTopic(topic: string): string | null {
  const org_id = topic.slice('org-'.length).toLowerCase();
  return topic.startsWith('org-') && isUuid(org_id) ? org_id : null;
}

/** Who hears of a topic: everybody, the people of an organization, or who has subscribed to it. */
export function topicAudience(topic: string): Sql {
  if (topic === GENERAL_TOPIC) return rawSql('SELECT user_id FROM users');
  const org_id = organizationOfTopic(topic);
  if (org_id === null) return sql`SELECT user_id FROM topic_subscriptions WHERE topic = ${topic}`;
  return sql`
    SELECT user_id FROM organization_members WHERE org_id = ${org_id} AND left_at IS NULL AND status <> 'suspended'
    UNION SELECT user_id FROM organization_coaches WHERE org_id = ${org_id}
    UNION SELECT head_coach_user_id FROM organizations WHERE org_id = ${org_id} AND head_coach_user_id IS NOT NULL`;
}

/** Whoever is no member (any more) is in no audience, even if named; who is suspended is where that is said, or they are named. */
export function campaignAudience(org_id: string, audience: CampaignAudience): Sql {
  const members = membersOf(org_id, { suspended: meansSuspended(audience) });
  if (audience === 'all') return members;
  if ('user_ids' in audience) return sql`${members} AND m.user_id = ANY(${audience.user_ids}::uuid[])`;
  const { level = null, labels = null, group_ids = null, status = null } = audience.segment;
  return sql`${members}
    AND (${level}::text IS NULL OR m.member_level = ${level})
    AND (${labels}::text[] IS NULL OR m.labels && ${labels}::text[])
    AND (${status}::text IS NULL OR m.status = ${status})
    AND (${group_ids}::uuid[] IS NULL OR EXISTS (
      SELECT FROM group_members g
      WHERE g.org_id = m.org_id AND g.user_id = m.user_id AND g.group_id = ANY(${group_ids}::uuid[])))`;
}

const meansSuspended = (audience: CampaignAudience): boolean =>
  audience !== 'all' && ('user_ids' in audience || audience.segment.status === 'suspended');

const membersOf = (org_id: string, { suspended }: { suspended: boolean }): Sql => sql`
  SELECT m.user_id FROM organization_members m
  WHERE m.org_id = ${org_id} AND m.left_at IS NULL AND (${suspended}::boolean OR m.status <> 'suspended')`;

/**
 * Whether somebody whom a message was found to be for still hears of its topic, or is still a member. What else a campaign asked
 * for stays as it was found: it is not kept from people because a coach tidies up groups and labels while it goes out.
 *
 * @param user_id a column
 */
export function isStillMeant(
  message: {
    readonly kind: 'notice' | 'topic' | 'campaign';
    readonly org_id: string | null;
    readonly topic: string | null;
    readonly audience: CampaignAudience | null;
  },
  user_id: Sql,
): Sql {
  const { kind, org_id, topic, audience } = message;
  if (kind === 'campaign' && org_id !== null && audience !== null) {
    return sql`EXISTS (${membersOf(org_id, { suspended: meansSuspended(audience) })} AND m.user_id = ${user_id})`;
  }
  if (kind !== 'topic' || topic === null || topic === GENERAL_TOPIC) return rawSql('true');
  return sql`EXISTS (SELECT FROM (${topicAudience(topic)}) hearers (user_id) WHERE hearers.user_id = ${user_id})`;
}

/** How many people with an active account an audience has now, whether anything reaches them or not. */
export async function countCampaignAudience(
  db: Queryable,
  { org_id, audience }: { org_id: string; audience: CampaignAudience },
): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (${campaignAudience(org_id, audience)} AND ${IS_AMONG_ATHLETES}) people`);
  return count;
}
