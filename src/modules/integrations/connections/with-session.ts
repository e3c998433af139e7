import { isDeepStrictEqual } from 'node:util';
import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import type { Clock } from '../../../shared/time.ts';
import { holdUser } from '../../users/index.ts';
import { type Providers, requireProvider } from '../find-provider.ts';
import { PlatformError } from '../platform-error.ts';
import type { Grant, Provider, Session } from '../provider.ts';
import { findConnection, lockConnection } from './connection-queries.ts';
import { type ConnectionKey, openCredentials, resealCredentials } from './credentials-box.ts';
import { loseConnectionsOf } from './end-connection.ts';
import { renewInTurn } from './renew-connection.ts';
import { replaceBoxes } from './renewal-queries.ts';

export type ConnectionDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly events: Pick<Events, 'emitAll'>;
  readonly providers: Providers;
};

/**
 * Does some work at a platform for an athlete, with good credentials. They are renewed first when they are due, and once more when the
 * platform refuses them all the same; then the work is tried again. When that does not help, the platform is asked about the consent;
 * if that has ended, the connection shows as lost, and its owner is told once. To be called outside of transactions.
 *
 * @throws PlatformError `unauthorized` also where nothing is connected, or not any more; AppError not_configured; whatever the work
 *   throws
 */
export async function withSession<T>(
  deps: ConnectionDeps,
  key: ConnectionKey,
  work: (session: Session) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  return await useSession(deps, key, work, { signal, onRefusal: (grant) => noteLoss(deps, key, grant) });
}

export async function withAnySession<T>(
  deps: ConnectionDeps,
  key: ConnectionKey,
  work: (session: Session) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const onRefusal = (grant: Grant): Promise<void> => noteLoss(deps, key, grant);
  return await useSession(deps, key, work, { signal, onRefusal, lost_too: true });
}

export async function withLastSession<T>(
  deps: ConnectionDeps,
  key: ConnectionKey,
  work: (session: Session) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  return await useSession(deps, key, work, { signal, onRefusal: async () => undefined });
}

type Circumstances = {
  readonly signal: AbortSignal;
  readonly lost_too?: boolean;
  onRefusal(refused: Grant): Promise<void>;
};

async function useSession<T>(
  deps: ConnectionDeps,
  key: ConnectionKey,
  work: (session: Session) => Promise<T>,
  { signal, onRefusal, lost_too = false }: Circumstances,
): Promise<T> {
  const provider = requireProvider(deps.providers, key.provider);
  const renewed = async (stale: Grant): Promise<Grant> => {
    try {
      return await renewInTurn(deps, key, {
        provider,
        stale,
        reopen: () => openGrant(deps, key, lost_too),
        signal,
      });
    } catch (error) {
      if (isRefusal(error)) await onRefusal(stale);
      throw error;
    }
  };
  const opened = await openGrant(deps, key, lost_too);
  const first = isDue(deps, provider, opened) ? await renewed(opened) : opened;
  try {
    return await work({ ...first, signal });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const again = provider.renewAt(first.credentials) === null ? first : await renewed(first);
    if (again === first) return await refused(error);
    try {
      return await work({ ...again, signal });
    } catch (second) {
      if (!isRefusal(second)) throw second;
      return await refused(second, again);
    }
  }

  /** A single call may be refused for a reason of its own, so the platform is asked about the consent itself. */
  async function refused(error: unknown, grant = first): Promise<never> {
    if (!(await consents(provider, { ...grant, signal }))) await onRefusal(grant);
    throw error;
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof PlatformError && error.fault === 'unauthorized';

async function consents(provider: Provider, session: Session): Promise<boolean> {
  try {
    return await provider.stillConsents(session);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // A platform that does not answer has not refused.
    return error.fault !== 'unauthorized';
  }
}

function isDue({ clock }: ConnectionDeps, provider: Provider, { credentials }: Grant): boolean {
  const renew_at = provider.renewAt(credentials);
  return renew_at !== null && renew_at <= clock.now();
}

/**
 * @throws PlatformError `unauthorized` when there are none that can be used; SecretBoxError when the key that sealed the credentials is
 *   unknown
 */
async function openGrant(deps: ConnectionDeps, key: ConnectionKey, lost_too: boolean): Promise<Grant> {
  const stored = await findConnection(deps.db, key);
  const sealed = stored?.sealed_credentials;
  if (
    stored === null ||
    sealed == null ||
    stored.provider_user_id === null ||
    (stored.token_expired_at !== null && !lost_too)
  )
    throw new PlatformError(
      'unauthorized',
      `${key.provider} is not connected, or has to be connected again.`,
    );
  const credentials = openCredentials(deps.secretBox, key, sealed);
  if (deps.secretBox.needsReseal(sealed)) {
    const before = { ...key, sealed_credentials: sealed };
    const sealed_credentials = resealCredentials(deps.secretBox, key, sealed);
    await replaceBoxes(deps.db, [{ before, sealed_credentials }]);
  }
  return { provider_user_id: stored.provider_user_id, credentials, scopes: stored.scopes };
}

/** Does nothing when the owner connected again or the credentials were renewed meanwhile: those are not the refused ones. */
async function noteLoss(deps: ConnectionDeps, key: ConnectionKey, refused: Grant): Promise<void> {
  const provider = requireProvider(deps.providers, key.provider);
  await deps.db.transaction(async (tx) => {
    if (!(await holdUser(tx, key.user_id))) return;
    const stored = await lockConnection(tx, key);
    if (stored?.sealed_credentials == null) return;
    const credentials = openCredentials(deps.secretBox, key, stored.sealed_credentials);
    if (!isDeepStrictEqual(credentials, refused.credentials)) return;
    await loseConnectionsOf(tx, deps, { user_ids: [key.user_id], provider, now: deps.clock.now() });
  });
}
