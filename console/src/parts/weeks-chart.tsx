import { type ReactNode, useCallback, useState } from 'react';
import { type Format, useFormat } from '../format.ts';
import { useSay } from '../say.tsx';
import { Button } from './button.tsx';
import style from './weeks-chart.module.css';

/** What was planned and run in a week. Null is what is not shared, or not there. */
export type ChartWeek = {
  /** Its Monday. */
  readonly week_start: string;
  readonly planned_distance_m: number | null;
  readonly done_distance_m: number | null;
};

const HEIGHT = 176;
const TOP = 24;
const BOTTOM = 20;
const START = 40;
/** Before it was measured, and where it is drawn without a window. */
const USUAL_WIDTH = 552;

/**
 * Distances of weeks, the oldest first: outline is planned, fill is run. Marked weeks are those that something rests on; they and
 * the last say their number. Behind a button it is a table.
 */
export function WeeksChart(props: {
  readonly weeks: readonly ChartWeek[];
  /** What is drawn and in which unit, as a sentence. */
  readonly caption: ReactNode;
  /** Mondays of the weeks to be marked. */
  readonly marked?: readonly string[];
}) {
  const { weeks, caption, marked = [] } = props;
  const say = useSay();
  const [isTable, showTable] = useState(false);
  return (
    <figure className={style.figure}>
      <figcaption className={style.head}>
        <span className="small third">{caption}</span>
        <Button look="quiet" size="small" onPress={() => showTable(!isTable)}>
          {isTable ? say('shell.weeks.chart') : say('shell.weeks.table')}
        </Button>
      </figcaption>
      {isTable ? <Table weeks={weeks} /> : <Plot weeks={weeks} marked={marked} />}
    </figure>
  );
}

function Plot({
  weeks,
  marked,
}: {
  readonly weeks: readonly ChartWeek[];
  readonly marked: readonly string[];
}) {
  const say = useSay();
  const format = useFormat();
  const name = useChartName(weeks);
  const [measure, width] = useWidth();
  const { steps, most_m } = scaleOf(weeks, format);
  const slot = (width - START - 4) / weeks.length;
  const bar = Math.max(6, Math.min(36, slot * 0.7));
  const yOf = (distance_m: number): number =>
    HEIGHT - BOTTOM - (distance_m / most_m) * (HEIGHT - TOP - BOTTOM);
  const everySecond = slot < 72;
  const begins = weeks.findIndex(
    ({ planned_distance_m }, index) =>
      planned_distance_m !== null && index > 0 && weeks[index - 1]?.planned_distance_m === null,
  );
  const beginsAt = START + begins * slot;
  return (
    <div ref={measure} className={style.plot}>
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={name}>
        {steps.map((step_m) => (
          <g key={step_m}>
            <line x1={START} x2={width} y1={yOf(step_m)} y2={yOf(step_m)} stroke="var(--line)" />
            <text x={START - 12} y={yOf(step_m) + 4} textAnchor="end">
              {format.distanceNumber(step_m)}
            </text>
          </g>
        ))}
        {begins > 0 && (
          <g>
            <line x1={beginsAt} x2={beginsAt} y1={10} y2={HEIGHT - BOTTOM} stroke="var(--line-2)" />
            <text
              x={begins > weeks.length / 2 ? beginsAt - 6 : beginsAt + 6}
              y={14}
              textAnchor={begins > weeks.length / 2 ? 'end' : 'start'}
            >
              {say('shell.weeks.begins')}
            </text>
          </g>
        )}
        {weeks.map((week, index) => {
          const x = START + index * slot + (slot - bar) / 2;
          const fromLast = weeks.length - 1 - index;
          return (
            <g key={week.week_start}>
              <Bar week={week} x={x} width={bar} yOf={yOf} isMarked={marked.includes(week.week_start)} />
              {(!everySecond || fromLast % 2 === 0) && (
                <text x={x + bar / 2} y={HEIGHT - 4} textAnchor="middle">
                  {format.day(week.week_start, 'short')}
                </text>
              )}
              {(marked.includes(week.week_start) || fromLast === 0) && week.done_distance_m !== null && (
                <Value
                  text={format.distanceNumber(week.done_distance_m)}
                  x={Math.min(x + bar / 2, width - 20)}
                  y={yOf(Math.max(week.done_distance_m, week.planned_distance_m ?? 0)) - 6}
                  isMarked={marked.includes(week.week_start)}
                />
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

function Bar(props: {
  readonly week: ChartWeek;
  readonly x: number;
  readonly width: number;
  readonly yOf: (distance_m: number) => number;
  readonly isMarked: boolean;
}) {
  const { week, x, width, yOf, isMarked } = props;
  const { planned_distance_m: planned_m, done_distance_m: done_m } = week;
  const floor = yOf(0);
  return (
    <>
      {done_m !== null && done_m > 0 && (
        <rect
          x={x}
          y={yOf(done_m)}
          width={width}
          height={floor - yOf(done_m)}
          rx={2}
          fill={isMarked ? 'var(--long)' : 'var(--easy)'}
        />
      )}
      {planned_m !== null && planned_m > 0 && (
        <rect
          x={x - 2.5}
          y={yOf(planned_m)}
          width={width + 5}
          height={floor - yOf(planned_m)}
          rx={2}
          fill="none"
          stroke="var(--ink)"
          strokeOpacity={0.7}
        />
      )}
    </>
  );
}

/** The number above a bar, on the highlighter where it is what something rests on. */
function Value(props: {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly isMarked: boolean;
}) {
  const { text, x, y, isMarked } = props;
  const half = text.length * 3.6 + 4;
  return (
    <g>
      {isMarked && <rect x={x - half} y={y - 12} width={half * 2} height={15} rx={2} fill="var(--mark)" />}
      <text
        x={x}
        y={y}
        textAnchor="middle"
        className={isMarked ? `${style.value} ${style.onMark}` : style.value}
      >
        {text}
      </text>
    </g>
  );
}

function Table({ weeks }: { readonly weeks: readonly ChartWeek[] }) {
  const say = useSay();
  const format = useFormat();
  const cell = (distance_m: number | null): ReactNode =>
    distance_m === null ? (
      <>
        <span aria-hidden="true">·</span>
        <span className="spoken">{say('shell.weeks.withheld')}</span>
      </>
    ) : (
      format.distance(distance_m)
    );
  return (
    <table className={style.table}>
      <thead>
        <tr>
          <th scope="col">{say('shell.weeks.week')}</th>
          <th scope="col">{say('shell.weeks.planned')}</th>
          <th scope="col">{say('shell.weeks.done')}</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ week_start, planned_distance_m, done_distance_m }) => (
          <tr key={week_start}>
            <th scope="row">{format.day(week_start, 'short')}</th>
            <td>{cell(planned_distance_m)}</td>
            <td>{cell(done_distance_m)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Round steps from zero in the reader's unit, of which two to five are below the longest week. */
function scaleOf(weeks: readonly ChartWeek[], { units }: Format): { steps: number[]; most_m: number } {
  const unit_m = units === 'metric' ? 1_000 : 1_609.344;
  const longest = Math.max(
    4,
    ...weeks.map((week) => Math.max(week.planned_distance_m ?? 0, week.done_distance_m ?? 0) / unit_m),
  );
  const rough = longest / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.floor(longest / step) + 1;
  return {
    steps: Array.from({ length: count }, (_, index) => index * step * unit_m),
    most_m: longest * unit_m,
  };
}

function useChartName(weeks: readonly ChartWeek[]): string {
  const say = useSay();
  const format = useFormat();
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first === undefined || last === undefined) return '';
  const span = {
    count: weeks.length,
    from: format.day(first.week_start, 'short'),
    to: format.day(last.week_start, 'short'),
  };
  if (last.done_distance_m === null) return say('shell.weeks.namePlain', span);
  const done = format.distance(last.done_distance_m);
  return last.planned_distance_m === null
    ? say('shell.weeks.nameDone', { ...span, done })
    : say('shell.weeks.name', { ...span, done, planned: format.distance(last.planned_distance_m) });
}

/** How wide an element is at this moment. */
function useWidth(): readonly [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(USUAL_WIDTH);
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measure, width];
}
