import type { SignedInActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { type Clock, SECOND_MS } from '../../../shared/time.ts';
import { requireLiveToken } from '../../accounts/index.ts';
import {
  countUnread,
  findThreadsOf,
  presentUnreadThread,
  type ThreadDeps,
  type UnreadCounts,
} from '../../messages/index.ts';
import { changedLists, findListVersions, type ListVersions } from '../../triage/index.ts';
import type * as wire from './contract.ts';
import type { CentreWatch, LiveCentres } from './live-centres.ts';
import type { Counts, Notification } from './notification.ts';
import { presentNotification } from './present.ts';
import { findCentre, findNewerNotifications } from './queries.ts';
import { findThreadsWithNews } from './thread-queries.ts';

type CentreEvent =
  | { readonly type: 'notification'; readonly notification: wire.Notification }
  | ({ readonly type: 'counts' } & Counts)
  | { readonly type: 'thread'; readonly thread: ReturnType<typeof presentUnreadThread> }
  | { readonly type: 'unread'; readonly unread_messages: number; readonly unread_comments: number }
  | { readonly type: 'triage.changed'; readonly org_id: string };

export type StreamDeps = ThreadDeps & {
  readonly db: Database;
  readonly clock: Clock;
  readonly live: LiveCentres;
  readonly notificationStreamS: number;
};

const PAGE = 100;

/**
 * The events of the caller's centre. First come the notifications since `after`, or since the stream began where it is null, the oldest
 * first; then the counts, at the start and whenever they change; then the threads that changed since the stream began, and how many
 * messages and comments are unread. Coaches are also told whose triage lists changed. The stream ends by itself after a time, and when
 * the token is not valid any more.
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
    let unread = JSON.stringify(unreadEvent());
    let seen: number | null = null;
    let lists: ListVersions = new Map();
    for (;;) {
      await requireLiveToken(db, actor);
      // The lists of those the person coaches now: a list they have lost must not be told of.
      const followed = await findListVersions(db, { user_id, now: clock.now() });
      for (const org_id of changedLists(lists, followed)) yield [{ type: 'triage.changed', org_id }];
      lists = followed;
      const { version, newest_at, unread: unread_notifications, total } = await findCentre(db, user_id);
      known = earlier(known, newest_at ?? new Date(0));
      for await (const page of newerThan(db, watch, { user_id, after: known })) {
        yield page.map((told) => ({ type: 'notification', notification: presentNotification(told) }));
        known = page.at(-1)?.created_at ?? known;
      }
      const counts = `${unread_notifications} of ${total}`;
      if (counts !== told) yield [{ type: 'counts', unread: unread_notifications, total }];
      told = counts;
      const isNews = seen === null || version > seen;
      for await (const page of threadsWithNews(deps, watch, {
        user_id,
        after: seen ?? version,
        until: version,
      }))
        yield page.map((thread) => ({ type: 'thread', thread }));
      seen = version;
      const event = isNews ? unreadEvent((await countUnread(deps, db, [user_id])).get(user_id)) : null;
      if (event !== null && JSON.stringify(event) !== unread) {
        unread = JSON.stringify(event);
        yield [event];
      }
      if (signal.aborted || !(await watch.changed(version, lists))) return;
    }
  } finally {
    signal.removeEventListener('abort', watch.end);
    watch.end();
  }
}

const earlier = (a: Date | null, b: Date): Date => (a === null || a > b ? b : a);

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

/** The threads that changed between two versions of the centre, with what their reader may see of them now. */
async function* threadsWithNews(
  deps: ThreadDeps & { readonly db: Database },
  watch: CentreWatch,
  { user_id, after, until }: { user_id: string; after: number; until: number },
): AsyncGenerator<ReturnType<typeof presentUnreadThread>[], void> {
  for (let last: number | undefined = after; last !== undefined && last < until && !watch.isOver(); ) {
    const page: { thread_id: string; version: number }[] = await findThreadsWithNews(deps.db, {
      ...{ user_id, after: last, until, limit: PAGE },
    });
    const thread_ids = page.map(({ thread_id }) => thread_id);
    const threads = await findThreadsOf(deps, deps.db, { user_id, thread_ids });
    yield threads.map((thread) => presentUnreadThread(deps, thread));
    last = page.length < PAGE ? undefined : page.at(-1)?.version;
  }
}

function unreadEvent({ messages, comments }: UnreadCounts = { messages: 0, comments: 0 }) {
  return { type: 'unread' as const, unread_messages: messages, unread_comments: comments };
}
