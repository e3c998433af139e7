import { limitExceeded } from '../../http/limit-requests.ts';
import type { Queryable } from '../../infra/db/database.ts';
import { type Clock, HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { exportLimitReached } from './errors.ts';
import { findNthNewest } from './queries.ts';
import type { Requester } from './requester.ts';

/**
 * Lets a key, or a person in one organization, create so many exports in any hour. The exports themselves are what is counted, whatever became of them, so
 * the count survives a restart and holds for all nodes.
 *
 * @throws AppError rate_limited that says when the oldest export of the hour is an hour old
 */
export async function requireExportLeft(
  deps: { db: Queryable; clock: Clock; exportsPerHour: number },
  { actor, owner }: Requester,
): Promise<void> {
  const { db, clock } = deps;
  const own_limit = actor.type === 'api_key' ? actor.limits.exports_per_hour : null;
  const limit = own_limit ?? deps.exportsPerHour;
  const now_ms = clock.now().getTime();
  const oldest = await findNthNewest(db, owner, { n: limit, since: new Date(now_ms - HOUR_MS) });
  if (oldest === null) return;
  const free_ms = oldest.getTime() + HOUR_MS;
  const window = {
    limit,
    remaining: 0,
    reset_s: Math.ceil(free_ms / SECOND_MS),
    retry_after_s: Math.max(Math.ceil((free_ms - now_ms) / SECOND_MS), 1),
  };
  const exports = limit === 1 ? 'export' : 'exports';
  const asker = actor.type === 'api_key' ? 'This key' : 'One person';
  const message = `${asker} may create ${limit} ${exports} per hour. Try again in ${window.retry_after_s} seconds.`;
  if (actor.type === 'api_key') throw limitExceeded(exportLimitReached, window, message);
  throw exportLimitReached({ message, headers: { 'Retry-After': String(window.retry_after_s) } });
}
