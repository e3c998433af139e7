import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { joinSql, rawSql, sql } from '../../../infra/db/sql.ts';
import type { Tier } from '../../../shared/access.ts';
import { LOWEST_ID } from '../../../shared/ids.ts';
import type { PagePosition } from '../../../shared/page-cursor.ts';
import type { LargestUse } from '../../../shared/quotas.ts';
import { MEMBER_NAME_COLUMNS, type MemberNameColumns } from '../../organizations/index.ts';
import { ACCOUNT_IS_ACTIVE } from '../../users/index.ts';
import { type CampaignAudience, campaignAudience } from '../delivery/audiences.ts';
import type { Campaign, CampaignState } from './campaign.ts';

type CampaignId = { readonly org_id: string; readonly id: string };

const COLUMNS =
  rawSql(`c.id, c.org_id, c.title, c.body, c.channels, c.audience, c.state, c.scheduled_at, c.time_zone,
  c.created_by, c.created_at, c.updated_at, c.sent_at, c.outgoing_id`);

export async function findCampaigns(
  db: Queryable,
  filter: {
    readonly org_id: string;
    readonly state: CampaignState | undefined;
    readonly after: PagePosition | null;
    readonly limit: number;
  },
): Promise<Campaign[]> {
  const { org_id, state, after, limit } = filter;
  const conditions = [sql`c.org_id = ${org_id}`];
  if (state !== undefined) conditions.push(sql`c.state = ${state}`);
  if (after !== null) conditions.push(sql`(c.created_at, c.id) < (${after.at}, ${after.id}::uuid)`);
  return await db.query<Campaign>(sql`
    SELECT ${COLUMNS} FROM campaigns c WHERE ${joinSql(conditions, ' AND ')}
    ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit}`);
}

export async function findCampaign(db: Queryable, { org_id, id }: CampaignId): Promise<Campaign | null> {
  return await db.maybeOne<Campaign>(sql`
    SELECT ${COLUMNS} FROM campaigns c WHERE c.org_id = ${org_id} AND c.id = ${id}`);
}

export async function lockCampaign(tx: Transaction, { org_id, id }: CampaignId): Promise<Campaign | null> {
  return await tx.maybeOne<Campaign>(sql`
    SELECT ${COLUMNS} FROM campaigns c WHERE c.org_id = ${org_id} AND c.id = ${id} FOR UPDATE`);
}

/**
 * Locks an organization against everybody else who would create or send a campaign of it.
 *
 * @returns false when the organization was deleted
 */
export async function lockForCampaigns(tx: Transaction, org_id: string): Promise<boolean> {
  return (await tx.execute(sql`SELECT FROM organizations WHERE org_id = ${org_id} FOR NO KEY UPDATE`)) === 1;
}

/** Locks an organization against deletion only; null when it was deleted. */
export async function holdClub(tx: Transaction, org_id: string): Promise<{ tier: Tier } | null> {
  return await tx.maybeOne<{ tier: Tier }>(sql`
    SELECT tier FROM organizations WHERE org_id = ${org_id} FOR KEY SHARE`);
}

/**
 * Locks the author of a campaign, so that their account and the count of their campaigns stay as they are until the transaction ends;
 * null when the account was deleted. The lock comes after the organization's and before any campaign's.
 */
export async function holdAuthor(
  tx: Transaction,
  user_id: string | null,
): Promise<{ is_active: boolean } | null> {
  return await tx.maybeOne<{ is_active: boolean }>(sql`
    SELECT ${rawSql(ACCOUNT_IS_ACTIVE)} AS is_active FROM users u WHERE u.user_id = ${user_id} FOR NO KEY UPDATE`);
}

export async function countCampaigns(
  tx: Transaction,
  org_id: string,
): Promise<{ all: number; drafts: number }> {
  return await tx.one(sql`
    SELECT (SELECT count(*)::int FROM campaigns WHERE org_id = ${org_id}) AS all,
      (SELECT count(*)::int FROM campaigns WHERE org_id = ${org_id} AND state = 'draft') AS drafts`);
}

/** How many campaigns of an organization began or are to begin in a span of time, without the campaign `but`. */
export async function countInSpan(
  tx: Transaction,
  { org_id, from, until, but }: { org_id: string; from: Date; until: Date; but: string },
): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    SELECT (
      SELECT count(*) FROM outgoing_messages o
      WHERE o.org_id = ${org_id} AND o.kind = 'campaign' AND o.created_at >= ${from} AND o.created_at < ${until}
    )::int + (
      SELECT count(*) FROM campaigns c
      WHERE c.org_id = ${org_id} AND c.state = 'scheduled' AND c.id <> ${but}
        AND c.scheduled_at >= ${from} AND c.scheduled_at < ${until}
    )::int AS count`);
  return count;
}

/** How many scheduled campaigns of one author, in all organizations, are to begin in a span of time, without the campaign `but`. */
export async function countScheduledBy(
  tx: Transaction,
  { created_by, from, until, but }: { created_by: string; from: Date; until: Date; but: string },
): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM campaigns c
    WHERE c.created_by = ${created_by} AND c.state = 'scheduled' AND c.id <> ${but}
      AND c.scheduled_at >= ${from} AND c.scheduled_at < ${until}`);
  return count;
}

export async function insertCampaign(tx: Transaction, row: Campaign): Promise<void> {
  await tx.execute(sql`
    INSERT INTO campaigns (id, org_id, title, body, channels, audience, state, scheduled_at, time_zone, created_by,
      created_at, updated_at)
    VALUES (${row.id}, ${row.org_id}, ${row.title}, ${row.body}, ${row.channels}, ${JSON.stringify(row.audience)},
      ${row.state}, ${row.scheduled_at}, ${row.time_zone}, ${row.created_by}, ${row.created_at}, ${row.updated_at})`);
}

/** Writes the text, the choices and the time of a campaign that is held. */
export async function updateCampaign(tx: Transaction, row: Campaign): Promise<void> {
  await tx.execute(sql`
    UPDATE campaigns
    SET title = ${row.title}, body = ${row.body}, channels = ${row.channels}, audience = ${JSON.stringify(row.audience)},
        state = ${row.state}, scheduled_at = ${row.scheduled_at}, time_zone = ${row.time_zone},
        updated_at = ${row.updated_at}
    WHERE org_id = ${row.org_id} AND id = ${row.id}`);
}

/** Only a campaign that has begun has an outgoing message, whose id stays when the campaign is cancelled. */
export async function updateState(
  tx: Transaction,
  row: Pick<Campaign, 'org_id' | 'id' | 'state' | 'outgoing_id' | 'sent_at' | 'updated_at'>,
): Promise<void> {
  await tx.execute(sql`
    UPDATE campaigns
    SET state = ${row.state}, outgoing_id = ${row.outgoing_id}, sent_at = ${row.sent_at}, updated_at = ${row.updated_at}
    WHERE org_id = ${row.org_id} AND id = ${row.id}`);
}

export async function deleteCampaignRow(tx: Transaction, { org_id, id }: CampaignId): Promise<void> {
  await tx.execute(sql`DELETE FROM campaigns WHERE org_id = ${org_id} AND id = ${id}`);
}

export type DueCampaign = CampaignId & { readonly created_by: string | null };

/** A page of the scheduled campaigns of all organizations whose time has come, ordered by id. Only the scheduler may call it. */
export async function findDueCampaigns(
  db: Queryable,
  { now, after, limit }: { now: Date; after: string | null; limit: number },
): Promise<DueCampaign[]> {
  return await db.query<DueCampaign>(sql`
    SELECT id, org_id, created_by FROM campaigns
    WHERE state = 'scheduled' AND scheduled_at <= ${now} AND id > ${after ?? LOWEST_ID}
    ORDER BY id LIMIT ${limit}`);
}

/** The campaign of an outgoing message; null for a message of another kind. */
export async function findByOutgoing(db: Queryable, outgoing_id: string): Promise<CampaignId | null> {
  return await db.maybeOne<CampaignId>(sql`
    SELECT id, org_id FROM campaigns WHERE outgoing_id = ${outgoing_id}`);
}

export type WrittenCampaign = CampaignId & {
  readonly org_name: string;
  readonly title: string;
  readonly body: string;
};

export async function findWritten(db: Queryable, outgoing_id: string): Promise<WrittenCampaign | null> {
  return await db.maybeOne<WrittenCampaign>(sql`
    SELECT c.id, c.org_id, o.org_name, c.title, c.body FROM campaigns c JOIN organizations o USING (org_id)
    WHERE c.outgoing_id = ${outgoing_id}`);
}

export async function findNamedMembers(
  db: Queryable,
  { org_id, user_ids }: { org_id: string; user_ids: readonly string[] },
): Promise<string[]> {
  const audience: CampaignAudience = { user_ids };
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT people.user_id FROM (${campaignAudience(org_id, audience)}) people ORDER BY people.user_id`);
  return rows.map(({ user_id }) => user_id);
}

/** The organization's time zone, if its settings have one, and the time zone of one of its coaches. */
export async function findTimeZones(
  db: Queryable,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<{ club: string | null; coach: string | null } | null> {
  return await db.maybeOne(sql`
    SELECT o.settings ->> 'timezone' AS club, (
      SELECT u.preferences ->> 'timezone' FROM users u WHERE u.user_id = ${user_id}
    ) AS coach
    FROM organizations o WHERE o.org_id = ${org_id}`);
}

/** The organization's name, and whether a person has opted out of its campaigns; null when either was deleted. */
export async function findOptOut(
  db: Queryable,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<{ org_name: string; opted_out: boolean } | null> {
  return await db.maybeOne(sql`
    SELECT o.org_name, EXISTS (
      SELECT FROM campaign_opt_outs c WHERE c.user_id = u.user_id AND c.org_id = o.org_id
    ) AS opted_out
    FROM organizations o CROSS JOIN users u WHERE o.org_id = ${org_id} AND u.user_id = ${user_id}`);
}

export type OwnCampaign = Pick<
  Campaign,
  'id' | 'org_id' | 'title' | 'body' | 'channels' | 'state' | 'scheduled_at' | 'created_at' | 'sent_at'
> & { readonly org_name: string };

export async function findCampaignsWrittenBy(
  db: Queryable,
  page: { user_id: string; after: OwnCampaign | null; limit: number },
): Promise<OwnCampaign[]> {
  return await db.query<OwnCampaign>(sql`
    SELECT c.id, c.org_id, o.org_name, c.title, c.body, c.channels, c.state, c.scheduled_at, c.created_at, c.sent_at
    FROM campaigns c JOIN organizations o USING (org_id)
    WHERE c.created_by = ${page.user_id} AND c.id > ${page.after?.id ?? LOWEST_ID}
    ORDER BY c.id LIMIT ${page.limit}`);
}

/**
 * Removes a person from campaigns that name them one by one, and from the audiences of their outgoing messages. Only organizations
 * whose member the person is or was can have named them.
 */
export async function forgetNamed(tx: Transaction, user_id: string): Promise<void> {
  const clubs = sql`SELECT org_id FROM organization_members WHERE user_id = ${user_id}`;
  const without = sql`json_build_object('user_ids', ARRAY(
    SELECT named FROM json_array_elements_text(audience -> 'user_ids') named WHERE named <> ${user_id}))`;
  await tx.execute(sql`
    UPDATE campaigns SET audience = ${without}
    WHERE org_id IN (${clubs}) AND audience::jsonb -> 'user_ids' ? ${user_id}`);
  await tx.execute(sql`
    UPDATE outgoing_messages SET audience = ${without}
    WHERE org_id IN (${clubs}) AND audience::jsonb -> 'user_ids' ? ${user_id}`);
}

export async function findMostCampaigns(db: Queryable, limit: number): Promise<LargestUse[]> {
  return await db.query<LargestUse>(sql`
    SELECT o.org_id AS id, o.org_name AS name, most.used
    FROM (
      SELECT org_id, count(*)::int AS used FROM campaigns GROUP BY org_id
      ORDER BY used DESC, org_id LIMIT ${limit}
    ) most JOIN organizations o USING (org_id)
    ORDER BY most.used DESC, o.org_id`);
}

/** The organizations with the most drafts, the largest first. For the operator. */
export async function findMostDrafts(db: Queryable, limit: number): Promise<LargestUse[]> {
  return await db.query<LargestUse>(sql`
    SELECT o.org_id AS id, o.org_name AS name, most.used
    FROM (
      SELECT org_id, count(*)::int AS used FROM campaigns WHERE state = 'draft' GROUP BY org_id
      ORDER BY used DESC, org_id LIMIT ${limit}
    ) most JOIN organizations o USING (org_id)
    ORDER BY most.used DESC, o.org_id`);
}

export type AudienceMember = MemberNameColumns & { readonly user_id: string; readonly joined_at: Date };

/** A page of the members with an active account who are in an audience now, by the date they joined, then by id. */
export async function findAudiencePage(
  db: Queryable,
  page: { org_id: string; audience: CampaignAudience; after: PagePosition | null; limit: number },
): Promise<AudienceMember[]> {
  const { org_id, audience, after, limit } = page;
  return await db.query<AudienceMember>(sql`
    SELECT m.user_id, m.joined_at, ${MEMBER_NAME_COLUMNS}
    FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND ${rawSql(ACCOUNT_IS_ACTIVE)} AND m.user_id IN (${campaignAudience(org_id, audience)})
      AND (m.joined_at, m.user_id) > (${after?.at ?? '-infinity'}::timestamptz, ${after?.id ?? LOWEST_ID}::uuid)
    ORDER BY m.joined_at, m.user_id LIMIT ${limit}`);
}
