import { Flag, MessageSquare } from 'lucide-react';
import { useFormat } from '../../format.ts';
import { colorOf, kindOf } from '../../parts/kinds.ts';
import type { Athlete, Day, Workout } from '../../planning/athlete-weeks.ts';
import { useSay } from '../../say.tsx';
import style from './day-cell.module.css';

/** Whether an athlete has said that they cannot run on a day: it is hatched. */
export function isAway(day: Day | undefined): boolean {
  const entries = day?.availability?.entries ?? [];
  const injured = (day?.injuries ?? []).some(({ running }) => running === 'none');
  return injured || entries.some(({ kind, part }) => kind !== 'limited' && part === 'day');
}

/** One day of one athlete: why they cannot, races, what is planned and what became of it. */
export function DayCell({ athlete, day }: { readonly athlete: Athlete; readonly day: Day | undefined }) {
  const say = useSay();
  if (day === undefined) return null;
  const isUnplanned =
    day.workouts.length === 0 && (day.activities ?? []).some(({ is_planned }) => !is_planned);
  return (
    <>
      <Away day={day} />
      {(day.races ?? []).map(({ race_id, name }) => (
        <span key={race_id} className={style.race}>
          <Flag size={12} strokeWidth={1.75} aria-hidden="true" />
          <span className={style.clip} aria-hidden="true">
            {name}
          </span>
          <span className="spoken">{say('calendar.race', { name })}</span>
        </span>
      ))}
      {day.workouts.map((workout) => (
        <Planned key={workout.workout_id} workout={workout} isPast={day.date < athlete.today} />
      ))}
      {isUnplanned && <Ran day={day} />}
      {day.comments.total > 0 && (
        <span className={style.comments} data-unread={day.comments.unread > 0 || undefined}>
          <MessageSquare size={12} strokeWidth={1.75} aria-hidden="true" />
          <span aria-hidden="true">{day.comments.total}</span>
          <span className="spoken">{say('calendar.comments', { count: day.comments.total })}</span>
        </span>
      )}
    </>
  );
}

function Planned({ workout, isPast }: { readonly workout: Workout; readonly isPast: boolean }) {
  const say = useSay();
  const format = useFormat();
  const { title, workout_type, distance_m, compliance, replaced_by, done_elsewhere } = workout;
  const { status } = compliance;
  const told = isPast || status === 'done' || status === 'partly' ? statusText(status) : null;
  function statusText(of: typeof status): string | null {
    if (done_elsewhere && of === 'done') return say('calendar.status.elsewhere');
    return of === 'upcoming' ? null : say(`calendar.status.${of}`);
  }
  return (
    <span
      className={style.workout}
      data-status={isPast || status === 'done' || status === 'partly' ? status : 'upcoming'}
      data-replaced={replaced_by !== null || undefined}
    >
      <i style={{ color: colorOf(kindOf(workout_type)) }} />
      <span className={style.title}>{title}</span>
      <span className={style.detail}>
        {distance_m !== undefined && distance_m > 0 && <span>{format.distance(distance_m)}</span>}
        {told !== null && <span>{told}</span>}
        {replaced_by !== null && <span className="spoken">{say('calendar.replaced')}</span>}
      </span>
    </span>
  );
}

/** What was run on a day without a plan. */
function Ran({ day }: { readonly day: Day }) {
  const say = useSay();
  const format = useFormat();
  const distances = (day.activities ?? []).flatMap(({ distance_m }) =>
    distance_m === null ? [] : [distance_m],
  );
  return (
    <span className={style.ran}>
      {say('calendar.ran')}
      {distances.length > 0 && (
        <span className={style.detail}>{format.distance(distances.reduce((sum, one) => sum + one, 0))}</span>
      )}
    </span>
  );
}

function Away({ day }: { readonly day: Day }) {
  const say = useSay();
  const texts = [
    ...(day.availability?.entries ?? []).map(({ entry_id, kind, reason, minutes }) => ({
      key: entry_id,
      text:
        reason ??
        (kind !== 'limited'
          ? say(`calendar.away.${kind}`)
          : minutes === null
            ? say('calendar.away.little')
            : say('calendar.away.limited', { count: minutes })),
    })),
    ...(day.injuries ?? []).map(({ injury_id, kind, area }) => ({
      key: injury_id,
      text: say(`calendar.${kind}`, { area }),
    })),
  ];
  return texts.map(({ key, text }) => (
    <span key={key} className={style.away} title={text}>
      {text}
    </span>
  ));
}
