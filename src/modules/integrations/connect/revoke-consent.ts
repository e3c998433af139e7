import { type SecretBox, SecretBoxError } from '../../../infra/crypto/secret-box.ts';
import type { Database, Transaction } from '../../../infra/db/database.ts';
import { defineJob, type JobHandler, type Jobs } from '../../../infra/jobs/index.ts';
import type { Clock } from '../../../shared/time.ts';
import { findPeople, type StoredConnection } from '../connections/connection-queries.ts';
import { type ConnectionKey, openCredentials } from '../connections/credentials-box.ts';
import type { Providers } from '../find-provider.ts';
import { PlatformError } from '../platform-error.ts';
import { CONNECTED_PLATFORMS, type Grant, type PlatformId, type Provider } from '../provider.ts';

/** The person's id at the platform and their credentials, sealed: the queue keeps them for a while, and the account may be deleted. */
type Revocation = { readonly provider: PlatformId; readonly sealed: string };

/** Revokes a consent at the platform for which no connection exists here any more. */
export const revokeConsent = defineJob<Revocation>({
  name: 'integrations.revoke-consent',
  payload: (value) => {
    const { provider, sealed } = value as Partial<Revocation>;
    const known = CONNECTED_PLATFORMS.find((platform) => platform === provider);
    if (known === undefined || typeof sealed !== 'string')
      throw new TypeError('provider and sealed are needed');
    return { provider: known, sealed };
  },
  // The attempts last about two days, since a platform may be away for one.
  retry: { limit: 20, delay_s: 60, backoff: true, max_delay_s: 4 * 3_600 },
  expire_in_s: 120,
});

const purposeOf = (provider: PlatformId): string => `consent to be taken back at ${provider}`;

/** The grant of a connection that ends; null for one that was lost already, or whose box cannot be opened any more. */
export function grantOf(box: SecretBox, key: ConnectionKey, ended: StoredConnection): Grant | null {
  const { provider_user_id, sealed_credentials, scopes, token_expired_at } = ended;
  if (provider_user_id === null || sealed_credentials === null || token_expired_at !== null) return null;
  try {
    return { provider_user_id, credentials: openCredentials(box, key, sealed_credentials), scopes };
  } catch (error) {
    if (error instanceof SecretBoxError) return null;
    throw error;
  }
}

/** Revokes a consent once the transaction has committed. The queue keeps it sealed. */
export async function enqueueRevocation(
  tx: Transaction,
  deps: { readonly jobs: Pick<Jobs, 'enqueue'>; readonly secretBox: SecretBox },
  { provider, grant }: { provider: PlatformId; grant: Grant },
): Promise<void> {
  const sealed = deps.secretBox.seal(purposeOf(provider), Buffer.from(JSON.stringify(grant)));
  await deps.jobs.enqueue(tx, revokeConsent, { provider, sealed: sealed.toString('base64') });
}

export type RevokeDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly providers: Providers;
};

export function revokeConsentHandler(deps: RevokeDeps): JobHandler<Revocation> {
  return async ({ provider: id, sealed }, { signal }) => {
    const box = deps.secretBox.open(purposeOf(id), Buffer.from(sealed, 'base64'));
    const grant: Grant = JSON.parse(box.toString('utf8'));
    const provider = deps.providers[id];
    // The person has connected again meanwhile, perhaps with another account, so the consent must stay.
    const isWanted = (await findPeople(deps.db, id, [grant.provider_user_id])).size > 0;
    if (isWanted || !provider.is_configured) return;
    await revokeGrant(deps, provider, grant, signal);
  };
}

/** @throws PlatformError where another attempt may help */
async function revokeGrant(
  { clock }: { readonly clock: Clock },
  provider: Provider,
  grant: Grant,
  signal: AbortSignal,
): Promise<void> {
  try {
    const renew_at = provider.renewAt(grant.credentials);
    const isDue = renew_at !== null && renew_at <= clock.now();
    const credentials = isDue ? await provider.renew(grant) : grant.credentials;
    await provider.revoke({ ...grant, credentials, signal });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // A consent that the platform refuses for good has ended already, or cannot be ended by this server.
    if (error.fault === 'unavailable' || error.fault === 'rate_limited') throw error;
  }
}
