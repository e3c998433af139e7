import { countedAddress, type RateLimiter } from '../../infra/rate-limit/index.ts';
import { HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { mailRequestLimit } from './errors.ts';

export type MailRequestDeps = {
  readonly rateLimiter: RateLimiter;
  /** How many mails may be asked for from one network in an hour. */
  readonly mailRequestsPerHour: number;
};

/**
 * Counts a mail request for any address, so that nobody can make this server write to strangers. It counts whatever the
 * answer, so that the answer does not tell whether a mail was sent.
 * @throws AppError rate_limited with `Retry-After`
 */
export async function countMailRequest(deps: MailRequestDeps, clientIp: string): Promise<void> {
  const { allowed, tightest } = await deps.rateLimiter.take(`mail-requests:${countedAddress(clientIp)}`, [
    { name: 'hour', limit: deps.mailRequestsPerHour, seconds: HOUR_MS / SECOND_MS },
  ]);
  if (!allowed) throw mailRequestLimit({ headers: { 'Retry-After': String(tightest.retry_after_s) } });
}
