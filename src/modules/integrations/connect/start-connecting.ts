import type { SignedInActor } from '../../../http/actor.ts';
import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import { hashToken, newToken } from '../../../infra/crypto/tokens.ts';
import type { Database } from '../../../infra/db/database.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import { type Clock, MINUTE_MS } from '../../../shared/time.ts';
import { holdUser } from '../../users/index.ts';
import { platformFailed } from '../errors.ts';
import { type Providers, requireProvider } from '../find-provider.ts';
import { PlatformError } from '../platform-error.ts';
import type { Departure, PlatformId, Provider } from '../provider.ts';
import { deleteOldestAttempts, insertAttempt } from './attempt-queries.ts';
import { callbackUrl, startUrl } from './paths.ts';
import { type ReturnUrls, requireReturnUrl } from './return-url.ts';

/** How long a person may look at a consent page. */
const ATTEMPT_MS = 10 * MINUTE_MS;
/** Attempts of one person that are kept, however often they open the page. */
const MOST_ATTEMPTS = 10;

export type ConnectDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly baseUrl: string;
  readonly providers: Providers;
  readonly platforms: { readonly returnUrls: ReturnUrls };
};

export function attemptPurpose(provider: PlatformId, user_id: string): string {
  return `on the way to ${provider}, ${user_id}`;
}

/**
 * Begins to connect a platform. The person who comes back must be the one who started: an app confirms the return with the value that
 * hashes to its challenge; without an app, the athlete starts from our own page and has to return in the same browser.
 *
 * @returns where to send the athlete
 * @throws AppError validation_error for a place to return to that is not allowed, before anything else; not_configured;
 *   upstream_error
 */
export async function startConnecting(
  deps: ConnectDeps,
  actor: SignedInActor,
  asked: {
    readonly provider: PlatformId;
    readonly return_url: string | undefined;
    readonly code_challenge: string | undefined;
  },
): Promise<string> {
  if (asked.return_url !== undefined) requireReturnUrl(asked.return_url, deps.platforms.returnUrls);
  const provider = requireProvider(deps.providers, asked.provider);
  const { user_id } = actor;
  const { authorize_url, key, secret, state } = await depart(deps, provider, user_id);
  const purpose = attemptPurpose(provider.id, user_id);
  const isConfirmed = asked.code_challenge !== undefined;
  const created_at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (!(await holdUser(tx, user_id))) throw unauthenticated();
    await deleteOldestAttempts(tx, { user_id, keep: MOST_ATTEMPTS - 1 });
    await insertAttempt(tx, {
      key_hash: hashToken(key),
      provider: provider.id,
      user_id,
      return_url: asked.return_url ?? null,
      sealed_secret: secret === null ? null : deps.secretBox.seal(purpose, Buffer.from(secret)),
      code_challenge: asked.code_challenge ?? null,
      start: isConfirmed
        ? null
        : {
            start_hash: hashToken(state),
            sealed_authorize_url: deps.secretBox.seal(purpose, Buffer.from(authorize_url)),
          },
      created_at,
      expires_at: new Date(created_at.getTime() + ATTEMPT_MS),
    });
  });
  return isConfirmed ? authorize_url : startUrl(deps.baseUrl, state);
}

async function depart(
  deps: ConnectDeps,
  provider: Provider,
  user_id: string,
): Promise<Departure & { state: string }> {
  const csrf = newToken();
  const state = Buffer.from(JSON.stringify({ user_id, csrf })).toString('base64');
  try {
    const trip = { callback_url: callbackUrl(deps.baseUrl, provider.id), state, csrf };
    return { ...(await provider.depart(trip)), state };
  } catch (error) {
    if (error instanceof PlatformError) throw platformFailed({ cause: error });
    throw error;
  }
}
