import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import columns from '../../parts/columns.module.css';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Failure, reasonOf, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';

type Chat = Schemas['Chat'];
type Link = Schemas['ChatLink'];
const KEY = ['chats'];
const ASK_MS = 4_000;

/** Messengers in which one is told: linked by a code that is sent from there. */
export function Chats() {
  const say = useSay();
  const [links, setLinks] = useState<Readonly<Partial<Record<Chat['service'], Link>>>>({});
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await ask(api.GET('/notifications/chat', { signal }))).data.chats,
    // Only this answer tells when the code has been sent.
    refetchInterval: ({ state }) =>
      state.data?.some(({ service, linked_at }) => isWaiting(links[service], linked_at)) === true
        ? ASK_MS
        : false,
  });
  return (
    <section className={columns.section}>
      <h2>{say('connections.chats')}</h2>
      {query.isPending && <Waiting rows={2} height={56} />}
      {query.isError && (
        <Failure
          error={query.error}
          what={say('connections.chats.failed')}
          retry={() => void query.refetch()}
        />
      )}
      {query.data?.map((chat) => (
        <Messenger
          key={chat.service}
          chat={chat}
          link={links[chat.service]}
          onLink={(link) => setLinks((before) => ({ ...before, [chat.service]: link }))}
          askFirst={setAsked}
        />
      ))}
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
    </section>
  );
}

/** A code was given, nothing has come yet, and it still may. */
function isWaiting(link: Link | undefined, linked_at: string | null): link is Link {
  return link !== undefined && linked_at === null && new Date(link.expires_at) > new Date();
}

function Messenger(props: {
  readonly chat: Chat;
  readonly link: Link | undefined;
  readonly onLink: (link: Link) => void;
  readonly askFirst: (asked: Confirmation) => void;
}) {
  const { chat, link, onLink, askFirst } = props;
  const { service, available, linked_at } = chat;
  const say = useSay();
  const format = useFormat();
  const cache = useQueryClient();
  const [fault, setFault] = useState<string>();
  const name = say(`connections.chat.${service}`);
  const params = { path: { service } };
  const start = async (): Promise<void> => {
    try {
      onLink((await ask(api.POST('/notifications/chat/{service}/link', { params }))).data);
      setFault(undefined);
    } catch (error) {
      setFault(reasonOf(error, say));
    }
  };
  return (
    <div className={columns.row}>
      <div>
        <h3>{name}</h3>
        <p className="small second" role="status">
          {linked_at !== null && say('connections.chat.linked', { at: format.moment(linked_at) })}
          {linked_at === null && available && say('connections.chat.not')}
          {linked_at === null && !available && say('connections.chat.unavailable', { name })}
        </p>
        {fault !== undefined && (
          <p className="small" role="alert" style={{ color: 'var(--fault)' }}>
            {fault}
          </p>
        )}
      </div>
      {available && linked_at === null && (
        <Button onPress={() => void start()}>
          {link === undefined ? say('connections.chat.link', { name }) : say('connections.chat.newCode')}
        </Button>
      )}
      {linked_at !== null && (
        <Button
          look="quiet"
          onPress={() =>
            askFirst({
              title: say('connections.disconnect.title', { name }),
              text: say('connections.chat.end', { name }),
              verb: say('connections.disconnect.verb'),
              act: async () => {
                await ask(api.DELETE('/notifications/chat/{service}', { params }));
                await cache.invalidateQueries({ queryKey: KEY });
              },
            })
          }
        >
          {say('connections.disconnect', { name })}
        </Button>
      )}
      {isWaiting(link, linked_at) && (
        <div className={columns.form} style={{ flexBasis: '100%' }}>
          <p className="small second">
            {say('connections.chat.how', { name, until: format.time(link.expires_at) })}
          </p>
          <CopyText text={link.code} label={say('connections.chat.code')} />
          <p>
            <a href={link.url} target="_blank" rel="noreferrer">
              {say('connections.chat.open', { name })}
            </a>
          </p>
        </div>
      )}
    </div>
  );
}
