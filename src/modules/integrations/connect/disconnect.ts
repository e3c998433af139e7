import type { Logger } from 'pino';
import type { SignedInActor } from '../../../http/actor.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import { findConnection } from '../connections/connection-queries.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import { endConnection } from '../connections/end-connection.ts';
import { type ConnectionDeps, withLastSession } from '../connections/with-session.ts';
import { requireProvider } from '../find-provider.ts';
import { PlatformError } from '../platform-error.ts';
import type { PlatformId, Provider } from '../provider.ts';
import { enqueueRevocation, grantOf } from './revoke-consent.ts';

export type DisconnectDeps = ConnectionDeps & {
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly logger: Logger;
};

/** How long the request waits for the platform; afterwards a job revokes the consent. */
const PATIENCE_MS = 5_000;

/**
 * Ends a person's connection: here in any case, and at the platform as soon as it responds. Their activities stay.
 *
 * @returns whether there was one
 * @throws AppError not_configured where there is none and the platform has no settings
 */
export async function disconnect(
  deps: DisconnectDeps,
  actor: SignedInActor,
  platform: PlatformId,
): Promise<boolean> {
  const key: ConnectionKey = { user_id: actor.user_id, provider: platform };
  if ((await findConnection(deps.db, key)) === null) {
    requireProvider(deps.providers, platform);
    return false;
  }
  const isOver = await takeConsentBack(deps, key, deps.providers[platform]);
  return await deps.db.transaction(async (tx) => {
    const ended = await endConnection(tx, { ...key, now: deps.clock.now() });
    if (ended === null) return false;
    const grant = isOver ? null : grantOf(deps.secretBox, key, ended);
    if (grant !== null) await enqueueRevocation(tx, deps, { provider: platform, grant });
    return true;
  });
}

/** @returns whether nothing is left to be done at the platform */
async function takeConsentBack(
  deps: DisconnectDeps,
  key: ConnectionKey,
  provider: Provider,
): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    await withLastSession(deps, key, (session) => provider.revoke(session), signal);
    return true;
  } catch (error) {
    const fault = error instanceof PlatformError ? error.fault : 'unavailable';
    deps.logger.warn({ provider: provider.id, fault, err: error }, 'a consent could not be taken back');
    return fault !== 'unavailable' && fault !== 'rate_limited';
  }
}
