import { type KeyboardEvent, useRef, useState } from 'react';
import { useFormat } from '../../format.ts';
import { colorOf, type Kind } from '../../parts/kinds.ts';
import { Said, useSay } from '../../say.tsx';
import type { Planned } from './activity.ts';
import { useLaneWords } from './lane-words.ts';
import { usePartName } from './part-name.tsx';
import { type Deviation, deviationOf, isAligned, type Part } from './parts-of-run.ts';
import { usePlayhead, usePlayheadStore } from './playhead.ts';
import style from './review.module.css';
import { nearest, type Samples } from './samples.ts';
import { useTargetText } from './target-text.ts';
import { unitOf_m } from './ticks.ts';

/** What was planned and what was run, a row each lap. A row is reached by keys and moves the playhead to its part. */
export function Laps(props: {
  readonly parts: readonly Part[];
  readonly planned: Planned | null;
  readonly samples: Samples | null;
  readonly kind: Kind;
  /** What stands above instead of a map. */
  readonly noMap: string | null;
}) {
  const { parts, planned, samples, kind, noMap } = props;
  const say = useSay();
  const aligned = isAligned(planned);
  return (
    <section className={style.laps} aria-labelledby="laps-title">
      {noMap !== null && <p className="small second">{noMap}</p>}
      <div className={style.lapsHead}>
        <h2 id="laps-title">{aligned ? say('review.plannedAndRun') : say('review.laps')}</h2>
        {planned !== null && <PlannedLine planned={planned} />}
      </div>
      {parts.length === 0 ? (
        <p className="second">{say('review.noLaps')}</p>
      ) : (
        <LapTable {...{ parts, aligned, samples, kind }} />
      )}
    </section>
  );
}

/** How what was run stands to the plan, where the rows do not say it. */
function PlannedLine({ planned }: { readonly planned: Planned }) {
  const { title, compliance, method } = planned;
  const level = compliance.level ?? (method === null ? 'unknown' : 'with_differences');
  return (
    <p className="small third">
      <Said
        text={`review.planned.${level}`}
        values={{ title }}
        tags={{ b: <span className={style.plannedTitle} /> }}
      />
    </p>
  );
}

function LapTable(props: {
  readonly parts: readonly Part[];
  readonly aligned: boolean;
  readonly samples: Samples | null;
  readonly kind: Kind;
}) {
  const { parts, aligned, samples, kind } = props;
  const say = useSay();
  const format = useFormat();
  const [focused, setFocused] = useState(0);
  const store = usePlayheadStore();
  const body = useRef<HTMLTableSectionElement>(null);
  const deviations = parts.map(deviationOf);
  const hasDeviations = deviations.some((one) => one !== null);
  const hasAfter = parts.some(({ after_s }) => after_s !== null);
  const reachOf = (type: Deviation['type'] | undefined): number =>
    Math.max(
      1,
      ...deviations
        .filter((one) => one?.type === type)
        .map((one) => Math.max(Math.abs(one?.off_middle ?? 0), one?.room ?? 0)),
    );
  const most = Math.max(...parts.map(({ heart_rate_most_bpm }) => heart_rate_most_bpm ?? 0));
  const goTo = (index: number): void => {
    const row = Math.max(0, Math.min(parts.length - 1, index));
    setFocused(row);
    body.current?.querySelectorAll<HTMLElement>('tr')[row]?.focus();
    const range = parts[row]?.range;
    if (samples !== null && range != null) store.move(nearest(samples.time_s, range.start_s));
  };
  const press = (event: KeyboardEvent): void => {
    const to = { ArrowDown: focused + 1, ArrowUp: focused - 1, Home: 0, End: parts.length - 1 }[event.key];
    const part = parts[focused];
    if (to !== undefined) {
      event.preventDefault();
      goTo(to);
    } else if (event.key === 'Enter' && samples !== null && part?.range != null) {
      const { start_s, end_s } = part.range;
      store.select(nearest(samples.time_s, start_s), nearest(samples.time_s, end_s));
    }
  };
  return (
    <div className={style.lapScroller}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are chosen by keys, and one of them is the stop of the tab key */}
      <table className={style.lapTable} role="grid" aria-labelledby="laps-title">
        <thead>
          <tr>
            <th scope="col">
              <span className="spoken">{say('review.column.part')}</span>
            </th>
            {aligned && (
              <th scope="col" className={style.planned}>
                {say('review.column.planned')}
              </th>
            )}
            <th scope="col">{say('review.column.run')}</th>
            {hasDeviations && (
              <th scope="col" className={style.deviationHead} colSpan={2}>
                {say('review.column.off')}
              </th>
            )}
            <th scope="col" className={style.end}>
              {say('review.column.pace', { units: format.units === 'imperial' ? format.units : 'other' })}
            </th>
            <th scope="col" className={style.end}>
              {say('review.column.most')}
            </th>
            {hasAfter && (
              <th scope="col" className={style.end}>
                {say('review.column.after')}
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={press}>
          {parts.map((part, index) => (
            <LapRow
              key={part.key}
              {...{ part, aligned, samples, kind, hasDeviations, hasAfter }}
              reach={reachOf(deviations[index]?.type)}
              deviation={deviations[index] ?? null}
              isMost={part.heart_rate_most_bpm === most && parts.length > 1}
              isFocused={index === focused}
              onPress={() => goTo(index)}
              onFocus={() => setFocused(index)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LapRow(props: {
  readonly part: Part;
  readonly aligned: boolean;
  readonly samples: Samples | null;
  readonly kind: Kind;
  readonly hasDeviations: boolean;
  readonly hasAfter: boolean;
  readonly reach: number;
  readonly deviation: Deviation | null;
  readonly isMost: boolean;
  readonly isFocused: boolean;
  readonly onPress: () => void;
  readonly onFocus: () => void;
}) {
  const { part, aligned, samples, kind, hasDeviations, hasAfter, reach, deviation } = props;
  const say = useSay();
  const format = useFormat();
  const name = usePartName()(part);
  const target = useTargetText();
  const words = useLaneWords();
  const isHere = usePlayhead(({ at }) => {
    if (at === null || samples === null || part.range === null) return false;
    const moment_s = samples.time_s[at] ?? 0;
    return moment_s >= part.range.start_s && moment_s < part.range.end_s;
  });
  const { duration_s, distance_m, pace_s_per_km, heart_rate_most_bpm, after_s, step } = part;
  return (
    <tr
      tabIndex={props.isFocused ? 0 : -1}
      aria-selected={isHere}
      data-lap={part.lap_number ?? undefined}
      onClick={props.onPress}
      onFocus={props.onFocus}
    >
      <th scope="row">
        {name}
        {aligned && step !== null && <small className={style.plannedBelow}>{target(step.target)}</small>}
      </th>
      {aligned && (
        <td className={`second narrow ${style.planned}`}>{step === null ? '' : target(step.target)}</td>
      )}
      <td>{runText()}</td>
      {hasDeviations && (
        <>
          <td>
            {deviation !== null && (
              <DeviationDot {...{ deviation, reach }} kind={part.is_hard ? kind : 'easy'} />
            )}
          </td>
          <td className="second">
            <DeviationText deviation={deviation} />
          </td>
        </>
      )}
      <td className={`second ${style.end}`}>
        {pace_s_per_km === null ? '' : format.paceNumber(pace_s_per_km)}
      </td>
      <td className={style.end}>
        {heart_rate_most_bpm !== null &&
          (props.isMost ? <mark>{heart_rate_most_bpm}</mark> : heart_rate_most_bpm)}
      </td>
      {hasAfter && (
        <td className={`third ${style.end}`}>{after_s === null ? '' : format.duration(after_s)}</td>
      )}
    </tr>
  );

  function runText(): string {
    if (step !== null && part.range === null) return step.status === 'missing' ? say('review.notRun') : '';
    if (duration_s === null) return '';
    const duration = format.duration(duration_s);
    return distance_m === null
      ? duration
      : say('review.run', { duration, distance: words.exactDistance(distance_m) });
  }
}

/** Where the mean was, on one scale for all rows: the box is the target, the line its middle; right is slower or above. */
function DeviationDot(props: { readonly deviation: Deviation; readonly reach: number; readonly kind: Kind }) {
  const { deviation, reach, kind } = props;
  const px = (off: number): number => 36 + (off / reach) * 30;
  const low = px(-deviation.room);
  return (
    <svg width={72} height={16} viewBox="0 0 72 16" aria-hidden="true">
      <rect x={2} y={7.5} width={68} height={1} fill="var(--line-2)" />
      <rect
        x={low}
        y={2.5}
        width={Math.max(2, px(deviation.room) - low)}
        height={11}
        rx={2}
        fill="var(--line-2)"
        opacity={0.7}
      />
      <line x1={36} x2={36} y1={0} y2={16} stroke="var(--control)" />
      <circle cx={px(deviation.off_middle)} cy={8} r={4.5} fill={colorOf(kind)} />
    </svg>
  );
}

function DeviationText({ deviation }: { readonly deviation: Deviation | null }) {
  const say = useSay();
  const format = useFormat();
  if (deviation === null) return null;
  const perUnit = deviation.type === 'pace' ? unitOf_m(format.units) / 1_000 : 1;
  const beyond = Math.round(deviation.beyond * perUnit);
  if (beyond === 0) return say('review.onTarget');
  const number = `${beyond > 0 ? '+' : '−'}${format.number(Math.abs(beyond))}`;
  return say(`review.off.${deviation.type}`, { number });
}
