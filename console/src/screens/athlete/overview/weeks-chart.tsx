import { useId, useState } from 'react';
import { useFormat } from '../../../format.ts';
import { Button } from '../../../parts/button.tsx';
import { useWidth } from '../../../parts/use-width.ts';
import { useSay } from '../../../say.tsx';
import frame from '../athlete.module.css';
import type { Calendar } from '../queries.ts';
import style from './overview.module.css';
import { placesOf, ticksOf } from './scales.ts';
import { dueOf, nextRace, type Week } from './weeks.ts';

const HEIGHT = 178;
const TOP = 28;
const BASE = HEIGHT - 8;

/** Bars of kilometres a week: outline is planned, fill is run, a dashed outline is to come, the race is a bib. */
export function WeeksChart({
  weeks,
  calendar,
}: {
  readonly weeks: readonly Week[];
  readonly calendar: Calendar;
}) {
  const say = useSay();
  const format = useFormat();
  const title = useId();
  const [asTable, showTable] = useState(false);
  const { ref, width } = useWidth<HTMLDivElement>();
  const hasAny = weeks.some(({ planned_m, done_m }) => planned_m !== null || done_m !== null);
  const due = dueOf(calendar);
  const total = due.done + due.partly + due.missed;
  const race = nextRace(calendar);
  return (
    <section aria-labelledby={title}>
      <div className={frame.heading}>
        <h2 id={title}>{say('athlete.weeks.title')}</h2>
        <span className="small third">
          {format.units === 'metric' ? say('athlete.weeks.km') : say('athlete.weeks.miles')}
        </span>
        {total > 0 && (
          <span className={`small second ${frame.due}`}>{say('athlete.weeks.due', { total, ...due })}</span>
        )}
        {hasAny && (
          <Button look="quiet" size="small" onPress={() => showTable(!asTable)} aria-expanded={asTable}>
            {asTable ? say('athlete.hideTable') : say('athlete.showTable')}
          </Button>
        )}
      </div>
      {!hasAny && <p className="second">{say('athlete.weeks.none')}</p>}
      {hasAny && (
        <>
          <div ref={ref} className={style.chart}>
            <Bars
              weeks={weeks}
              width={width}
              race={race === null ? null : { date: race.date, name: race.race.name }}
              name={say('athlete.weeks.name', {
                from: format.day(weeks[0]?.start ?? calendar.from, 'short'),
                count: weeks.length,
              })}
            />
          </div>
          {asTable && <WeeksTable weeks={weeks} />}
        </>
      )}
    </section>
  );
}

function Bars(props: {
  readonly weeks: readonly Week[];
  readonly width: number;
  readonly race: { readonly date: string; readonly name: string } | null;
  readonly name: string;
}) {
  const { weeks, width, race, name } = props;
  const format = useFormat();
  const say = useSay();
  const places = placesOf(weeks, width);
  const unit_m = format.units === 'metric' ? 1_000 : 1_609.344;
  const most = Math.max(...weeks.flatMap(({ planned_m, done_m }) => [planned_m ?? 0, done_m ?? 0])) / unit_m;
  const ticks = ticksOf(most);
  const top = Math.max(1, most, ticks.at(-1) ?? 1);
  const y = (distance_m: number): number => BASE - (distance_m / unit_m / top) * (BASE - TOP);
  const bar = Math.max(3, places.week_px * 0.82);
  const labelled = new Set(
    weeks
      .filter(({ state, done_m }) => state !== 'ahead' && done_m !== null)
      .slice(-2)
      .map(({ start }) => start),
  );
  const race_x = race === null ? null : Math.min(places.xOf(race.date), width - 1);
  const label =
    race === null
      ? ''
      : say('athlete.weeks.race', { name: cut(race.name), day: format.day(race.date, 'short') });
  const label_px = Math.min(width * 0.6, label.length * 6.6 + 20);
  const label_x = race_x === null ? 0 : Math.max(0, race_x - label_px);
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={name}>
      <Now x={places.now_x} height={HEIGHT} />
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={places.left}
            x2={width}
            y1={y(tick * unit_m)}
            y2={y(tick * unit_m)}
            stroke="var(--line)"
          />
          <text x={places.left - 8} y={y(tick * unit_m) + 4} textAnchor="end">
            {format.number(tick)}
          </text>
        </g>
      ))}
      {weeks.map(({ start, planned_m, done_m, state }) => {
        const x = places.xOf(start) + (places.week_px - bar) / 2;
        return (
          <g key={start}>
            {done_m !== null && done_m > 0 && (
              <rect
                x={x + 1}
                y={y(done_m)}
                width={bar - 2}
                height={BASE - y(done_m)}
                rx={2}
                fill={state === 'now' ? 'var(--long)' : 'var(--easy)'}
              />
            )}
            {planned_m !== null && planned_m > 0 && (
              <rect
                x={x + 0.5}
                y={y(planned_m) + 0.5}
                width={bar - 1}
                height={Math.max(0, BASE - y(planned_m) - 1)}
                rx={2}
                fill="none"
                stroke={state === 'ahead' ? 'var(--ink-3)' : 'var(--ink)'}
                strokeOpacity={state === 'ahead' ? 0.8 : 0.7}
                strokeDasharray={state === 'ahead' ? '3 3' : undefined}
              />
            )}
            {labelled.has(start) && done_m !== null && done_m > 0 && places.week_px > 28 && (
              <text
                x={x + bar / 2}
                y={y(Math.max(done_m, planned_m ?? 0)) - 5}
                textAnchor="middle"
                className={style.value}
              >
                {format.distanceNumber(done_m)}
              </text>
            )}
          </g>
        );
      })}
      {race_x !== null && (
        <g>
          <line x1={race_x} x2={race_x} y1={0} y2={HEIGHT} stroke="var(--ink)" strokeWidth={1.5} />
          <rect x={label_x} y={0} width={label_px} height={20} rx={3} fill="var(--button)" />
          <text
            x={label_x + label_px / 2}
            y={14}
            textAnchor="middle"
            style={{ fill: 'var(--on-button)', fontWeight: 600 }}
          >
            {label}
          </text>
        </g>
      )}
    </svg>
  );
}

/** The present moment: the highlighter, with ink beside it. */
export function Now({ x, height }: { readonly x: number; readonly height: number }) {
  return (
    <>
      <rect x={x - 5} y={0} width={5} height={height} fill="var(--mark)" />
      <rect x={x} y={0} width={1} height={height} fill="var(--ink)" />
    </>
  );
}

const LONGEST_NAME = 28;
const cut = (name: string): string =>
  name.length > LONGEST_NAME ? `${[...name].slice(0, LONGEST_NAME).join('')}…` : name;

function WeeksTable({ weeks }: { readonly weeks: readonly Week[] }) {
  const say = useSay();
  const format = useFormat();
  const cell = (distance_m: number | null): string =>
    distance_m === null ? '·' : format.distance(distance_m);
  return (
    <div className={frame.wide}>
      <table className={frame.table}>
        <thead>
          <tr>
            <th scope="col">{say('athlete.weeks.week')}</th>
            <th scope="col" className={frame.end}>
              {say('athlete.weeks.planned')}
            </th>
            <th scope="col" className={frame.end}>
              {say('athlete.weeks.run')}
            </th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ start, planned_m, done_m, state }) => (
            <tr key={start}>
              <td>{format.day(start, 'short')}</td>
              <td className={frame.end}>{cell(planned_m)}</td>
              <td className={frame.end}>{state === 'ahead' ? '' : cell(done_m)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
