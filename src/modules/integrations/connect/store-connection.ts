import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import { type Database, isUniqueViolation, type Transaction } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import type { Clock } from '../../../shared/time.ts';
import { findActiveUser, holdUsers, setIntegration } from '../../users/index.ts';
import {
  findPeople,
  lockConnectionsOf,
  type StoredConnection,
  upsertConnection,
} from '../connections/connection-queries.ts';
import { type ConnectionKey, sealCredentials } from '../connections/credentials-box.ts';
import { endConnection, notifyOfLoss } from '../connections/end-connection.ts';
import type { Grant, PlatformId, Provider } from '../provider.ts';
import { askForConsent, startBackfill } from '../sync/index.ts';
import { endAttempts, type TakenAttempt } from './attempt-queries.ts';
import { enqueueRevocation, grantOf } from './revoke-consent.ts';

export type StoreDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly events: Pick<Events, 'emitAll'>;
};

/** What happens to a good connection of another account to the same person at the platform. */
const OF_ANOTHER: Readonly<Record<PlatformId, 'keeps' | 'loses'>> = { strava: 'keeps', garmin: 'loses' };

/** Two accounts that connect the same person at once see each other in the second try. */
const TRIES = 3;

type Arrived = {
  readonly attempt: Pick<TakenAttempt, 'user_id' | 'key_hash' | 'created_at' | 'position'>;
  readonly provider: Provider;
  readonly grant: Grant;
};

/**
 * Stores the grant of an athlete's consent, in one transaction with all that follows from it.
 *
 * @returns `already_linked`: another account has this person's connection and keeps it; `invalid_state`: while the platform was asked,
 *   the account was deleted, disconnected, or connected by a newer attempt
 */
export async function storeConnection(
  deps: StoreDeps,
  arrived: Arrived,
): Promise<'stored' | 'already_linked' | 'invalid_state'> {
  for (let time = 1; ; time += 1) {
    try {
      return await deps.db.transaction((tx) => store(tx, deps, arrived));
    } catch (error) {
      const isMeeting = isUniqueViolation(error, 'platform_connections_identity_key');
      if (!isMeeting || time === TRIES) throw error;
    }
  }
}

async function store(tx: Transaction, deps: StoreDeps, arrived: Arrived) {
  const { attempt, provider, grant } = arrived;
  const { user_id } = attempt;
  const key: ConnectionKey = { user_id, provider: provider.id };
  const { provider_user_id } = grant;
  const now = deps.clock.now();
  const owner = (await findPeople(tx, provider.id, [provider_user_id])).get(provider_user_id);
  await holdUsers(tx, [user_id, ...(owner === undefined ? [] : [owner])]);
  if ((await findActiveUser(tx, user_id)) === null) {
    // The account was deleted meanwhile. Without a connection nobody would ever revoke the consent.
    await enqueueRevocation(tx, deps, { provider: provider.id, grant });
    return 'invalid_state';
  }
  const found = await lockConnectionsOf(tx, key, provider_user_id);
  const own = found.find((one) => one.user_id === user_id);
  if (!(await endAttempts(tx, provider.id, attempt))) {
    await drop(tx, deps, arrived, own, now);
    return 'invalid_state';
  }
  const another = found.find((one) => one.user_id !== user_id);
  if (another !== undefined) {
    if (OF_ANOTHER[provider.id] === 'keeps' && another.token_expired_at === null) {
      // The new grant was not given for that account, and revoking it would end that account's consent too, so nobody gets it. The
      // platform may have ended the older grant, so it is asked.
      await askForConsent(tx, deps, { user_id: another.user_id, provider: provider.id, now });
      return 'already_linked';
    }
    await endConnection(tx, { user_id: another.user_id, provider: provider.id, now });
    await notifyOfLoss(tx, deps, { user_ids: [another.user_id], provider, reason: 'moved' });
  }
  if (own !== undefined && own.provider_user_id !== provider_user_id) await letGo(tx, deps, key, own);
  await put(tx, deps, arrived, now);
  await startBackfill(tx, deps, { user_id, provider: provider.id, now });
  return 'stored';
}

/** The grant came too late. The platform may have ended the newer grant because of it, so it is asked. */
async function drop(
  tx: Transaction,
  deps: StoreDeps,
  { attempt: { user_id }, provider: { id: provider }, grant }: Arrived,
  own: StoredConnection | undefined,
  now: Date,
): Promise<void> {
  if (own?.provider_user_id === grant.provider_user_id)
    await askForConsent(tx, deps, { user_id, provider, now });
  else await enqueueRevocation(tx, deps, { provider, grant });
}

async function put(tx: Transaction, deps: StoreDeps, { attempt, provider, grant }: Arrived, now: Date) {
  const key: ConnectionKey = { user_id: attempt.user_id, provider: provider.id };
  const { provider_user_id, scopes } = grant;
  const sealed_credentials = sealCredentials(deps.secretBox, key, grant.credentials);
  const { position } = attempt;
  await upsertConnection(tx, { ...key, provider_user_id, sealed_credentials, scopes, position, now });
  await setIntegration(tx, { ...key, is_connected: true, now });
}

/** The account connects another person at the platform now, so the former person's consent is revoked. */
async function letGo(
  tx: Transaction,
  deps: StoreDeps,
  key: ConnectionKey,
  own: StoredConnection,
): Promise<void> {
  const grant = grantOf(deps.secretBox, key, own);
  if (grant !== null) await enqueueRevocation(tx, deps, { provider: key.provider, grant });
}
