import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import type { Place } from '../../parts/comments/thread.ts';
import { kindOf } from '../../parts/kinds.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { type Activity, type Review, useReview, useStreams, type Whose } from './activity.ts';
import { Comments } from './comments.tsx';
import { Lanes } from './lanes.tsx';
import { Laps } from './laps.tsx';
import { useNeighbours } from './neighbours.ts';
import { type Part, partsOf } from './parts-of-run.ts';
import { createPlayhead, PlayheadContext, type PlayheadStore } from './playhead.ts';
import style from './review.module.css';
import { RunHead } from './run-head.tsx';
import { type Samples, samplesOf } from './samples.ts';
import { Track } from './track.tsx';
import { readPolyline } from './track-shape.ts';

/** A key moves the playhead by so much of the whole, at least a sample. */
const KEY_SHARE = 1 / 720;

/** A run as whoever looks at it sees it: the head, the track, laps beside the plan, comments, and lanes under one playhead. */
export function RunReview(props: {
  readonly whose: Whose;
  readonly activity_id: string;
  /** In whose organization it is spoken about, and who ran; null where nobody is there to speak with. */
  readonly spokenIn: { readonly org_id: string; readonly user_id: string } | null;
  readonly who: (review: Review) => ReactNode;
  readonly actions?: (activity: Activity) => ReactNode;
  /** What only the athlete has, beside the comments. */
  readonly own?: ReactNode;
}) {
  const { whose, activity_id, spokenIn, who, actions, own } = props;
  const say = useSay();
  const review = useReview(whose, activity_id, spokenIn?.org_id ?? null);
  const streams = useStreams(whose, activity_id);
  const go = useNeighbours(whose, review.data?.neighbours);
  const [playhead] = useState(createPlayhead);
  const samples = useMemo(() => (streams.data ? samplesOf(streams.data.streams) : null), [streams.data]);
  const parts = useMemo(
    () => (review.data === undefined ? [] : partsOf(review.data.activity, review.data.planned, samples)),
    [review.data, samples],
  );
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  useReviewKeys({ playhead, samples, parts, comment: { box, setPlace } });
  if (review.data === undefined) {
    return (
      <>
        <PageHead title={say('review.title')} />
        {review.isError ? (
          <Failure error={review.error} what={say('review.failed')} retry={() => void review.refetch()} />
        ) : (
          <Waiting rows={9} />
        )}
      </>
    );
  }
  const { activity, planned, comments } = review.data;
  return (
    <PlayheadContext value={playhead}>
      <RunHead activity={activity} who={who(review.data)} actions={actions?.(activity)} go={go} />
      <div className={style.body}>
        <Upper {...{ activity, planned, parts, samples }} isReady={!streams.isPending} />
        <div className={style.below}>
          <Recorded streams={streams} samples={samples} parts={parts} />
          <Withheld activity={activity} streams_hidden={streams.data?.privacy_filtered ?? []} />
        </div>
        <div className={style.aside}>
          {own}
          {spokenIn !== null && comments !== null && (
            <Comments
              about={{ ...spokenIn, activity_id }}
              {...{ parts, place, box }}
              onPlaceDone={() => setPlace(null)}
            />
          )}
        </div>
      </div>
    </PlayheadContext>
  );
}

/** The lanes, or why there are none. */
function Recorded(props: {
  readonly streams: ReturnType<typeof useStreams>;
  readonly samples: Samples | null;
  readonly parts: readonly Part[];
}) {
  const { streams, samples, parts } = props;
  const say = useSay();
  if (streams.isPending) return <Waiting rows={4} height={80} />;
  if (streams.isError && samples === null) {
    return (
      <Failure
        error={streams.error}
        what={say('review.streams.failed')}
        retry={() => void streams.refetch()}
      />
    );
  }
  if (samples === null || Object.keys(samples.lanes).length === 0) {
    const isHidden = streams.data?.privacy_filtered.length !== 0;
    return isHidden ? null : <p className="small second">{say('review.noStreams')}</p>;
  }
  return <Lanes samples={samples} parts={parts} />;
}

/** The track and the laps. Where no track is shown, the laps take its place. */
function Upper(props: {
  readonly activity: Activity;
  readonly planned: Parameters<typeof Laps>[0]['planned'];
  readonly samples: Samples | null;
  readonly parts: readonly Part[];
  /** Whether it is known if there is a track. */
  readonly isReady: boolean;
}) {
  const { activity, planned, samples, parts, isReady } = props;
  const say = useSay();
  const format = useFormat();
  const kind = kindOf(planned?.workout_type ?? activity.workout_type);
  const { map_polyline, distance_m, privacy_filtered } = activity;
  const drawn = useMemo(() => {
    const points = map_polyline == null ? [] : readPolyline(map_polyline);
    return points.length < 2 ? null : points;
  }, [map_polyline]);
  const latlng = samples?.latlng ?? drawn;
  const isHidden = privacy_filtered.includes('map_polyline');
  const noMap = latlng !== null || !isReady || !isHidden ? null : say('review.noMap');
  return (
    <>
      {latlng !== null && (
        <Track
          latlng={latlng}
          samples={samples?.latlng === latlng ? samples : null}
          {...{ parts, kind }}
          distance={distance_m === null ? null : format.distance(distance_m)}
        />
      )}
      <Laps {...{ parts, planned, samples, kind, noMap }} />
    </>
  );
}

/** Said once, in plain words: what the athlete does not share of this run. */
function Withheld(props: { readonly activity: Activity; readonly streams_hidden: readonly string[] }) {
  const say = useSay();
  const format = useFormat();
  const hidden = [...props.activity.privacy_filtered, ...props.streams_hidden];
  const GROUPS = {
    pace: ['average_speed_mps', 'average_pace_s_per_km', 'speed_mps'],
    heartRate: ['average_heart_rate_bpm', 'heart_rate_bpm'],
    load: ['training_load'],
    bests: ['best_efforts'],
  } as const;
  const names = (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).filter((group) =>
    GROUPS[group].some((field) => hidden.includes(field)),
  );
  if (names.length === 0) return null;
  return (
    <p className="small second">
      {say('review.withheld', { what: format.list(names.map((name) => say(`review.withheld.${name}`))) })}
    </p>
  );
}

/** The keys of the page: the playhead, a stretch, laps, a comment. */
function useReviewKeys(props: {
  readonly playhead: PlayheadStore;
  readonly samples: Samples | null;
  readonly parts: readonly Part[];
  readonly comment: {
    readonly box: React.RefObject<HTMLDivElement | null>;
    readonly setPlace: (place: Place | null) => void;
  };
}): void {
  const { playhead, samples, parts, comment } = props;
  const say = useSay();
  const step = (direction: 1 | -1): number => {
    const count = samples?.time_s.length ?? 0;
    const by = Math.max(1, Math.round(count * KEY_SHARE)) * direction;
    return Math.max(0, Math.min(count - 1, (playhead.get().at ?? 0) + by));
  };
  const placeNow = (): Place | null => {
    const row = document.activeElement?.closest<HTMLElement>('tr[data-lap]')?.dataset.lap;
    if (row !== undefined) return { lap_number: Number(row) };
    const { stretch } = playhead.get();
    if (stretch === null || samples === null) return null;
    const [from_s = 0, to_s = 0] = [stretch.from, stretch.to]
      .map((one) => Math.round(samples.time_s[one] ?? 0))
      .sort((a, b) => a - b);
    return { from_s, to_s };
  };
  const moves = [
    { key: 'ArrowLeft', does: say('review.keys.back'), act: () => playhead.move(step(-1)) },
    { key: 'ArrowRight', does: say('review.keys.on'), act: () => playhead.move(step(1)) },
    { key: 'shift+ArrowLeft', does: say('review.keys.extendBack'), act: () => playhead.extend(step(-1)) },
    { key: 'shift+ArrowRight', does: say('review.keys.extendOn'), act: () => playhead.extend(step(1)) },
  ];
  useKeys([
    ...(samples === null ? [] : moves),
    ...(parts.length === 0
      ? []
      : [
          {
            key: 'l',
            does: say('review.keys.laps'),
            act: () => document.querySelector<HTMLElement>('tr[aria-selected][tabindex="0"]')?.focus(),
          },
        ]),
    {
      key: 'c',
      does: say('review.keys.comment'),
      act: () => {
        comment.setPlace(placeNow());
        comment.box.current?.querySelector('textarea')?.focus();
      },
    },
  ]);
}
