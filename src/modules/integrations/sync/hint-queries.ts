import type { Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';

export async function findHinted(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  since: Date,
): Promise<Set<string>> {
  const rows = await tx.query<{ subject: string }>(sql`
    SELECT subject FROM platform_fetches
    WHERE user_id = ${user_id} AND provider = ${provider} AND kind = 'workout' AND is_hint
      AND (told_at > ${since} OR words > words_done)`);
  return new Set(rows.map(({ subject }) => subject));
}

/** When the last look for missed workouts ended; null where it is running, has failed or never began. */
export async function findLastLook(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
): Promise<Date | null> {
  const row = await tx.maybeOne<{ updated_at: Date }>(sql`
    SELECT updated_at FROM backfills WHERE user_id = ${user_id} AND provider = ${provider} AND state = 'done'`);
  return row?.updated_at ?? null;
}

export async function postponeLook(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  not_before: Date,
): Promise<void> {
  await tx.execute(sql`
    UPDATE backfills SET not_before = greatest(not_before, ${not_before}::timestamptz)
    WHERE user_id = ${user_id} AND provider = ${provider} AND state = 'waiting'`);
}

export async function extendLook(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  until: Date,
): Promise<void> {
  await tx.execute(sql`
    UPDATE backfills SET until_time = ${until}
    WHERE user_id = ${user_id} AND provider = ${provider} AND state = 'waiting' AND cursor IS NULL`);
}
