import { createHash } from 'node:crypto';
import type { Transaction } from '../../infra/db/queryable.ts';
import type { RateDecision, RateLimiter } from '../../infra/rate-limit/index.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { invitationMailLimit } from './errors.ts';
import { MAX_MAILS_A_DAY_TO_ONE, MAX_MAILS_A_DAY_TO_ONE_BY_ONE, MAX_MAILS_AN_HOUR } from './invitation.ts';
import { findMailTimes } from './queries.ts';

/**
 * Nobody has this server write to the world: a coach has so many mails sent in an hour, in all organizations together. The
 * rate limiter counts them, which forgets nothing when an organization is deleted with its invitations. What was not stored
 * in the end is not counted.
 *
 * @throws invitationMailLimit with `Retry-After`; whatever `store` throws
 */
export async function countingMailOf<T>(
  rateLimiter: RateLimiter,
  user_id: string,
  store: () => Promise<T>,
): Promise<T> {
  const { allowed, tightest, giveBack } = await rateLimiter.take(`invitation-mails-of:${hashed(user_id)}`, [
    { name: 'hour', limit: MAX_MAILS_AN_HOUR, seconds: HOUR_MS / SECOND_MS },
  ]);
  if (!allowed) throw invitationMailLimit({ headers: { 'Retry-After': String(tightest.retry_after_s) } });
  try {
    return await store();
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/**
 * The same for an organization, however many coaches it has. The caller holds it.
 *
 * @throws invitationMailLimit with `Retry-After`
 */
export async function requireMailLeft(
  tx: Transaction,
  { org_id, now }: { org_id: string; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - HOUR_MS);
  const times = await findMailTimes(tx, { org_id, since, limit: MAX_MAILS_AN_HOUR });
  const oldestCounted = times[MAX_MAILS_AN_HOUR - 1];
  if (oldestCounted === undefined) return;
  const waitMs = oldestCounted.getTime() + HOUR_MS - now.getTime();
  const seconds = Math.min(Math.max(Math.ceil(waitMs / SECOND_MS), 1), HOUR_MS / SECOND_MS);
  throw invitationMailLimit({ headers: { 'Retry-After': String(seconds) } });
}

/**
 * Counts a mail to an address: in the coach's own share, and in what the address gets from all. Nobody gets twenty in a day
 * because twenty strangers have founded clubs, and no stranger uses up what others may send.
 */
export async function countMailTo(
  rateLimiter: RateLimiter,
  { email, created_by }: { email: string; created_by: string },
): Promise<Pick<RateDecision, 'allowed' | 'tightest' | 'giveBack'>> {
  const address = email.toLowerCase();
  const share = await takeOfDay(rateLimiter, `${created_by} ${address}`, MAX_MAILS_A_DAY_TO_ONE_BY_ONE);
  if (!share.allowed) return share;
  const all = await takeOfDay(rateLimiter, address, MAX_MAILS_A_DAY_TO_ONE);
  if (!all.allowed) await share.giveBack();
  const giveBack = async () => {
    await all.giveBack();
    await share.giveBack();
  };
  return { ...all, giveBack };
}

const takeOfDay = (rateLimiter: RateLimiter, whose: string, limit: number): Promise<RateDecision> =>
  rateLimiter.take(`invitation-mails:${hashed(whose)}`, [
    { name: 'day', limit, seconds: DAY_MS / SECOND_MS },
  ]);

const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url');
