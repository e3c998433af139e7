import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import { IS_AMONG_ATHLETES } from '../../organizations/index.ts';
import type { AthleteOutcome, CalendarJob } from './calendar-job.ts';

const COLUMNS = rawSql(
  'j.id, j.org_id, j.created_by, j.kind, j.action_id, j.request, j.source, j.refused, j.undo_token, j.created_at, j.finished_at, j.failure',
);
type JobId = { readonly org_id: string; readonly job_id: string };

/** Stores a job for athletes; jobs that can no longer be undone are deleted. */
export async function insertJob(
  tx: Transaction,
  job: CalendarJob,
  { user_ids, forgotten_before }: { readonly user_ids: readonly string[]; readonly forgotten_before: Date },
): Promise<void> {
  await tx.execute(sql`DELETE FROM calendar_jobs WHERE created_at < ${forgotten_before}`);
  await tx.execute(sql`
    INSERT INTO calendar_jobs (id, org_id, created_by, kind, action_id, request, source, refused, undo_token, created_at)
    VALUES (${job.id}, ${job.org_id}, ${job.created_by}, ${job.kind}, ${job.action_id}, ${JSON.stringify(job.request)}::json,
      ${JSON.stringify(job.source)}::json, ${JSON.stringify(job.refused)}::jsonb, ${job.undo_token}, ${job.created_at})`);
  await tx.execute(sql`
    INSERT INTO calendar_job_athletes (job_id, user_id)
    SELECT ${job.id}::uuid, user_id FROM unnest(${user_ids}::uuid[]) AS asked (user_id) ORDER BY user_id`);
}

export async function findJob(db: Queryable, { org_id, job_id }: JobId): Promise<CalendarJob | null> {
  return await db.maybeOne<CalendarJob>(sql`
    SELECT ${COLUMNS} FROM calendar_jobs j WHERE j.org_id = ${org_id} AND j.id = ${job_id}`);
}

/** Locks the job until the transaction ends. */
export async function lockJob(tx: Transaction, { org_id, job_id }: JobId): Promise<CalendarJob | null> {
  return await tx.maybeOne<CalendarJob>(sql`
    SELECT ${COLUMNS} FROM calendar_jobs j WHERE j.org_id = ${org_id} AND j.id = ${job_id} FOR NO KEY UPDATE`);
}

/** The job that made the changes that a token undoes, held likewise; null where no job did. */
export async function lockJobOfToken(
  tx: Transaction,
  { org_id, undo_hash }: { readonly org_id: string; readonly undo_hash: Buffer },
): Promise<CalendarJob | null> {
  return await tx.maybeOne<CalendarJob>(sql`
    SELECT ${COLUMNS} FROM calendar_jobs j JOIN calendar_actions a ON a.id = j.action_id
    WHERE j.org_id = ${org_id} AND a.org_id = j.org_id AND a.undo_hash = ${undo_hash} AND j.kind = 'action'
    FOR NO KEY UPDATE OF j`);
}

export async function findNextAthletes(
  tx: Transaction,
  { org_id, job_id, limit }: JobId & { readonly limit: number },
): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(sql`
    SELECT a.user_id FROM calendar_jobs j JOIN calendar_job_athletes a ON a.job_id = j.id
    WHERE j.org_id = ${org_id} AND j.id = ${job_id} AND a.outcome IS NULL ORDER BY a.user_id LIMIT ${limit}`);
  return rows.map(({ user_id }) => user_id);
}

export async function storeOutcomes(
  tx: Transaction,
  { org_id, job_id }: JobId,
  outcomes: readonly { readonly user_id: string; readonly outcome: AthleteOutcome }[],
): Promise<void> {
  await tx.execute(sql`
    UPDATE calendar_job_athletes a SET outcome = given.outcome
    FROM json_to_recordset(${JSON.stringify(outcomes)}::json) AS given (user_id uuid, outcome json), calendar_jobs j
    WHERE j.org_id = ${org_id} AND j.id = ${job_id} AND a.job_id = j.id AND a.user_id = given.user_id`);
}

export async function endJob(
  tx: Transaction,
  { org_id, job_id, failure, now }: JobId & { readonly failure: CalendarJob['failure']; readonly now: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE calendar_jobs SET finished_at = ${now}, failure = ${failure}
    WHERE org_id = ${org_id} AND id = ${job_id} AND finished_at IS NULL`);
}

export type JobProgress = {
  readonly done: number;
  readonly of: number;
  /** Whether something was changed that is not taken back. */
  readonly is_open: boolean;
};

/** How many athletes it is about, and of how many it is known what came of it. */
export async function findProgress(db: Queryable, { org_id, job_id }: JobId): Promise<JobProgress> {
  return await db.one<JobProgress>(sql`
    SELECT count(a.outcome)::int AS done, count(a.user_id)::int AS of,
      EXISTS (SELECT FROM calendar_actions one JOIN calendar_action_changes c ON c.action_id = one.id
        WHERE one.id = (SELECT action_id FROM calendar_jobs WHERE org_id = ${org_id} AND id = ${job_id} AND kind = 'action')
          AND one.undone_at IS NULL) AS is_open
    FROM calendar_jobs j LEFT JOIN calendar_job_athletes a ON a.job_id = j.id
    WHERE j.org_id = ${org_id} AND j.id = ${job_id}`);
}

export type JobAthlete = {
  readonly user_id: string;
  readonly outcome: AthleteOutcome | null;
  /** Nothing is told of who is no athlete of the organization any more. */
  readonly is_member: boolean;
};

export async function findJobAthletes(
  db: Queryable,
  { org_id, job_id, after_id, limit }: JobId & { readonly after_id: string | null; readonly limit: number },
): Promise<JobAthlete[]> {
  return await db.query<JobAthlete>(sql`
    SELECT a.user_id, a.outcome, EXISTS (
      SELECT FROM organization_members m JOIN users u USING (user_id)
      WHERE m.org_id = j.org_id AND m.user_id = a.user_id AND ${IS_AMONG_ATHLETES}) AS is_member
    FROM calendar_jobs j JOIN calendar_job_athletes a ON a.job_id = j.id
    WHERE j.org_id = ${org_id} AND j.id = ${job_id} AND (${after_id}::uuid IS NULL OR a.user_id > ${after_id}::uuid)
    ORDER BY a.user_id LIMIT ${limit}`);
}
