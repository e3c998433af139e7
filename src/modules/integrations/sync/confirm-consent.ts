import { loseConnection, withSession } from '../connections.ts';
import type { ConnectionKey } from '../credentials-box.ts';
import { requireProvider } from '../find-provider.ts';
import { PlatformError } from '../platform-error.ts';
import type { Provider } from '../provider.ts';
import type { Errand } from './errand.ts';
import { closeErrand } from './errand-queries.ts';
import { holdPerson } from './hold-person.ts';

import type { SyncDeps } from './sync-deps.ts';

/**
 * Asks the platform whether the athlete's consent stands, for what was said may be unsigned. Where it does not, the connection
 * is lost and the athlete is told.
 */
export async function confirmConsent(
  deps: SyncDeps,
  key: ConnectionKey,
  errand: Errand,
  signal: AbortSignal,
): Promise<void> {
  const provider = requireProvider(deps.providers, key.provider);
  const stands = await consentStands(deps, key, provider, signal);
  await deps.db.transaction(async (tx) => {
    const person = await holdPerson(tx, key);
    if (person === null || !(await closeErrand(tx, key, errand, null))) return;
    if (!stands) await loseConnection(tx, deps, { user_id: key.user_id, provider, now: deps.clock.now() });
  });
}

async function consentStands(
  deps: SyncDeps,
  key: ConnectionKey,
  provider: Provider,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return await withSession(deps, key, (session) => provider.stillConsents(session), signal);
  } catch (error) {
    if (error instanceof PlatformError && error.fault === 'unauthorized') return false;
    throw error;
  }
}
