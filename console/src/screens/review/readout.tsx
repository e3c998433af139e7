import { type PointerEvent, useRef } from 'react';
import { useFormat } from '../../format.ts';
import { useSay } from '../../say.tsx';
import { GUTTER_PX } from './lane.tsx';
import { useLaneWords } from './lane-words.ts';
import style from './lanes.module.css';
import { usePlayhead, usePlayheadStore } from './playhead.ts';
import { LANES, meansOf, nearest, type Samples } from './samples.ts';

type Props = {
  readonly samples: Samples;
  readonly positions: readonly number[];
  readonly width: number;
};

/** How far the keys of a page move, as a share of the whole. */
const PAGE_SHARE = 0.05;

function xOf(positions: readonly number[], width: number, place: number): number {
  const [start = 0, end = 1] = [positions[0], positions.at(-1)];
  return (((positions[place] ?? 0) - start) / (end - start || 1)) * width;
}

/** The playhead over all lanes, as a slider: by pointer, by dragging over a stretch, and by keys. */
export function Cursor({ samples, positions, width }: Props) {
  const say = useSay();
  const store = usePlayheadStore();
  const at = usePlayhead((playhead) => playhead.at);
  const stretch = usePlayhead((playhead) => playhead.stretch);
  const said = useSaid(samples);
  const pressed = useRef<number | null>(null);
  const last = positions.length - 1;
  const placeAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const [start = 0, end = 1] = [positions[0], positions.at(-1)];
    const x = clientX - currentTarget.getBoundingClientRect().left;
    return nearest(positions, start + (Math.max(0, Math.min(width, x)) / width) * (end - start));
  };
  const page = Math.max(1, Math.round(last * PAGE_SHARE));
  const KEYS: Readonly<Record<string, number>> = {
    Home: 0,
    End: last,
    PageUp: Math.max(0, (at ?? 0) - page),
    PageDown: Math.min(last, (at ?? 0) + page),
  };
  const [from, to] = stretch === null ? [0, 0] : [stretch.from, stretch.to].sort((a, b) => a - b);
  const from_px = xOf(positions, width, from ?? 0);
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={say('review.playhead')}
      aria-valuemin={0}
      aria-valuemax={Math.round(samples.time_s.at(-1) ?? 0)}
      aria-valuenow={Math.round(samples.time_s[at ?? 0] ?? 0)}
      aria-valuetext={said ?? say('review.playhead.none')}
      className={style.cursor}
      style={{ insetInlineStart: GUTTER_PX, width }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = placeAt(event);
        store.move(pressed.current);
      }}
      onPointerMove={(event) => {
        const place = placeAt(event);
        if (pressed.current !== null && Math.abs(place - pressed.current) > 1)
          store.select(pressed.current, place);
        // A stretch stays until something is pressed.
        else if (store.get().stretch === null) store.move(place);
      }}
      onPointerUp={() => {
        pressed.current = null;
      }}
      onKeyDown={(event) => {
        const place = KEYS[event.key];
        if (place === undefined) return;
        event.preventDefault();
        if (event.shiftKey) store.extend(place);
        else store.move(place);
      }}
    >
      {stretch !== null && (
        <span
          className={style.stretch}
          style={{ insetInlineStart: from_px, width: Math.max(1, xOf(positions, width, to ?? 0) - from_px) }}
        />
      )}
      {at !== null && (
        <span className={style.line} style={{ transform: `translateX(${xOf(positions, width, at)}px)` }} />
      )}
    </div>
  );
}

/** What stands at the playhead, exactly; of a stretch what was held over it. */
export function Readout({ samples, positions, width }: Props) {
  const say = useSay();
  const format = useFormat();
  const words = useLaneWords();
  const { at, stretch } = usePlayhead((playhead) => playhead);
  if (at === null) return null;
  const x = xOf(positions, width, at);
  const isRight = x > width * 0.72;
  const means = stretch === null ? null : meansOf(samples, stretch.from, stretch.to);
  const distance_m = means === null ? samples.distance_m?.[at] : means.distance_m;
  return (
    <div
      className={style.readout}
      data-right={isRight || undefined}
      style={{ transform: `translateX(${GUTTER_PX + x + (isRight ? -16 : 16)}px)` }}
    >
      <div aria-hidden="true">
        <p>
          <b className="strong">{format.duration(means?.duration_s ?? samples.time_s[at] ?? 0)}</b>{' '}
          {distance_m != null && <span className="third">{words.exactDistance(distance_m)}</span>}
        </p>
        {LANES.map((lane) => {
          const value = means === null ? samples.lanes[lane]?.[at] : means.values[lane];
          return value == null ? null : <p key={lane}>{words.value(lane, value)}</p>;
        })}
        {means !== null && <p className="third">{say('review.means')}</p>}
      </div>
    </div>
  );
}

/** What a screen reader says of the playhead. */
function useSaid(samples: Samples): string | null {
  const say = useSay();
  const format = useFormat();
  const words = useLaneWords();
  const { at, stretch } = usePlayhead((playhead) => playhead);
  if (at === null) return null;
  const means = stretch === null ? null : meansOf(samples, stretch.from, stretch.to);
  const distance_m = means === null ? samples.distance_m?.[at] : means.distance_m;
  const values = LANES.flatMap((lane) => {
    const value = means === null ? samples.lanes[lane]?.[at] : means.values[lane];
    return value == null ? [] : [words.value(lane, value)];
  });
  const parts = [
    format.duration(means?.duration_s ?? samples.time_s[at] ?? 0),
    ...(distance_m == null ? [] : [words.exactDistance(distance_m)]),
    ...values,
  ];
  return means === null ? format.list(parts) : say('review.means.said', { means: format.list(parts) });
}
