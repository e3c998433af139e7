import { createHmac } from 'node:crypto';
import { equalSecrets } from '../../../../infra/crypto/tokens.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../shared/time.ts';
import type { StravaSettings } from './settings.ts';

/** How far the time of a signature may lie from ours. */
const TOLERANCE_MS = 5 * MINUTE_MS;
const CHALLENGE = /^[\x21-\x7e]{1,200}$/;
const TIMESTAMP = /^\d{1,12}$/;

/**
 * The answer to Strava's handshake, which repeats its own challenge. Null when the token is not the one agreed on for this
 * subscription, and where none was.
 */
export function answerHandshake(
  query: Readonly<Record<string, unknown>>,
  settings: Pick<StravaSettings, 'webhook_verify_token'>,
): { readonly 'hub.challenge': string } | null {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
  const { webhook_verify_token } = settings;
  if (webhook_verify_token === null || webhook_verify_token === '') return null;
  if (mode !== 'subscribe' || typeof token !== 'string' || !equalSecrets(token, webhook_verify_token))
    return null;
  return typeof challenge === 'string' && CHALLENGE.test(challenge) ? { 'hub.challenge': challenge } : null;
}

/** What proves an event: `vouched_for` by a signature or the key of the address. A `hint` has neither, and may be forged. */
type Vouching = 'vouched_for' | 'hint' | 'refused';

/**
 * Whether an event may come in: its signature is valid and recent, or it has none and brings the key of the address, or neither is
 * required. Some say that Strava signs, some that it does not, so what an event says is never more than a reason to ask.
 *
 * @param body as it came, byte for byte
 * @param bringsKey whether it came to the address that only Strava was told
 */
export function checkEvent(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: Uint8Array,
  settings: Pick<StravaSettings, 'client_secret' | 'signature_required'>,
  { now, bringsKey }: { readonly now: Date; readonly bringsKey: boolean },
): Vouching {
  const header = headers['x-strava-signature'];
  if (header === undefined && !bringsKey) return settings.signature_required ? 'refused' : 'hint';
  return header === undefined || isRight(header, body, settings, now) ? 'vouched_for' : 'refused';
}

function isRight(
  header: string | readonly string[],
  body: Uint8Array,
  settings: Pick<StravaSettings, 'client_secret'>,
  now: Date,
): boolean {
  if (typeof header !== 'string' || header.length > 1_000) return false;
  const { t, v1 } = readHeader(header);
  if (t === undefined || !TIMESTAMP.test(t)) return false;
  if (Math.abs(now.getTime() - Number(t) * SECOND_MS) > TOLERANCE_MS) return false;
  const right = createHmac('sha256', settings.client_secret).update(`${t}.`).update(body).digest('hex');
  return v1.some((given) => equalSecrets(given, right));
}

/** `t=…,v1=…`; while a secret changes there may be one `v1` for each. */
function readHeader(header: string): { t: string | undefined; v1: string[] } {
  const parts = header.split(',').map((part) => part.trim());
  const valuesOf = (name: string): string[] =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  return { t: valuesOf('t')[0], v1: valuesOf('v1') };
}
