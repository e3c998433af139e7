import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { type LiveEvent, useLiveEvent } from '../../live/live-events.tsx';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './messages.module.css';
import { PartsOfInbox } from './parts-of-inbox.tsx';
import { PlacesOfMessages } from './places-of-messages.tsx';

const PAGE_SIZE = 50;

/** What athletes and coaches write to each other, and what one was told. */
export function Screen() {
  const say = useSay();
  return (
    <>
      <PageHead title={say('messages.title')} />
      <PlacesOfMessages />
      <PartsOfInbox conversations={<Conversations />} />
    </>
  );
}

/** Everybody with whom the club's coaches write, the newest first. */
function Conversations() {
  const say = useSay();
  const org_id = useOrgId();
  const queryKey = ['conversations', org_id];
  useFreshConversations(queryKey);
  const found = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/organizations/{org_id}/conversations', {
          params: {
            path: { org_id },
            query: { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: (last) => last.data.next_cursor ?? undefined,
  });
  const conversations = found.data?.pages.flatMap((page) => page.data.conversations);
  return (
    <section aria-labelledby="conversations">
      <div className={style.partHead}>
        <h2 id="conversations">{say('messages.conversations')}</h2>
      </div>
      {found.isPending && <Waiting height={64} />}
      {found.isError && conversations === undefined && (
        <Failure error={found.error} what={say('messages.failed')} retry={() => void found.refetch()} />
      )}
      {conversations?.length === 0 && <Empty>{say('messages.empty')}</Empty>}
      <ul>
        {conversations?.map(({ thread_id, athlete, unread, waiting_since, last_post }) => (
          <ConversationRow
            key={thread_id}
            to={`/o/${org_id}/athletes/${athlete.user_id}/messages`}
            name={athlete.name}
            unread={unread}
            last={last_post}
          >
            {waiting_since !== null && <span className="small">{say('messages.waits')}</span>}
          </ConversationRow>
        ))}
      </ul>
      {found.hasNextPage && (
        <p className={style.more}>
          <Button onPress={() => void found.fetchNextPage()} isDisabled={found.isFetchingNextPage}>
            {say('messages.more')}
          </Button>
        </p>
      )}
    </section>
  );
}

/** Asks for the list anew when somebody has written. */
export function useFreshConversations(queryKey: readonly string[]): void {
  const cache = useQueryClient();
  const [first, second] = queryKey;
  useLiveEvent(
    useCallback(
      (event: LiveEvent) => {
        if (event.type === 'thread' && event.thread.subject.kind === 'conversation')
          void cache.invalidateQueries({ queryKey: [first, second] });
      },
      [cache, first, second],
    ),
  );
}

/** Whom one writes with, what was said last and when, and whether one has read it. */
export function ConversationRow(props: {
  readonly to: string;
  readonly name: string;
  readonly unread: number;
  readonly last: Schemas['Post'];
  readonly children?: ReactNode;
}) {
  const say = useSay();
  const format = useFormat();
  const { to, name, unread, last, children } = props;
  return (
    <li className={style.row} data-unread={unread > 0 || undefined}>
      <Avatar name={name} />
      <div className={style.what}>
        <Link to={to} className={style.name} {...ROW}>
          {name}
        </Link>
        <p className={`second ${style.last}`}>{last.text ?? say('messages.gone')}</p>
      </div>
      <div className={style.when}>
        <span className="small third">{format.moment(last.created_at)}</span>
        {unread > 0 && <mark className="small">{say('messages.unread', { count: unread })}</mark>}
        {children}
      </div>
    </li>
  );
}
