import { createHash } from 'node:crypto';
import type { Transaction } from '../../infra/db/queryable.ts';
import type { RateLimiter } from '../../infra/rate-limit/index.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { invitationMailLimit } from './errors.ts';
import { MAX_MAILS_A_DAY_TO_ONE, MAX_MAILS_AN_HOUR } from './invitation.ts';
import { findMailTimes, lockMailsOf } from './queries.ts';

/**
 * Nobody has this server write to the world: an organization sends so many mails an hour, and a coach, who could found a
 * hundred of these, sends no more in all of them together. The caller holds the organization.
 *
 * @throws invitationMailLimit with `Retry-After`
 */
export async function requireMailLeft(
  tx: Transaction,
  { org_id, created_by, now }: { org_id: string; created_by: string; now: Date },
): Promise<void> {
  await lockMailsOf(tx, created_by);
  const since = new Date(now.getTime() - HOUR_MS);
  for (const whose of [{ org_id }, { created_by }]) {
    const times = await findMailTimes(tx, whose, { since, limit: MAX_MAILS_AN_HOUR });
    const oldestCounted = times[MAX_MAILS_AN_HOUR - 1];
    if (oldestCounted === undefined) continue;
    const waitMs = oldestCounted.getTime() + HOUR_MS - now.getTime();
    const seconds = Math.min(Math.max(Math.ceil(waitMs / SECOND_MS), 1), HOUR_MS / SECOND_MS);
    throw invitationMailLimit({ headers: { 'Retry-After': String(seconds) } });
  }
}

/**
 * Counts a mail to an address, whoever invites: nobody gets twenty in a day because twenty strangers have founded clubs. The
 * limiter is told a hash, since it keeps what it counts outside the database.
 */
export function countMailTo(rateLimiter: RateLimiter, email: string): ReturnType<RateLimiter['take']> {
  const whose = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  return rateLimiter.take(`invitation-mails:${whose}`, [
    { name: 'day', limit: MAX_MAILS_A_DAY_TO_ONE, seconds: DAY_MS / SECOND_MS },
  ]);
}
