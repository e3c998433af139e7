import { useMemo } from 'react';
import { useFormat } from '../../format.ts';
import { colorOf, type Kind } from '../../parts/kinds.ts';
import { useSay } from '../../say.tsx';
import type { Part } from './parts-of-run.ts';
import { usePlayhead } from './playhead.ts';
import style from './review.module.css';
import { nearest, type Samples } from './samples.ts';
import { scaleLength_m } from './ticks.ts';
import { flatten, type Placing, type Point, pathOf, spanOf } from './track-shape.ts';

const WIDTH = 284;
const HEIGHT = 292;
const MARGIN = 26;
const FOOT = 36;
/** Who stood still is not blown up to fill the picture. */
const LEAST_SPAN_M = 60;

/** Where it was run, by itself: no map of anybody else's is asked for. Hard parts have the colour of the workout. */
export function Track(props: {
  readonly latlng: readonly (readonly number[] | null)[];
  /** Where the points are those of the samples: parts and the playhead are found by them. */
  readonly samples: Samples | null;
  readonly parts: readonly Part[];
  readonly kind: Kind;
  readonly distance: string | null;
}) {
  const { latlng, samples, parts, kind, distance } = props;
  const say = useSay();
  const format = useFormat();
  const { points, placing, px_per_m } = useMemo(() => place(latlng), [latlng]);
  const whole = useMemo(() => pathOf(points, placing), [points, placing]);
  const hard = useMemo(
    () =>
      samples === null
        ? []
        : parts.flatMap(({ is_hard, range }) =>
            is_hard && range !== null
              ? pathOf(
                  points,
                  placing,
                  nearest(samples.time_s, range.start_s),
                  nearest(samples.time_s, range.end_s),
                )
              : [],
          ),
    [points, placing, samples, parts],
  );
  const scale_m = scaleLength_m((WIDTH * 0.4) / px_per_m, format.units);
  const step = scale_m * px_per_m;
  const start = points.find((point) => point !== null);
  return (
    <div className={style.map}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height="100%"
        role="img"
        aria-label={distance === null ? say('review.track') : say('review.track.distance', { distance })}
      >
        <Grid step={step} />
        <g fill="none" strokeLinejoin="round">
          <path d={whole} stroke="var(--easy)" strokeWidth={1.6} opacity={0.8} />
          {hard.map((path, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name here, and none is drawn anew
            <path key={index} d={path} stroke={colorOf(kind)} strokeWidth={1.6} opacity={0.75} />
          ))}
        </g>
        {start !== undefined && (
          <circle
            cx={placing.xOf(start)}
            cy={placing.yOf(start)}
            r={5}
            fill="var(--paper)"
            stroke="var(--ink)"
            strokeWidth={2}
          />
        )}
        {samples !== null && <Here points={points} placing={placing} />}
        <g transform={`translate(16 ${HEIGHT - 16})`}>
          <path d={`M0 -4V0H${step}V-4`} fill="none" stroke="var(--ink-3)" />
          <text x={step + 6} y={2} className={style.svgText}>
            {scaleText()}
          </text>
        </g>
      </svg>
    </div>
  );

  function scaleText(): string {
    if (format.units === 'metric') return format.distance(scale_m);
    return say('review.feet', { number: format.number(scale_m / 0.3048) });
  }
}

function place(latlng: readonly (readonly number[] | null)[]) {
  const points = flatten(latlng);
  const xs = spanOf(points, ({ x_m }) => x_m);
  const ys = spanOf(points, ({ y_m }) => y_m);
  const wide_m = Math.max(LEAST_SPAN_M, xs.high - xs.low);
  const high_m = Math.max(LEAST_SPAN_M, ys.high - ys.low);
  const px_per_m = Math.min((WIDTH - 2 * MARGIN) / wide_m, (HEIGHT - MARGIN - FOOT - 8) / high_m);
  const middle_y = (MARGIN + HEIGHT - FOOT) / 2;
  const placing: Placing = {
    xOf: ({ x_m }) => WIDTH / 2 + x_m * px_per_m,
    yOf: ({ y_m }) => middle_y - y_m * px_per_m,
  };
  return { points, placing, px_per_m };
}

/** How far the grid goes on beyond the picture, where the place for it is wider. */
const BEYOND = 720;

function Grid({ step }: { readonly step: number }) {
  const before = Math.ceil(BEYOND / step);
  const lines = (end: number): number[] =>
    Array.from(
      { length: before + Math.ceil((end + BEYOND) / step) },
      (_, index) => 16 + (index - before) * step,
    );
  return (
    <g stroke="var(--line)">
      {lines(WIDTH).map((x) => (
        <line key={x} x1={x} x2={x} y1={0} y2={HEIGHT} />
      ))}
      {lines(HEIGHT).map((y) => (
        <line key={y} x1={-BEYOND} x2={WIDTH + BEYOND} y1={HEIGHT - y} y2={HEIGHT - y} />
      ))}
    </g>
  );
}

function Here(props: { readonly points: readonly (Point | null)[]; readonly placing: Placing }) {
  const at = usePlayhead((playhead) => playhead.at);
  const point = at === null ? null : props.points[at];
  if (point == null) return null;
  const { xOf, yOf } = props.placing;
  return (
    <circle
      r={7}
      transform={`translate(${xOf(point)} ${yOf(point)})`}
      fill="var(--mark)"
      stroke="var(--on-mark)"
      strokeWidth={2}
    />
  );
}
