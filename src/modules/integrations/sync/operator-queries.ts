import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import type { PlatformFetchKey } from './platform-fetch.ts';

/** Something that a platform was asked for one athlete and did not give until the server gave up. */
export type GivenUp = ConnectionKey & {
  readonly what: PlatformFetchKey['kind'] | 'past';
  /** The platform's id of a workout; null for everything else. */
  readonly external_id: string | null;
  readonly since: Date;
  readonly because: string;
};

export async function listGivenUp(db: Queryable, limit: number): Promise<GivenUp[]> {
  return await db.query<GivenUp>(sql`
    SELECT user_id, provider, kind AS what, CASE kind WHEN 'workout' THEN subject END AS external_id,
      told_at AS since, given_up_because AS because
    FROM platform_fetches WHERE words = words_done AND given_up_because IS NOT NULL
    UNION ALL
    SELECT user_id, provider, 'past', NULL, updated_at, coalesce(reason, '') FROM backfills WHERE state = 'failed'
    ORDER BY since DESC, user_id, what, external_id LIMIT ${limit}`);
}

/** Opens them again, with all their attempts. @returns how many */
export async function reopenPlatformFetches(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  now: Date,
): Promise<number> {
  return await tx.execute(sql`
    UPDATE platform_fetches SET words = words + 1, attempts = 0, given_up_because = NULL, not_before = ${now}
    WHERE user_id = ${user_id} AND provider = ${provider} AND words = words_done AND given_up_because IS NOT NULL`);
}

/** Continues where it failed. @returns how many: one or none */
export async function reopenBackfill(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  now: Date,
): Promise<number> {
  return await tx.execute(sql`
    UPDATE backfills SET state = 'waiting', reason = NULL, attempts = 0, not_before = ${now}, updated_at = ${now}
    WHERE user_id = ${user_id} AND provider = ${provider} AND state = 'failed'`);
}
