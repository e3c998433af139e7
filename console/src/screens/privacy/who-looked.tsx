import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { type Format, todayIn, useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { Said, type Say, useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import style from './privacy.module.css';

type Access = Schemas['Access'];
const PAGE_SIZE = 20;

/** Who read, took out or changed something of one's own, by day, the newest first. */
export function WhoLooked() {
  const say = useSay();
  const query = useInfiniteQuery({
    queryKey: ['accesses'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page = { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) };
      const { data } = await ask(api.GET('/users/me/accesses', { signal, params: { query: page } }));
      return data;
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  const accesses = useMemo(() => query.data?.pages.flatMap((page) => page.accesses), [query.data]);
  return (
    <section className={style.group} aria-label={say('privacy.looked.title')}>
      <h2>{say('privacy.looked.title')}</h2>
      {query.isPending && <Waiting rows={5} />}
      {query.isError && (
        <Failure error={query.error} what={say('privacy.looked.failed')} retry={() => void query.refetch()} />
      )}
      {accesses?.length === 0 && <p className="second">{say('privacy.looked.empty')}</p>}
      {accesses !== undefined && <Days accesses={accesses} />}
      {query.hasNextPage && (
        <div>
          <Button
            size="small"
            isDisabled={query.isFetchingNextPage}
            onPress={() => void query.fetchNextPage()}
          >
            {say('privacy.looked.older')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Days({ accesses }: { readonly accesses: readonly Access[] }) {
  const say = useSay();
  const format = useFormat();
  const { timezone } = useSession().profile.preferences;
  const today = todayIn(timezone);
  const days = Map.groupBy(accesses, ({ at }) => todayIn(timezone, new Date(at)));
  return [...days].map(([day, ofDay]) => (
    <div key={day}>
      <h3 className={style.day}>
        {day === today
          ? say('privacy.looked.today')
          : format.day(day, day.slice(0, 4) === today.slice(0, 4) ? 'full' : 'year')}
      </h3>
      <ul>
        {ofDay.map((access) => (
          <li key={access.id} className={style.access}>
            <Sentence access={access} say={say} format={format} timezone={timezone} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Sentence(props: {
  readonly access: Access;
  readonly say: Say;
  readonly format: Format;
  readonly timezone: string;
}) {
  const { access, say, format, timezone } = props;
  const { event, read, at, organization } = access;
  const who = actorOf(access, say);
  const detail = detailOf(access, { say, format, timezone });
  return (
    <>
      <span>
        {event === 'data_read' && read !== null ? (
          <Said text={`privacy.read.${read.data}`} values={{ who, count: read.times }} />
        ) : (
          <Said text={`privacy.did.${event}`} values={{ who }} />
        )}
        <span className={style.detail}>{detail ?? organization.org_name}</span>
      </span>
      <time dateTime={at}>{format.time(at)}</time>
    </>
  );
}

function actorOf({ actor }: Access, say: Say): string {
  if (actor.type === 'system') return say('privacy.looked.server');
  if (actor.name === null) return say('privacy.looked.gone');
  return actor.type === 'user' ? actor.name : say('privacy.looked.program', { name: actor.name });
}

/** What it was about, where the server says so. */
function detailOf(
  { exported, data }: Access,
  words: { readonly say: Say; readonly format: Format; readonly timezone: string },
): string | null {
  const { say, format, timezone } = words;
  if (exported !== null) {
    const dayOf = (at: string | null): string | null =>
      at === null ? null : format.day(todayIn(timezone, new Date(at)), 'short');
    const [from, to] = [dayOf(exported.from), dayOf(exported.to)];
    return from === null || to === null
      ? say('privacy.looked.exportedAll')
      : say('privacy.looked.exported', { from, to });
  }
  const about = data.plan_title ?? data.group_name;
  return typeof about === 'string' ? about : null;
}
