import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { joinSql, sql } from '../../../infra/db/sql.ts';
import { LOWEST_ID } from '../../../shared/ids.ts';
import type { PagePosition } from '../../../shared/page-cursor.ts';
import type { DraftContent, DraftSummary, StoredDraft } from './draft.ts';

type Own = { readonly org_id: string; readonly user_id: string };
type OwnDraft = Own & { readonly draft_id: string; readonly since: Date };

const isOwn = ({ org_id, user_id, draft_id, since }: OwnDraft) =>
  sql`org_id = ${org_id} AND created_by = ${user_id} AND id = ${draft_id} AND updated_at > ${since}`;
const SUMMARY = sql`id, org_id, athlete_id, title, revision, created_at, updated_at`;

export async function findDrafts(
  db: Queryable,
  of: Own & { readonly since: Date; readonly after: PagePosition | null; readonly limit: number },
): Promise<DraftSummary[]> {
  const conditions = [
    sql`org_id = ${of.org_id}`,
    sql`created_by = ${of.user_id}`,
    sql`updated_at > ${of.since}`,
  ];
  if (of.after !== null) conditions.push(sql`(updated_at, id) < (${of.after.at}, ${of.after.id}::uuid)`);
  return await db.query<DraftSummary>(sql`
    SELECT ${SUMMARY} FROM plan_drafts WHERE ${joinSql(conditions, ' AND ')}
    ORDER BY updated_at DESC, id DESC LIMIT ${of.limit}`);
}

export async function findDraft(db: Queryable, of: OwnDraft): Promise<StoredDraft | null> {
  return await db.maybeOne<StoredDraft>(sql`
    SELECT ${SUMMARY}, draft, form, remarks FROM plan_drafts WHERE ${isOwn(of)}`);
}

export async function lockDraft(tx: Transaction, of: OwnDraft): Promise<StoredDraft | null> {
  return await tx.maybeOne<StoredDraft>(sql`
    SELECT ${SUMMARY}, draft, form, remarks FROM plan_drafts WHERE ${isOwn(of)} FOR UPDATE`);
}

/** The number of a coach's drafts; a lock keeps others from adding one until the transaction ends. */
export async function countDraftsForNow(
  tx: Transaction,
  { org_id, user_id, since }: Own & { readonly since: Date },
): Promise<number> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtext('plans.drafts'), hashtext(${`${org_id} ${user_id}`}))`,
  );
  const { count } = await tx.one<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM plan_drafts
    WHERE org_id = ${org_id} AND created_by = ${user_id} AND updated_at > ${since}`);
  return count;
}

export async function insertDraft(
  tx: Transaction,
  row: DraftContent & Own & { readonly id: string; readonly now: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO plan_drafts (id, org_id, created_by, athlete_id, title, draft, form, remarks, revision, created_at, updated_at)
    VALUES (${row.id}, ${row.org_id}, ${row.user_id}, ${row.athlete_id}, ${row.title}, ${row.draft},
      ${JSON.stringify(row.form)}::json, ${JSON.stringify(row.remarks)}::json, 1, ${row.now}, ${row.now})`);
}

export async function updateDraft(
  tx: Transaction,
  row: DraftContent & Own & { readonly draft_id: string; readonly now: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE plan_drafts SET athlete_id = ${row.athlete_id}, title = ${row.title}, draft = ${row.draft},
      form = ${JSON.stringify(row.form)}::json, remarks = ${JSON.stringify(row.remarks)}::json,
      revision = revision + 1, updated_at = ${row.now}
    WHERE org_id = ${row.org_id} AND created_by = ${row.user_id} AND id = ${row.draft_id}`);
}

export async function deleteDraftRow(tx: Transaction, of: OwnDraft): Promise<boolean> {
  return (await tx.execute(sql`DELETE FROM plan_drafts WHERE ${isOwn(of)}`)) > 0;
}

export async function deleteDraftsBefore(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`DELETE FROM plan_drafts WHERE updated_at <= ${before}`);
}

/** All drafts of one person, in all organizations, by id. */
export async function findDraftsOf(
  db: Queryable,
  of: { readonly user_id: string; readonly after: StoredDraft | null; readonly limit: number },
): Promise<StoredDraft[]> {
  return await db.query<StoredDraft>(sql`
    SELECT ${SUMMARY}, draft, form, remarks FROM plan_drafts
    WHERE created_by = ${of.user_id} AND id > ${of.after?.id ?? LOWEST_ID}::uuid ORDER BY id LIMIT ${of.limit}`);
}
