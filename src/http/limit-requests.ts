import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  RateDecision,
  RateLimiter,
  RateWindow,
  RateWindows,
  WindowState,
} from '../infra/rate-limit/index.ts';
import type { KeyLimits } from '../shared/access.ts';
import { AppError, type ErrorDefinition, rateLimited } from '../shared/errors.ts';
import type { ApiKeyActor } from './actor.ts';

/** The limits of an API key on the developer API, and the limiter that counts. */
export type RequestLimits = { readonly limiter: RateLimiter; readonly windows: RateWindows };

declare module 'fastify' {
  interface FastifyRequest {
    /** The decision of the API key's limits on this request, if it has any. */
    counted: RateDecision | undefined;
  }
}

/** The window that an answer reports; in seconds. */
export type ShownWindow = Pick<WindowState, 'limit' | 'remaining' | 'reset_s' | 'retry_after_s'>;

/**
 * Counts an authenticated request, whatever its answer, and reports the window with the fewest requests left.
 * @returns the refusal when nothing was left; then nothing was counted
 */
export async function countRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  actor: ApiKeyActor,
  { limiter, windows }: RequestLimits,
): Promise<AppError | undefined> {
  const decision = await limiter.take(`api-key:${actor.key_id}`, windowsFor(actor.limits, windows));
  const { tightest, allowed } = decision;
  request.counted = decision;
  reply.headers(limitHeaders(tightest));
  if (allowed) return undefined;
  return requestLimitReached(tightest);
}

export function requestLimitReached(window: ShownWindow & Pick<WindowState, 'name'>): AppError {
  const { limit, name, retry_after_s } = window;
  const message = `This key may make ${inWords(limit, 'request')} per ${name}. Try again in ${inWords(retry_after_s, 'second')}.`;
  return limitExceeded(rateLimited, window, message);
}

function windowsFor(limits: KeyLimits, [first, ...rest]: RateWindows): RateWindows {
  const own = { minute: limits.requests_per_minute, hour: limits.requests_per_hour, day: null };
  const limited = (window: RateWindow): RateWindow => ({
    ...window,
    limit: own[window.name] ?? window.limit,
  });
  return [limited(first), ...rest.map(limited)];
}

/** A request that the use case refuses by another limit does not count against the key. */
export async function uncountWhenLimited(request: FastifyRequest, error: unknown): Promise<void> {
  if (error instanceof AppError && error.status === rateLimited.status) await request.counted?.giveBack();
}

/** A 429 whose headers describe the exhausted window. */
export function limitExceeded(define: ErrorDefinition, window: ShownWindow, message: string): AppError {
  return define({
    message,
    headers: { ...limitHeaders(window), 'Retry-After': String(window.retry_after_s) },
  });
}

function limitHeaders({ limit, remaining, reset_s }: ShownWindow): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset_s),
  };
}

function inWords(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
