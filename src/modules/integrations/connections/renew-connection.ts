import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import type { Database } from '../../../infra/db/database.ts';
import { type Clock, MINUTE_MS } from '../../../shared/time.ts';
import type { Grant, Provider } from '../provider.ts';
import { type ConnectionKey, sealCredentials } from './credentials-box.ts';
import { giveRenewalBack, storeRenewed, takeRenewal } from './renewal-queries.ts';

/** Longer than any renewal takes, since the HTTP client gives up earlier. A process that has the turn for longer has died. */
const TURN_MS = 2 * MINUTE_MS;
/** How often a process that waits for another one's renewal looks for the result. */
const LOOK_MS = 50;

/**
 * Renews an athlete's credentials, one at a time across all processes. A platform invalidates the old ones when it gives new ones, so
 * two renewals at once would leave one process without any. The second caller waits, and uses the result of the first.
 *
 * @param renewal.stale what has to be replaced: where something else is stored, nothing has to be done
 * @param renewal.reopen reads what is stored now; throws when that cannot be used any more
 * @throws whatever `reopen` and the platform throw
 */
export async function renewInTurn(
  deps: { readonly db: Database; readonly clock: Clock; readonly secretBox: SecretBox },
  key: ConnectionKey,
  renewal: { provider: Provider; stale: Grant; reopen: () => Promise<Grant>; signal: AbortSignal },
): Promise<Grant> {
  const { provider, stale, reopen, signal } = renewal;
  for (;;) {
    signal.throwIfAborted();
    const now = deps.clock.now();
    const until = new Date(now.getTime() + TURN_MS);
    const isOurs = await takeRenewal(deps.db, key, { now, until });
    try {
      // It is read again after the turn was taken, since another renewal may have just ended.
      const stored = await reopen();
      if (!isDeepStrictEqual(stored.credentials, stale.credentials)) {
        if (isOurs) await giveRenewalBack(deps.db, key, until);
        return stored;
      }
      if (isOurs) return await renew(deps, key, { provider, stored, until });
    } catch (error) {
      if (isOurs) await giveRenewalBack(deps.db, key, until);
      throw error;
    }
    await sleep(LOOK_MS, undefined, { signal });
  }
}

async function renew(
  deps: { readonly db: Database; readonly secretBox: SecretBox },
  key: ConnectionKey,
  { provider, stored, until }: { provider: Provider; stored: Grant; until: Date },
): Promise<Grant> {
  const credentials = await provider.renew(stored);
  const sealed_credentials = sealCredentials(deps.secretBox, key, credentials);
  await storeRenewed(deps.db, key, { until, sealed_credentials });
  return { ...stored, credentials };
}
