import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { activitiesOf, canMove, isRun, type OwnDay, type OwnWorkout } from '../../own/own-days.ts';
import { colorOf, kindOf } from '../../parts/kinds.ts';
import { useSay } from '../../say.tsx';
import style from './day-items.module.css';
import type { Opened } from './opened.ts';

type Props = {
  readonly day: OwnDay;
  readonly today: string;
  readonly open: (opened: Opened) => void;
  /** Whether the keyboard comes to the first of them. */
  readonly isStop: boolean;
  /** A workout is taken to put it on another day, and let go. */
  readonly onDrag: (workout: OwnWorkout | null) => void;
};

/** Something that can be opened; `moves` is a workout that can be put on another day. */
type Item = {
  readonly key: string;
  readonly look: 'away' | 'race' | 'workout';
  readonly act: () => void;
  readonly body: ReactNode;
  readonly moves?: OwnWorkout | undefined;
};

/** What stands on a day: what keeps one from training first, then races, sessions, workouts, and what was run besides. */
export function DayItems({ day, today, open, isStop, onDrag }: Props) {
  const say = useSay();
  const format = useFormat();
  const { date, races = [], injuries = [], availability, sessions, workouts, activities } = day;
  const taken = new Set(
    [...workouts, ...sessions].flatMap(({ compliance }) => compliance?.activity_ids ?? []),
  );
  const beside = activities.filter(({ id }) => !taken.has(id));
  const entries = availability?.entries ?? [];
  const items: readonly Item[] = [
    ...entries.map((entry) => ({
      key: entry.entry_id,
      look: 'away' as const,
      act: () => open({ type: 'away', id: entry.entry_id, date }),
      body: <AwayText entry={entry} />,
    })),
    ...injuries.map((injury) => ({
      key: injury.injury_id,
      look: 'away' as const,
      act: () => open({ type: 'injury', id: injury.injury_id, date }),
      body: say(`own-calendar.hurt.${injury.running}`, { area: injury.area }),
    })),
    ...races.map((race) => ({
      key: race.race_id,
      look: 'race' as const,
      act: () => open({ type: 'race', race, date }),
      body: <RaceText race={race} />,
    })),
    ...workouts.map((workout) => ({
      key: workout.workout.id,
      look: 'workout' as const,
      act: () => open({ type: 'workout', id: workout.workout.id }),
      body: <WorkoutText workout={workout} day={day} today={today} />,
      moves: canMove(workout, today) ? workout : undefined,
    })),
  ];
  return (
    <>
      {items.map(({ key, look, act, body, moves }, index) => (
        <button
          key={key}
          type="button"
          className={style.item}
          data-item=""
          data-look={look}
          data-weekday={day.day}
          data-workout={moves?.workout.id}
          draggable={moves !== undefined}
          onDragStart={() => moves !== undefined && onDrag(moves)}
          onDragEnd={() => onDrag(null)}
          tabIndex={isStop && index === 0 ? 0 : -1}
          onClick={act}
        >
          {body}
        </button>
      ))}
      {sessions.map((session) => (
        <span key={session.session_id} className={style.quiet}>
          {say('own-calendar.session', {
            title: session.title,
            time: format.time(session.starts_at, session.timezone),
          })}
        </span>
      ))}
      {beside.map((activity) => (
        <Ran key={activity.id} activity={activity} />
      ))}
    </>
  );
}

function AwayText({ entry }: { readonly entry: Schemas['AvailabilityOfDay'] }): ReactNode {
  const say = useSay();
  const { kind, part, minutes, reason } = entry;
  const what =
    kind === 'limited'
      ? say('own-calendar.away.limited', { minutes: minutes ?? 0 })
      : say(`own-calendar.away.${kind}`, { part: part === 'day' ? 'other' : part });
  return (
    <>
      <b>{what}</b>
      {reason !== null && <span>{reason}</span>}
    </>
  );
}

function RaceText({ race }: { readonly race: Schemas['CalendarRace'] }): ReactNode {
  const format = useFormat();
  return (
    <>
      <b>{race.name}</b>
      <span>
        {race.result === null ? format.distance(race.distance_m) : format.duration(race.result.time_s)}
      </span>
    </>
  );
}

/** The bar is an outline where it is planned and full where it was run; the words say the same. */
function WorkoutText(props: {
  readonly workout: OwnWorkout;
  readonly day: OwnDay;
  readonly today: string;
}): ReactNode {
  const { workout: planned, day, today } = props;
  const say = useSay();
  const format = useFormat();
  const { workout, compliance, replaced_by, done_elsewhere } = planned;
  const share =
    compliance.status === 'done' || compliance.status === 'partly' ? Math.min(1, compliance.share ?? 1) : 0;
  const done_m = activitiesOf([day], compliance).reduce((sum, one) => sum + (one.distance_m ?? 0), 0);
  const far = workout.distance_m ?? 0;
  const length = far > 0 ? format.distance(far) : format.duration(workout.duration_s ?? 0);
  return (
    <>
      <i
        className={style.bar}
        data-planned={workout.date > today || undefined}
        style={{
          borderColor: colorOf(kindOf(workout.workout_type)),
          background: `linear-gradient(to right, ${colorOf(kindOf(workout.workout_type))} ${share * 100}%, transparent 0)`,
        }}
      />
      <b>{workout.title}</b>
      <span>
        {replaced_by !== null
          ? say('own-calendar.replaced')
          : done_elsewhere && compliance.status === 'done'
            ? say('own-calendar.elsewhere', { length })
            : compliance.status === 'missed'
              ? say('own-calendar.notRun', { length })
              : done_m > 0
                ? say('own-calendar.sum', { done: format.distanceNumber(done_m), planned: length })
                : length}
      </span>
    </>
  );
}

function Ran({ activity }: { readonly activity: Schemas['CalendarActivity'] }) {
  const format = useFormat();
  const { id, name, distance_m, duration_s } = activity;
  return (
    <Link to={`/runs/${id}`} className={style.quiet} data-run={isRun(activity) || undefined}>
      <span>{name}</span>
      <span className="third">
        {distance_m !== null && distance_m > 0
          ? format.distance(distance_m)
          : format.duration(duration_s ?? 0)}
      </span>
    </Link>
  );
}
