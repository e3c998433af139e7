import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { type LiveEvent, useLiveEvent, useUnreadCount } from '../../live/live-events.tsx';
import { useNotices } from '../../notices/notices.tsx';
import { Button } from '../../parts/button.tsx';
import { Choose } from '../../parts/choose.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { Empty, Failure, reasonOf, Waiting } from '../../parts/states.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { ROW } from '../../parts/use-row-keys.ts';
import { useSay } from '../../say.tsx';
import { coachedBy, useSession } from '../../session/session.tsx';
import { leadsTo } from './leads-to.ts';
import style from './messages.module.css';

type Notification = Schemas['Notification'];
type Page = Schemas['NotificationListResponse']['data'];

const KEY = ['notifications'] as const;
const PAGE_SIZE = 30;
/** Those of which anything is told. */
const CATEGORIES = ['team', 'training', 'reminders'] as const;
const ABOUT = ['all', ...CATEGORIES] as const;

/** What one was told, the newest first, as it comes: of one category or all. */
export function Notifications() {
  const say = useSay();
  const unread = useUnreadCount();
  const { search, set } = useAddress();
  const category = CATEGORIES.find((one) => one === search.get('about')) ?? null;
  const found = useNotifications(category);
  const { readOne, readAll } = useReading();
  const [current, setCurrent] = useState<string | null>(null);
  const notifications = found.data?.pages.flatMap((page) => page.notifications);
  const focused = notifications?.find(({ id, is_read }) => id === current && !is_read);
  useKeys([
    ...(focused === undefined
      ? []
      : [{ key: 'e', does: say('messages.read.one'), act: () => void readOne(focused) }]),
    ...(unread === 0 ? [] : [{ key: 'a', does: say('messages.read.all'), act: () => void readAll() }]),
  ]);
  return (
    <section className={style.part} aria-labelledby="notifications">
      <div className={style.partHead}>
        <h2 id="notifications">{say('messages.notifications')}</h2>
        <div className={style.about}>
          <Choose
            label={say('messages.about')}
            labelIsSpoken
            value={category ?? 'all'}
            options={ABOUT.map((value) => ({
              value,
              label: say(`messages.about.${value}`),
            }))}
            onChange={(value) => set('about', value === 'all' ? '' : value)}
          />
        </div>
        <Button size="small" isDisabled={unread === 0} onPress={() => void readAll()}>
          {say('messages.read.all')} <KeyHint of="a" />
        </Button>
      </div>
      {found.isPending && <Waiting rows={5} height={72} />}
      {found.isError && notifications === undefined && (
        <Failure
          error={found.error}
          what={say('messages.notifications.failed')}
          retry={() => void found.refetch()}
        />
      )}
      {notifications?.length === 0 && <Empty>{say('messages.notifications.empty')}</Empty>}
      {notifications !== undefined && notifications.length > 0 && (
        <ul aria-live="polite" aria-relevant="additions">
          {notifications.map((notification) => (
            <Told
              key={notification.id}
              notification={notification}
              onFocus={() => setCurrent(notification.id)}
              onRead={() => void readOne(notification)}
            />
          ))}
        </ul>
      )}
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

function useNotifications(category: (typeof CATEGORIES)[number] | null) {
  const cache = useQueryClient();
  useLiveEvent(
    useCallback(
      (event: LiveEvent) => {
        // It follows whatever has come, and whatever was read or deleted on any device.
        if (event.type === 'counts')
          void cache.invalidateQueries({ queryKey: KEY }, { cancelRefetch: false });
      },
      [cache],
    ),
  );
  return useInfiniteQuery({
    queryKey: [...KEY, category],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const query = {
        limit: PAGE_SIZE,
        ...(category !== null && { category }),
        ...(pageParam !== undefined && { before: pageParam }),
      };
      return (await ask(api.GET('/notifications/center', { signal, params: { query } }))).data;
    },
    getNextPageParam: (last) => last.next_before ?? undefined,
  });
}

type Pages = InfiniteData<Page, number | undefined>;

/** Shows as read at once what is marked so, and as it was where the server does not take it. */
function useReading() {
  const say = useSay();
  const cache = useQueryClient();
  const { tellFault } = useNotices();
  const read = async (
    isMeant: (one: Notification) => boolean,
    act: () => Promise<unknown>,
  ): Promise<void> => {
    await cache.cancelQueries({ queryKey: KEY });
    const before = cache.getQueriesData<Pages>({ queryKey: KEY });
    cache.setQueriesData<Pages>({ queryKey: KEY }, (data) =>
      data === undefined
        ? data
        : {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              notifications: page.notifications.map((one) =>
                isMeant(one) ? { ...one, is_read: true } : one,
              ),
            })),
          },
    );
    try {
      await act();
    } catch (error) {
      for (const [key, data] of before) cache.setQueryData(key, data);
      tellFault(say('shell.notSaved', { what: say('messages.notifications'), why: reasonOf(error, say) }));
    }
  };
  return {
    readOne: async ({ id, is_read }: Notification): Promise<void> => {
      if (is_read) return;
      const params = { path: { notification_id: id } };
      await read(
        (one) => one.id === id,
        () => ask(api.PATCH('/notifications/center/{notification_id}/read', { params })),
      );
    },
    readAll: () =>
      read(
        () => true,
        () => ask(api.POST('/notifications/center/mark-all-read')),
      ),
  };
}

/** So much of a text stands there at once: what a club writes to its members can be long. */
const SHORT_CHARS = 240;

function Told(props: {
  readonly notification: Notification;
  readonly onFocus: () => void;
  readonly onRead: () => void;
}) {
  const { notification, onFocus, onRead } = props;
  const { title, message, is_read, created_at } = notification;
  const say = useSay();
  const format = useFormat();
  const [isWhole, showWhole] = useState(false);
  const isLong = message.length > SHORT_CHARS && !isWhole;
  const path = leadsTo(
    notification,
    coachedBy(useSession()).map(({ org_id }) => org_id),
  );
  return (
    <li className={style.told} data-unread={!is_read || undefined} onFocus={onFocus}>
      <p className={style.toldHead}>
        {path === null ? (
          <span className={style.name} tabIndex={-1} {...ROW}>
            {title}
          </span>
        ) : (
          <Link to={path} className={style.name} onClick={onRead} {...ROW}>
            {title}
          </Link>
        )}
        <span className="small third nowrap">{format.moment(new Date(created_at).toISOString())}</span>
      </p>
      <p className={`second ${style.message}`} data-long={isLong || undefined}>
        {message}
      </p>
      {(isLong || !is_read) && (
        <p className={style.toldFoot}>
          {isLong && (
            <Button look="quiet" size="small" onPress={() => showWhole(true)}>
              {say('messages.whole')}
            </Button>
          )}
          {!is_read && (
            <Button
              look="quiet"
              size="small"
              onPress={onRead}
              aria-label={say('messages.read.which', { title })}
            >
              {say('messages.read.one')}
            </Button>
          )}
        </p>
      )}
    </li>
  );
}
