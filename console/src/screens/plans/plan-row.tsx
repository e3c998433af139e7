import { Link } from 'react-router';
import { type Format, todayIn, useFormat } from '../../format.ts';
import { type Say, useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { useOrgId } from '../../shell/role.ts';
import type { ListedPlan } from './plan-queries.ts';
import style from './plans.module.css';

/** One plan: what it leads to, how long it is, and who follows it. */
export function PlanRow(props: {
  readonly plan: ListedPlan;
  readonly today: string;
  readonly tabIndex: 0 | -1;
}) {
  const { plan, today, tabIndex } = props;
  const say = useSay();
  const format = useFormat();
  const org_id = useOrgId();
  const { timezone } = useSession().profile.preferences;
  const changed = todayIn(timezone, new Date(plan.updated_at));
  return (
    <div className={style.row}>
      <div className={style.what}>
        <Link to={`/o/${org_id}/plans/${plan.id}`} className={style.title} tabIndex={tabIndex} data-opens>
          {plan.title}
        </Link>
        <span className="small second">{aboutPlan(plan, say, format)}</span>
      </div>
      <div className={style.when}>
        <span>{say('plans.weeks', { weeks: plan.weeks })}</span>
        <span className={`small ${plan.end_date < today ? 'third' : 'second'}`}>{spanOf(plan, format)}</span>
      </div>
      <span className={style.who}>
        <Followers plan={plan} />
      </span>
      <span className={`small third ${style.changed}`}>
        {say('plans.changed', {
          day: format.day(changed, changed.slice(0, 4) === today.slice(0, 4) ? 'short' : 'shortYear'),
        })}
      </span>
    </div>
  );
}

/** "Half marathon on 14 February 2027, intermediate" */
export function aboutPlan(
  { goal, experience_level }: Pick<ListedPlan, 'goal' | 'experience_level'>,
  say: Say,
  format: Format,
): string {
  const event = goal?.event ?? 'general';
  const parts = [
    goal?.race_date == null
      ? say(`plans.goal.${event}`)
      : say('plans.goal.on', {
          goal: say(`plans.goal.${event}`),
          day: format.day(goal.race_date, 'shortYear'),
        }),
    ...(experience_level === null ? [] : [say(`plans.level.${experience_level}`)]),
  ];
  return parts.join(say('plans.and'));
}

/** "4 Jan to 14 Feb 2027" */
export function spanOf(
  { start_date, end_date }: Pick<ListedPlan, 'start_date' | 'end_date'>,
  format: Format,
): string {
  const isOneYear = start_date.slice(0, 4) === end_date.slice(0, 4);
  return `${format.day(start_date, isOneYear ? 'short' : 'shortYear')} – ${format.day(end_date, 'shortYear')}`;
}

function Followers({ plan: { athletes, assignment_count } }: { readonly plan: ListedPlan }) {
  const say = useSay();
  const format = useFormat();
  if (assignment_count === 0) return <span className="third">{say('plans.followers.none')}</span>;
  const names = athletes.map(({ display_name }) => display_name);
  const others = assignment_count - names.length;
  return others <= 0
    ? format.list(names)
    : say('plans.followers.more', { names: names.join(say('plans.and')), count: others });
}
