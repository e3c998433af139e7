import { useMemo } from 'react';
import { useFormat } from '../../format.ts';
import { LanePlot } from './lane-plot.tsx';
import { useLaneWords } from './lane-words.ts';
import style from './lanes.module.css';
import type { Part } from './parts-of-run.ts';
import { usePlayhead } from './playhead.ts';
import { type LaneName, nearest, type Samples, spanOf, type Values } from './samples.ts';
import { laneTicks } from './ticks.ts';

/** Room at the left of a lane for the numbers beside its lines. */
export const GUTTER_PX = 44;

type LaneProps = {
  readonly lane: LaneName;
  readonly values: Values;
  readonly samples: Samples;
  readonly positions: readonly number[];
  readonly slots: readonly number[];
  readonly parts: readonly Part[];
  readonly width: number;
  readonly height: number;
};

/** One lane: its name, lines at round values, hard parts as bands, targets as boxes, the line, and the playhead on it. */
export function Lane({ lane, values, samples, positions, slots, parts, width, height }: LaneProps) {
  const words = useLaneWords();
  const { units } = useFormat();
  const { low, high } = useMemo(() => spanOf(values, lane), [values, lane]);
  const y = (value: number): number => height * (1 - (value - low) / (high - low));
  const ticks = laneTicks(lane, { low, high }, Math.max(2, Math.floor(height / 28)), units).filter(
    (value) => y(value) > 8 && y(value) < height - 6,
  );
  return (
    <div className={style.lane} style={{ height }}>
      <svg width="100%" height={height} aria-hidden="true" className={style.ground}>
        <Bands samples={samples} positions={positions} parts={parts} width={width} height={height} />
        {ticks.map((value) => (
          <line
            key={value}
            x1={GUTTER_PX}
            x2={GUTTER_PX + width}
            y1={Math.round(y(value)) + 0.5}
            y2={Math.round(y(value)) + 0.5}
            stroke="var(--line)"
          />
        ))}
        <Targets {...{ lane, samples, positions, parts, width, height, y }} />
      </svg>
      {ticks.map((value) => (
        <span key={value} className={style.tick} style={{ top: y(value) }} aria-hidden="true">
          {words.tick(lane, value)}
        </span>
      ))}
      <span className={style.laneName}>{words.name(lane)}</span>
      <div className={style.plotPlace} style={{ insetInlineStart: GUTTER_PX }}>
        <LanePlot {...{ lane, samples, positions, values, slots, low, high, width, height }} />
        <Dot values={values} positions={positions} width={width} y={y} />
      </div>
    </div>
  );
}

/** Where a part of the run is, in pixels from the left end of the line. */
export function placeOf(
  { range }: Part,
  { time_s }: Samples,
  positions: readonly number[],
  width: number,
): { readonly x: number; readonly wide: number } | null {
  if (range === null) return null;
  const [start = 0, end = 1] = [positions[0], positions.at(-1)];
  const xOf = (moment_s: number): number =>
    (((positions[nearest(time_s, moment_s)] ?? 0) - start) / (end - start || 1)) * width;
  const x = xOf(range.start_s);
  return { x, wide: Math.max(1, xOf(range.end_s) - x) };
}

type GroundProps = Pick<LaneProps, 'samples' | 'positions' | 'parts' | 'width' | 'height'>;

function Bands({ samples, positions, parts, width, height }: GroundProps) {
  return parts.map((part) => {
    const place = part.is_hard ? placeOf(part, samples, positions, width) : null;
    if (place === null) return null;
    return (
      <rect
        key={part.key}
        x={GUTTER_PX + place.x}
        width={Math.max(1, place.wide - 1)}
        y={0}
        height={height}
        fill="var(--band-hot)"
      />
    );
  });
}

function Targets(props: GroundProps & { readonly lane: LaneName; readonly y: (value: number) => number }) {
  const { lane, samples, positions, parts, width, height, y } = props;
  return parts.map((part) => {
    const bounds = part.step?.judged_by;
    if (bounds == null || bounds.min === null || bounds.max === null) return null;
    const isOfLane = bounds.type === 'pace' ? lane === 'pace' : lane === 'heartRate';
    const place = isOfLane ? placeOf(part, samples, positions, width) : null;
    if (place === null) return null;
    const ends = [bounds.min, bounds.max].map((end) => y(bounds.type === 'pace' ? 1_000 / end : end));
    const top = Math.max(1, Math.min(...ends));
    return (
      <rect
        key={part.key}
        x={GUTTER_PX + place.x + 0.5}
        width={Math.max(1, place.wide - 1)}
        y={top}
        height={Math.max(3, Math.min(height - 1, Math.max(...ends)) - top)}
        rx={2}
        fill="none"
        stroke="var(--ink)"
        strokeOpacity={0.7}
      />
    );
  });
}

function Dot(props: {
  readonly values: Values;
  readonly positions: readonly number[];
  readonly width: number;
  readonly y: (value: number) => number;
}) {
  const { values, positions, width, y } = props;
  const at = usePlayhead((playhead) => playhead.at);
  const value = at === null ? null : values[at];
  if (at === null || value == null) return null;
  const [start = 0, end = 1] = [positions[0], positions.at(-1)];
  const x = (((positions[at] ?? 0) - start) / (end - start || 1)) * width;
  return (
    <span className={style.dot} style={{ transform: `translate(${x}px, ${Math.max(0, y(value))}px)` }} />
  );
}
