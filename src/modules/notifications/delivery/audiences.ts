import type { Queryable } from '../../../infra/db/database.ts';
import { rawSql, type Sql, sql } from '../../../infra/db/sql.ts';
import { isUuid } from '../../../shared/ids.ts';
import { IS_AMONG_ATHLETES, type MemberStatus } from '../../organizations/index.ts';

/** Which members of an organization a campaign is for. */
export type CampaignAudience =
  | 'all'
  /** Those who fit every field; of labels and of groups one is enough. */
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

/** The topic of an organization's coaches and its members without suspended ones. */
export const topicOfOrganization = (org_id: string): string => `org-${org_id}`;

/** @returns the organization whose topic it is; null for other topics */
export function organizationOfTopic(topic: string): string | null {
  const org_id = topic.slice('org-'.length).toLowerCase();
  return topic.startsWith('org-') && isUuid(org_id) ? org_id : null;
}

/** SQL for those who get a topic's messages: everybody, the people of an organization, or the topic's subscribers. */
export function topicAudience(topic: string): Sql {
  if (topic === GENERAL_TOPIC) return rawSql('SELECT user_id FROM users');
  const org_id = organizationOfTopic(topic);
  if (org_id === null) return sql`SELECT user_id FROM topic_subscriptions WHERE topic = ${topic}`;
  return sql`
    SELECT user_id FROM organization_members WHERE org_id = ${org_id} AND left_at IS NULL AND status <> 'suspended'
    UNION SELECT user_id FROM organization_coaches WHERE org_id = ${org_id}
    UNION SELECT head_coach_user_id FROM organizations WHERE org_id = ${org_id} AND head_coach_user_id IS NOT NULL`;
}

/** SQL for an audience. Former members are never in it, suspended ones only where the audience says so or names them. */
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
 * SQL for whether a person for whom a message was found still gets its topic, or is still a member. The other conditions of a campaign
 * are not checked again: a coach who changes groups and labels while it goes out keeps it from nobody.
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

/** How many people with an active account are in an audience now, whether a message would reach them or not. */
export async function countCampaignAudience(
  db: Queryable,
  { org_id, audience }: { org_id: string; audience: CampaignAudience },
): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (${campaignAudience(org_id, audience)} AND ${IS_AMONG_ATHLETES}) people`);
  return count;
}
