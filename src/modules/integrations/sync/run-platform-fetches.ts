import type { Logger } from 'pino';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import { withSession } from '../connections/with-session.ts';
import { requireProvider } from '../find-provider.ts';
import type { Notice } from '../notice.ts';
import { PlatformError } from '../platform-error.ts';
import type { Session } from '../provider.ts';
import { hintsWaitUntil } from './admit-hints.ts';
import { confirmConsent } from './confirm-consent.ts';
import { type Fault, faultOf } from './platform-fault.ts';
import { openPlace, type Place, type PlatformFetch } from './platform-fetch.ts';
import { findDuePlatformFetch, findNextDue, putOffPlatformFetch } from './platform-fetch-queries.ts';
import { drawPosition, findPause, isConnected, pausePlatform } from './queries.ts';
import { settlePlatformFetch } from './settle-platform-fetch.ts';
import { shareAllowance } from './share-allowance.ts';
import type { SyncDeps } from './sync-deps.ts';
import { enqueueFor, platformFetchesJob, TURN_MS } from './sync-jobs.ts';
import { later, nextTry, pauseUntil } from './try-again.ts';

/** After this many failures in a row the platform counts as away, and the others are not tried now. */
const AWAY_AFTER = 3;

type Context = { readonly signal: AbortSignal; readonly logger: Logger };

/**
 * Asks a platform about all news of one athlete. A question that fails is put off by itself and delays no other. It may be interrupted
 * anywhere: a platform fetch is closed together with its result.
 */
export async function runPlatformFetches(
  deps: SyncDeps,
  key: ConnectionKey,
  context: Context,
): Promise<void> {
  const ends_ms = deps.clock.now().getTime() + TURN_MS;
  let failures = 0;
  for (;;) {
    context.signal.throwIfAborted();
    const now = deps.clock.now();
    if (failures >= AWAY_AFTER) return await goOnAt(deps, key, nextTry(1, now));
    const pause = await findPause(deps.db, key.provider, now);
    const allowance = await shareAllowance(deps, key.provider, now);
    if (pause !== null || now.getTime() >= ends_ms) return await goOnAt(deps, key, pause);
    const platformFetch = await findDuePlatformFetch(deps.db, key, now);
    if (platformFetch === null) return await goOnAt(deps, key, null);
    const wait = platformFetch.is_hint ? hintsWaitUntil(allowance, now) : null;
    if (wait !== null) return await goOnAt(deps, key, wait);
    const outcome = await runPlatformFetch(deps, key, platformFetch, context);
    failures = outcome === 'failed' ? failures + 1 : 0;
  }
}

/** Leaves a job for what is still open, not before the given time. */
async function goOnAt(deps: SyncDeps, key: ConnectionKey, earliest: Date | null): Promise<void> {
  const due = await findNextDue(deps.db, key);
  if (due === null) return;
  const at = later(due, earliest);
  await deps.db.transaction(async (tx) => {
    await enqueueFor(tx, deps.jobs, platformFetchesJob, key, at > deps.clock.now() ? at : undefined);
  });
}

async function runPlatformFetch(
  deps: SyncDeps,
  key: ConnectionKey,
  platformFetch: PlatformFetch,
  context: Context,
): Promise<'done' | 'failed'> {
  const position = await positionOf(deps, platformFetch);
  try {
    if (platformFetch.kind === 'consent') {
      await confirmConsent(deps, key, platformFetch, context.signal);
    } else {
      const notices = await withSession(
        deps,
        key,
        (session) => ask(deps, key, session, platformFetch),
        context.signal,
      );
      await settlePlatformFetch(deps, key, platformFetch, { kind: 'answered', notices, position });
    }
    return 'done';
  } catch (error) {
    const { fault, until, message } = faultOf(error, context, {
      provider: key.provider,
      kind: platformFetch.kind,
    });
    return await afterFault(deps, key, platformFetch, { fault, until, message, position });
  }
}

/**
 * The position of the answer. What a platform says about a workout is as of the moment of the question; the data at an address are as
 * of the post that named it, however late they are fetched.
 */
async function positionOf({ db }: SyncDeps, { kind, position }: PlatformFetch): Promise<number> {
  return kind === 'elsewhere' && position !== null ? position : await drawPosition(db);
}

async function ask(
  deps: SyncDeps,
  key: ConnectionKey,
  session: Session,
  { kind, subject, sealed_place }: PlatformFetch,
): Promise<readonly Notice[]> {
  const provider = requireProvider(deps.providers, key.provider);
  if (kind === 'workout') return await provider.fetchActivity(session, subject);
  if (sealed_place === null) return [];
  return await provider.fetchElsewhere(session, placeIn(deps, key, sealed_place));
}

function placeIn({ secretBox }: SyncDeps, key: ConnectionKey, sealed: Uint8Array): Place {
  try {
    return openPlace(secretBox, key, sealed);
  } catch (cause) {
    throw new PlatformError('refused', 'The address was sealed with a key that is known no more.', { cause });
  }
}

async function afterFault(
  deps: SyncDeps,
  key: ConnectionKey,
  platformFetch: PlatformFetch,
  { fault, until, message, position }: Fault & { readonly position: number },
): Promise<'done' | 'failed'> {
  const now = deps.clock.now();
  switch (fault) {
    case 'rate_limited':
      await pausePlatform(deps.db, key.provider, pauseUntil(until, now));
      return 'done';
    case 'not_found':
      await settlePlatformFetch(deps, key, platformFetch, { kind: 'gone', position });
      return 'done';
    case 'insufficient_scope':
    case 'refused':
      await settlePlatformFetch(deps, key, platformFetch, { kind: 'given_up', because: message });
      return 'done';
    case 'unauthorized':
    case 'unavailable':
    case 'ours': {
      if (fault === 'unauthorized' && !(await isConnected(deps.db, key))) return 'done';
      const again = nextTry(platformFetch.attempts + 1, now);
      if (again === null)
        await settlePlatformFetch(deps, key, platformFetch, { kind: 'given_up', because: message });
      else await putOffPlatformFetch(deps.db, key, platformFetch, again);
      return 'failed';
    }
  }
}
