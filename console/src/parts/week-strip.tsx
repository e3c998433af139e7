import { Fragment } from 'react';
import { useFormat } from '../format.ts';
import { useSay } from '../say.tsx';
import { colorOf, type Kind } from './kinds.ts';

/** One day of a week strip. */
export type StripDay = {
  readonly date: string;
  /** What is planned: its kind and, where it is shared, how far. Null is a day without a plan. */
  readonly planned: { readonly kind: Kind; readonly distance_m: number | null } | null;
  /** What was run: its kind and, where it is shared, how far; `share` of the plan where distances are withheld. */
  readonly done: {
    readonly kind: Kind;
    readonly distance_m: number | null;
    readonly share: number | null;
  } | null;
};

const SLOT_HEIGHT = 0.8;
const LEAST = 0.12;

/**
 * The glyph of a week: seven slots from Monday; outline is planned, fill is run, colour is the kind, height is the distance.
 * Where distances are withheld, slots have one height and the fill is the share of the plan. Today has the highlighter below it.
 */
export function WeekStrip(props: {
  readonly days: readonly StripDay[];
  readonly today?: string | undefined;
  readonly width?: number;
  readonly height?: number;
  /** The distance that fills the height, to compare strips; without one the longest of the week. */
  readonly scale_m?: number;
}) {
  const { days, today, width = 112, height = 34, scale_m } = props;
  const name = useStripName(days);
  const longest_m = Math.max(
    1,
    scale_m ?? 0,
    ...days.flatMap(({ planned, done }) => [planned?.distance_m ?? 0, done?.distance_m ?? 0]),
  );
  const slot = width / 7;
  const bar = slot - Math.max(2, slot * 0.16);
  const heightOf = (distance_m: number | null): number =>
    Math.max(LEAST, distance_m === null ? SLOT_HEIGHT : Math.min(1, distance_m / longest_m)) * height;
  return (
    <svg
      width={width}
      height={height + 5}
      viewBox={`0 0 ${width} ${height + 5}`}
      role="img"
      aria-label={name}
    >
      {days.map(({ date, planned, done }, index) => {
        const x = index * slot + (slot - bar) / 2;
        const outline = planned === null ? 0 : heightOf(planned.distance_m);
        const fill =
          done === null
            ? 0
            : done.distance_m === null
              ? heightOf(null) * (done.share ?? 1)
              : heightOf(done.distance_m);
        return (
          <Fragment key={date}>
            {planned === null && done === null && (
              <rect x={x + bar / 2 - 1.5} y={height - 2} width={3} height={2} fill="var(--line-2)" />
            )}
            {done !== null && (
              <rect x={x} y={height - fill} width={bar} height={fill} rx={1.5} fill={colorOf(done.kind)} />
            )}
            {planned !== null && (
              <rect
                x={x + 0.5}
                y={height - outline + 0.5}
                width={bar - 1}
                height={Math.max(0, outline - 1)}
                rx={1.5}
                fill="none"
                stroke="var(--ink)"
                strokeOpacity={done === null ? 0.45 : 0.6}
                strokeDasharray={today !== undefined && date > today ? '2 2' : undefined}
              />
            )}
            {date === today && (
              <rect
                x={x}
                y={height + 2}
                width={bar}
                height={3}
                fill="var(--mark)"
                stroke="var(--ink-3)"
                strokeWidth={0.5}
              />
            )}
          </Fragment>
        );
      })}
    </svg>
  );
}

/** "Tue 8.6 of 9.7 km, Thu 8.2 km, Sun not run" */
function useStripName(days: readonly StripDay[]): string {
  const say = useSay();
  const format = useFormat();
  const parts = days.flatMap(({ date, planned, done }) => {
    const day = format.day(date, 'weekday');
    if (planned === null && done === null) return [];
    const done_m = done?.distance_m ?? null;
    const planned_m = planned?.distance_m ?? null;
    if (done === null) {
      return [
        planned_m === null
          ? say('shell.strip.planned', { day })
          : say('shell.strip.plannedDistance', { day, distance: format.distance(planned_m) }),
      ];
    }
    if (done_m === null) return [say('shell.strip.done', { day })];
    return [
      planned_m === null
        ? say('shell.strip.doneDistance', { day, distance: format.distance(done_m) })
        : say('shell.strip.doneOf', {
            day,
            done: format.distanceNumber(done_m),
            planned: format.distance(planned_m),
          }),
    ];
  });
  return parts.length === 0 ? say('shell.strip.empty') : format.list(parts);
}
