import type { RateLimiter } from '../../infra/rate-limit/index.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { postLimit } from './errors.ts';
import { MAX_POSTS_A_MINUTE, MAX_POSTS_AN_HOUR } from './post-limits.ts';

/** @throws postLimit, with `Retry-After`; then nothing is counted */
export async function countPost(
  { rateLimiter }: { readonly rateLimiter: RateLimiter },
  user_id: string,
): Promise<void> {
  const { allowed, tightest } = await rateLimiter.take(`posts-of:${user_id}`, [
    { name: 'minute', limit: MAX_POSTS_A_MINUTE, seconds: MINUTE_MS / SECOND_MS },
    { name: 'hour', limit: MAX_POSTS_AN_HOUR, seconds: HOUR_MS / SECOND_MS },
  ]);
  if (!allowed) throw postLimit({ headers: { 'Retry-After': String(tightest.retry_after_s) } });
}
