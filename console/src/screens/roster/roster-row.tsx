import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormat } from '../../format.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { isConnected } from '../../parts/people/filter.ts';
import type { Person } from '../../parts/people/people.ts';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import type { Column } from './columns.ts';
import style from './roster.module.css';

export function Row(props: {
  readonly id: string;
  readonly person: Person;
  readonly columns: readonly Column[];
  readonly index: number;
  readonly start_px: number;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly onToggle: (extend: boolean) => void;
}) {
  const { id, person, columns, index, start_px, isCurrent, isSelected, onToggle } = props;
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
          {column === 'name' ? <Name person={person} /> : <Cell person={person} column={column} />}
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

function Cell({ person, column }: { readonly person: Person; readonly column: Exclude<Column, 'name'> }) {
  const say = useSay();
  const format = useFormat();
  const { metrics, member, groups } = person;
  const { this_week, last_four_weeks, load, last_activity } = metrics;
  const yesOrNo = (has: boolean | undefined): ReactNode =>
    has === undefined ? undefined : has ? (
      say('roster.yes')
    ) : (
      <span className="third">{say('roster.no')}</span>
    );
  const cells: Readonly<Record<typeof column, () => ReactNode>> = {
    level: () => metrics.member_level ?? '',
    labels: () => metrics.labels.join(', '),
    groups: () =>
      groups.map(({ id, name, color }) => (
        <span key={id} className={style.group} title={name}>
          <i className={style.dot} style={{ background: color ?? 'var(--line-2)' }} />
          {name}
        </span>
      )),
    week: () =>
      this_week && <Week this_m={this_week.distance_m} mean_m={(last_four_weeks?.distance_m ?? 0) / 4} />,
    mean: () => last_four_weeks && format.distance(last_four_weeks.distance_m / 4),
    ratio: () => (load?.ratio == null ? undefined : format.number(load.ratio, 2)),
    last: () => last_activity && format.day(last_activity.start_time.slice(0, 10), 'short'),
    plan: () => yesOrNo(member?.profile_status?.has_training_plan),
    connected: () => (member?.profile_status === undefined ? undefined : <Connected member={member} />),
    push: () => yesOrNo(metrics.has_push_token),
  };
  return cells[column]() ?? <Withheld />;
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

const BAR_PX = 44;

/** Kilometres of this week, and as a bar beside the mean of four, which is the outline. */
function Week({ this_m, mean_m }: { readonly this_m: number; readonly mean_m: number }) {
  const format = useFormat();
  const most = Math.max(1, this_m, mean_m);
  return (
    <span className={style.weekCell}>
      <svg width={BAR_PX} height={12} aria-hidden="true" className={style.bar}>
        <rect x={0} y={2} width={(this_m / most) * BAR_PX} height={8} rx={1.5} fill="var(--easy)" />
        {mean_m > 0 && (
          <rect
            x={0.5}
            y={0.5}
            width={Math.max(1, (mean_m / most) * BAR_PX - 1)}
            height={11}
            rx={2}
            fill="none"
            stroke="var(--ink)"
            strokeOpacity={0.55}
          />
        )}
      </svg>
      {format.distance(this_m)}
    </span>
  );
}

/** What an athlete does not share, or what there is nothing of yet. */
function Withheld() {
  const say = useSay();
  return (
    <span className="third" title={say('roster.withheld')}>
      <span aria-hidden="true">·</span>
      <span className="spoken">{say('roster.withheld')}</span>
    </span>
  );
}
