import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api, ask } from '../../client/api.ts';
import { addDays, todayIn, useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { useOrgId, useRole } from '../../shell/role.ts';
import { AnswerChoice } from './answer-choice.tsx';
import { NewSession } from './new-session.tsx';
import { type ClubSession, sessionKeys } from './session-queries.ts';
import style from './sessions.module.css';

const PAGE_SIZE = 50;
const SPANS = ['coming', 'past'] as const;
type Span = (typeof SPANS)[number];

/** The club's sessions, those to come or those of the last quarter. Coaches make them, athletes answer. */
export function Screen() {
  const say = useSay();
  const [search, setSearch] = useSearchParams();
  const span: Span = search.get('span') === 'past' ? 'past' : 'coming';
  const { coaches } = useRole();
  const [isMaking, setMaking] = useState(false);
  const sessions = useSessions(span);
  useKeys(coaches === null ? [] : [{ key: 'n', does: say('sessions.new'), act: () => setMaking(true) }]);
  const found = sessions.data?.pages.flatMap((page) => page.data.sessions);
  return (
    <>
      <PageHead title={say('sessions.title')}>
        <Choice
          label={say('sessions.span')}
          value={span}
          onChange={(value) => setSearch(value === 'past' ? { span: value } : {}, { replace: true })}
          options={SPANS.map((value) => ({ value, label: say(`sessions.span.${value}`) }))}
        />
        {coaches !== null && (
          <Button look="main" onPress={() => setMaking(true)}>
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" /> {say('sessions.new')}
          </Button>
        )}
      </PageHead>
      {sessions.isPending && <Waiting height={72} />}
      {sessions.isError && (
        <Failure error={sessions.error} what={say('sessions.failed')} retry={() => void sessions.refetch()} />
      )}
      {found?.length === 0 && <Empty>{say(`sessions.empty.${span}`)}</Empty>}
      {found !== undefined && found.length > 0 && (
        <ul className={style.list}>
          {found.map((session) => (
            <Row key={session.id} session={session} isCoach={coaches !== null} />
          ))}
        </ul>
      )}
      {sessions.hasNextPage && (
        <p className={style.more}>
          <Button onPress={() => void sessions.fetchNextPage()} isDisabled={sessions.isFetchingNextPage}>
            {say('sessions.more')}
          </Button>
        </p>
      )}
      <NewSession isOpen={isMaking} close={() => setMaking(false)} />
    </>
  );
}

function useSessions(span: Span) {
  const org_id = useOrgId();
  const { timezone } = useSession().profile.preferences;
  const today = todayIn(timezone);
  const range = span === 'past' ? { from: addDays(today, -92), to: addDays(today, -1) } : { from: today };
  return useInfiniteQuery({
    queryKey: [...sessionKeys.all(org_id), 'list', range],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/organizations/{org_id}/sessions', {
          params: {
            path: { org_id },
            query: { limit: PAGE_SIZE, ...range, ...(pageParam !== undefined && { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: (last) => last.data.next_cursor ?? undefined,
  });
}

function Row({ session, isCoach }: { readonly session: ClubSession; readonly isCoach: boolean }) {
  const say = useSay();
  const format = useFormat();
  const { id, org_id, title, starts_at, timezone, place, status, capacity, answers } = session;
  const isOver = new Date(session.ends_at) < new Date();
  const isCancelled = status === 'cancelled';
  return (
    <li className={style.row} data-cancelled={isCancelled || undefined}>
      <div className={style.when}>
        <span className="strong">{format.day(todayIn(timezone, new Date(starts_at)), 'dated')}</span>
        <span className="second">{format.time(starts_at, timezone)}</span>
      </div>
      <div className={style.what}>
        <Link to={`/o/${org_id}/sessions/${id}`} className={style.title}>
          {title}
        </Link>
        <span className="second small">
          {isCancelled ? say('sessions.cancelled', { reason: session.cancel_reason ?? 'none' }) : place.text}
        </span>
      </div>
      <span className="second small">
        {capacity === null
          ? say('sessions.coming', { count: answers.yes_count })
          : say('sessions.comingOf', { count: answers.yes_count, capacity, waiting: answers.waiting_count })}
      </span>
      {!isCoach && !isOver && !isCancelled && <AnswerChoice session={session} />}
    </li>
  );
}
