import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { joinSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { Tier } from '../../shared/access.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import type { Invitation, InvitationKind, InvitationStatus } from './invitation.ts';

const statusAt = (now: Date): Sql => sql`
  CASE WHEN i.revoked_at IS NOT NULL THEN 'revoked' WHEN i.uses >= i.max_uses THEN 'accepted'
       WHEN i.expires_at <= ${now} THEN 'expired' ELSE 'pending' END`;

const columnsAt = (now: Date): Sql => sql`
  i.id, i.org_id, i.kind, i.email, ${statusAt(now)} AS status, i.max_uses, i.uses, i.display_name, i.member_level, i.labels,
  i.created_by, i.created_at, i.expires_at`;

export async function insertInvitation(
  tx: Transaction,
  row: Invitation & { token_hash: Buffer },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO invitations (id, org_id, email, kind, token_hash, display_name, member_level, labels, max_uses, created_by,
      created_at, expires_at)
    VALUES (${row.id}, ${row.org_id}, ${row.email}, ${row.kind}, ${row.token_hash}, ${row.display_name},
      ${row.member_level}, ${row.labels}, ${row.max_uses}, ${row.created_by}, ${row.created_at}, ${row.expires_at})`);
}

/**
 * Holds an organization against everybody else who would invite to it at this moment.
 *
 * @returns false when there is none any more
 */
export async function lockForInviting(tx: Transaction, org_id: string): Promise<boolean> {
  const held = await tx.execute(sql`SELECT FROM organizations WHERE org_id = ${org_id} FOR NO KEY UPDATE`);
  return held > 0;
}

/**
 * How many invitations of an organization are pending, and whether one of them is to an address. None older than `since` can
 * be: with it the index leaves out what has piled up over the years.
 */
export async function countPending(
  tx: Transaction,
  { org_id, email, since, now }: { org_id: string; email: string | null; since: Date; now: Date },
): Promise<{ count: number; has_email: boolean }> {
  return await tx.one<{ count: number; has_email: boolean }>(sql`
    SELECT count(*)::int AS count, coalesce(bool_or(lower(i.email) = lower(${email})), false) AS has_email
    FROM invitations i
    WHERE i.org_id = ${org_id} AND i.created_at >= ${since} AND ${statusAt(now)} = 'pending'`);
}

/** The labels of those who may still accept an invitation of the organization, each once. */
export async function findPendingLabels(
  tx: Transaction,
  { org_id, now }: { org_id: string; now: Date },
): Promise<string[]> {
  const rows = await tx.query<{ label: string }>(sql`
    SELECT DISTINCT label FROM invitations i CROSS JOIN unnest(i.labels) AS label
    WHERE i.org_id = ${org_id} AND ${statusAt(now)} = 'pending'`);
  return rows.map(({ label }) => label);
}

/** When the mails of an organization since a time were asked for, the latest first. At most `limit`. */
export async function findMailTimes(
  tx: Transaction,
  { org_id, since, limit }: { org_id: string; since: Date; limit: number },
): Promise<Date[]> {
  const rows = await tx.query<{ created_at: Date }>(sql`
    SELECT created_at FROM invitations WHERE org_id = ${org_id} AND kind = 'email' AND created_at > ${since}
    ORDER BY created_at DESC LIMIT ${limit}`);
  return rows.map(({ created_at }) => created_at);
}

/** Some of an organization's invitations, the newest first, after a place in the list. */
export async function findInvitations(
  db: Queryable,
  filter: {
    org_id: string;
    status: InvitationStatus | undefined;
    after: PagePosition | null;
    limit: number;
    now: Date;
  },
): Promise<Invitation[]> {
  const { status, after, now } = filter;
  const conditions = [sql`i.org_id = ${filter.org_id}`];
  if (status !== undefined) conditions.push(sql`${statusAt(now)} = ${status}`);
  if (after !== null) conditions.push(sql`(i.created_at, i.id) < (${after.at}, ${after.id}::uuid)`);
  return await db.query<Invitation>(sql`
    SELECT ${columnsAt(now)} FROM invitations i WHERE ${joinSql(conditions, ' AND ')}
    ORDER BY i.created_at DESC, i.id DESC LIMIT ${filter.limit}`);
}

export type FoundInvitation = Invitation & { org_name: string; logo_url: string | null; tier: Tier };

export async function findByToken(
  db: Queryable,
  { token_hash, now }: { token_hash: Buffer; now: Date },
): Promise<FoundInvitation | null> {
  return await db.maybeOne<FoundInvitation>(sql`
    SELECT ${columnsAt(now)}, o.org_name, o.settings ->> 'logo_url' AS logo_url, o.tier
    FROM invitations i JOIN organizations o USING (org_id) WHERE i.token_hash = ${token_hash}`);
}

/**
 * Counts a use, while there is one left. Of two who take the last one, the second waits for the first and gets none. What an
 * invitation for one calls them is the roster's from then on, and kept in one place.
 *
 * @returns false when the invitation has ended
 */
export async function takeUse(
  tx: Transaction,
  { org_id, id, now }: { org_id: string; id: string; now: Date },
): Promise<boolean> {
  const taken = await tx.execute(sql`
    UPDATE invitations i
    SET uses = i.uses + 1, accepted_at = CASE WHEN i.uses + 1 >= i.max_uses THEN ${now}::timestamptz END,
        display_name = CASE WHEN i.max_uses > 1 THEN i.display_name END
    WHERE i.org_id = ${org_id} AND i.id = ${id} AND ${statusAt(now)} = 'pending'`);
  return taken > 0;
}

/** Whether an invitation is pending and has made fewer accounts than it has uses. The token is what names it, as in `findByToken`. */
export async function hasSignUpLeft(db: Queryable, { token_hash, now }: ByToken): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    SELECT EXISTS (SELECT FROM invitations i WHERE ${makesAccounts({ token_hash, now })}) AS found`);
  return found;
}

/** Counts an account that is made by it. Of two who take the last one, the second waits for the first and gets none. */
export async function takeSignUp(tx: Transaction, { token_hash, now }: ByToken): Promise<boolean> {
  const taken = await tx.execute(sql`
    UPDATE invitations i SET sign_ups = i.sign_ups + 1 WHERE ${makesAccounts({ token_hash, now })}`);
  return taken > 0;
}

type ByToken = { token_hash: Buffer; now: Date };

const makesAccounts = ({ token_hash, now }: ByToken): Sql => sql`
  i.token_hash = ${token_hash} AND i.sign_ups < i.max_uses AND ${statusAt(now)} = 'pending'`;

/** @returns null when there is no such invitation or it is not pending. */
export async function markRevoked(
  tx: Transaction,
  { org_id, id, now }: { org_id: string; id: string; now: Date },
): Promise<{ id: string; kind: InvitationKind; max_uses: number; expires_at: Date } | null> {
  return await tx.maybeOne(sql`
    UPDATE invitations i SET revoked_at = ${now}
    WHERE i.org_id = ${org_id} AND i.id = ${id} AND ${statusAt(now)} = 'pending'
    RETURNING i.id, i.kind, i.max_uses, i.expires_at`);
}

/**
 * Forgets to whom invitations were sent, and what they were to be called, that ended before a time: they were revoked
 * or used up, or their time is over. Passes over those that somebody else holds. @returns how many there were
 */
export async function forgetPeople(db: Queryable, ended_before: Date): Promise<number> {
  return await db.execute(sql`
    UPDATE invitations SET email = NULL, display_name = NULL
    WHERE id IN (
      SELECT id FROM invitations
      WHERE least(revoked_at, accepted_at, expires_at) < ${ended_before} AND (email IS NOT NULL OR display_name IS NOT NULL)
      FOR UPDATE SKIP LOCKED)`);
}

export type OwnInvitation = {
  id: string;
  org_id: string;
  org_name: string;
  kind: InvitationKind;
  max_uses: number;
  uses: number;
  display_name: string | null;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
};

const OWN_COLUMNS = sql`
  i.id, i.org_id, o.org_name, i.kind, i.max_uses, i.uses, i.display_name, i.created_at, i.expires_at, i.revoked_at`;

export async function findInvitationsMadeBy(db: Queryable, user_id: string): Promise<OwnInvitation[]> {
  return await db.query<OwnInvitation>(sql`
    SELECT ${OWN_COLUMNS} FROM invitations i JOIN organizations o USING (org_id)
    WHERE i.created_by = ${user_id} ORDER BY i.created_at, i.id`);
}

export async function findInvitationsSentTo(db: Queryable, user_id: string): Promise<OwnInvitation[]> {
  return await db.query<OwnInvitation>(sql`
    SELECT ${OWN_COLUMNS}
    FROM users u JOIN invitations i ON lower(i.email) = lower(u.email) JOIN organizations o USING (org_id)
    WHERE u.user_id = ${user_id} ORDER BY i.created_at, i.id`);
}

/** Holds their organizations first: whoever deletes one of these deletes its invitations too, in an order of their own. */
export async function deleteInvitationsTo(tx: Transaction, email: string): Promise<void> {
  const sent = sql`lower(email) = lower(${email})`;
  await tx.execute(sql`
    SELECT FROM organizations WHERE org_id IN (SELECT org_id FROM invitations WHERE ${sent})
    ORDER BY org_id FOR KEY SHARE`);
  await tx.execute(sql`DELETE FROM invitations WHERE ${sent}`);
}
