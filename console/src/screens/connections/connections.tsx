import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useNotices } from '../../notices/notices.tsx';
import columns from '../../parts/columns.module.css';
import { PageHead } from '../../parts/page-head.tsx';
import { useSay } from '../../say.tsx';
import { OwnPages } from '../../shell/own-pages.tsx';
import { CalendarLink } from './calendar-link.tsx';
import { Chats } from './chats.tsx';
import { Platforms } from './platforms.tsx';
import { isConnectable } from './providers.ts';

/** Where runs come from, and where what is planned and said goes. */
export function Screen() {
  const say = useSay();
  useReturnFromPlatform();
  return (
    <>
      <PageHead title={say('connections.title')} beside={say('connections.lead')} />
      <OwnPages />
      <div className={columns.columns}>
        <Platforms />
        <div>
          <Chats />
          <CalendarLink />
        </div>
      </div>
    </>
  );
}

const REASONS = [
  'access_denied',
  'invalid_state',
  'exchange_failed',
  'already_linked',
  'insufficient_scope',
] as const;

/** Says once what came of setting out to a platform, and takes it out of the address. */
function useReturnFromPlatform(): void {
  const say = useSay();
  const { tell, tellFault } = useNotices();
  const [search, setSearch] = useSearchParams();
  const provider = search.get('provider');
  const status = search.get('status');
  const error = search.get('error');
  // The address changes a moment after it is told to, and until then this is asked for again and again.
  const isSaid = useRef(false);
  useEffect(() => {
    if (isSaid.current || provider === null || !isConnectable(provider) || status === null) return;
    isSaid.current = true;
    const name = say(`connections.provider.${provider}`);
    const reason = REASONS.find((one) => one === error) ?? 'exchange_failed';
    if (status === 'success') tell(say('connections.connected', { name }));
    else tellFault(say(`connections.failed.${reason}`, { name }));
    setSearch({}, { replace: true });
  }, [provider, status, error, say, tell, tellFault, setSearch]);
}
