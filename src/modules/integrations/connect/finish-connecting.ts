import type { Logger } from 'pino';
import type { UserActor } from '../../../http/actor.ts';
import { hashToken, newToken } from '../../../infra/crypto/tokens.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { findActiveUser } from '../../users/index.ts';
import { consentDenied, unusableConfirmation, unusableState } from '../errors.ts';
import { requireProvider } from '../find-provider.ts';
import { PlatformError } from '../platform-error.ts';
import type { Grant, PlatformId, Provider, Return } from '../provider.ts';
import { deleteAttempt, keepReturn, type TakenAttempt, takeAttempt, takeReturn } from './attempt-queries.ts';
import { callbackUrl } from './paths.ts';
import { DEEP_LINK, type Outcome, resultUrl } from './return-url.ts';
import { attemptPurpose, type ConnectDeps } from './start-connecting.ts';
import { type StoreDeps, storeConnection } from './store-connection.ts';

/** Longer than any platform takes to trade a consent for tokens, since the HTTP client gives up earlier. */
const EXCHANGE_MS = 5 * MINUTE_MS;
/** How long an app has to confirm a return; platforms accept a consent for about as long. */
const CONFIRM_MS = 10 * MINUTE_MS;

export type FinishDeps = ConnectDeps & StoreDeps & { readonly logger: Logger };

type Consented = Extract<Return['outcome'], { kind: 'consented' }>;

type Arrival = {
  readonly provider: Provider;
  readonly key: string;
  readonly outcome: Return['outcome'];
  readonly attempt: TakenAttempt;
};

/**
 * Ends an athlete's way back from a platform's consent page. Nobody is signed in here. The athlete who started is recognized by a key
 * that was given out once, for this platform and for ten minutes, and by the cookie of the browser they started in. Where an app
 * started with a challenge, the platform's return is stored until the app confirms it.
 *
 * @returns where to send the athlete, with the outcome
 * @throws AppError validation_error for a return that nobody waits for, and forbidden if it is also a refusal; then the platform is not
 *   called and nobody is redirected
 */
export async function finishConnecting(
  deps: FinishDeps,
  asked: {
    readonly provider: PlatformId;
    readonly query: Readonly<Record<string, string | undefined>>;
    readonly browsers: readonly string[];
  },
): Promise<string> {
  const provider = requireProvider(deps.providers, asked.provider);
  const { key, user_id, outcome } = provider.readReturn(asked.query);
  // A consent connects something, so the browser has to be the right one. A refusal only ends the attempt.
  const browsers = outcome.kind === 'consented' ? asked.browsers.map(hashToken) : null;
  const attempt = key === null ? null : await take(deps, provider.id, { key, user_id, browsers });
  if (key === null || attempt === null) throw outcome.kind === 'denied' ? consentDenied() : unusableState();
  const result = await conclude(deps, { provider, key, outcome, attempt });
  if ('error' in result) await deleteAttempt(deps.db, attempt);
  return resultUrl(attempt.return_url ?? DEEP_LINK, provider.id, result);
}

/**
 * Continues with a stored return: for the person who started, signed in, with the verifier of the challenge that their app gave.
 *
 * @throws AppError validation_error for anything else; not_configured
 */
export async function confirmConnecting(
  deps: FinishDeps,
  { user_id }: UserActor,
  asked: { readonly confirm_code: string; readonly code_verifier: string },
): Promise<{ provider: PlatformId } & Exclude<Outcome, { confirm_code: string }>> {
  const now = deps.clock.now();
  const attempt = await takeReturn(deps.db, {
    user_id,
    confirm_hash: hashToken(asked.confirm_code),
    code_challenge: hashToken(asked.code_verifier).toString('base64url'),
    now,
    expires_at: new Date(now.getTime() + EXCHANGE_MS),
  });
  if (attempt === null) throw unusableConfirmation();
  const provider = requireProvider(deps.providers, attempt.provider);
  const kept = deps.secretBox.open(attemptPurpose(provider.id, user_id), attempt.sealed_return);
  const { key, proof, scopes } = JSON.parse(kept.toString());
  const result = await connect(deps, {
    provider,
    key,
    attempt,
    outcome: { kind: 'consented', proof, scopes },
  });
  if ('error' in result) await deleteAttempt(deps.db, attempt);
  return { provider: provider.id, ...result };
}

async function take(
  { db, clock }: FinishDeps,
  provider: PlatformId,
  { key, ...claimed }: { key: string; user_id: string | undefined; browsers: readonly Buffer[] | null },
): Promise<TakenAttempt | null> {
  const now = clock.now();
  const expires_at = new Date(now.getTime() + EXCHANGE_MS);
  const claim = { ...claimed, key_hash: hashToken(key), provider, now };
  return await takeAttempt(db, claim, { key_hash: hashToken(newToken()), expires_at });
}

async function conclude(deps: FinishDeps, arrival: Arrival): Promise<Outcome> {
  const { outcome, attempt } = arrival;
  if (outcome.kind === 'denied') return { error: 'access_denied' };
  if (outcome.kind === 'malformed') return { error: 'exchange_failed' };
  if (attempt.code_challenge !== null) return { confirm_code: await keep(deps, arrival, outcome) };
  return await connect(deps, { ...arrival, outcome });
}

/** Stores the platform's return for ten minutes. @returns the code with which the app confirms it */
async function keep(
  deps: FinishDeps,
  { provider, key, attempt }: Arrival,
  { proof, scopes }: Consented,
): Promise<string> {
  const { user_id, key_hash } = attempt;
  const confirm_code = newToken();
  const purpose = attemptPurpose(provider.id, user_id);
  const sealed_return = deps.secretBox.seal(purpose, Buffer.from(JSON.stringify({ key, proof, scopes })));
  const expires_at = new Date(deps.clock.now().getTime() + CONFIRM_MS);
  await keepReturn(deps.db, {
    user_id,
    key_hash,
    confirm_hash: hashToken(confirm_code),
    sealed_return,
    expires_at,
  });
  return confirm_code;
}

/** Trades the consent for a grant, and stores the connection. */
async function connect(
  deps: FinishDeps,
  arrival: Arrival & { readonly outcome: Consented },
): Promise<Exclude<Outcome, { confirm_code: string }>> {
  const { outcome, attempt, provider } = arrival;
  // A person whose account was closed meanwhile must not get a connection.
  if ((await findActiveUser(deps.db, attempt.user_id)) === null) return { error: 'invalid_state' };
  const grant = await exchange(deps, arrival, outcome);
  if ('error' in grant) return grant;
  const stored = await storeConnection(deps, { attempt, provider, grant });
  return stored === 'stored' ? { provider_user_id: grant.provider_user_id } : { error: stored };
}

async function exchange(
  deps: FinishDeps,
  { provider, key, attempt }: Arrival,
  { proof, scopes }: Consented,
): Promise<Grant | Extract<Outcome, { error: string }>> {
  const { user_id, sealed_secret } = attempt;
  const secret =
    sealed_secret === null
      ? null
      : deps.secretBox.open(attemptPurpose(provider.id, user_id), sealed_secret).toString();
  const callback_url = callbackUrl(deps.baseUrl, provider.id);
  try {
    return await provider.exchange({ callback_url, key, secret, proof, scopes });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.fault === 'insufficient_scope') return { error: 'insufficient_scope' };
    deps.logger.warn({ provider: provider.id, fault: error.fault, err: error }, 'a platform gave no access');
    return { error: 'exchange_failed' };
  }
}
