import { countedAddress, type RateLimiter } from '../../infra/rate-limit/index.ts';
import { HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { mailRequestLimit } from './errors.ts';

export type MailRequestDeps = {
  readonly rateLimiter: RateLimiter;
  /** How many mails may be asked for from one network in an hour. */
  readonly mailRequestsPerHour: number;
};

/**
 * Counts a request for a mail to whatever address, so that nobody can have this server write to a thousand strangers.
 * It counts whatever it is answered: that it sent nothing must not show.
 *
 * @throws AppError rate_limited with `Retry-After`
 */
export async function countMailRequest(deps: MailRequestDeps, clientIp: string): Promise<void> {
  const { allowed, tightest } = await deps.rateLimiter.take(`mail-requests:${countedAddress(clientIp)}`, [
    { name: 'hour', limit: deps.mailRequestsPerHour, seconds: HOUR_MS / SECOND_MS },
  ]);
  if (!allowed) throw mailRequestLimit({ headers: { 'Retry-After': String(tightest.retry_after_s) } });
}
