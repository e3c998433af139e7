import type { Transaction } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import type { Allowance } from '../provider.ts';
import { extendLook, findHinted, findLastLook, postponeLook } from './hint-queries.ts';
import type { NewPlatformFetch } from './platform-fetch.ts';
import { startBackfill } from './start-backfill.ts';

/** How many workouts of one athlete are asked about within an hour because of hints; nobody runs that often. */
const MOST_AN_HOUR = 20;
/** The share of a platform's allowance that hints leave to everything else. */
const KEPT_FROM_HINTS = 0.25;

type HintDeps = { readonly jobs: Pick<Jobs, 'enqueue'> };

/**
 * Chooses which platform fetches are run. Hints beyond what an athlete can have caused are left out: anybody may send them, and each
 * costs calls that all athletes share. What was missed by that is looked for instead, at most once an hour.
 *
 * @param given.hidden workouts that were hidden because of a hint: they are always asked about
 */
export async function admitHints(
  tx: Transaction,
  deps: HintDeps,
  key: ConnectionKey,
  given: { platformFetches: readonly NewPlatformFetch[]; hidden: ReadonlySet<string>; now: Date },
): Promise<readonly NewPlatformFetch[]> {
  const { platformFetches, hidden, now } = given;
  const isCounted = ({ is_hint, kind, subject }: NewPlatformFetch): boolean =>
    is_hint && kind === 'workout' && !hidden.has(subject);
  if (!platformFetches.some(isCounted)) return platformFetches;
  const hinted = await findHinted(tx, key, new Date(now.getTime() - HOUR_MS));
  const admitted = platformFetches.filter((platformFetch) => {
    if (!isCounted(platformFetch) || hinted.has(platformFetch.subject)) return true;
    if (hinted.size >= MOST_AN_HOUR) return false;
    hinted.add(platformFetch.subject);
    return true;
  });
  if (admitted.length < platformFetches.length) await lookForMissed(tx, deps, key, now);
  return admitted;
}

async function lookForMissed(
  tx: Transaction,
  deps: HintDeps,
  { user_id, provider }: ConnectionKey,
  now: Date,
): Promise<void> {
  const key = { user_id, provider };
  const last = await findLastLook(tx, key);
  if (last === null) return await extendLook(tx, key, now);
  await startBackfill(tx, deps, { ...key, now });
  await postponeLook(tx, key, new Date(last.getTime() + HOUR_MS));
}

/** When hints may be asked about again; null means now. */
export function hintsWaitUntil(allowance: Allowance | null, now: Date): Date | null {
  if (allowance === null || allowance.until <= now) return null;
  return allowance.left <= Math.ceil(allowance.limit * KEPT_FROM_HINTS) ? allowance.until : null;
}
