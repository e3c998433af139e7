import { PlatformError } from '../platform-error.ts';
import type { ConnectionKey } from './connection.ts';
import type { Errand } from './errand.ts';
import { closeErrand } from './errand-queries.ts';
import { holdPerson } from './hold-person.ts';
import { endConnection, withSession } from './pending.ts';
import type { SyncDeps } from './sync-deps.ts';

/**
 * Asks the platform whether the athlete's consent stands, for what was said may be unsigned. Where it does not, the connection
 * ends and the athlete is told.
 */
export async function confirmConsent(
  deps: SyncDeps,
  key: ConnectionKey,
  errand: Errand,
  signal: AbortSignal,
): Promise<void> {
  const stands = await consentStands(deps, key, signal);
  await deps.db.transaction(async (tx) => {
    const person = await holdPerson(tx, key);
    if (person === null || !(await closeErrand(tx, key, errand, null))) return;
    if (!stands) await endConnection(tx, key);
  });
}

async function consentStands(deps: SyncDeps, key: ConnectionKey, signal: AbortSignal): Promise<boolean> {
  const provider = deps.providers[key.provider];
  try {
    return await withSession(deps, key, (session) => provider.stillConsents(session), signal);
  } catch (error) {
    if (error instanceof PlatformError && error.fault === 'unauthorized') return false;
    throw error;
  }
}
