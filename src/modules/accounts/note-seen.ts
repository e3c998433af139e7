import type { Database } from '../../infra/db/database.ts';
import { type Clock, HOUR_MS } from '../../shared/time.ts';
import type { AccountState } from './queries.ts';
import { touchSession } from './session-queries.ts';

/** Precise enough for people, and one write an hour instead of one a request. */
const SEEN_EVERY_MS = HOUR_MS;

/** Records the use of a session at most once an hour. */
export async function noteSeen(
  { db, clock }: { db: Database; clock: Clock },
  session_id: string,
  { last_seen_at }: Pick<AccountState, 'last_seen_at'>,
): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - SEEN_EVERY_MS);
  if (last_seen_at !== null && last_seen_at < before) await touchSession(db, { session_id, now, before });
}
