import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { joinSql, rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import { IS_AMONG_ATHLETES, MEMBER_NAME_COLUMNS, type MemberNameColumns } from '../organizations/index.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { FIRST_PLACES, LAST_PLACE, placeOf, type Reason } from './reasons.ts';

export const ENTRY_STATES = ['open', 'later', 'handled', 'well', 'private'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

const PLACES_A_STATE = LAST_PLACE + 1;
/** No place of a list is as large. */
export const PLACES = ENTRY_STATES.length * PLACES_A_STATE;

export function placeInList(state: EntryState, reasons: readonly Reason[]): number {
  return ENTRY_STATES.indexOf(state) * PLACES_A_STATE + placeOf(reasons.map(({ code }) => code));
}

export type Entry = {
  readonly user_id: string;
  readonly state: EntryState;
  readonly place: number;
  readonly reasons: readonly Reason[];
  readonly good_until: Date;
};

export type Mark = {
  readonly state: 'handled' | 'later';
  readonly keys: readonly string[];
  readonly note: string;
  readonly until: Date | null;
  readonly marked_by: string | null;
  readonly marked_at: Date;
};

type OfBasis = { readonly org_id: string; readonly basis: string; readonly now: Date };

export async function findLimits(db: Queryable, org_id: string): Promise<Limits> {
  const row = await db.maybeOne<{ limits: Partial<Limits> }>(
    sql`SELECT limits FROM triage_limits WHERE org_id = ${org_id}`,
  );
  return { ...DEFAULT_LIMITS, ...row?.limits };
}

export async function saveLimits(
  tx: Transaction,
  { org_id, limits }: { org_id: string; limits: Partial<Limits> },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO triage_limits (org_id, limits) VALUES (${org_id}, ${JSON.stringify(limits)}::jsonb)
    ON CONFLICT (org_id) DO UPDATE SET limits = excluded.limits`);
}

/** Whether an entry of `triage_entries e` may not say what is true now, apart from what was noted. */
const isStale = ({ basis, now }: Omit<OfBasis, 'org_id'>): Sql =>
  sql`(e.basis <> ${basis} OR e.good_until <= ${now})`;

/**
 * Takes what was noted of some athletes of an organization, and holds their entries until the transaction ends: whoever renews one of them
 * next reads what they did after this. What somebody else is taking at this moment is left to them.
 *
 * @returns their ids, those included whose entries are stale; at most `limit`
 */
export async function takeDue(
  tx: Transaction,
  { org_id, basis, now, limit }: OfBasis & { limit: number },
): Promise<string[]> {
  const taken = await tx.query<{ user_id: string }>(sql`
    SELECT user_id FROM (
      SELECT d.user_id FROM triage_due d WHERE d.org_id = ${org_id}
      UNION SELECT e.user_id FROM triage_entries e WHERE e.org_id = ${org_id} AND ${isStale({ basis, now })}
    ) due ORDER BY user_id LIMIT ${limit}`);
  const user_ids = taken.map(({ user_id }) => user_id);
  if (user_ids.length === 0) return [];
  await tx.execute(
    sql`INSERT INTO triage_versions (org_id, version) VALUES (${org_id}, 0) ON CONFLICT DO NOTHING`,
  );
  await tx.execute(sql`
    INSERT INTO triage_entries (org_id, user_id, state, place, reasons, basis, good_until, renewed_at)
    SELECT ${org_id}, m.user_id, 'well', 0, '[]', '', ${now}, ${now} FROM organization_members m
    WHERE m.org_id = ${org_id} AND m.user_id = ANY (${user_ids}::uuid[]) ORDER BY m.user_id
    ON CONFLICT (org_id, user_id) DO UPDATE SET renewed_at = excluded.renewed_at`);
  // Only now: what was noted before this statement is part of what is read after it.
  await tx.execute(sql`
    DELETE FROM triage_due WHERE id IN (
      SELECT id FROM triage_due WHERE org_id = ${org_id} AND user_id = ANY (${user_ids}::uuid[])
      ORDER BY id FOR UPDATE SKIP LOCKED)`);
  return user_ids;
}

/**
 * Stores entries that are held; people who are no athletes any more lose theirs. It is a new version of the lists where somebody comes or
 * goes, or is on one that shows what they do.
 */
export async function storeEntries(
  tx: Transaction,
  { org_id, basis, now, held }: OfBasis & { held: readonly string[] },
  entries: readonly Entry[],
): Promise<void> {
  const rows = entries.map(({ reasons, ...entry }) => ({ ...entry, reasons: JSON.stringify(reasons) }));
  const { listed } = await tx.one<{ listed: number }>(sql`
    WITH stored AS (
      UPDATE triage_entries e SET state = n.state, place = n.place, reasons = n.reasons, basis = ${basis}, good_until = n.good_until,
        renewed_at = ${now}
      FROM unnest(${rows.map(({ user_id }) => user_id)}::uuid[], ${rows.map(({ state }) => state)}::text[],
        ${rows.map(({ place }) => place)}::int[], ${rows.map(({ reasons }) => reasons)}::jsonb[],
        ${rows.map(({ good_until }) => good_until)}::timestamptz[]) AS n (user_id, state, place, reasons, good_until)
      JOIN triage_entries before ON before.org_id = ${org_id} AND before.user_id = n.user_id
      WHERE e.org_id = ${org_id} AND e.user_id = n.user_id
      RETURNING before.basis = '' OR before.state <> n.state OR n.state NOT IN ('well', 'private') AS is_listed
    )
    SELECT count(*) FILTER (WHERE is_listed)::int AS listed FROM stored`);
  const known = new Set(entries.map(({ user_id }) => user_id));
  const gone = held.filter((user_id) => !known.has(user_id));
  if (gone.length > 0) {
    await tx.execute(
      sql`DELETE FROM triage_entries WHERE org_id = ${org_id} AND user_id = ANY (${gone}::uuid[])`,
    );
  }
  if (listed + gone.length === 0) return;
  await tx.execute(sql`UPDATE triage_versions SET version = version + 1 WHERE org_id = ${org_id}`);
}

export type FollowedList = {
  readonly user_id: string;
  readonly org_id: string;
  /** Grows whenever the lists are other than before. */
  readonly version: number;
  /** Whether somebody is to be looked at anew. */
  readonly is_due: boolean;
};

export async function findFollowedLists(
  db: Queryable,
  { user_ids, now }: { user_ids: readonly string[]; now: Date },
): Promise<FollowedList[]> {
  return await db.query<FollowedList>(sql`
    SELECT c.user_id, c.org_id, coalesce(v.version, 0) AS version,
      EXISTS (SELECT FROM triage_due d WHERE d.org_id = c.org_id)
        OR EXISTS (SELECT FROM triage_entries e WHERE e.org_id = c.org_id AND e.good_until <= ${now}) AS is_due
    FROM (
      SELECT head_coach_user_id AS user_id, org_id FROM organizations WHERE head_coach_user_id = ANY (${user_ids}::uuid[])
      UNION SELECT user_id, org_id FROM organization_coaches WHERE user_id = ANY (${user_ids}::uuid[])
    ) c LEFT JOIN triage_versions v USING (org_id) ORDER BY c.user_id, c.org_id`);
}

/** Organizations in which somebody is due; the basis of entries depends on the organization, and is looked at by whoever reads them. */
export async function findOrganizationsWithDue(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.query<{ org_id: string }>(sql`
    SELECT DISTINCT org_id FROM triage_due
    UNION SELECT DISTINCT org_id FROM triage_entries WHERE good_until <= ${now} ORDER BY org_id`);
  return rows.map(({ org_id }) => org_id);
}

export async function findMarks(
  db: Queryable,
  { org_id, user_ids }: { org_id: string; user_ids: readonly string[] },
): Promise<Map<string, Mark>> {
  const rows = await db.query<Mark & { user_id: string }>(sql`
    SELECT user_id, state, keys, note, until, marked_by, marked_at FROM triage_marks
    WHERE org_id = ${org_id} AND user_id = ANY (${user_ids}::uuid[])`);
  return new Map(rows.map((row) => [row.user_id, row]));
}

export async function saveMark(
  tx: Transaction,
  { org_id, user_id, ...mark }: Mark & { org_id: string; user_id: string },
): Promise<void> {
  const { state, keys, note, until, marked_by, marked_at } = mark;
  await tx.execute(sql`
    INSERT INTO triage_marks (org_id, user_id, state, keys, note, until, marked_by, marked_at)
    VALUES (${org_id}, ${user_id}, ${state}, ${keys}::text[], ${note}, ${until}, ${marked_by}, ${marked_at})
    ON CONFLICT (org_id, user_id) DO UPDATE SET state = excluded.state, keys = excluded.keys, note = excluded.note,
      until = excluded.until, marked_by = excluded.marked_by, marked_at = excluded.marked_at`);
}

/** @returns whether there was one */
export async function deleteMark(
  tx: Transaction,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<boolean> {
  return (
    (await tx.execute(sql`DELETE FROM triage_marks WHERE org_id = ${org_id} AND user_id = ${user_id}`)) > 0
  );
}

/** Notes that an athlete, or all athletes of an organization, are to be looked at anew. */
export async function noteDue(
  tx: Transaction,
  { org_id, user_id = null }: { org_id: string; user_id?: string | null },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO triage_due (org_id, user_id)
    SELECT m.org_id, m.user_id FROM organization_members m
    WHERE m.org_id = ${org_id} AND m.left_at IS NULL AND (${user_id}::uuid IS NULL OR m.user_id = ${user_id}::uuid)`);
}

export type TriageFilter = {
  readonly org_id: string;
  readonly state: EntryState | 'all';
  readonly group_id: string | undefined;
  readonly coach_id: string | undefined;
};
export type TriageRow = MemberNameColumns & {
  user_id: string;
  state: EntryState;
  place: number;
  reasons: Reason[];
  renewed_at: Date;
};
export type TriagePlace = { readonly place: number; readonly user_id: string };

/** Entries that say what is true now, and of people who are athletes now. */
function isTrue({ org_id, basis, now }: OfBasis): Sql {
  return sql`e.org_id = ${org_id} AND NOT ${isStale({ basis, now })}
    AND NOT EXISTS (SELECT FROM triage_due d WHERE d.org_id = e.org_id AND d.user_id = e.user_id)`;
}

/** By what coaches call an athlete; null for who is none. */
export async function findNameColumns(
  db: Queryable,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<MemberNameColumns | null> {
  return await db.maybeOne<MemberNameColumns>(sql`
    SELECT ${MEMBER_NAME_COLUMNS} FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND m.user_id = ${user_id} AND ${IS_AMONG_ATHLETES}`);
}

export async function findEntries(
  db: Queryable,
  { state, group_id, coach_id, ...of }: TriageFilter & OfBasis,
  { after, limit }: { after: TriagePlace | null; limit: number },
): Promise<TriageRow[]> {
  const conditions = [isTrue(of), IS_AMONG_ATHLETES];
  if (state !== 'all') conditions.push(sql`e.state = ${state}`);
  if (coach_id !== undefined) conditions.push(sql`m.coach_id = ${coach_id}`);
  if (group_id !== undefined) {
    conditions.push(sql`EXISTS (SELECT FROM group_members g
      WHERE g.org_id = e.org_id AND g.group_id = ${group_id} AND g.user_id = e.user_id)`);
  }
  if (after !== null)
    conditions.push(sql`(e.place, e.user_id) > (${after.place}::int, ${after.user_id}::uuid)`);
  return await db.query<TriageRow>(sql`
    SELECT e.user_id, e.state, e.place, e.reasons, e.renewed_at, ${MEMBER_NAME_COLUMNS}
    FROM triage_entries e JOIN organization_members m USING (org_id, user_id) JOIN users u USING (user_id)
    WHERE ${joinSql(conditions, ' AND ')}
    ORDER BY e.place, e.user_id LIMIT ${limit}`);
}

/** How many athletes are in each state, and how many of the open ones are to be looked at first. */
export async function countEntries(
  db: Queryable,
  of: OfBasis,
): Promise<Readonly<Record<EntryState | 'first' | 'pending', number>>> {
  return await db.one(sql`
    SELECT ${joinSql(
      ENTRY_STATES.map(
        (state) => sql`count(*) FILTER (WHERE e.is_true AND e.state = ${state})::int AS ${rawSql(state)}`,
      ),
      ', ',
    )},
      count(*) FILTER (WHERE e.is_true AND e.state = 'open' AND e.place < ${FIRST_PLACES})::int AS first,
      count(*) FILTER (WHERE NOT e.is_true)::int AS pending
    FROM (
      SELECT e.state, e.place, coalesce(NOT ${isStale(of)} AND d.user_id IS NULL, false) AS is_true
      FROM (SELECT * FROM triage_entries WHERE org_id = ${of.org_id}) e
      FULL JOIN (SELECT DISTINCT user_id FROM triage_due WHERE org_id = ${of.org_id}) d USING (user_id)
    ) e`);
}
