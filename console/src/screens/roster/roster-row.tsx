import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { addDays, todayIn, useFormat } from '../../format.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { kindOf } from '../../parts/kinds.ts';
import { isConnected } from '../../parts/people/filter.ts';
import type { Person } from '../../parts/people/people.ts';
import { type StripDay, WeekStrip } from '../../parts/week-strip.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { useOrgId } from '../../shell/role.ts';
import type { Column } from './columns.ts';
import style from './roster.module.css';

export function Row(props: {
  readonly id: string;
  readonly person: Person;
  readonly week_start: string | undefined;
  readonly columns: readonly Column[];
  readonly index: number;
  readonly start_px: number;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly onToggle: (extend: boolean) => void;
}) {
  const { id, person, week_start, columns, index, start_px, isCurrent, isSelected, onToggle } = props;
  const say = useSay();
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
          onClick={({ shiftKey }) => onToggle(shiftKey)}
        />
      </span>
      {columns.map((column) => (
        <span key={column} role="gridcell" tabIndex={-1} className={style[column]}>
          {column === 'name' ? (
            <Name person={person} />
          ) : (
            <Cell person={person} week_start={week_start} column={column} />
          )}
        </span>
      ))}
    </div>
  );
}

function Name({ person: { user_id, metrics } }: { readonly person: Person }) {
  const org_id = useOrgId();
  return (
    <>
      <Avatar name={metrics.display_name} />
      <Link tabIndex={-1} to={`/o/${org_id}/athletes/${user_id}/overview`} title={metrics.display_name}>
        {metrics.display_name}
      </Link>
    </>
  );
}

type Metric = 'this_week' | 'last_four_weeks' | 'load' | 'last_activity';

function Cell(props: {
  readonly person: Person;
  readonly week_start: string | undefined;
  readonly column: Exclude<Column, 'name'>;
}) {
  const { person, week_start, column } = props;
  const say = useSay();
  const format = useFormat();
  const { metrics, member, groups, week } = person;
  const { this_week, last_four_weeks, load, last_activity } = metrics;
  const yesOrNo = (has: boolean | undefined): ReactNode =>
    has === undefined ? null : has ? say('roster.yes') : <span className="third">{say('roster.no')}</span>;
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
    case 'strip':
      return week !== null && week_start !== undefined && <Strip week={week} week_start={week_start} />;
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
      return week === null ? null : week.plans.length === 0 ? (
        yesOrNo(false)
      ) : (
        <span title={week.plans.map(({ title }) => title).join(', ')}>{week.plans[0]?.title}</span>
      );
    case 'connected':
      return member?.profile_status === undefined ? null : <Connected member={member} />;
    case 'push':
      return yesOrNo(metrics.has_push_token);
  }
}

const PROVIDERS = { has_garmin: 'Garmin', has_strava: 'Strava' } as const;

function Connected({ member }: { readonly member: NonNullable<Person['member']> }) {
  const say = useSay();
  if (!isConnected(member)) return <span className="third">{say('roster.no')}</span>;
  return (['has_garmin', 'has_strava'] as const)
    .filter((has) => member.profile_status?.[has] === true)
    .map((has) => PROVIDERS[has])
    .join(', ');
}

const STRIP = { width: 84, height: 22 } as const;

/** What is planned and what was run this week; a dot where nothing of it is shared and nothing is planned. */
function Strip({
  week,
  week_start,
}: {
  readonly week: NonNullable<Person['week']>;
  readonly week_start: string;
}) {
  const { timezone } = useSession().profile.preferences;
  const isHidden = week.privacy_filtered.includes('days.done_distance_m');
  if (isHidden && week.days.every(({ kind }) => kind === null)) return <Withheld />;
  const days = week.days.map(({ kind, planned_distance_m, done_distance_m, share }, index): StripDay => {
    const isDone = done_distance_m !== null || share !== null;
    return {
      date: addDays(week_start, index),
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
