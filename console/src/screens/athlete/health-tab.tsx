import { useId, useState } from 'react';
import { addDays, todayIn, useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { useWidth } from '../../parts/use-width.ts';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import frame from './athlete.module.css';
import type { TabProps } from './athlete.tsx';
import style from './health-tab.module.css';
import { HEALTH_DAYS, type HealthDay, useHealth } from './queries.ts';

type Measure = {
  readonly key: 'heartRate' | 'hrv' | 'sleep';
  readonly withheldAs: 'heart_rate' | 'hrv' | 'sleep';
  readonly digits: number;
  readonly of: (day: HealthDay) => number | null;
};

const S_PER_H = 3_600;
const MEASURES: readonly Measure[] = [
  {
    key: 'heartRate',
    withheldAs: 'heart_rate',
    digits: 0,
    of: ({ heart_rate }) => heart_rate?.resting_bpm ?? null,
  },
  { key: 'hrv', withheldAs: 'hrv', digits: 0, of: ({ hrv }) => hrv?.rmssd_ms ?? hrv?.sdnn_ms ?? null },
  {
    key: 'sleep',
    withheldAs: 'sleep',
    digits: 1,
    of: ({ sleep }) => (sleep?.duration_s == null ? null : sleep.duration_s / S_PER_H),
  },
];

/** Sixty days of what the athlete shares of their health, each against its own usual range. What is withheld has no place. */
export function HealthTab({ who, evidence }: TabProps) {
  const say = useSay();
  const { timezone } = useSession().profile.preferences;
  const to = todayIn(timezone);
  const health = useHealth(who, to);
  if (health.isPending) return <Waiting rows={3} height={150} />;
  if (health.data === undefined) {
    return (
      <Failure error={health.error} what={say('athlete.health.failed')} retry={() => void health.refetch()} />
    );
  }
  const { days, privacy_filtered } = health.data;
  const name = evidence.athlete.display_name;
  const shared = MEASURES.filter(({ withheldAs }) => !privacy_filtered.includes(withheldAs));
  if (shared.length === 0) return <Empty>{say('athlete.withheld.health', { name })}</Empty>;
  const shown = shared.filter(({ of }) => days.some((day) => of(day) !== null));
  if (shown.length === 0) return <Empty>{say('athlete.health.none')}</Empty>;
  return (
    <div className={frame.page}>
      <p className="small second">{say('athlete.health.about', { days: HEALTH_DAYS })}</p>
      {shown.map((measure) => (
        <Multiple key={measure.key} measure={measure} days={days} to={to} />
      ))}
    </div>
  );
}

const HEIGHT = 132;
const LEFT = 38;
const TOP = 10;
const BASE = HEIGHT - 24;

function Multiple(props: {
  readonly measure: Measure;
  readonly days: readonly HealthDay[];
  readonly to: string;
}) {
  const { measure, days, to } = props;
  const { key, digits, of } = measure;
  const say = useSay();
  const format = useFormat();
  const title = useId();
  const [asTable, showTable] = useState(false);
  const { ref, width } = useWidth<HTMLDivElement>();
  const values = days.flatMap((day) => {
    const value = of(day);
    return value === null ? [] : [{ day: day.day, value }];
  });
  const [low, high] = usualRange(values.map(({ value }) => value));
  const last = values.at(-1);
  if (last === undefined) return null;
  const texts = {
    value: format.number(last.value, digits),
    low: format.number(low, digits),
    high: format.number(high, digits),
  };
  const from = addDays(to, 1 - HEALTH_DAYS);
  const least = Math.min(...values.map(({ value }) => value));
  const most = Math.max(...values.map(({ value }) => value), least + 1);
  const x = (day: string): number =>
    LEFT + ((Date.parse(day) - Date.parse(from)) / 86_400_000 / (HEALTH_DAYS - 1)) * (width - LEFT - 8);
  const y = (value: number): number => BASE - ((value - least) / (most - least)) * (BASE - TOP);
  return (
    <section aria-labelledby={title}>
      <div className={frame.heading}>
        <h2 id={title}>{say(`athlete.health.${key}`)}</h2>
        <span className="small second">{say(`athlete.health.${key}Now`, texts)}</span>
        <Button look="quiet" size="small" onPress={() => showTable(!asTable)} aria-expanded={asTable}>
          {asTable ? say('athlete.hideTable') : say('athlete.showTable')}
        </Button>
      </div>
      <div ref={ref} className={style.chart}>
        <svg width={width} height={HEIGHT} role="img" aria-label={say(`athlete.health.${key}Now`, texts)}>
          <rect
            x={LEFT}
            y={y(high)}
            width={Math.max(0, width - LEFT)}
            height={Math.max(1, y(low) - y(high))}
            fill="var(--band)"
          />
          {[low, high].map((value, index) => (
            <text key={index === 0 ? 'low' : 'high'} x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {format.number(value, digits)}
            </text>
          ))}
          {/* A line goes on only from one day to the next: gaps are gaps. */}
          {values.slice(1).map(({ day, value }, index) => {
            const before = values[index];
            return before === undefined || addDays(before.day, 1) !== day ? null : (
              <line
                key={day}
                x1={x(before.day)}
                y1={y(before.value)}
                x2={x(day)}
                y2={y(value)}
                stroke="var(--ink-3)"
                strokeWidth={1}
              />
            );
          })}
          {values.map(({ day, value }) => (
            <circle
              key={day}
              cx={x(day)}
              cy={y(value)}
              r={2.25}
              fill={value < low || value > high ? 'var(--ink)' : 'var(--easy)'}
            />
          ))}
          <text x={LEFT} y={HEIGHT - 6}>
            {format.day(from, 'short')}
          </text>
          <text x={width - 2} y={HEIGHT - 6} textAnchor="end">
            {format.day(to, 'short')}
          </text>
        </svg>
      </div>
      {asTable && (
        <table className={frame.table}>
          <thead>
            <tr>
              <th scope="col">{say('athlete.day')}</th>
              <th scope="col" className={frame.end}>
                {say(`athlete.health.${key}`)}
              </th>
            </tr>
          </thead>
          <tbody>
            {values.toReversed().map(({ day, value }) => (
              <tr key={day}>
                <td>{format.day(day, 'short')}</td>
                <td className={frame.end}>{format.number(value, digits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const OUTER_SHARE = 0.1;

/** Between which eight of ten values lie. */
function usualRange(values: readonly number[]): readonly [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round((sorted.length - 1) * share)] ?? 0;
  return [at(OUTER_SHARE), at(1 - OUTER_SHARE)];
}
