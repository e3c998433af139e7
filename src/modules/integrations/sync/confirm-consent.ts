import type { Transaction } from '../../../infra/db/database.ts';
import { setIntegration } from '../../users/index.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import { loseConnectionsOf } from '../connections/end-connection.ts';
import { withAnySession } from '../connections/with-session.ts';
import { requireProvider } from '../find-provider.ts';
import { PlatformError } from '../platform-error.ts';
import type { Provider } from '../provider.ts';
import type { HeldConnection } from './connection.ts';
import { holdPerson } from './hold-person.ts';
import type { PlatformFetch } from './platform-fetch.ts';
import { closePlatformFetch } from './platform-fetch-queries.ts';
import { restoreConnection } from './queries.ts';
import type { SyncDeps } from './sync-deps.ts';

/**
 * Asks the platform whether the athlete's consent stands, since the notice may be unverified. Where it does not, the connection is lost
 * and the athlete is told. Where it does, a lost connection whose permissions are enough for workouts is restored.
 */
export async function confirmConsent(
  deps: SyncDeps,
  key: ConnectionKey,
  platformFetch: PlatformFetch,
  signal: AbortSignal,
): Promise<void> {
  const provider = requireProvider(deps.providers, key.provider);
  const stands = await consentStands(deps, key, provider, signal);
  await deps.db.transaction(async (tx) => {
    const person = await holdPerson(tx, key);
    if (person === null || !(await closePlatformFetch(tx, key, platformFetch, null))) return;
    if (stands) await takeUp(tx, deps, person.connection, provider);
    else await loseConnectionsOf(tx, deps, { user_ids: [key.user_id], provider, now: deps.clock.now() });
  });
}

async function takeUp(
  tx: Transaction,
  { clock }: SyncDeps,
  connection: HeldConnection,
  provider: Provider,
): Promise<void> {
  if (connection.token_expired_at === null || !provider.isOfUse(connection.scopes)) return;
  await restoreConnection(tx, connection);
  const { user_id } = connection;
  await setIntegration(tx, { user_id, provider: provider.id, is_connected: true, now: clock.now() });
}

async function consentStands(
  deps: SyncDeps,
  key: ConnectionKey,
  provider: Provider,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return await withAnySession(deps, key, (session) => provider.stillConsents(session), signal);
  } catch (error) {
    if (error instanceof PlatformError && error.fault === 'unauthorized') return false;
    throw error;
  }
}
