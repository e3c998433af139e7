import { useRef } from 'react';
import { useFormat } from '../../format.ts';
import { metresOf, type OwnCalendar, type OwnDay, stripDayOf } from '../../own/own-days.ts';
import { WeekStrip } from '../../parts/week-strip.tsx';
import { useSay } from '../../say.tsx';
import { DayItems } from './day-items.tsx';
import type { Opened } from './opened.ts';
import style from './weeks.module.css';

type Open = (opened: Opened) => void;

/** The weeks, one below the other. All that can be opened is one stop of the keyboard: the arrows go from one to the next. */
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
  const press = (event: React.KeyboardEvent): void => {
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
  const first = firstItemDay(calendar, today);
  return (
    <div
      className={style.weeks}
      ref={list}
      role="group"
      aria-label={say('own-calendar.title')}
      onKeyDown={press}
      onFocus={rove}
    >
      {weeks.map(({ week_start, days }) => (
        <Week
          key={week_start}
          {...{ week_start, days, today, open, longest_m }}
          tabStop={days.some(({ date }) => date === first) ? first : null}
        />
      ))}
    </div>
  );
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
  readonly tabStop: string | null;
}) {
  const { week_start, days, today, open, longest_m, tabStop } = props;
  const say = useSay();
  const format = useFormat();
  const sums = days.map(metresOf);
  const done_m = sums.reduce((sum, one) => sum + one.done_m, 0);
  const planned_m = sums.reduce((sum, one) => sum + one.planned_m, 0);
  const name = say('own-calendar.week', { day: format.day(week_start, 'short') });
  return (
    <section className={style.week} aria-label={name}>
      <header className={style.head}>
        <h2>{name}</h2>
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
            <DayItems day={day} today={today} open={open} isStop={day.date === tabStop} />
          </li>
        ))}
      </ol>
    </section>
  );
}
