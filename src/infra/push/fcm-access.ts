import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { type Clock, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { readJsonObject } from '../crypto/compact-jws.ts';
import { type PostAnswer, type Poster, readRetryAfter } from '../http-client/index.ts';
import type { SendOutcome } from '../send-outcome.ts';
import type { FcmAccount } from './settings.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** What Google grants at most. */
const ASSERTION_LIFE_S = 3_600;
/** The fractions of a token's life after which it is renewed and no longer used. */
const RENEW_AFTER = 0.85;
const USE_UNTIL = 0.98;
/** The pause after a failed request, or as long as the server says. */
const SHORTEST_PAUSE_MS = 10 * SECOND_MS;
const LONGEST_PAUSE_MS = 5 * MINUTE_MS;
/** A refusal of a token this young will not be helped by a new one. */
const YOUNG_MS = 10 * SECOND_MS;

type NoAccess = Extract<SendOutcome, { kind: 'busy' | 'misconfigured' }>;
type Access = { readonly token: string } | NoAccess;

export type AccessKeeper = {
  /** A usable token or the reason for none. Ends within the poster's time; never throws. */
  take(): Promise<Access>;
  /**
   * Reports that a token was refused.
   * @returns whether another one may help
   */
  refused(token: string): boolean;
};

type Kept = { readonly token: string; readonly since: number; readonly life_ms: number };

/** Keeps an access token of a service account, obtained for an assertion signed by its key (RFC 7523). Concurrent callers share one request. */
export function keepAccess(account: FcmAccount, tools: { poster: Poster; clock: Clock }): AccessKeeper {
  const { poster, clock } = tools;
  const key = createPrivateKey(account.private_key);
  let kept: Kept | undefined;
  let failure: { readonly outcome: NoAccess; readonly since: number; readonly pause_ms: number } | undefined;
  let asking: Promise<void> | undefined;

  const now = (): number => clock.now().getTime();
  /** A clock that was turned back ends every span. */
  const isWithin = (since: number, ms: number): boolean => now() >= since && now() - since < ms;
  const serves = (share: number): boolean => kept !== undefined && isWithin(kept.since, kept.life_ms * share);

  const ask = async (): Promise<void> => {
    const since = now();
    const answer = await request(account, key, poster, clock);
    if ('token' in answer) {
      [kept, failure] = [{ ...answer, since }, undefined];
      return;
    }
    const wished = answer.kind === 'busy' ? (answer.retry_after_ms ?? 0) : 0;
    const pause_ms = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, wished));
    failure = { outcome: answer, since: now(), pause_ms };
  };
  const renew = (): Promise<void> => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  const isPausing = (): boolean => failure !== undefined && isWithin(failure.since, failure.pause_ms);

  return {
    take: async () => {
      if (!serves(RENEW_AFTER) && !isPausing()) {
        const renewal = renew();
        if (!serves(USE_UNTIL)) await renewal;
      }
      if (kept !== undefined && serves(USE_UNTIL)) return { token: kept.token };
      if (failure === undefined) return { kind: 'busy', reason: 'token_expired', retry_after_ms: null };
      const { outcome, since, pause_ms } = failure;
      return outcome.kind === 'busy'
        ? { ...outcome, retry_after_ms: Math.max(0, since + pause_ms - now()) }
        : outcome;
    },
    refused: (token) => {
      if (kept?.token !== token) return true;
      if (isWithin(kept.since, YOUNG_MS)) return false;
      kept = undefined;
      return true;
    },
  };
}

type Granted = { readonly token: string; readonly life_ms: number };

async function request(
  account: FcmAccount,
  key: ReturnType<typeof createPrivateKey>,
  poster: Poster,
  clock: Clock,
): Promise<Granted | NoAccess> {
  try {
    const answer = await poster.post({
      url: new URL(account.token_url),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams({ grant_type: GRANT, assertion: await assert(account, key, clock) })),
      name: 'The token endpoint',
    });
    return readAnswer(answer, clock);
  } catch {
    return { kind: 'busy', reason: 'token_unreachable', retry_after_ms: null };
  }
}

async function assert(
  account: FcmAccount,
  key: ReturnType<typeof createPrivateKey>,
  clock: Clock,
): Promise<string> {
  const { client_email, token_url, private_key_id } = account;
  const issued_at = Math.floor(clock.now().getTime() / SECOND_MS);
  return await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({
      alg: 'RS256',
      typ: 'JWT',
      ...(private_key_id === null ? {} : { kid: private_key_id }),
    })
    .setIssuer(client_email)
    .setAudience(token_url)
    .setIssuedAt(issued_at)
    .setExpirationTime(issued_at + ASSERTION_LIFE_S)
    .sign(key);
}

function readAnswer({ status, headers, body }: PostAnswer, clock: Clock): Granted | NoAccess {
  const said = body === null ? null : readJsonObject(body);
  if (status === 200) {
    const { access_token, expires_in } = said ?? {};
    const is_token = typeof access_token === 'string' && /^[\x21-\x7e]{1,4096}$/.test(access_token);
    if (is_token && typeof expires_in === 'number' && expires_in > 0)
      return { token: access_token, life_ms: expires_in * SECOND_MS };
    return { kind: 'busy', reason: 'token_unreadable', retry_after_ms: null };
  }
  if (status === 408 || status === 429 || status >= 500) {
    const retry_after_ms = readRetryAfter(headers['retry-after'], clock.now());
    return { kind: 'busy', reason: `token_http_${status}`, retry_after_ms };
  }
  // `invalid_grant`: the account or its key is gone, or the clock is wrong.
  const code = typeof said?.error === 'string' && /^[a-z_]{1,40}$/.test(said.error) ? said.error : null;
  return { kind: 'misconfigured', reason: `token_${code ?? `http_${status}`}` };
}
