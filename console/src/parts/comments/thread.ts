import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { ApiError, Unreachable } from '../../client/errors.ts';
import { type LiveEvent, useLiveEvent } from '../../live/live-events.tsx';
import { useNotices } from '../../notices/notices.tsx';
import { useQueue } from '../../offline/queue.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';

export type Post = Schemas['Post'];
/** Where in a run a comment hangs. */
export type Place = { readonly lap_number: number } | { readonly from_s: number; readonly to_s: number };
/** What comments are on: a run or a planned workout of an athlete, as one organization speaks of it. */
export type About = { readonly org_id: string; readonly user_id: string } & (
  | { readonly activity_id: string }
  | { readonly plan_id: string; readonly workout_id: string }
);

type CommentPage = Schemas['ThreadResponse']['data'];

const PAGE_SIZE = 50;

const idOf = (about: About): string => ('activity_id' in about ? about.activity_id : about.workout_id);
const keyOf = (org_id: string, id: string) => ['comments', org_id, id] as const;
const commentsKey = (about: About) => keyOf(about.org_id, idOf(about));
const OF_ACTIVITY = '/organizations/{org_id}/athletes/{user_id}/activities/{activity_id}/comments';
const OF_WORKOUT =
  '/organizations/{org_id}/athletes/{user_id}/plans/{plan_id}/workouts/{workout_id}/comments';

/** Keeps the newest page that came with a run's review, so that it is not asked for again; pages that stand already stay. */
export function keepNewest(
  cache: QueryClient,
  of: { readonly org_id: string; readonly activity_id: string },
  newest: CommentPage,
): void {
  const key = keyOf(of.org_id, of.activity_id);
  const pages = cache.getQueryData<InfiniteData<unknown>>(key)?.pages ?? [];
  if (pages.length <= 1) cache.setQueryData(key, { pages: [{ data: newest }], pageParams: [undefined] });
}

/** What is said about it, the oldest first, page by page; asked anew whenever somebody says more. */
export function useThread(about: About) {
  const cache = useQueryClient();
  const comments = useInfiniteQuery({
    queryKey: commentsKey(about),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) };
      return ask(
        'activity_id' in about
          ? api.GET(OF_ACTIVITY, { signal, params: { path: about, query } })
          : api.GET(OF_WORKOUT, { signal, params: { path: about, query } }),
      );
    },
    getNextPageParam: (last) => last.data.next_cursor ?? undefined,
  });
  const thread = comments.data?.pages[0]?.data.thread;
  const posts = (comments.data?.pages ?? [])
    .flatMap((page) => page.data.posts)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  const { org_id } = about;
  const id = idOf(about);
  useLiveEvent(
    useCallback(
      (event: LiveEvent) => {
        if (event.type !== 'thread') return;
        const { activity_id, workout_id } = event.thread.subject;
        if (activity_id === id || workout_id === id)
          void cache.invalidateQueries({ queryKey: keyOf(org_id, id) });
      },
      [cache, org_id, id],
    ),
  );
  useMarkRead(thread, posts.at(-1));
  return { comments, posts };
}

/** Sends a comment, and offers to take it back; without a network it waits. */
export function useWriteComment(about: About) {
  const say = useSay();
  const queue = useQueue();
  const cache = useQueryClient();
  const { offerUndo, tell } = useNotices();
  const { profile } = useSession();
  const again = (): Promise<void> => cache.invalidateQueries({ queryKey: commentsKey(about) });
  return async (text: string, place: Place | null): Promise<void> => {
    const body = { text, ...(place !== null && { place }) };
    const header = { 'Idempotency-Key': crypto.randomUUID() };
    try {
      const { data } = await ask(
        'activity_id' in about
          ? api.POST(OF_ACTIVITY, { params: { path: about, header }, body })
          : api.POST(OF_WORKOUT, { params: { path: about, header }, body: { text } }),
      );
      const { post } = data;
      await again();
      offerUndo({
        said: say('comments.sent'),
        undo: async () => {
          await ask(api.DELETE('/posts/{post_id}', { params: { path: { post_id: post.id } } }));
          await again();
        },
      });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      const said = say('comments.by', { name: profile.display_name ?? profile.username });
      const waits = { said, changes: [commentsKey(about)] };
      await ('activity_id' in about
        ? queue.send({ method: 'POST', path: OF_ACTIVITY, params: about, body, ...waits })
        : queue.send({ method: 'POST', path: OF_WORKOUT, params: about, body: { text }, ...waits }));
      tell(say('comments.queued'));
    }
  };
}

/** What is on the screen is read. */
function useMarkRead(thread: Schemas['Thread'] | undefined, last: Post | undefined): void {
  const [thread_id, post_id] = [thread?.id ?? null, last?.id ?? null];
  const isUnread = (thread?.unread ?? 0) > 0;
  useEffect(() => {
    if (!isUnread || thread_id === null || post_id === null) return;
    ask(api.PUT('/threads/{thread_id}/read', { params: { path: { thread_id } }, body: { post_id } })).catch(
      (error: unknown) => {
        // It stays unread, which the next visit mends.
        if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
      },
    );
  }, [isUnread, thread_id, post_id]);
}
