import { randomUUID } from 'node:crypto';
import {
  type HttpClient,
  HttpClientError,
  type HttpRequest,
  type HttpResponse,
} from '../../../../infra/http-client/index.ts';
import { type Clock, DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/time.ts';
import { PlatformError } from '../../platform-error.ts';
import type { Stamp } from './oauth1-signature.ts';
import type { GarminSettings } from './settings.ts';

export type Garmin = {
  readonly settings: GarminSettings;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly wait: (ms: number) => Promise<void>;
};

/** Garmin counts requests by the minute. */
const RATE_WINDOW_MS = MINUTE_MS;

/** Garmin refuses what was signed more than ten minutes ago. A difference of the clocks of five minutes explains a refusal. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/**
 * One exchange. It handles what may happen to any call: no answer, too many calls, and faults of the platform.
 *
 * @throws PlatformError `unavailable` or `rate_limited`
 */
export async function send(
  garmin: Garmin,
  request: Omit<HttpRequest, 'name' | 'service'>,
): Promise<HttpResponse> {
  const response = await garmin.http
    .send({
      ...request,
      headers: { accept: 'application/json', ...request.headers },
      service: 'garmin',
      name: 'Garmin',
    })
    .catch((cause: unknown) => {
      throw cause instanceof HttpClientError ? new PlatformError('unavailable', cause.message) : cause;
    });
  const { status } = response;
  if (status === 429) throw rateLimited(garmin, response);
  if (status >= 500 || status === 408 || (status >= 300 && status < 400)) {
    throw new PlatformError('unavailable', `Garmin answers ${status}.`);
  }
  return response;
}

function rateLimited({ clock }: Garmin, { headers }: HttpResponse): PlatformError {
  const asked = headers.get('retry-after') ?? '';
  const askedMs = /^\d{1,9}$/.test(asked) ? Number(asked) * SECOND_MS : 0;
  const waitMs = Math.min(DAY_MS, Math.max(RATE_WINDOW_MS, askedMs));
  const until = new Date(clock.now().getTime() + waitMs);
  return new PlatformError('rate_limited', 'Garmin wants fewer requests.', { until });
}

export function stampNow({ clock }: Garmin): Stamp {
  return { nonce: randomUUID(), timestamp_s: Math.floor(clock.now().getTime() / SECOND_MS) };
}

/** Whether a refusal is due to a wrong clock, which must not look like a consent that has ended. */
export function clockFault({ clock }: Garmin, { headers }: HttpResponse): PlatformError | null {
  const theirs = Date.parse(headers.get('date') ?? '');
  const apartMs = Math.abs(theirs - clock.now().getTime());
  // Without a readable date the comparison with NaN is false.
  if (!(apartMs > CLOCK_TOLERANCE_MS)) return null;
  const minutes = Math.round(apartMs / MINUTE_MS);
  return new PlatformError(
    'unavailable',
    `The clocks of this server and of Garmin are ${minutes} minutes apart: set this one's.`,
  );
}

/** The JSON of an answer. @throws PlatformError `unavailable` for a page of HTML or the like */
export function readJson({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new PlatformError('unavailable', 'Garmin answers something else than JSON.');
  }
}

/** The text of a refusal, which tells refusals apart. It is neither logged nor shown. */
export function readRefusal({ body }: HttpResponse): string {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    const isTold = typeof value === 'object' && value !== null && 'errorMessage' in value;
    return isTold && typeof value.errorMessage === 'string' ? value.errorMessage : '';
  } catch {
    return '';
  }
}
