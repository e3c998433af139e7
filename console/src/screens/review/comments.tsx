import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
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
import { Failure, reasonOf, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { usePartName } from './part-name.tsx';
import type { Part } from './parts-of-run.ts';
import style from './review.module.css';

type Post = Schemas['Post'];
export type Place = { readonly lap_number: number } | { readonly from_s: number; readonly to_s: number };
type About = { readonly org_id: string; readonly user_id: string; readonly activity_id: string };
const PAGE_SIZE = 50;

const commentsKey = ({ org_id, activity_id }: About) => ['comments', org_id, activity_id] as const;

function useComments(about: About, isWanted: boolean) {
  return useInfiniteQuery({
    queryKey: commentsKey(about),
    enabled: isWanted,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET('/organizations/{org_id}/athletes/{user_id}/activities/{activity_id}/comments', {
          signal,
          params: {
            path: about,
            query: { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: (last) => last.data.next_cursor ?? undefined,
  });
}

/** What athlete and coaches of one organization say about a run; a comment can hang on a lap or a stretch. */
export function Comments(props: {
  readonly about: About;
  /** Not before what is seen first is there. */
  readonly isWanted: boolean;
  readonly parts: readonly Part[];
  readonly place: Place | null;
  readonly onPlaceDone: () => void;
  readonly box: RefObject<HTMLDivElement | null>;
}) {
  const { about, isWanted, parts, place, onPlaceDone, box } = props;
  const say = useSay();
  const comments = useComments(about, isWanted);
  const cache = useQueryClient();
  const thread = comments.data?.pages[0]?.data.thread;
  const posts = (comments.data?.pages ?? [])
    .flatMap((page) => page.data.posts)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  const { org_id, activity_id } = about;
  useLiveEvent(
    useCallback(
      (event: LiveEvent) => {
        if (event.type !== 'thread' || event.thread.subject.activity_id !== activity_id) return;
        void cache.invalidateQueries({ queryKey: ['comments', org_id, activity_id] });
      },
      [cache, org_id, activity_id],
    ),
  );
  useMarkRead(thread, posts.at(-1));
  return (
    <section className={style.comments} aria-labelledby="comments-title">
      <h2 id="comments-title">{say('review.comments')}</h2>
      {comments.isPending && isWanted && <Waiting rows={2} height={52} />}
      {comments.isError && (
        <Failure
          error={comments.error}
          what={say('review.comments.failed')}
          retry={() => void comments.refetch()}
        />
      )}
      {comments.hasNextPage && (
        <Button look="quiet" size="small" onPress={() => void comments.fetchNextPage()}>
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
      {comments.isSuccess && posts.length === 0 && (
        <p className="second small">{say('review.comments.empty')}</p>
      )}
      <WriteBox {...{ about, parts, place, onPlaceDone, box }} />
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
  readonly parts: readonly Part[];
  readonly place: Place | null;
  readonly onPlaceDone: () => void;
  readonly box: RefObject<HTMLDivElement | null>;
}) {
  const { about, parts, place, onPlaceDone, box } = props;
  const say = useSay();
  const placeName = usePlaceName(parts);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const write = useWrite(about);
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

const COMMENTS = '/organizations/{org_id}/athletes/{user_id}/activities/{activity_id}/comments';

/** Sends a comment, and offers to take it back; without a network it waits. */
function useWrite(about: About) {
  const say = useSay();
  const queue = useQueue();
  const cache = useQueryClient();
  const { offerUndo, tell } = useNotices();
  const { profile } = useSession();
  const again = (): Promise<void> => cache.invalidateQueries({ queryKey: commentsKey(about) });
  return async (text: string, place: Place | null): Promise<void> => {
    const body = { text, ...(place !== null && { place }) };
    try {
      const { data } = await ask(
        api.POST(COMMENTS, {
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
      const changes = [commentsKey(about)];
      await queue.send({ method: 'POST', path: COMMENTS, params: about, body, said, changes });
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
