import type { CSSProperties } from 'react';
import { addDays, useFormat } from '../../format.ts';
import { kindOf } from '../../parts/kinds.ts';
import { WorkoutProfile } from '../../parts/workout-profile.tsx';
import { useSay } from '../../say.tsx';
import type { Plan, PlannedWorkout } from '../plans/plan-queries.ts';
import style from './plan.module.css';

/** The weeks of a plan, each session as a profile to one scale. */
export function Weeks(props: { readonly plan: Plan; readonly onOpen: (workout: PlannedWorkout) => void }) {
  const { plan, onOpen } = props;
  const say = useSay();
  const format = useFormat();
  const longest_s = Math.max(1, ...plan.content.map(({ duration_s }) => duration_s ?? 0));
  const weeks = Map.groupBy(plan.content, ({ week_number }) => week_number);
  const most = Math.max(1, ...[...weeks.values()].map(({ length }) => length));
  return Array.from({ length: plan.weeks }, (_, index) => {
    const number = index + 1;
    const info = plan.weekly_info[String(number)];
    const monday = addDays(plan.start_date, index * 7);
    const sum_m = info?.total_distance_m ?? 0;
    return (
      <section key={number} className={style.week} aria-labelledby={`week-${number}`}>
        <header className={style.weekHead}>
          <h2 id={`week-${number}`}>{say('plans.week', { week: number })}</h2>
          {info !== undefined && <span>{say(`plans.phase.${info.phase}`)}</span>}
          <span className="third">{info?.focus || format.day(monday, 'short')}</span>
          <b className={style.sum}>{sum_m > 0 && format.distance(sum_m)}</b>
        </header>
        {info?.notes !== undefined && <p className="small second">{info.notes}</p>}
        <ul className={style.sessions} style={{ '--sessions': most } as CSSProperties}>
          {(weeks.get(number) ?? []).map((workout) => (
            <li key={workout.id}>
              <Session workout={workout} longest_s={longest_s} onOpen={() => onOpen(workout)} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

function Session(props: {
  readonly workout: PlannedWorkout;
  readonly longest_s: number;
  readonly onOpen: () => void;
}) {
  const { workout, longest_s, onOpen } = props;
  const format = useFormat();
  const { date, title, distance_m = 0, duration_s = 0 } = workout;
  return (
    <button type="button" className={style.session} onClick={onOpen}>
      <span className={style.day}>
        <span>{format.day(date, 'dated')}</span>
        <span>{distance_m > 0 ? format.distance(distance_m) : format.duration(duration_s)}</span>
      </span>
      <span className={style.profile} style={{ width: `${Math.max(4, (duration_s / longest_s) * 100)}%` }}>
        <WorkoutProfile
          segments={workout.segments}
          kind={kindOf(workout.workout_type)}
          width={400}
          height={38}
        />
      </span>
      <span className="narrow">{title}</span>
    </button>
  );
}
