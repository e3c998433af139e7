import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { Button } from '../../parts/button.tsx';
import columns from '../../parts/columns.module.css';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Failure, reasonOf, Waiting } from '../../parts/states.tsx';
import { type Say, useSay } from '../../say.tsx';
import { useSignOut } from '../../session/session.tsx';

type Session = Schemas['OpenSession'];
const KEY = ['sessions'];

/** Where one is signed in, and ending it there. */
export function Sessions() {
  const say = useSay();
  const cache = useQueryClient();
  const signOut = useSignOut();
  const { tell, tellFault } = useNotices();
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const query = useInfiniteQuery({
    queryKey: KEY,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...(pageParam !== undefined && { cursor: pageParam }) };
      return (await ask(api.GET('/auth/sessions', { signal, params: { query: page } }))).data;
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  const sessions = query.data?.pages.flatMap((page) => page.sessions) ?? [];
  const end = async ({ session_id }: Session): Promise<void> => {
    try {
      await ask(api.DELETE('/auth/sessions/{session_id}', { params: { path: { session_id } } }));
      tell(say('me.sessions.ended'));
    } catch (error) {
      tellFault(reasonOf(error, say));
    }
    await cache.invalidateQueries({ queryKey: KEY });
  };
  return (
    <section className={columns.section}>
      <h2>{say('me.sessions')}</h2>
      {query.isPending && <Waiting rows={2} height={56} />}
      {query.isError && (
        <Failure error={query.error} what={say('me.sessions.failed')} retry={() => void query.refetch()} />
      )}
      <ul>
        {sessions.map((session) => (
          <li key={session.session_id} className={columns.row}>
            <SessionText session={session} />
            {!session.is_current && (
              <Button size="small" look="quiet" onPress={() => void end(session)}>
                {say('me.sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={columns.buttons}>
        {query.hasNextPage && (
          <Button size="small" onPress={() => void query.fetchNextPage()}>
            {say('me.sessions.more')}
          </Button>
        )}
        {sessions.length > 1 && (
          <Button
            size="small"
            onPress={() =>
              setAsked({
                title: say('me.sessions.others.title'),
                text: say('me.sessions.others.text'),
                verb: say('me.sessions.others'),
                act: async () => {
                  await ask(api.DELETE('/auth/sessions'));
                  await cache.invalidateQueries({ queryKey: KEY });
                },
              })
            }
          >
            {say('me.sessions.others')}
          </Button>
        )}
        <Button
          size="small"
          onPress={() => void signOut().catch((error: unknown) => tellFault(reasonOf(error, say)))}
        >
          {say('shell.me.signOut')}
        </Button>
      </div>
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
    </section>
  );
}

function SessionText({ session }: { readonly session: Session }) {
  const say = useSay();
  const format = useFormat();
  const { device, address, last_seen_at, is_current } = session;
  return (
    <div>
      <p className="strong" title={device ?? undefined}>
        {nameOf(device, say)}
      </p>
      <p className="small second">
        {is_current
          ? say('me.sessions.here', { address })
          : say('me.sessions.seen', { address, at: format.moment(last_seen_at) })}
      </p>
    </div>
  );
}

/** What browsers call themselves, the more special before those whose names they carry too. */
const BROWSERS = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const;
const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux|X11/],
] as const;

/** Browser and system where they are known; else what the program calls itself. */
function nameOf(device: string | null, say: Say): string {
  if (device === null) return say('me.sessions.unknown');
  const [browser] = BROWSERS.find(([, mark]) => mark.test(device)) ?? [];
  const [system] = SYSTEMS.find(([, mark]) => mark.test(device)) ?? [];
  return browser === undefined || system === undefined
    ? device
    : say('me.sessions.device', { browser, system });
}
