import type { Logger } from 'pino';
import { hashToken, newToken } from '../../../infra/crypto/tokens.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { findActiveUser } from '../../users/index.ts';
import { consentDenied, unusableState } from '../errors.ts';
import { requireProvider } from '../find-provider.ts';
import { PlatformError } from '../platform-error.ts';
import type { Grant, PlatformId, Provider, Return } from '../provider.ts';
import { deleteAttempt, type TakenAttempt, takeAttempt } from './attempt-queries.ts';
import { callbackUrl } from './paths.ts';
import { DEEP_LINK, type Outcome, resultUrl } from './return-url.ts';
import { attemptPurpose, type ConnectDeps } from './start-connecting.ts';
import { type StoreDeps, storeConnection } from './store-connection.ts';

/** Longer than any platform takes to trade a consent for its tokens: the HTTP client gives up before. */
const EXCHANGE_MS = 5 * MINUTE_MS;

export type FinishDeps = ConnectDeps & StoreDeps & { readonly logger: Logger };

type Arrival = {
  readonly provider: Provider;
  /** What the platform brought back with the athlete. */
  readonly key: string;
  readonly outcome: Return['outcome'];
  readonly attempt: TakenAttempt;
};

/**
 * Takes an athlete back from a platform's consent page. Nobody is signed in here: that it is the athlete who set out is known
 * by what they bring back, which was given out once, to them, for this platform and for ten minutes.
 *
 * @returns where to send them, with what came of it
 * @throws AppError validation_error for a return that nobody waits for, and forbidden if it says no besides: the platform is
 *   not called then, and nobody sent anywhere
 */
export async function finishConnecting(
  deps: FinishDeps,
  asked: { readonly provider: PlatformId; readonly query: Readonly<Record<string, string | undefined>> },
): Promise<string> {
  const provider = requireProvider(deps.providers, asked.provider);
  const { key, user_id, outcome } = provider.readReturn(asked.query);
  const attempt = key === null ? null : await take(deps, provider.id, { key, user_id });
  if (key === null || attempt === null) throw outcome.kind === 'denied' ? consentDenied() : unusableState();
  const result = await conclude(deps, { provider, key, outcome, attempt });
  if ('error' in result) await deleteAttempt(deps.db, attempt);
  return resultUrl(attempt.return_url ?? DEEP_LINK, provider.id, result);
}

async function take(
  { db, clock }: FinishDeps,
  provider: PlatformId,
  { key, user_id }: { key: string; user_id: string | undefined },
): Promise<TakenAttempt | null> {
  const now = clock.now();
  const expires_at = new Date(now.getTime() + EXCHANGE_MS);
  const claim = { key_hash: hashToken(key), provider, user_id, now };
  return await takeAttempt(db, claim, { key_hash: hashToken(newToken()), expires_at });
}

async function conclude(deps: FinishDeps, arrival: Arrival): Promise<Outcome> {
  const { outcome, attempt, provider } = arrival;
  if (outcome.kind === 'denied') return { error: 'access_denied' };
  if (outcome.kind === 'malformed') return { error: 'exchange_failed' };
  // Whose account was closed meanwhile has no use for a connection.
  if ((await findActiveUser(deps.db, attempt.user_id)) === null) return { error: 'invalid_state' };
  const grant = await exchange(deps, arrival, outcome);
  if ('error' in grant) return grant;
  const stored = await storeConnection(deps, { attempt, provider, grant });
  return stored === 'stored' ? { provider_user_id: grant.provider_user_id } : { error: stored };
}

async function exchange(
  deps: FinishDeps,
  { provider, key, attempt }: Arrival,
  { proof, scopes }: Extract<Return['outcome'], { kind: 'consented' }>,
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
