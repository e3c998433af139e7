import type { SignedInActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { type Clock, SECOND_MS } from '../../../shared/time.ts';
import { requireLiveToken } from '../../accounts/index.ts';
import type * as wire from './contract.ts';
import type { CentreWatch, LiveCentres } from './live-centres.ts';
import type { Counts, Notification } from './notification.ts';
import { presentNotification } from './present.ts';
import { findCentre, findNewerNotifications } from './queries.ts';

type CentreEvent =
  | { readonly type: 'notification'; readonly notification: wire.Notification }
  | ({ readonly type: 'counts' } & Counts);

export type StreamDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly live: LiveCentres;
  /** How long a stream lasts at most. */
  readonly notificationStreamS: number;
};

/** Notifications in one statement. */
const PAGE = 100;

/**
 * What happens in the caller's centre: the counts at first and whenever they change, before them each notification that has come since
 * `after`, the oldest first, or since the beginning where there is none. It ends by itself after a time, and when the token would
 * not open anything any more.
 */
export async function* centreEvents(
  deps: StreamDeps,
  actor: SignedInActor,
  { after, signal }: { after: Date | null; signal: AbortSignal },
): AsyncGenerator<readonly CentreEvent[], void> {
  const { db, clock, live, notificationStreamS } = deps;
  const { user_id } = actor;
  const ends_at = new Date(clock.now().getTime() + notificationStreamS * SECOND_MS);
  const watch = live.watch({ user_id, ends_at });
  signal.addEventListener('abort', watch.end, { once: true });
  try {
    let told = '';
    let known = after;
    for (;;) {
      await requireLiveToken(db, actor);
      const { version, newest_at, unread, total } = await findCentre(db, user_id);
      // A time to come would keep back what comes until then.
      known = earlier(known, newest_at ?? new Date(0));
      for await (const page of newerThan(db, watch, { user_id, after: known })) {
        yield page.map((told) => ({ type: 'notification', notification: presentNotification(told) }));
        known = page.at(-1)?.created_at ?? known;
      }
      const counts = `${unread} of ${total}`;
      if (counts !== told) yield [{ type: 'counts', unread, total }];
      told = counts;
      if (signal.aborted || !(await watch.changed(version))) return;
    }
  } finally {
    signal.removeEventListener('abort', watch.end);
    watch.end();
  }
}

const earlier = (a: Date | null, b: Date): Date => (a === null || a > b ? b : a);

/** Page by page, each asked for when the one before has been taken. */
async function* newerThan(
  db: Database,
  watch: CentreWatch,
  { user_id, after }: { user_id: string; after: Date },
): AsyncGenerator<readonly Notification[], void> {
  for (let last: Date | undefined = after; last !== undefined && !watch.isOver(); ) {
    const page: Notification[] = await findNewerNotifications(db, { user_id, after: last, limit: PAGE });
    yield page;
    last = page.length < PAGE ? undefined : page.at(-1)?.created_at;
  }
}
