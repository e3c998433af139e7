import { useId } from 'react';
import { Link } from 'react-router';
import { useFormat } from '../../../format.ts';
import { colorOf, kindOf } from '../../../parts/kinds.ts';
import { useSay } from '../../../say.tsx';
import frame from '../athlete.module.css';
import type { Calendar, Load, Who } from '../queries.ts';
import style from './overview.module.css';

type Day = Calendar['days'][number];
type Run = Day['activities'][number];
type Planned = Day['workouts'][number];
/** A run with what it was planned as, either of them alone, or both. */
type Session = { readonly date: string; readonly run: Run | null; readonly planned: Planned | null };

const SHOWN = 9;
const BAR_PX = 96;

/** What was run and what was planned and is over, the latest first. */
export function LatestSessions(props: {
  readonly who: Who;
  readonly calendar: Calendar;
  readonly load: Load | undefined;
}) {
  const { who, calendar, load } = props;
  const say = useSay();
  const title = useId();
  const sessions = sessionsOf(calendar).slice(0, SHOWN);
  const longest_m = Math.max(
    1,
    ...sessions.flatMap(({ run, planned }) => [run?.distance_m ?? 0, planned?.workout.distance_m ?? 0]),
  );
  const loads = new Map((load?.days ?? []).map((day) => [day.date, day.load]));
  return (
    <section aria-labelledby={title}>
      <div className={frame.heading}>
        <h2 id={title}>{say('athlete.sessions.title')}</h2>
        <Link className="small second" to={`/o/${who.org_id}/athletes/${who.user_id}/activities`}>
          {say('athlete.sessions.all')}
        </Link>
      </div>
      {sessions.length === 0 && <p className="second">{say('athlete.sessions.none')}</p>}
      {sessions.length > 0 && (
        <table className={frame.table}>
          <thead>
            <tr>
              <th scope="col">{say('athlete.day')}</th>
              <th scope="col">{say('athlete.sessions.run')}</th>
              <th scope="col" className={frame.desktop}>
                {say('athlete.sessions.planned')}
              </th>
              <th scope="col" className={frame.desktop}>
                <span className="spoken">{say('athlete.sessions.share')}</span>
              </th>
              <th scope="col" className={frame.end}>
                {say('athlete.sessions.distance')}
              </th>
              <th scope="col" className={`${frame.end} ${frame.desktop}`}>
                {say('athlete.sessions.time')}
              </th>
              <th scope="col" className={`${frame.end} ${frame.desktop}`}>
                {say('athlete.sessions.load')}
              </th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <Row
                key={session.run?.id ?? `${session.date}-${session.planned?.workout.id}`}
                who={who}
                session={session}
                longest_m={longest_m}
                load={session.run === null ? undefined : loads.get(session.date)}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row(props: {
  readonly who: Who;
  readonly session: Session;
  readonly longest_m: number;
  readonly load: number | undefined;
}) {
  const { who, session, longest_m, load } = props;
  const { date, run, planned } = session;
  const say = useSay();
  const format = useFormat();
  const kind = kindOf(planned?.workout.workout_type);
  return (
    <tr>
      <td className="third nowrap">{format.day(date, 'weekdayDay')}</td>
      <td>
        <span className={style.row}>
          <i className={style.kind} style={{ background: run === null ? 'var(--line-2)' : colorOf(kind) }} />
          {run === null ? (
            <span className="second">
              {planned?.compliance.status === 'unknown'
                ? say('athlete.sessions.unknown')
                : say('athlete.sessions.notRun')}
            </span>
          ) : (
            <span className={frame.cut}>
              <Link className="strong" to={`/o/${who.org_id}/athletes/${who.user_id}/activities/${run.id}`}>
                {run.name}
              </Link>
            </span>
          )}
        </span>
      </td>
      <td className={`second ${frame.desktop}`}>
        <span className={frame.cut} title={planned?.workout.title}>
          {planned === null ? say('athlete.sessions.notPlanned') : planned.workout.title}
        </span>
      </td>
      <td className={frame.desktop}>
        <PlannedBar session={session} longest_m={longest_m} />
      </td>
      <td className={`strong ${frame.end}`}>
        {run?.distance_m == null ? '' : format.distance(run.distance_m)}
      </td>
      <td className={`${frame.end} ${frame.desktop}`}>
        {run?.duration_s == null ? '' : format.duration(run.duration_s)}
      </td>
      <td className={`${frame.end} ${frame.desktop}`}>{load === undefined ? '' : format.number(load)}</td>
    </tr>
  );
}

/** Outline is planned, fill is run, on one scale with the other rows. */
function PlannedBar({
  session: { run, planned },
  longest_m,
}: {
  readonly session: Session;
  readonly longest_m: number;
}) {
  const px = (distance_m: number): number => Math.max(2, (distance_m / longest_m) * BAR_PX);
  const planned_m = planned?.workout.distance_m;
  return (
    <svg width={BAR_PX + 2} height={14} aria-hidden="true">
      {run?.distance_m != null && (
        <rect
          x={1}
          y={3}
          width={px(run.distance_m)}
          height={8}
          rx={1.5}
          fill={colorOf(kindOf(planned?.workout.workout_type))}
        />
      )}
      {planned_m !== undefined && (
        <rect
          x={0.5}
          y={1.5}
          width={px(planned_m)}
          height={11}
          rx={2}
          fill="none"
          stroke="var(--ink)"
          strokeOpacity={0.7}
        />
      )}
    </svg>
  );
}

/** Each run with the workout that it is counted for, and each workout that is over and was not run. */
function sessionsOf({ days, today }: Calendar): readonly Session[] {
  const past = days.filter(({ date }) => date <= today);
  const workouts = past.flatMap(({ date, workouts: planned }) =>
    planned.map((one) => ({ date, planned: one })),
  );
  const workoutOf = new Map<string, Planned>(
    workouts.flatMap(({ planned }) => planned.compliance.activity_ids.map((id) => [id, planned] as const)),
  );
  const runs = past.flatMap(({ date, activities }) =>
    activities.map((run): Session => ({ date, run, planned: workoutOf.get(run.id) ?? null })),
  );
  const notRun = workouts
    .filter(
      ({ planned: { compliance } }) =>
        compliance.activity_ids.length === 0 && compliance.status !== 'upcoming',
    )
    .map(({ date, planned }): Session => ({ date, run: null, planned }));
  return [...runs, ...notRun].toSorted(
    (a, b) =>
      b.date.localeCompare(a.date) || (b.run?.start_time ?? '').localeCompare(a.run?.start_time ?? ''),
  );
}
