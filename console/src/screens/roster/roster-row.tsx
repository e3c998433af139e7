import { memo, type ReactNode } from 'react';
import { type Format, todayIn, useFormat } from '../../format.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { kindOf } from '../../parts/kinds.ts';
import { isConnected } from '../../parts/people/filter.ts';
import type { Person } from '../../parts/people/people.ts';
import { type StripDay, WeekStrip } from '../../parts/week-strip.tsx';
import { type Say, useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import type { Column } from './columns.ts';
import style from './roster.module.css';

/** Drawn anew only where something of it changes: while one scrolls, the rows that stay cost nothing. */
export const Row = memo(function Row(props: {
  readonly id: string;
  /** Of the athlete's page. */
  readonly href: string;
  readonly person: Person;
  /** The days of the strip, from Monday; undefined while weeks are being fetched. */
  readonly dates: readonly string[] | undefined;
  readonly columns: readonly Column[];
  readonly index: number;
  readonly start_px: number;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly onToggle: (index: number, extend: boolean) => void;
}) {
  const { id, href, person, dates, columns, index, start_px, isCurrent, isSelected, onToggle } = props;
  const say = useSay();
  const format = useFormat();
  return (
    <div
      role="row"
      id={id}
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={style.row}
      data-current={isCurrent || undefined}
      style={{ transform: `translateY(${start_px}px)` }}
    >
      <span role="gridcell" tabIndex={-1} className={style.check}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={say('roster.selectOne', { name: person.metrics.display_name })}
          checked={isSelected}
          onChange={() => undefined}
          onClick={({ shiftKey }) => onToggle(index, shiftKey)}
        />
      </span>
      {columns.map((column) => (
        <span key={column} role="gridcell" tabIndex={-1} className={style[column]}>
          {column === 'name' ? (
            <Name name={person.metrics.display_name} href={href} />
          ) : column === 'strip' ? (
            person.week !== null && dates !== undefined && <Strip week={person.week} dates={dates} />
          ) : (
            contentOf(column, person, say, format)
          )}
        </span>
      ))}
    </div>
  );
});

/** The grid follows it. A link of the router would be drawn anew with each letter of the filter, which is in the address. */
function Name({ name, href }: { readonly name: string; readonly href: string }) {
  return (
    <>
      <Avatar name={name} />
      <a tabIndex={-1} href={href} title={name}>
        {name}
      </a>
    </>
  );
}

type Metric = 'this_week' | 'last_four_weeks' | 'load' | 'last_activity';

/** What stands in a cell. No component of its own: the row is drawn as one, and a screen has four hundred cells. */
function contentOf(
  column: Exclude<Column, 'name' | 'strip'>,
  { metrics, member, groups, week }: Person,
  say: Say,
  format: Format,
): ReactNode {
  const { this_week, last_four_weeks, load, last_activity } = metrics;
  const no = (): ReactNode => <span className="third">{say('roster.no')}</span>;
  /** Of what the athlete does not share a dot; of what there is nothing yet nothing. */
  const shared = (metric: Metric, cell: ReactNode): ReactNode =>
    metrics.privacy_filtered.includes(metric) ? <Withheld /> : cell;
  switch (column) {
    case 'level':
      return metrics.member_level;
    case 'labels':
      return metrics.labels.join(', ');
    case 'groups':
      return groups.map(({ id, name, color }) => (
        <span key={id} className={style.group} title={name}>
          <i className={style.dot} style={{ background: color ?? 'var(--line-2)' }} />
          {name}
        </span>
      ));
    case 'week':
      return shared('this_week', this_week && format.distance(this_week.distance_m));
    case 'mean':
      return shared('last_four_weeks', last_four_weeks && format.distance(last_four_weeks.distance_m / 4));
    case 'ratio':
      return shared('load', load?.ratio == null ? null : format.number(load.ratio, 2));
    case 'last':
      return shared(
        'last_activity',
        last_activity && format.day(last_activity.start_time.slice(0, 10), 'short'),
      );
    case 'plan':
      if (week === null) return null;
      if (week.plans.length === 0) return no();
      return <span title={week.plans.map(({ title }) => title).join(', ')}>{week.plans[0]?.title}</span>;
    case 'connected':
      if (member?.profile_status === undefined) return null;
      return isConnected(member) ? connectionsOf(member) : no();
    case 'push':
      return metrics.has_push_token ? say('roster.yes') : no();
  }
}

const PROVIDERS = { has_garmin: 'Garmin', has_strava: 'Strava' } as const;

const connectionsOf = (member: NonNullable<Person['member']>): string =>
  (['has_garmin', 'has_strava'] as const)
    .filter((has) => member.profile_status?.[has] === true)
    .map((has) => PROVIDERS[has])
    .join(', ');

const STRIP = { width: 84, height: 22 } as const;

/** What is planned and what was run this week; a dot where nothing of it is shared and nothing is planned. */
function Strip({
  week,
  dates,
}: {
  readonly week: NonNullable<Person['week']>;
  readonly dates: readonly string[];
}) {
  const { timezone } = useSession().profile.preferences;
  const isHidden = week.privacy_filtered.includes('days.done_distance_m');
  if (isHidden && week.days.every(({ kind }) => kind === null)) return <Withheld />;
  const days = week.days.map(({ kind, planned_distance_m, done_distance_m, share }, index): StripDay => {
    const isDone = done_distance_m !== null || share !== null;
    return {
      date: dates[index] ?? '',
      planned: kind === null ? null : { kind: kindOf(kind), distance_m: planned_distance_m },
      done: isDone ? { kind: kindOf(kind), distance_m: done_distance_m, share } : null,
    };
  });
  return <WeekStrip {...STRIP} days={days} today={todayIn(timezone)} />;
}

/** What an athlete does not share. */
function Withheld() {
  const say = useSay();
  return (
    <span className="third" title={say('roster.withheld')}>
      <span aria-hidden="true">·</span>
      <span className="spoken">{say('roster.withheld')}</span>
    </span>
  );
}
