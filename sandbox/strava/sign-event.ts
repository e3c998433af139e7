import { createHmac } from 'node:crypto';

/** The value of X-Strava-Signature, as those describe it who have met one. */
export function signEvent(rawBody: string, secret: string, epoch_s: number): string {
  const digest = createHmac('sha256', secret).update(`${epoch_s}.${rawBody}`).digest('hex');
  return `t=${epoch_s},v1=${digest}`;
}
