import { Fragment, useEffect, useRef, useState } from 'react';
import { addDays, useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { useNotices } from '../../notices/notices.tsx';
import {
  canMove,
  daysToMoveTo,
  metresOf,
  type OwnCalendar,
  type OwnDay,
  type OwnWorkout,
  stripDayOf,
} from '../../own/own-days.ts';
import { useMoveWorkout } from '../../own/use-move-workout.ts';
import { WeekStrip } from '../../parts/week-strip.tsx';
import { useSay } from '../../say.tsx';
import { DayItems } from './day-items.tsx';
import type { Opened } from './opened.ts';
import style from './weeks.module.css';

type Open = (opened: Opened) => void;

/** A workout on its way to another day of its week, and the days that are free for it. */
type Drag = {
  readonly free: ReadonlySet<string>;
  readonly take: (workout: OwnWorkout | null) => void;
  readonly drop: (date: string) => void;
};

/**
 * The weeks in their months, one below the other. All that can be opened is one stop of the keyboard: the arrows go from one to the next, and
 * with Alt they put a workout on another day of its week, as dragging does.
 */
export function Weeks(props: {
  readonly calendar: OwnCalendar;
  readonly today: string;
  readonly open: Open;
}) {
  const { calendar, today, open } = props;
  const say = useSay();
  const list = useRef<HTMLDivElement>(null);
  const weeks = calendar.weeks.map(({ week_start }, index) => ({
    week_start,
    days: calendar.days.slice(index * 7, index * 7 + 7),
  }));
  const longest_m = Math.max(
    1,
    ...calendar.days.flatMap((day) => {
      const { planned_m, done_m } = metresOf(day);
      return [planned_m, done_m];
    }),
  );
  const { drag, focused } = useMoving(calendar, today, list);
  const press = (event: React.KeyboardEvent): void => {
    if (event.altKey) return;
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    const at = items.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const to = placeAfter(event.key, items, at);
    if (to === null) return;
    event.preventDefault();
    items[to]?.focus();
  };
  // One stop: the first that is today or later, else the first of all; where the focus is, that one.
  const rove = ({ target }: { readonly target: EventTarget }): void => {
    for (const item of list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])
      item.tabIndex = item === target ? 0 : -1;
  };
  const stop = focused ?? firstItemDay(calendar, today);
  return (
    <div
      className={style.weeks}
      ref={list}
      role="group"
      aria-label={say('own-calendar.title')}
      onKeyDown={press}
      onFocus={rove}
    >
      {weeks.map(({ week_start, days }, index) => (
        <Fragment key={week_start}>
          <Month of={week_start} before={weeks[index - 1]?.week_start} />
          <Week
            {...{ week_start, days, today, open, longest_m, drag }}
            tabStop={days.some(({ date }) => date === stop) ? stop : null}
          />
        </Fragment>
      ))}
    </div>
  );
}

/** What takes a workout to another day of its week: dragging, and Alt with an arrow. */
function useMoving(
  { days }: OwnCalendar,
  today: string,
  list: React.RefObject<HTMLDivElement | null>,
): { readonly drag: Drag; readonly focused: string | null } {
  const say = useSay();
  const move = useMoveWorkout();
  const { tellFault } = useNotices();
  const [taken, take] = useState<OwnWorkout | null>(null);
  // The workout that goes on having the focus on its new day.
  const moved = useRef<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const free = (workout: OwnWorkout): readonly string[] =>
    daysToMoveTo(days, workout, today).map(({ date }) => date);
  useEffect(() => {
    const item = moved.current === null ? null : itemOf(list.current, moved.current);
    if (item === null || item === document.activeElement) return;
    moved.current = null;
    item.focus();
  });
  const step = (by: 1 | -1): void => {
    const id = (document.activeElement as HTMLElement | null)?.dataset.workout;
    const workout = days.flatMap(({ workouts }) => workouts).find((one) => one.workout.id === id);
    if (workout === undefined || !canMove(workout, today)) return;
    const dates = free(workout).filter((date) =>
      by > 0 ? date > workout.workout.date : date < workout.workout.date,
    );
    const date = by > 0 ? dates[0] : dates.at(-1);
    if (date === undefined) {
      tellFault(say('training.noDayFree'));
      return;
    }
    setFocused(date);
    void move(workout, date).then(() => {
      moved.current = workout.workout.id;
    });
    moved.current = workout.workout.id;
  };
  useKeys([
    { key: 'alt+ArrowLeft', does: say('own-calendar.key.earlierDay'), act: () => step(-1) },
    { key: 'alt+ArrowRight', does: say('own-calendar.key.laterDay'), act: () => step(1) },
  ]);
  return {
    focused,
    drag: {
      free: new Set(taken === null ? [] : free(taken)),
      take,
      drop: (date) => {
        take(null);
        if (taken !== null && free(taken).includes(date)) void move(taken, date);
      },
    },
  };
}

const itemOf = (list: HTMLElement | null, workout_id: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-workout="${workout_id}"]`) ?? null;

/** The heading of a month, above the week in which it begins; a week is of the month that its Sunday is in. */
function Month({ of, before }: { readonly of: string; readonly before: string | undefined }) {
  const format = useFormat();
  const sunday = addDays(of, 6);
  if (before !== undefined && addDays(before, 6).slice(0, 7) === sunday.slice(0, 7)) return null;
  return <h2 className={style.month}>{format.month(sunday)}</h2>;
}

const hasItem = (day: OwnDay): boolean =>
  day.workouts.length + (day.races ?? []).length + (day.injuries ?? []).length > 0 ||
  (day.availability?.entries ?? []).length > 0;

function firstItemDay({ days }: OwnCalendar, today: string): string | null {
  const found = days.find((day) => day.date >= today && hasItem(day)) ?? days.find(hasItem);
  return found?.date ?? null;
}

/** Left and right go to the item before and after, up and down to the same weekday of another week, if it has one. */
function placeAfter(key: string, items: readonly HTMLElement[], at: number): number | null {
  const last = items.length - 1;
  const weekday = items[at]?.dataset.weekday;
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, at + 1);
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowDown': {
      const below = items.findIndex((item, index) => index > at && item.dataset.weekday === weekday);
      return below < 0 ? Math.min(last, at + 1) : below;
    }
    case 'ArrowUp': {
      const above = items.findLastIndex((item, index) => index < at && item.dataset.weekday === weekday);
      return above < 0 ? Math.max(0, at - 1) : above;
    }
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

function Week(props: {
  readonly week_start: string;
  readonly days: readonly OwnDay[];
  readonly today: string;
  readonly open: Open;
  readonly longest_m: number;
  readonly drag: Drag;
  readonly tabStop: string | null;
}) {
  const { week_start, days, today, open, longest_m, drag, tabStop } = props;
  const say = useSay();
  const format = useFormat();
  const sums = days.map(metresOf);
  const done_m = sums.reduce((sum, one) => sum + one.done_m, 0);
  const planned_m = sums.reduce((sum, one) => sum + one.planned_m, 0);
  const name = say('own-calendar.week', { day: format.day(week_start, 'short') });
  return (
    <section className={style.week} aria-label={name}>
      <header className={style.head}>
        <h3>{name}</h3>
        <span className={`${style.sum} small second`}>
          {planned_m > 0
            ? say('own-calendar.sum', {
                done: format.distanceNumber(done_m),
                planned: format.distance(planned_m),
              })
            : format.distance(done_m)}
        </span>
        <WeekStrip days={days.map(stripDayOf)} today={today} width={84} height={20} scale_m={longest_m} />
      </header>
      <ol className={style.days}>
        {days.map((day) => (
          <li
            key={day.date}
            className={style.day}
            data-today={day.date === today || undefined}
            data-past={day.date < today || undefined}
            data-off={isOff(day) || undefined}
            data-free={drag.free.has(day.date) || undefined}
            onDragOver={(event) => drag.free.has(day.date) && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              drag.drop(day.date);
            }}
          >
            <time
              className={style.date}
              dateTime={day.date}
              aria-current={day.date === today ? 'date' : undefined}
            >
              <span aria-hidden="true" className="third">
                {format.day(day.date, 'weekday')}
              </span>
              <b aria-hidden="true">{format.number(Number(day.date.slice(8)))}</b>
              <span className="spoken">{format.day(day.date)}</span>
            </time>
            <DayItems {...{ day, today, open }} isStop={day.date === tabStop} onDrag={drag.take} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A day that is ruled out as a whole. */
const isOff = ({ availability }: OwnDay): boolean =>
  availability?.entries.some(({ kind, part }) => kind === 'unavailable' && part === 'day') ?? false;
