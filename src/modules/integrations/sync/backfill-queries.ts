import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import type { PlatformId } from '../provider.ts';

export type Backfill = ConnectionKey & {
  /** The person at the platform, and when it began: the next connection has a backfill of its own, to which these steps do not belong. */
  readonly provider_user_id: string;
  readonly created_at: Date;
  readonly from_time: Date;
  readonly until_time: Date;
  readonly cursor: unknown;
  /** Steps stored so far. */
  readonly steps: number;
  /** Failures since the last step. */
  readonly attempts: number;
  readonly not_before: Date;
};

/**
 * Begins with two months; where these came already, with what may have been missed since the last sync. A running backfill stays as it
 * is. There is one for each connection, however often the athlete connects, and it begins anew when they are another person at the
 * platform or allow more.
 */
export async function beginBackfill(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO backfills (user_id, provider, provider_user_id, scopes, from_time, until_time, state, not_before, created_at, updated_at)
    SELECT c.user_id, c.provider, c.provider_user_id, c.scopes,
      greatest(
        ${now}::timestamptz - interval '2 months',
        CASE WHEN b.state = 'done' AND b.reason IS NULL AND b.provider_user_id = c.provider_user_id
            AND c.scopes <@ b.scopes
          THEN coalesce(c.last_sync_at, b.until_time) - interval '1 day' END),
      ${now}, 'waiting', ${now}, ${now}, ${now}
    FROM platform_connections c LEFT JOIN backfills b USING (user_id, provider)
    WHERE c.user_id = ${user_id} AND c.provider = ${provider} AND c.provider_user_id IS NOT NULL
    ON CONFLICT (user_id, provider) DO UPDATE
    SET provider_user_id = excluded.provider_user_id, scopes = excluded.scopes, from_time = excluded.from_time, 
      until_time = excluded.until_time, cursor = NULL, steps = backfills.steps + 1, state = 'waiting', reason = NULL, imported = 0, unreadable = 0, attempts = 0,
      not_before = excluded.not_before, created_at = excluded.created_at, updated_at = excluded.updated_at
    WHERE backfills.state IN ('done', 'failed') OR backfills.provider_user_id <> excluded.provider_user_id
      OR NOT excluded.scopes <@ backfills.scopes`);
}

/**
 * Whether the person's past at another platform comes first, because it began earlier and is not put off.
 *
 * @param askable platforms that can be asked: nobody waits for one without settings
 */
export async function isAnotherFirst(
  db: Queryable,
  { user_id, provider }: ConnectionKey,
  { askable, now }: { askable: readonly PlatformId[]; now: Date },
): Promise<boolean> {
  const { waits } = await db.one<{ waits: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM backfills own JOIN backfills other USING (user_id)
      WHERE own.user_id = ${user_id} AND own.provider = ${provider} AND own.state IN ('waiting', 'running')
        AND other.provider <> own.provider AND other.provider = ANY(${askable}::text[])
        AND other.state IN ('waiting', 'running') AND other.not_before <= ${now}
        AND (other.created_at, other.provider) < (own.created_at, own.provider)
    ) AS waits`);
  return waits;
}

/** The waiting backfills at other platforms of a person whose past at this one has come to its end. */
export async function findWaitingBackfills(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
): Promise<ConnectionKey[]> {
  return await tx.query<ConnectionKey>(sql`
    SELECT user_id, provider FROM backfills
    WHERE user_id = ${user_id} AND provider <> ${provider} AND state IN ('waiting', 'running')`);
}

/** Counts the new workouts that lie in the requested past, where a platform sends it by posts. */
export async function countSent(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  start_times: readonly Date[],
): Promise<void> {
  await tx.execute(sql`
    UPDATE backfills SET imported = imported + (
      SELECT count(*)::int FROM unnest(${start_times}::timestamptz[]) AS new (start_time)
      WHERE start_time >= from_time AND start_time < until_time)
    WHERE user_id = ${user_id} AND provider = ${provider}`);
}

/** The backfill of a connection that is not at its end; it is marked as running. */
export async function takeBackfill(
  db: Queryable,
  { user_id, provider }: ConnectionKey,
  now: Date,
): Promise<Backfill | null> {
  return await db.maybeOne<Backfill>(sql`
    UPDATE backfills SET state = 'running', updated_at = ${now}
    WHERE user_id = ${user_id} AND provider = ${provider} AND state IN ('waiting', 'running')
    RETURNING user_id, provider, provider_user_id, created_at, from_time, until_time, cursor, steps, attempts, not_before`);
}

/**
 * Records a step. False when another worker was faster and has stored the same step; or when the connection has ended since, so that
 * the step does not belong to the next one.
 */
export async function advanceBackfill(
  tx: Transaction,
  { user_id, provider, provider_user_id, created_at, steps }: Backfill,
  step: { next: unknown; remark: string | null; now: Date },
): Promise<boolean> {
  const next = step.next === null ? null : JSON.stringify(step.next);
  const advanced = await tx.execute(sql`
    UPDATE backfills SET cursor = ${next}::json, steps = steps + 1, attempts = 0,
      state = CASE WHEN ${next}::text IS NULL THEN 'done' ELSE 'running' END,
      reason = nullif(concat_ws(' ', reason, ${step.remark}::text), ''), updated_at = ${step.now}
    WHERE user_id = ${user_id} AND provider = ${provider} AND provider_user_id = ${provider_user_id}
      AND created_at = ${created_at} AND steps = ${steps} AND state IN ('waiting', 'running')`);
  return advanced === 1;
}

/** Counts the result of a step: workouts that are new, and unreadable ones that cannot be asked for again. */
export async function addImported(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  { imported, unreadable }: { imported: number; unreadable: number },
): Promise<void> {
  await tx.execute(sql`
    UPDATE backfills SET imported = imported + ${imported}, unreadable = unreadable + ${unreadable}
    WHERE user_id = ${user_id} AND provider = ${provider}`);
}

/** How many workouts the athlete lacks because the platform's reports of them were unreadable. */
export async function countUnreadable(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    SELECT b.unreadable + (
      SELECT count(*) FROM platform_fetches e
      WHERE e.user_id = b.user_id AND e.provider = b.provider AND e.kind = 'workout'
        AND e.words = e.words_done AND e.given_up_because IS NOT NULL
    )::int AS count
    FROM backfills b WHERE b.user_id = ${user_id} AND b.provider = ${provider}`);
  return count;
}

export async function addRemark(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  remark: string,
): Promise<void> {
  await tx.execute(sql`
    UPDATE backfills SET reason = concat_ws(' ', reason, ${remark}::text)
    WHERE user_id = ${user_id} AND provider = ${provider}`);
}

/** Puts the backfill off. @param failed whether because the last attempt failed */
export async function putOffBackfill(
  db: Queryable,
  { user_id, provider, provider_user_id, created_at, steps }: Backfill,
  later: { not_before: Date; failed: boolean; now: Date },
): Promise<void> {
  await db.execute(sql`
    UPDATE backfills SET state = 'waiting', not_before = ${later.not_before}, updated_at = ${later.now},
      attempts = attempts + ${later.failed ? 1 : 0}
    WHERE user_id = ${user_id} AND provider = ${provider} AND provider_user_id = ${provider_user_id}
      AND created_at = ${created_at} AND steps = ${steps} AND state IN ('waiting', 'running')`);
}

/** @param reason for the athlete */
export async function failBackfill(
  db: Queryable,
  { user_id, provider, provider_user_id, created_at }: Backfill,
  reason: string,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    UPDATE backfills SET state = 'failed', reason = ${reason}, updated_at = ${now}
    WHERE user_id = ${user_id} AND provider = ${provider} AND provider_user_id = ${provider_user_id}
      AND created_at = ${created_at} AND state IN ('waiting', 'running')`);
}

export async function findForgottenBackfills(
  db: Queryable,
  due_before: Date,
  limit: number,
): Promise<ConnectionKey[]> {
  return await db.query<ConnectionKey>(sql`
    SELECT user_id, provider FROM backfills
    WHERE state IN ('waiting', 'running') AND not_before < ${due_before} AND updated_at < ${due_before}
    ORDER BY user_id, provider LIMIT ${limit}`);
}
