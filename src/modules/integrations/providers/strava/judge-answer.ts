import type { HttpResponse } from '../../../../infra/http-client/index.ts';
import { PlatformError } from '../../platform-error.ts';
import { isObject } from '../members.ts';
import { readJson, readText } from './read-json.ts';
import { readRetryTime } from './read-limits.ts';

type Complaint = {
  readonly resource: string | null;
  readonly field: string | null;
  readonly code: string | null;
};

/**
 * The fault in an answer; null for success. The platform's own message is not passed on.
 *
 * @param call what was asked for: "renewing a token"
 */
export function judgeAnswer(response: HttpResponse, call: string, now: Date): PlatformError | null {
  const { status, headers, body } = response;
  if (status >= 200 && status < 300) return null;
  if (status === 429) {
    const until = readRetryTime(headers, now);
    return new PlatformError('rate_limited', 'Strava wants fewer requests.', { until });
  }
  const answer = readJson(body);
  // An answer that is not in the API's own format comes from something in between, such as a maintenance page or a redirect.
  if (status >= 500 || status < 400 || !isObject(answer))
    return new PlatformError('unavailable', `${call}: Strava answers ${status}.`);
  return refusalOf(status, readComplaints(answer.errors), call);
}

function refusalOf(status: number, complaints: readonly Complaint[], call: string): PlatformError {
  // Reports differ on whether the status is 401 or 403.
  if (complaints.some(({ field, code }) => code === 'missing' && field?.endsWith('_permission') === true))
    return new PlatformError('insufficient_scope', `${call}: the athlete has not allowed it.`);
  // The app's own credentials are refused, not the athlete's, so nobody's consent has ended.
  if (complaints.some(({ resource }) => resource === 'Application')) {
    const advice = 'check STRAVA_CLIENT_ID, STRAVA_CLIENT_SECRET and the state of the app at Strava';
    return new PlatformError('refused', `${call}: Strava does not accept this app (${status}): ${advice}.`);
  }
  if (status === 401 || complaints.some(({ resource }) => resource === 'RefreshToken'))
    return new PlatformError('unauthorized', `${call}: the token is no good any more.`);
  if (status === 404) return new PlatformError('not_found', `${call}: Strava does not show it.`);
  return new PlatformError('refused', `${call}: Strava refuses with ${status}.`);
}

/** A known body of a 429 answer has a text in this place. */
function readComplaints(errors: unknown): Complaint[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter(isObject).map(({ resource, field, code }) => ({
    resource: readText(resource),
    field: readText(field),
    code: readText(code),
  }));
}
