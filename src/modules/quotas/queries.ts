import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { sql } from '../../infra/db/sql.ts';
import type { LargestUse, QuotaName } from '../../shared/quotas.ts';

/** What is counted of an account: rows of `account_usage`. */
export type CountedQuota = Extract<
  QuotaName,
  'recording_bytes' | 'uploads_per_day' | 'organizations_founded' | 'samples'
>;

type Count = { readonly user_id: string; readonly quota: CountedQuota };

/** Adds to a count and holds it until the transaction ends. @returns what it is now */
export async function addUsage(
  tx: Transaction,
  { user_id, quota, more }: Count & { more: number },
): Promise<number> {
  const { used } = await tx.one<{ used: number }>(sql`
    INSERT INTO account_usage AS u (user_id, quota, used) VALUES (${user_id}, ${quota}, ${more})
    ON CONFLICT (user_id, quota) DO UPDATE SET used = u.used + excluded.used
    RETURNING used`);
  return used;
}

/** Adds one to the count of a day, which begins anew with each day. A clock that is behind counts for the later day. */
export async function addDailyUsage(
  tx: Transaction,
  { user_id, quota, now }: Count & { now: Date },
): Promise<number> {
  const { used } = await tx.one<{ used: number }>(sql`
    INSERT INTO account_usage AS u (user_id, quota, used, day)
    VALUES (${user_id}, ${quota}, 1, (${now}::timestamptz AT TIME ZONE 'UTC')::date)
    ON CONFLICT (user_id, quota) DO UPDATE SET
      used = CASE WHEN excluded.day > u.day THEN 1 ELSE u.used + 1 END, day = greatest(u.day, excluded.day)
    RETURNING used`);
  return used;
}

export async function reduceUsage(
  tx: Transaction,
  { user_id, quota, less }: Count & { less: number },
): Promise<void> {
  await tx.execute(sql`
    UPDATE account_usage SET used = greatest(used - ${less}, 0) WHERE user_id = ${user_id} AND quota = ${quota}`);
}

export async function findUsage(
  db: Queryable,
  { user_id, now }: { user_id: string; now: Date },
): Promise<{ readonly quota: CountedQuota; readonly used: number }[]> {
  return await db.query(sql`
    SELECT quota, (CASE WHEN day < (${now}::timestamptz AT TIME ZONE 'UTC')::date THEN 0 ELSE used END) AS used
    FROM account_usage WHERE user_id = ${user_id} ORDER BY quota`);
}

export async function findLargestAccounts(
  db: Queryable,
  { quota, limit, now }: { quota: CountedQuota; limit: number; now: Date },
): Promise<LargestUse[]> {
  return await db.query(sql`
    SELECT a.user_id AS id, u.email AS name, a.used
    FROM account_usage a JOIN users u USING (user_id)
    WHERE a.quota = ${quota} AND a.used > 0
      AND (a.day IS NULL OR a.day >= (${now}::timestamptz AT TIME ZONE 'UTC')::date)
    ORDER BY a.used DESC, a.user_id LIMIT ${limit}`);
}
