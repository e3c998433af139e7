import { type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { ApiError, Unreachable } from '../../client/errors.ts';
import { useFormat } from '../../format.ts';
import { type LiveEvent, useLiveEvent } from '../../live/live-events.tsx';
import { useNotices } from '../../notices/notices.tsx';
import { useQueue } from '../../offline/queue.tsx';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { Failure, reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import type { CommentPage } from './activity.ts';
import { usePartName } from './part-name.tsx';
import type { Part } from './parts-of-run.ts';
import style from './review.module.css';

type Post = Schemas['Post'];
export type Place = { readonly lap_number: number } | { readonly from_s: number; readonly to_s: number };
type About = { readonly org_id: string; readonly user_id: string; readonly activity_id: string };
const PAGE_SIZE = 50;

/** What was said before the newest page, which comes with the review; asked for when it is wanted. */
function useEarlier(about: About, cursor: string | null) {
  const [isWanted, want] = useState(false);
  const query = useInfiniteQuery({
    queryKey: ['earlier comments', about.org_id, about.activity_id, cursor],
    enabled: isWanted && cursor !== null,
    initialPageParam: cursor,
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET('/organizations/{org_id}/athletes/{user_id}/activities/{activity_id}/comments', {
          signal,
          params: {
            path: about,
            query: { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: (last) => last.data.next_cursor,
  });
  const isMore = query.data === undefined ? cursor !== null : query.hasNextPage;
  return {
    posts: (query.data?.pages ?? []).flatMap((page) => page.data.posts),
    error: query.error,
    isAsking: query.isFetching,
    more: isMore ? () => (query.data === undefined ? retry() : void query.fetchNextPage()) : null,
    retry,
  };

  function retry(): void {
    if (isWanted) void query.refetch();
    else want(true);
  }
}

/** What athlete and coaches of one organization say about a run; a comment can hang on a lap or a stretch. */
export function Comments(props: {
  readonly about: About;
  /** What is said comes with the review, which is asked for anew when it changes. */
  readonly reviewKey: QueryKey;
  readonly newest: CommentPage;
  readonly parts: readonly Part[];
  readonly place: Place | null;
  readonly onPlaceDone: () => void;
  readonly box: RefObject<HTMLDivElement | null>;
}) {
  const { about, reviewKey, newest, parts, place, onPlaceDone, box } = props;
  const say = useSay();
  const earlier = useEarlier(about, newest.next_cursor);
  const cache = useQueryClient();
  const posts = [...newest.posts, ...earlier.posts].toSorted((a, b) =>
    a.created_at.localeCompare(b.created_at),
  );
  const { activity_id } = about;
  useLiveEvent(
    useCallback(
      (event: LiveEvent) => {
        if (event.type === 'thread' && event.thread.subject.activity_id === activity_id)
          void cache.invalidateQueries({ queryKey: reviewKey });
      },
      [cache, reviewKey, activity_id],
    ),
  );
  useMarkRead(newest.thread, posts.at(-1));
  return (
    <section className={style.comments} aria-labelledby="comments-title">
      <h2 id="comments-title">{say('review.comments')}</h2>
      {earlier.error !== null && (
        <Failure error={earlier.error} what={say('review.comments.failed')} retry={earlier.retry} />
      )}
      {earlier.more !== null && earlier.error === null && (
        <Button look="quiet" size="small" isDisabled={earlier.isAsking} onPress={earlier.more}>
          {say('review.comments.earlier')}
        </Button>
      )}
      {posts.length > 0 && (
        <ol className={style.posts}>
          {posts.map((post) => (
            <Said key={post.id} post={post} parts={parts} />
          ))}
        </ol>
      )}
      {posts.length === 0 && <p className="second small">{say('review.comments.empty')}</p>}
      <WriteBox {...{ about, reviewKey, parts, place, onPlaceDone, box }} />
    </section>
  );
}

/** The name of the author as the thread has it, when it was said, on what, and the words. */
function Said({ post, parts }: { readonly post: Post; readonly parts: readonly Part[] }) {
  const say = useSay();
  const format = useFormat();
  const placeName = usePlaceName(parts);
  const name = post.author.name ?? say('review.comments.nobody');
  return (
    <li className={style.post}>
      <Avatar name={name} />
      <div>
        <p className="small">
          <b className="strong">{name}</b> <span className="third">{format.moment(post.created_at)}</span>{' '}
          {post.place !== null && <span className={style.chip}>{placeName(post.place)}</span>}
        </p>
        <p className={style.words}>
          {post.text ?? say(post.state === 'hidden' ? 'review.comments.hidden' : 'review.comments.deleted')}
        </p>
      </div>
    </li>
  );
}

function usePlaceName(parts: readonly Part[]) {
  const say = useSay();
  const format = useFormat();
  const partName = usePartName();
  return (place: NonNullable<Post['place']>): string => {
    const { lap_number, from_s = 0, to_s = 0 } = place;
    if (lap_number === undefined)
      return say('review.stretch', { from: format.duration(from_s), to: format.duration(to_s) });
    const part = parts.find((one) => one.lap_number === lap_number);
    return part === undefined ? say('review.part.lap', { number: lap_number }) : partName(part);
  };
}

function WriteBox(props: {
  readonly about: About;
  readonly reviewKey: QueryKey;
  readonly parts: readonly Part[];
  readonly place: Place | null;
  readonly onPlaceDone: () => void;
  readonly box: RefObject<HTMLDivElement | null>;
}) {
  const { about, reviewKey, parts, place, onPlaceDone, box } = props;
  const say = useSay();
  const placeName = usePlaceName(parts);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const write = useWrite(about, reviewKey);
  const send = async (): Promise<void> => {
    if (text.trim() === '' || isSending) return;
    setSending(true);
    setFault(undefined);
    try {
      await write(text, place);
      setText('');
      onPlaceDone();
    } catch (error) {
      setFault(reasonOf(error, say));
    } finally {
      setSending(false);
    }
  };
  return (
    <div ref={box} className={style.write}>
      {place !== null && (
        <p className="small">
          <span className={style.chip}>{placeName(place)}</span>{' '}
          <Button look="quiet" size="small" onPress={onPlaceDone}>
            {say('review.comments.wholeRun')}
          </Button>
        </p>
      )}
      <Field
        label={say('review.comments.write')}
        labelIsSpoken
        placeholder={say('review.comments.placeholder')}
        rows={text === '' ? 1 : 3}
        value={text}
        maxLength={5_000}
        onChange={setText}
        fault={fault}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
          else event.continuePropagation();
        }}
      />
      {text.trim() !== '' && (
        <Button look="main" size="small" isDisabled={isSending} onPress={() => void send()}>
          {say('review.comments.send')} <KeyHint of="mod+Enter" />
        </Button>
      )}
    </div>
  );
}

/** Sends a comment, and offers to take it back; without a network it waits. */
function useWrite(about: About, reviewKey: QueryKey) {
  const say = useSay();
  const queue = useQueue();
  const cache = useQueryClient();
  const { offerUndo, tell } = useNotices();
  const { profile } = useSession();
  const again = (): Promise<void> => cache.invalidateQueries({ queryKey: reviewKey });
  return async (text: string, place: Place | null): Promise<void> => {
    const body = { text, ...(place !== null && { place }) };
    const path = `/organizations/${about.org_id}/athletes/${about.user_id}/activities/${about.activity_id}/comments`;
    try {
      const { data } = await ask(
        api.POST('/organizations/{org_id}/athletes/{user_id}/activities/{activity_id}/comments', {
          params: { path: about, header: { 'Idempotency-Key': crypto.randomUUID() } },
          body,
        }),
      );
      const { post } = data;
      await again();
      offerUndo({
        said: say('review.comments.sent'),
        undo: async () => {
          await ask(api.DELETE('/posts/{post_id}', { params: { path: { post_id: post.id } } }));
          await again();
        },
      });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      const said = say('review.comments.by', { name: profile.display_name ?? profile.username });
      await queue.send({ method: 'POST', path, body, said, changes: [reviewKey] });
      tell(say('review.queued'));
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
