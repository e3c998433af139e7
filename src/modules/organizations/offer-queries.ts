import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { sql } from '../../infra/db/sql.ts';
import type { RosterPlace } from './roster-queries.ts';
import type { BlockReason, Offer, OfferedRole, OwnMembership } from './types.ts';

type PersonInOrganization = { org_id: string; user_id: string };

const OFFER_COLUMNS = sql`
  f.org_id, f.user_id, f.role, f.display_name, f.member_level, f.labels, f.offered_by, f.offered_at`;

/** @returns false when the same is offered already */
export async function insertOffer(tx: Transaction, offer: Offer): Promise<boolean> {
  const inserted = await tx.execute(sql`
    INSERT INTO membership_offers (org_id, user_id, role, display_name, member_level, labels, offered_by, offered_at)
    VALUES (${offer.org_id}, ${offer.user_id}, ${offer.role}, ${offer.display_name}, ${offer.member_level},
      ${offer.labels}, ${offer.offered_by}, ${offer.offered_at})
    ON CONFLICT DO NOTHING`);
  return inserted > 0;
}

/** All unanswered offers of an organization to a person, locked until the transaction ends. */
export async function lockOffers(
  tx: Transaction,
  { org_id, user_id }: PersonInOrganization,
): Promise<Offer[]> {
  return await tx.query<Offer>(sql`
    SELECT ${OFFER_COLUMNS} FROM membership_offers f
    WHERE f.org_id = ${org_id} AND f.user_id = ${user_id} ORDER BY f.role FOR UPDATE`);
}

export async function lockHeadCoachOffer(tx: Transaction, org_id: string): Promise<Offer | null> {
  return await tx.maybeOne<Offer>(sql`
    SELECT ${OFFER_COLUMNS} FROM membership_offers f WHERE f.org_id = ${org_id} AND f.role = 'head_coach' FOR UPDATE`);
}

export async function deleteHeadCoachOffer(tx: Transaction, org_id: string): Promise<void> {
  await tx.execute(sql`DELETE FROM membership_offers WHERE org_id = ${org_id} AND role = 'head_coach'`);
}

/** @returns those that there were */
export async function deleteOffers(
  tx: Transaction,
  { org_id, user_id, roles }: PersonInOrganization & { roles: readonly OfferedRole[] },
): Promise<OfferedRole[]> {
  const rows = await tx.query<{ role: OfferedRole }>(sql`
    DELETE FROM membership_offers
    WHERE org_id = ${org_id} AND user_id = ${user_id} AND role = ANY(${roles}) RETURNING role`);
  return rows.map(({ role }) => role);
}

/** One page of those who were asked to be members and have not answered, with the number of all. */
export async function findOfferedMembers(
  db: Queryable,
  {
    org_id,
    level,
    labels,
    after,
    limit,
    offset,
  }: {
    org_id: string;
    level: string | undefined;
    labels: readonly string[];
  } & RosterPlace,
): Promise<{ offers: Offer[]; count: number }> {
  const matches = sql`
    f.org_id = ${org_id} AND f.role = 'member' AND f.labels @> ${labels}::text[]
    AND (${level ?? null}::text IS NULL OR f.member_level = ${level ?? null})`;
  const beyond =
    after === null ? sql`true` : sql`(f.offered_at, f.user_id) > (${after.at}, ${after.id}::uuid)`;
  const rows = await db.query<{ count: number } & (Offer | { org_id: null })>(sql`
    SELECT matching.count, page.*
    FROM (SELECT count(*)::int AS count FROM membership_offers f WHERE ${matches}) matching
    LEFT JOIN (
      SELECT ${OFFER_COLUMNS} FROM membership_offers f WHERE ${matches} AND ${beyond}
      ORDER BY f.offered_at, f.user_id LIMIT ${limit} OFFSET ${offset}
    ) page ON true
    ORDER BY page.offered_at, page.user_id`);
  return { offers: rows.filter((row) => row.org_id !== null), count: rows[0]?.count ?? 0 };
}

/** Those who were asked to coach or to lead an organization and have not answered. */
export async function findOfferedCoaches(db: Queryable, org_id: string): Promise<Offer[]> {
  return await db.query<Offer>(sql`
    SELECT ${OFFER_COLUMNS} FROM membership_offers f
    WHERE f.org_id = ${org_id} AND f.role <> 'member' ORDER BY f.offered_at, f.user_id, f.role`);
}

export async function isBlocked(db: Queryable, { org_id, user_id }: PersonInOrganization): Promise<boolean> {
  const row = await db.maybeOne(sql`
    SELECT 1 FROM membership_blocks WHERE user_id = ${user_id} AND org_id = ${org_id}`);
  return row !== null;
}

export async function insertBlock(
  tx: Transaction,
  block: PersonInOrganization & { reason: BlockReason; blocked_at: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO membership_blocks (user_id, org_id, reason, blocked_at)
    VALUES (${block.user_id}, ${block.org_id}, ${block.reason}, ${block.blocked_at})
    ON CONFLICT (user_id, org_id) DO UPDATE SET reason = excluded.reason, blocked_at = excluded.blocked_at`);
}

/** @returns whether there was one */
export async function deleteBlock(
  tx: Transaction,
  { org_id, user_id }: PersonInOrganization,
): Promise<boolean> {
  const deleted = await tx.execute(sql`
    DELETE FROM membership_blocks WHERE user_id = ${user_id} AND org_id = ${org_id}`);
  return deleted > 0;
}

/**
 * What is between a person and organizations: those they belong to, those that have asked them and those they have blocked.
 *
 * @param page.org_id only this one
 * @param page.after only those whose id comes after this
 */
export async function findOwnMemberships(
  db: Queryable,
  page: { user_id: string; org_id?: string; after?: string | undefined; limit: number },
): Promise<OwnMembership[]> {
  const { user_id, limit } = page;
  const only = page.org_id === undefined ? sql`true` : sql`o.org_id = ${page.org_id}`;
  const after = page.after === undefined ? sql`true` : sql`o.org_id > ${page.after}`;
  type Row = Omit<OwnMembership, 'offers' | 'block'> & {
    offers: (Omit<OwnMembership['offers'][number], 'offered_at'> & { offered_at_ms: number })[];
    block_reason: BlockReason | null;
    blocked_at: Date | null;
  };
  const rows = await db.query<Row>(sql`
    WITH mine AS (
      SELECT org_id FROM organizations WHERE head_coach_user_id = ${user_id}
      UNION SELECT org_id FROM organization_coaches WHERE user_id = ${user_id}
      UNION SELECT org_id FROM organization_members WHERE user_id = ${user_id} AND left_at IS NULL
      UNION SELECT org_id FROM membership_offers WHERE user_id = ${user_id}
      UNION SELECT org_id FROM membership_blocks WHERE user_id = ${user_id}
    )
    SELECT o.org_id, o.org_name, o.settings ->> 'logo_url' AS logo_url,
      substring(o.settings ->> 'sash_color' FROM '^#[0-9A-Fa-f]{6}$') AS sash_color,
      CASE WHEN o.head_coach_user_id = ${user_id} THEN 'head_coach'
           ELSE coalesce(c.role, CASE WHEN m.user_id IS NOT NULL THEN 'member' END) END AS role,
      m.status AS member_status, b.reason AS block_reason, b.blocked_at,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('role', f.role, 'display_name', f.display_name,
                 'member_level', f.member_level, 'labels', f.labels,
                 'offered_at_ms', (extract(epoch FROM f.offered_at) * 1000)::bigint) ORDER BY f.offered_at, f.role)
        FROM membership_offers f WHERE f.org_id = o.org_id AND f.user_id = ${user_id}
      ), '[]') AS offers
    FROM mine JOIN organizations o USING (org_id)
    LEFT JOIN organization_coaches c ON c.org_id = o.org_id AND c.user_id = ${user_id}
    LEFT JOIN organization_members m ON m.org_id = o.org_id AND m.user_id = ${user_id} AND m.left_at IS NULL
    LEFT JOIN membership_blocks b ON b.org_id = o.org_id AND b.user_id = ${user_id}
    WHERE ${only} AND ${after} ORDER BY o.org_id LIMIT ${limit}`);
  return rows.map(({ offers, block_reason, blocked_at, ...row }) => ({
    ...row,
    offers: offers.map(({ offered_at_ms, ...offer }) => ({ ...offer, offered_at: new Date(offered_at_ms) })),
    block: block_reason === null || blocked_at === null ? null : { reason: block_reason, blocked_at },
  }));
}
