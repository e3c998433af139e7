import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useUnreadCount } from '../../live/live-events.tsx';
import { Choice } from '../../parts/choice.tsx';
import { useMatches, WIDE } from '../../parts/use-matches.ts';
import { useRowKeys } from '../../parts/use-row-keys.ts';
import { useSay } from '../../say.tsx';
import style from './messages.module.css';
import { Notifications } from './notifications.tsx';

const NOTIFICATIONS = 'notifications';

/** What people write, and beside it what one was told; where there is no room for both, one of them. */
export function PartsOfInbox({ conversations }: { readonly conversations: ReactNode }) {
  const say = useSay();
  const isWide = useMatches(WIDE);
  const unread = useUnreadCount();
  const [search, setSearch] = useSearchParams();
  const shown = search.get('show') === NOTIFICATIONS ? NOTIFICATIONS : 'conversations';
  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows);
  if (isWide)
    return (
      <div ref={rows} className={style.inbox}>
        <div className={style.part}>{conversations}</div>
        <Notifications />
      </div>
    );
  return (
    <div ref={rows} className={style.inbox}>
      <div className={style.which}>
        <Choice
          label={say('messages.show')}
          value={shown}
          onChange={(value) => setSearch(value === NOTIFICATIONS ? { show: value } : {}, { replace: true })}
          options={[
            { value: 'conversations', label: say('messages.conversations') },
            { value: NOTIFICATIONS, label: say('messages.notifications.count', { count: unread }) },
          ]}
        />
      </div>
      {shown === NOTIFICATIONS ? <Notifications /> : conversations}
    </div>
  );
}
