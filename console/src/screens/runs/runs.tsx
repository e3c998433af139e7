import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { isSport, type Sport, SportOptions } from '../../own/sports.tsx';
import { Button } from '../../parts/button.tsx';
import { colorOf, kindOf } from '../../parts/kinds.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { EnterRun } from './enter-run.tsx';
import style from './runs.module.css';
import { Uploads, useUploads } from './uploads.tsx';

type Run = Schemas['OwnActivity'];
const PAGE_SIZE = 40;
const ROW_PX = 52;
/** Further pages are asked for when so few rows are left below. */
const AHEAD_ROWS = 15;

/** All that one has run, newest first; from files, by hand, and from platforms. */
export function Screen() {
  const say = useSay();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('sport');
  const sport = isSport(asked) ? asked : null;
  const runs = useRuns(sport);
  const uploads = useUploads();
  const [isEntering, setEntering] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  useKeys([
    { key: 'u', does: say('runs.upload'), act: () => file.current?.click() },
    { key: 'n', does: say('runs.enter'), act: () => setEntering(true) },
  ]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped anywhere; the button does the same
    <div
      className={style.screen}
      data-over={uploads.isOver || undefined}
      onDragOver={uploads.over}
      onDragLeave={uploads.out}
      onDrop={uploads.drop}
    >
      <PageHead title={say('runs.title')} beside={runs.total}>
        <select
          aria-label={say('runs.sport')}
          className={style.select}
          value={sport ?? ''}
          onChange={({ target }) =>
            setSearch(target.value === '' ? {} : { sport: target.value }, { replace: true })
          }
        >
          <option value="">{say('runs.sport.all')}</option>
          <SportOptions />
        </select>
        <Button onPress={() => setEntering(true)}>{say('runs.enter')}</Button>
        <Button look="main" onPress={() => file.current?.click()}>
          {say('runs.upload')}
        </Button>
        <input
          ref={file}
          type="file"
          multiple
          hidden
          accept=".fit,.gpx,.tcx,.gz,.zip"
          aria-label={say('runs.upload')}
          onChange={({ target }) => {
            uploads.send([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </PageHead>
      <Uploads uploads={uploads} />
      {runs.isPending && <Waiting rows={10} height={ROW_PX} />}
      {runs.isError && runs.data === undefined && (
        <Failure error={runs.error} what={say('runs.failed')} retry={() => void runs.refetch()} />
      )}
      {runs.data?.length === 0 && <Empty>{sport === null ? say('runs.empty') : say('runs.none')}</Empty>}
      {runs.data !== undefined && runs.data.length > 0 && (
        <Rows
          key={sport}
          runs={runs.data}
          hasMore={runs.hasNextPage}
          isAsking={runs.isFetchingNextPage}
          more={() => void runs.fetchNextPage()}
        />
      )}
      {isEntering && <EnterRun onClose={() => setEntering(false)} />}
    </div>
  );
}

function useRuns(sport_type: Sport | null) {
  const query = useInfiniteQuery({
    queryKey: ['runs', sport_type ?? 'all'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET('/activities', {
          signal,
          params: {
            query: {
              limit: PAGE_SIZE,
              ...(sport_type !== null && { sport_type }),
              ...(pageParam !== undefined && { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: (last) => last.data.next_cursor ?? undefined,
  });
  const data = useMemo(() => query.data?.pages.flatMap((page) => page.data.activities), [query.data]);
  return { ...query, data, total: query.data?.pages[0]?.data.total };
}

function Rows(props: {
  readonly runs: readonly Run[];
  readonly hasMore: boolean;
  readonly isAsking: boolean;
  readonly more: () => void;
}) {
  const { runs, hasMore, isAsking, more } = props;
  const say = useSay();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const virtual = useVirtualizer({
    count: runs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? -1) >= runs.length - AHEAD_ROWS;
  useEffect(() => {
    if (hasMore && !isAsking && isNearEnd) more();
  }, [hasMore, isAsking, isNearEnd, more]);
  const move = (by: number): void => {
    const next = Math.max(0, Math.min(runs.length - 1, focused + by));
    setFocused(next);
    virtual.scrollToIndex(next);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus(),
    );
  };
  useKeys([
    { key: 'j', does: say('runs.keys.down'), act: () => move(1) },
    { key: 'k', does: say('runs.keys.up'), act: () => move(-1) },
    {
      key: 'Enter',
      does: say('runs.keys.open'),
      act: () => {
        const run = runs[focused];
        if (run !== undefined) void navigate(`/runs/${run.id}`);
      },
    },
  ]);
  return (
    <div ref={scroller} className={style.scroller}>
      <ul style={{ height: virtual.getTotalSize() }} className={style.rows} aria-label={say('runs.title')}>
        {items.map(({ index, start }) => {
          const run = runs[index];
          return run === undefined ? null : (
            <Row key={run.id} {...{ run, index, start }} onFocus={() => setFocused(index)} />
          );
        })}
      </ul>
      {hasMore && <p className={`third small ${style.more}`}>{say('runs.more')}</p>}
    </div>
  );
}

function Row(props: {
  readonly run: Run;
  readonly index: number;
  readonly start: number;
  readonly onFocus: () => void;
}) {
  const { run, index, start, onFocus } = props;
  const say = useSay();
  const format = useFormat();
  const { id, name, start_time, timezone, sport_type, distance_m, average_pace_s_per_km } = run;
  const { moving_time_s, duration_s, average_heart_rate_bpm, workout_type, is_race } = run;
  return (
    <li className={style.row} style={{ transform: `translateY(${start}px)` }} data-index={index}>
      <span className={style.kind} style={{ background: colorOf(kindOf(workout_type)) }} />
      <span className={style.name}>
        <Link to={`/runs/${id}`} onFocus={onFocus}>
          {name}
        </Link>
        {is_race && <span className={style.chip}>{say('runs.race')}</span>}
        {run.private && <span className={style.chip}>{say('runs.private')}</span>}
        <span className={`small third ${style.sport}`}>{say(`sports.${sport_type}`)}</span>
      </span>
      <span className={`second ${style.when}`}>{format.moment(start_time, timezone)}</span>
      <span className={style.number}>{distance_m === null ? '' : format.distance(distance_m)}</span>
      <span className={style.number}>{format.duration(moving_time_s ?? duration_s)}</span>
      <span className={`second ${style.number} ${style.wide}`}>
        {average_pace_s_per_km === null ? '' : format.pace(average_pace_s_per_km)}
      </span>
      <span className={`second ${style.number} ${style.wide}`}>
        {average_heart_rate_bpm === null
          ? ''
          : say('runs.bpm', { number: format.number(average_heart_rate_bpm) })}
      </span>
    </li>
  );
}
