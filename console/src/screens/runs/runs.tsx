import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
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
  const sport = search.get('sport');
  const runs = useRuns();
  const uploads = useUploads();
  const [isEntering, setEntering] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const shown = useMemo(
    () => runs.data?.filter((run) => sport === null || run.sport_type === sport),
    [runs.data, sport],
  );
  const sports = useMemo(() => [...new Set(runs.data?.map((run) => run.sport_type))].sort(), [runs.data]);
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
        {sports.length > 1 && (
          <select
            aria-label={say('runs.sport')}
            className={style.select}
            value={sport ?? ''}
            onChange={({ target }) =>
              setSearch(target.value === '' ? {} : { sport: target.value }, { replace: true })
            }
          >
            <option value="">{say('runs.sport.all')}</option>
            {sports.map((one) => (
              <option key={one} value={one}>
                {say(`sports.${one}`)}
              </option>
            ))}
          </select>
        )}
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
      {shown?.length === 0 && !runs.hasNextPage && (
        <Empty>{sport === null ? say('runs.empty') : say('runs.none')}</Empty>
      )}
      {shown !== undefined && (shown.length > 0 || runs.hasNextPage) && (
        <Rows
          runs={shown}
          hasMore={runs.hasNextPage}
          isAsking={runs.isFetchingNextPage}
          more={() => void runs.fetchNextPage()}
        />
      )}
      {isEntering && <EnterRun onClose={() => setEntering(false)} />}
    </div>
  );
}

function useRuns() {
  const query = useInfiniteQuery({
    queryKey: ['runs', 'all'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET('/activities', {
          signal,
          params: { query: { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) } },
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
