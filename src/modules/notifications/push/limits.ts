import type { RateLimiter, RateWindow } from '../../../infra/rate-limit/index.ts';
import type { ErrorDefinition } from '../../../shared/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { ownTopicPushLimit, personalPushLimit, pushLimit, topicPushLimit } from './errors.ts';
import {
  MAX_DIRECT_AN_HOUR,
  MAX_PUSHES_A_MINUTE,
  MAX_TOPIC_PUSHES_A_DAY,
  MAX_TOPIC_PUSHES_A_DAY_BY_ONE,
} from './push.ts';

type Limit = { readonly subject: string; readonly window: RateWindow; readonly reached: ErrorDefinition };
type Deps = { readonly rateLimiter: RateLimiter };

/** @throws pushLimit, personalPushLimit, with `Retry-After`; then nothing is counted */
export async function countPersonalPush(
  deps: Deps,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await countAll(deps, [
    byPerson(from),
    {
      subject: `pushes-of:${from}:to:${to}`,
      window: { name: 'hour', limit: MAX_DIRECT_AN_HOUR, seconds: HOUR_MS / SECOND_MS },
      reached: personalPushLimit,
    },
  ]);
}

/** @throws pushLimit, topicPushLimit, ownTopicPushLimit, with `Retry-After`; then nothing is counted */
export async function countTopicPush(
  deps: Deps,
  { from, org_id }: { from: string; org_id: string | null },
): Promise<void> {
  const limits = [byPerson(from)];
  if (org_id !== null) {
    limits.push(
      {
        subject: `pushes-to-organization:${org_id}`,
        window: aDay(MAX_TOPIC_PUSHES_A_DAY),
        reached: topicPushLimit,
      },
      {
        subject: `pushes-to-organizations-of:${from}`,
        window: aDay(MAX_TOPIC_PUSHES_A_DAY_BY_ONE),
        reached: ownTopicPushLimit,
      },
    );
  }
  await countAll(deps, limits);
}

const aDay = (limit: number): RateWindow => ({ name: 'day', limit, seconds: DAY_MS / SECOND_MS });

const byPerson = (from: string): Limit => ({
  subject: `pushes-of:${from}`,
  window: { name: 'minute', limit: MAX_PUSHES_A_MINUTE, seconds: MINUTE_MS / SECOND_MS },
  reached: pushLimit,
});

async function countAll({ rateLimiter }: Deps, limits: readonly Limit[]): Promise<void> {
  const counted: (() => Promise<void>)[] = [];
  for (const { subject, window, reached } of limits) {
    const { allowed, tightest, giveBack } = await rateLimiter.take(subject, [window]);
    if (!allowed) {
      for (const one of counted) await one();
      throw reached({ headers: { 'Retry-After': String(tightest.retry_after_s) } });
    }
    counted.push(giveBack);
  }
}
