import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { Unreachable } from '../../client/errors.ts';
import { useFormat } from '../../format.ts';
import { type LiveEvent, useLiveEvent } from '../../live/live-events.tsx';
import { useNotices } from '../../notices/notices.tsx';
import { useQueue } from '../../offline/queue.tsx';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { Failure, reasonOf, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import frame from './athlete.module.css';
import type { TabProps } from './athlete.tsx';
import style from './messages-tab.module.css';
import { conversationKey, useConversation, type Who } from './queries.ts';

type Post = Schemas['Post'];
type Thread = Schemas['Thread'];

export function MessagesTab({ who, evidence }: TabProps) {
  return <Conversation who={who} name={evidence.athlete.display_name} />;
}

/**
 * The conversation of one athlete with their coaches, live, and a box to write in.
 *
 * @param props.name who is written to: the athlete, or to the athlete their club
 */
export function Conversation({ who, name }: { readonly who: Who; readonly name: string }) {
  const say = useSay();
  const conversation = useConversation(who);
  const cache = useQueryClient();
  const { user_id } = who;
  useLiveEvent(
    useCallback(
      (event: LiveEvent) => {
        if (event.type !== 'thread' || event.thread.athlete_id !== user_id) return;
        if (event.thread.subject.kind === 'conversation')
          void cache.invalidateQueries({ queryKey: conversationKey(who) });
      },
      [cache, user_id, who],
    ),
  );
  const pages = conversation.data?.pages;
  const posts = useMemo(
    () =>
      (pages ?? [])
        .flatMap((page) => page.posts)
        .toSorted((a, b) => a.created_at.localeCompare(b.created_at)),
    [pages],
  );
  const thread = pages?.[0]?.thread;
  useReading(thread, posts.at(-1)?.id);
  return (
    <div className={`${frame.page} ${style.page}`}>
      {conversation.isPending && <Waiting rows={4} />}
      {conversation.isError && pages === undefined && (
        <Failure
          error={conversation.error}
          what={say('athlete.messages.failed')}
          retry={() => void conversation.refetch()}
        />
      )}
      {conversation.hasNextPage && (
        <div>
          <Button
            size="small"
            onPress={() => void conversation.fetchNextPage()}
            isDisabled={conversation.isFetchingNextPage}
          >
            {say('athlete.messages.older')}
          </Button>
        </div>
      )}
      {thread !== undefined && posts.length === 0 && (
        <p className="second">{say('athlete.messages.none', { name })}</p>
      )}
      {thread !== undefined && (
        <ol className={style.posts} aria-label={say('athlete.tab.messages')} aria-live="polite">
          {posts.map((post) => (
            <Said key={post.id} post={post} />
          ))}
        </ol>
      )}
      {thread !== undefined && <ReadBy who={who} thread={thread} last={posts.at(-1)} name={name} />}
      <Composer who={who} name={name} />
    </div>
  );
}

/** What is on the screen has been read; said once for each newest post. The stream of events tells what comes of it, here too. */
function useReading(thread: Thread | undefined, newest_id: string | undefined): void {
  const { mutate } = useMutation({
    mutationFn: (read: { readonly thread_id: string; readonly post_id: string }) =>
      ask(
        api.PUT('/threads/{thread_id}/read', {
          params: { path: { thread_id: read.thread_id } },
          body: { post_id: read.post_id },
        }),
      ),
  });
  const thread_id = thread?.id ?? null;
  const unread = thread?.unread ?? 0;
  useEffect(() => {
    if (thread_id !== null && unread > 0 && newest_id !== undefined)
      mutate({ thread_id, post_id: newest_id });
  }, [thread_id, unread, newest_id, mutate]);
}

function Said({ post }: { readonly post: Post }) {
  const say = useSay();
  const format = useFormat();
  const { user_id } = useSession().profile;
  return (
    <li className={style.post} data-own={post.author.user_id === user_id || undefined}>
      <p className="small third">
        <b>{post.author.name ?? say('athlete.messages.somebody')}</b> {format.moment(post.created_at)}
        {post.edited_at !== null && <> {say('athlete.messages.edited')}</>}
      </p>
      {post.state === 'shown' ? (
        <p className={style.text}>{post.text}</p>
      ) : (
        <p className="third">
          {post.state === 'deleted' ? say('athlete.messages.deleted') : say('athlete.messages.hidden')}
        </p>
      )}
    </li>
  );
}

function ReadBy(props: {
  readonly who: Who;
  readonly thread: Thread;
  readonly last: Post | undefined;
  readonly name: string;
}) {
  const { who, thread, last, name } = props;
  const say = useSay();
  const { user_id } = useSession().profile;
  if (last === undefined || last.author.user_id !== user_id) return null;
  // An athlete's words are read once one coach has read them; a coach's, once the athlete has.
  const isAthletes = who.user_id === user_id;
  const isRead = thread.read_by.some(
    (mark) =>
      (isAthletes ? mark.user_id !== user_id : mark.user_id === who.user_id) &&
      mark.read_until >= last.created_at,
  );
  return (
    <p className="small third">
      {isRead ? say('athlete.messages.read', { name }) : say('athlete.messages.unread', { name })}
    </p>
  );
}

function Composer({ who, name }: { readonly who: Who; readonly name: string }) {
  const say = useSay();
  const { text, setText, send, isSending, fault } = useWriting(who, name);
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => box.current?.querySelector('textarea')?.focus(), []);
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (text.trim() !== '' && !isSending) send();
  };
  return (
    <form ref={box} className={style.composer} onSubmit={submit}>
      <Field
        label={say('athlete.messages.write', { name })}
        rows={3}
        value={text}
        onChange={setText}
        fault={fault}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
          else event.continuePropagation();
        }}
      />
      <Button look="main" type="submit" isDisabled={text.trim() === '' || isSending}>
        {say('athlete.messages.send')} <KeyHint of="mod+Enter" />
      </Button>
    </form>
  );
}

/** What is typed stays until it is sent; without a network it waits in the queue. */
function useWriting(who: Who, name: string) {
  const say = useSay();
  const cache = useQueryClient();
  const queue = useQueue();
  const { offerUndo, tell } = useNotices();
  const { org_id, user_id } = who;
  const [text, setText] = useState('');
  const [write_key, setWriteKey] = useState(() => crypto.randomUUID());
  const refresh = () => cache.invalidateQueries({ queryKey: conversationKey(who) });
  const wait = (): Promise<unknown> =>
    queue.send({
      method: 'POST',
      path: '/organizations/{org_id}/athletes/{user_id}/messages',
      params: { org_id, user_id },
      body: { text },
      said: say('athlete.messages.to', { name }),
      changes: [conversationKey(who)],
    });
  const sending = useMutation({
    mutationFn: async () => {
      if (!navigator.onLine) return await wait().then(() => null);
      const params = { path: { org_id, user_id }, header: { 'Idempotency-Key': write_key } };
      const sent = await ask(
        api.POST('/organizations/{org_id}/athletes/{user_id}/messages', { params, body: { text } }),
      );
      return sent.data.post;
    },
    onSuccess: (post) => {
      setText('');
      setWriteKey(crypto.randomUUID());
      if (post === null) return tell(say('athlete.messages.waits'));
      void refresh();
      offerUndo({
        said: say('athlete.messages.sent', { name }),
        undo: async () => {
          await ask(api.DELETE('/posts/{post_id}', { params: { path: { post_id: post.id } } }));
          setText((now) => (now === '' ? text : now));
          await refresh();
        },
      });
    },
  });
  const fault =
    sending.error === null
      ? undefined
      : sending.error instanceof Unreachable
        ? say('athlete.messages.unreachable')
        : reasonOf(sending.error, say);
  return { text, setText, send: () => sending.mutate(), isSending: sending.isPending, fault };
}
