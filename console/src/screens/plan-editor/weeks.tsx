import { RotateCw } from 'lucide-react';
import { memo, useCallback, useEffect, useRef } from 'react';
import { useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { kindOf } from '../../parts/kinds.ts';
import { WorkoutProfile } from '../../parts/workout-profile.tsx';
import { useSay } from '../../say.tsx';
import { isStreamed, type Task, type Week, type Weeks, type Workout } from './plan-state.ts';
import style from './weeks.module.css';

/** What a week is drawn with when nobody knows yet how many days it has. */
const USUAL_DAYS = 4;
const PROFILE_WIDTH = 200;
const PROFILE_HEIGHT = 42;

/** The weeks of a plan as they come, each session to one scale; what is still to come is an empty slot. */
export function WeekList(props: {
  readonly weeks: Weeks;
  /** How many there are to be. */
  readonly count: number;
  /** How many days the text gives each, by its number. */
  readonly days: ReadonlyMap<number, number>;
  readonly task: Task;
  readonly active: { readonly week: number | null; readonly date: string | null };
  /** Days of which a rule of training says something. */
  readonly marked: ReadonlySet<string>;
  readonly mayBeAnew: boolean;
  readonly onChoose: (week: number, date: string) => void;
  readonly onAnew: (week: number) => void;
}) {
  const { weeks, count, days, task, active, marked, mayBeAnew } = props;
  // The same functions at every drawing: a letter typed on the left draws no week anew.
  const acts = useRef(props);
  useEffect(() => {
    acts.current = props;
  });
  const onChoose = useCallback((week: number, date: string) => acts.current.onChoose(week, date), []);
  const onAnew = useCallback((week: number) => acts.current.onAnew(week), []);
  const longest_s = Math.max(
    1,
    ...Object.values(weeks).flatMap(({ workouts }) => workouts.map(({ duration_s = 0 }) => duration_s)),
  );
  const coming = isStreamed(task) && task.what === 'plan' ? weekBeingWritten(weeks, count) : null;
  return (
    <ol className={style.weeks}>
      {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
        <WeekRow
          key={number}
          number={number}
          week={weeks[number] ?? null}
          slots={days.get(number) || USUAL_DAYS}
          longest_s={longest_s}
          isBeingWritten={coming === number || (task.what === 'week' && task.week === number)}
          active={active.week === number ? active.date : null}
          marked={marked}
          mayBeAnew={mayBeAnew && weeks[number] !== undefined}
          onChoose={onChoose}
          onAnew={onAnew}
        />
      ))}
    </ol>
  );
}

function weekBeingWritten(weeks: Weeks, count: number): number {
  for (let number = 1; number <= count; number += 1) if (weeks[number]?.info == null) return number;
  return count;
}

const WeekRow = memo(function WeekRow(props: {
  readonly number: number;
  readonly week: Week | null;
  readonly slots: number;
  readonly longest_s: number;
  readonly isBeingWritten: boolean;
  readonly active: string | null;
  readonly marked: ReadonlySet<string>;
  readonly mayBeAnew: boolean;
  readonly onChoose: (week: number, date: string) => void;
  readonly onAnew: (week: number) => void;
}) {
  const { number, week, slots, longest_s, isBeingWritten, active, marked, mayBeAnew, onChoose, onAnew } =
    props;
  const say = useSay();
  const format = useFormat();
  const info = week?.info ?? null;
  const workouts = week?.workouts ?? [];
  const phase = info?.phase ?? workouts[0]?.phase;
  const missing = info === null ? Math.max(0, slots - workouts.length) : 0;
  return (
    <li className={style.week} aria-label={say('plan-editor.week', { number })}>
      <div className={style.head}>
        <h3 className={style.number}>{say('plan-editor.week', { number })}</h3>
        {phase !== undefined && <span className="second">{say(`plan-editor.phase.${phase}`)}</span>}
        {info !== null && info.focus !== '' && <span className={`third ${style.focus}`}>{info.focus}</span>}
        <span className={style.end}>
          {isBeingWritten && (
            <span className={`second small ${style.writing}`}>
              <i aria-hidden="true" />
              {say('plan-editor.writing')}
            </span>
          )}
          {mayBeAnew && !isBeingWritten && (
            <Button
              look="quiet"
              size="small"
              onPress={() => onAnew(number)}
              aria-label={say('plan-editor.anewWeek', { number })}
            >
              <RotateCw size={14} strokeWidth={1.75} aria-hidden="true" />
              <span className={style.anew}>{say('plan-editor.anew')}</span>
            </Button>
          )}
          {info?.total_distance_m !== undefined && (
            <b className={style.sum}>{format.distance(Math.round(info.total_distance_m / 100) * 100)}</b>
          )}
        </span>
      </div>
      <ul className={style.sessions}>
        {workouts.map((workout) => (
          <Session
            key={workout.id}
            workout={workout}
            longest_s={longest_s}
            isActive={workout.date === active}
            isMarked={marked.has(workout.date)}
            onChoose={onChoose}
          />
        ))}
        {Array.from({ length: missing }, (_, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            key={index}
            className={style.slot}
            data-flat={workouts.length === 0 || undefined}
            aria-hidden="true"
          />
        ))}
      </ul>
      {info?.notes !== undefined && info.notes !== '' && (
        <p className={`small second ${style.notes}`}>{info.notes}</p>
      )}
    </li>
  );
});

const Session = memo(function Session(props: {
  readonly workout: Workout;
  readonly longest_s: number;
  readonly isActive: boolean;
  readonly isMarked: boolean;
  readonly onChoose: (week: number, date: string) => void;
}) {
  const { workout, longest_s, isActive, isMarked, onChoose } = props;
  const { week_number, date, title, duration_s, distance_m, workout_type, segments } = workout;
  const format = useFormat();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const share = Math.max(0.04, (duration_s ?? longest_s) / longest_s);
  return (
    <li ref={row}>
      <button
        type="button"
        className={style.session}
        aria-current={isActive || undefined}
        onClick={() => onChoose(week_number, date)}
      >
        <span className={`axis third ${style.when}`}>
          <span>{format.day(date, 'dated')}</span>
          {distance_m !== undefined && distance_m > 0 ? (
            <span>{format.distance(Math.round(distance_m / 100) * 100)}</span>
          ) : (
            duration_s !== undefined && <span>{format.duration(duration_s)}</span>
          )}
        </span>
        <span className={style.profile} style={{ width: `${share * 100}%` }}>
          <WorkoutProfile
            segments={segments}
            kind={kindOf(workout_type)}
            width={PROFILE_WIDTH * 2}
            height={PROFILE_HEIGHT}
          />
        </span>
        <span className={`narrow ${style.title}`}>{isMarked ? <mark>{title}</mark> : title}</span>
      </button>
    </li>
  );
});
