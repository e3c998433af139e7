import { MessageSquare } from 'lucide-react';
import { Link } from 'react-router';
import { useFormat } from '../../format.ts';
import { useSay } from '../../say.tsx';
import { colorOf, kindOf } from '../kinds.ts';
import style from './athlete-calendar.module.css';
import type { AthleteDay } from './weeks.ts';

/** What stands in one day: races, what was planned with what was run of it, other runs, sessions, what hinders. */
export function DayContent(props: {
  readonly day: AthleteDay;
  readonly today: string;
  readonly scale_m: number;
  readonly runPath: (activity_id: string) => string;
}) {
  const { day, today, scale_m, runPath } = props;
  const say = useSay();
  const format = useFormat();
  const planned = new Set(day.workouts.flatMap(({ compliance }) => compliance.activity_ids));
  return (
    <>
      <span className={style.date}>
        <time dateTime={day.date}>
          <span className="spoken">{format.day(day.date, 'full')}</span>
          <span aria-hidden="true" className={style.number}>
            {Number(day.date.slice(8))}
          </span>
          <span aria-hidden="true" className={style.agendaDate}>
            {format.day(day.date, 'weekdayDay')}
          </span>
        </time>
        {day.comments.total > 0 && (
          <span className={style.comments} data-unread={day.comments.unread > 0 || undefined}>
            <MessageSquare size={12} strokeWidth={1.75} aria-hidden="true" />
            <span aria-hidden="true">{format.number(day.comments.total)}</span>
            <span className="spoken">{say('days.comments', day.comments)}</span>
          </span>
        )}
      </span>
      {day.races?.map((race) => (
        <span key={race.race_id} className={style.bib}>
          {race.name}
          <span className={style.bibDistance}>{format.distance(race.distance_m)}</span>
        </span>
      ))}
      {day.workouts.map(({ workout, compliance, conflict, done_elsewhere }) => {
        const run = day.activities.find(({ id }) => compliance.activity_ids.includes(id));
        return (
          <span key={workout.id} className={style.item}>
            <Bar
              color={colorOf(kindOf(workout.workout_type))}
              planned_m={workout.distance_m ?? null}
              done_m={run?.distance_m ?? null}
              share={compliance.share}
              isAhead={day.date > today}
              scale_m={scale_m}
            />
            <span className={style.name}>
              {run === undefined ? workout.title : <Link to={runPath(run.id)}>{workout.title}</Link>}
            </span>
            <span className={style.small}>
              {run?.distance_m != null && workout.distance_m !== undefined
                ? say('days.doneOf', {
                    done: format.distanceNumber(run.distance_m),
                    planned: format.distance(workout.distance_m),
                  })
                : workout.distance_m !== undefined && format.distance(workout.distance_m)}
              {compliance.status === 'missed' && <span> {say('days.notRun')}</span>}
              {done_elsewhere && compliance.status === 'done' && <span> {say('days.elsewhere')}</span>}
            </span>
            {conflict !== undefined && (
              <span className={style.small}>{say('days.conflict', { kind: conflict.kind })}</span>
            )}
          </span>
        );
      })}
      {day.activities
        .filter(({ id }) => !planned.has(id))
        .map((run) => (
          <span key={run.id} className={style.item}>
            <Bar
              color="var(--easy)"
              planned_m={null}
              done_m={run.distance_m}
              share={null}
              isAhead={false}
              scale_m={scale_m}
            />
            <span className={style.name}>
              <Link to={runPath(run.id)}>{run.name}</Link>
            </span>
            <span className={style.small}>{run.distance_m !== null && format.distance(run.distance_m)}</span>
          </span>
        ))}
      {day.sessions.map(({ session_id, title, starts_at, timezone }) => (
        <span key={session_id} className={style.small}>
          {say('days.session', { time: format.time(starts_at, timezone), title })}
        </span>
      ))}
      {day.availability?.entries.map(({ entry_id, kind, part, minutes, reason }) => (
        <span key={entry_id} className={style.small}>
          {say('days.availability', { kind, part, minutes: minutes ?? 0 })}
          {reason !== null && <span> {reason}</span>}
        </span>
      ))}
      {day.injuries?.map(({ injury_id, area, running }) => (
        <span key={injury_id} className={style.small}>
          {say('days.injury', { area, running })}
        </span>
      ))}
    </>
  );
}

/** One bar as long as the distance: outline planned, fill run, dashed to come; whole where distances are withheld. */
function Bar(props: {
  readonly color: string;
  readonly planned_m: number | null;
  readonly done_m: number | null;
  readonly share: number | null;
  readonly isAhead: boolean;
  readonly scale_m: number;
}) {
  const { color, planned_m, done_m, share, isAhead, scale_m } = props;
  const part = (distance_m: number): number => Math.max(4, Math.min(100, (distance_m / scale_m) * 100));
  const outline = planned_m === null ? null : part(planned_m);
  const fill = done_m === null ? (outline ?? 60) * (share ?? 0) : part(done_m);
  const hasPlan = planned_m !== null || done_m === null;
  return (
    <svg className={style.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      {fill > 0 && <rect x={0} y={1} width={fill} height={6} fill={color} />}
      {fill === 0 && hasPlan && <rect x={0} y={1} width={1.5} height={6} fill={color} />}
      {hasPlan && (
        <rect
          x={0}
          y={0.5}
          width={outline ?? 60}
          height={7}
          fill="none"
          stroke={isAhead ? color : 'var(--ink)'}
          strokeOpacity={isAhead ? 1 : 0.7}
          strokeDasharray={isAhead ? '3 2' : undefined}
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
