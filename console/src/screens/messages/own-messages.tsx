import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { api, ask } from '../../client/api.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { Conversation } from '../athlete/messages-tab.tsx';
import { ConversationRow, useFreshConversations } from './inbox.tsx';
import style from './messages.module.css';
import { PartsOfInbox } from './parts-of-inbox.tsx';

/** What one writes with the coaches of each club, and what one was told. With one club there is nothing to choose. */
export function Screen() {
  const say = useSay();
  const { profile, memberships } = useSession();
  const { org } = useParams();
  const clubs = memberships.filter(({ member_status }) => member_status === 'active');
  const chosen = clubs.find(({ org_id }) => org_id === org) ?? (clubs.length === 1 ? clubs[0] : undefined);
  if (clubs.length === 0)
    return (
      <>
        <PageHead title={say('messages.title')} />
        <PartsOfInbox conversations={<Empty>{say('messages.noClub')}</Empty>} />
      </>
    );
  if (chosen === undefined)
    return (
      <>
        <PageHead title={say('messages.title')} />
        <PartsOfInbox
          conversations={<Clubs names={new Map(clubs.map((one) => [one.org_id, one.org_name]))} />}
        />
      </>
    );
  const who = { org_id: chosen.org_id, user_id: profile.user_id };
  return (
    <>
      <PageHead title={say('messages.title')} beside={chosen.org_name} />
      <PartsOfInbox conversations={<Conversation key={chosen.org_id} who={who} name={chosen.org_name} />} />
    </>
  );
}

function Clubs({ names }: { readonly names: ReadonlyMap<string, string> }) {
  const say = useSay();
  const { user_id } = useSession().profile;
  const queryKey = ['own-conversations', user_id];
  useFreshConversations(queryKey);
  const found = useQuery({
    queryKey,
    queryFn: () => ask(api.GET('/users/me/conversations', { params: { query: { limit: 100 } } })),
  });
  const conversations = found.data?.data.conversations ?? [];
  const silent = [...names].filter(([org_id]) => !conversations.some((one) => one.org_id === org_id));
  return (
    <section aria-labelledby="conversations">
      <div className={style.partHead}>
        <h2 id="conversations">{say('messages.conversations')}</h2>
      </div>
      {found.isPending && <Waiting height={64} />}
      {found.isError && (
        <Failure error={found.error} what={say('messages.failed')} retry={() => void found.refetch()} />
      )}
      <ul>
        {conversations.map(({ thread_id, org_id, org_name, unread, last_post }) => (
          <ConversationRow
            key={thread_id}
            to={`/messages/${org_id}`}
            name={org_name}
            unread={unread}
            last={last_post}
          />
        ))}
        {found.isSuccess &&
          silent.map(([org_id, name]) => (
            <li key={org_id} className={style.row}>
              <Link to={`/messages/${org_id}`} className={style.name} {...ROW}>
                {name}
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
