import { useId, useState } from 'react';
import { useFormat } from '../../../format.ts';
import { Button } from '../../../parts/button.tsx';
import { useWidth } from '../../../parts/use-width.ts';
import { useSay } from '../../../say.tsx';
import frame from '../athlete.module.css';
import type { Load } from '../queries.ts';
import style from './overview.module.css';
import { placesOf, ticksOf } from './scales.ts';
import type { Week } from './weeks.ts';
import { Now } from './weeks-chart.tsx';

const HEIGHT = 148;
const BASE = HEIGHT - 26;
const TOP = 8;
/** Labels nearer than this would lie on each other. */
const LABEL_PX = 14;
const MONTH_PX = 60;

/** Fitness and fatigue day by day, each named at the end of its line. */
export function LoadChart(props: {
  readonly days: Load['days'];
  readonly weeks: readonly Week[];
  readonly today: string;
}) {
  const { weeks, today } = props;
  const say = useSay();
  const format = useFormat();
  const title = useId();
  const [asTable, showTable] = useState(false);
  const { ref, width } = useWidth<HTMLDivElement>();
  const first = weeks[0]?.start ?? '';
  const days = props.days.filter(({ date }) => date >= first && date <= today);
  const last = days.at(-1);
  if (last === undefined) return null;
  return (
    <section aria-labelledby={title}>
      <div className={frame.heading}>
        <h2 id={title}>{say('athlete.load.title')}</h2>
        <Button look="quiet" size="small" onPress={() => showTable(!asTable)} aria-expanded={asTable}>
          {asTable ? say('athlete.hideTable') : say('athlete.showTable')}
        </Button>
      </div>
      <div ref={ref} className={style.chart}>
        <Lines
          days={days}
          weeks={weeks}
          width={width}
          name={say('athlete.load.name', {
            fitness: format.number(last.fitness, 1),
            fatigue: format.number(last.fatigue, 1),
          })}
        />
      </div>
      {asTable && (
        <div className={frame.wide}>
          <table className={frame.table}>
            <thead>
              <tr>
                <th scope="col">{say('athlete.day')}</th>
                <th scope="col" className={frame.end}>
                  {say('athlete.load.load')}
                </th>
                <th scope="col" className={frame.end}>
                  {say('athlete.load.fitness')}
                </th>
                <th scope="col" className={frame.end}>
                  {say('athlete.load.fatigue')}
                </th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ date, load, fitness, fatigue }) => (
                <tr key={date}>
                  <td>{format.day(date, 'short')}</td>
                  <td className={frame.end}>{format.number(load)}</td>
                  <td className={frame.end}>{format.number(fitness, 1)}</td>
                  <td className={frame.end}>{format.number(fatigue, 1)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Lines(props: {
  readonly days: Load['days'];
  readonly weeks: readonly Week[];
  readonly width: number;
  readonly name: string;
}) {
  const { days, weeks, width, name } = props;
  const say = useSay();
  const format = useFormat();
  const places = placesOf(weeks, width);
  const values = days.flatMap(({ fitness, fatigue }) => [fitness, fatigue]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const ticks = ticksOf(most).filter((tick) => tick >= least * 0.6);
  const low = Math.min(least, ticks[0] ?? least);
  const high = Math.max(most, ticks.at(-1) ?? most, low + 1);
  const y = (value: number): number => BASE - ((value - low) / (high - low)) * (BASE - TOP);
  const line = (of: 'fitness' | 'fatigue'): string =>
    days.map((day) => `${places.xOf(day.date).toFixed(1)},${y(day[of]).toFixed(1)}`).join(' ');
  const last = days.at(-1);
  if (last === undefined) return null;
  const [fitness_y, fatigue_y] = labelPlaces(y(last.fitness), y(last.fatigue));
  const months = weeks.filter(
    ({ start }, index) =>
      start.slice(0, 7) !== weeks[index - 1]?.start.slice(0, 7) &&
      // The first week stands where it fits before the next month.
      (index > 0 || start.slice(0, 7) === weeks[Math.ceil(MONTH_PX / places.week_px)]?.start.slice(0, 7)) &&
      places.xOf(start) + MONTH_PX / 2 < width,
  );
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={name}>
      <Now x={places.now_x} height={BASE + 4} />
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={places.left} x2={width} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text x={places.left - 8} y={y(tick) + 4} textAnchor="end">
            {format.number(tick, 1)}
          </text>
        </g>
      ))}
      <polyline points={line('fatigue')} fill="none" stroke="var(--intervals)" strokeWidth={1.25} />
      <polyline points={line('fitness')} fill="none" stroke="var(--long)" strokeWidth={2.25} />
      <text x={places.now_x + 8} y={fatigue_y} className={style.value} style={{ fill: 'var(--intervals)' }}>
        {say('athlete.load.fatigueNow', { value: format.number(last.fatigue, 1) })}
      </text>
      <text x={places.now_x + 8} y={fitness_y} className={style.value} style={{ fill: 'var(--long)' }}>
        {say('athlete.load.fitnessNow', { value: format.number(last.fitness, 1) })}
      </text>
      {months.map(({ start }) => (
        <text key={start} x={places.xOf(start)} y={HEIGHT - 6}>
          {format.day(start, 'short')}
        </text>
      ))}
    </svg>
  );
}

/** The heights of two labels at the ends of their lines, apart from each other. */
function labelPlaces(a: number, b: number): readonly [number, number] {
  const middle = (a + b) / 2;
  if (Math.abs(a - b) >= LABEL_PX) return [a + 4, b + 4];
  const half = LABEL_PX / 2;
  return a > b ? [middle + half + 4, middle - half + 4] : [middle - half + 4, middle + half + 4];
}
