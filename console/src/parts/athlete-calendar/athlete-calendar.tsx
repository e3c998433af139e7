import { type KeyboardEvent, type MouseEvent, useId, useRef } from 'react';
import { addDays, useFormat } from '../../format.ts';
import { useSay } from '../../say.tsx';
import { WeekStrip } from '../week-strip.tsx';
import style from './athlete-calendar.module.css';
import { DayContent } from './day-content.tsx';
import { type AthleteDay, type AthleteWeek, stripOf, weeksOfDays } from './weeks.ts';

type CalendarProps = {
  readonly days: readonly AthleteDay[];
  readonly today: string;
  /** Where a run leads. */
  readonly runPath: (activity_id: string) => string;
  readonly selected: SelectedDays;
  readonly onSelect: (selected: SelectedDays) => void;
  /** Enter on a day. */
  readonly onOpen: () => void;
  readonly onFocusChange: (isInside: boolean) => void;
};

/** The chosen days: from one to the other, whichever is first. The keyboard is at the cursor. */
export type SelectedDays = { readonly anchor: string; readonly cursor: string };

export function daysBetween({ anchor, cursor }: SelectedDays): {
  readonly from: string;
  readonly until: string;
} {
  return anchor < cursor ? { from: anchor, until: cursor } : { from: cursor, until: anchor };
}

/**
 * One athlete's months as rows of weeks, their sum and strip at the end; on a phone a list of days. Planned is outline, run is
 * fill, races are bibs. It is a grid with one tab stop: arrows go by day and week, Home and End to the ends of the week; with ⇧ they
 * choose days.
 */
export function AthleteCalendar(props: CalendarProps) {
  const { days, today, runPath, selected, onSelect, onOpen, onFocusChange } = props;
  const say = useSay();
  const format = useFormat();
  const weeks = weeksOfDays(days);
  const scale_m = Math.max(1, ...days.flatMap((day) => [...plannedIn(day), ...doneIn(day)]));
  const body = useRef<HTMLTableSectionElement>(null);
  const { cursor } = selected;
  const tabStop = days.some(({ date }) => date === cursor) ? cursor : days[0]?.date;
  const chosen = daysBetween(selected);
  const go = (date: string, isExtended: boolean): void => {
    if (!days.some((day) => day.date === date)) return;
    onSelect({ anchor: isExtended ? selected.anchor : date, cursor: date });
    body.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();
  };
  return (
    <div className={style.calendar}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells one goes through is a grid
        role="grid"
        aria-label={say('days.title')}
        aria-multiselectable="true"
        className={style.grid}
        onFocus={() => onFocusChange(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) onFocusChange(false);
        }}
      >
        <thead className={style.weekdays}>
          <tr>
            {weeks[0] !== undefined &&
              Array.from({ length: 7 }, (_, index) => addDays(weeks[0]?.start ?? today, index)).map(
                (date) => (
                  <th key={date} scope="col">
                    {format.day(date, 'weekday')}
                  </th>
                ),
              )}
            <th scope="col">{say('days.week')}</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {weeks.map((week, index) => (
            <WeekRow
              key={week.start}
              week={week}
              month={monthOf(week, weeks[index - 1])}
              today={today}
              tabStop={tabStop}
              scale_m={scale_m}
              chosen={chosen}
              onKey={(event, date) => {
                if (event.target !== event.currentTarget || event.altKey) return;
                if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                  event.preventDefault();
                  onOpen();
                  return;
                }
                const to = target(event.key, date, week);
                if (to === null) return;
                event.preventDefault();
                go(to, event.shiftKey);
              }}
              onClick={(event, date) => go(date, event.shiftKey)}
              onOpen={onOpen}
              runPath={runPath}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const WEEKS_A_PAGE = 4;

function target(key: string, date: string, week: AthleteWeek): string | null {
  const steps: Readonly<Record<string, string | undefined>> = {
    ArrowLeft: addDays(date, -1),
    ArrowRight: addDays(date, 1),
    ArrowUp: addDays(date, -7),
    ArrowDown: addDays(date, 7),
    PageUp: addDays(date, -7 * WEEKS_A_PAGE),
    PageDown: addDays(date, 7 * WEEKS_A_PAGE),
    Home: week.days[0]?.date,
    End: week.days.at(-1)?.date,
  };
  return steps[key] ?? null;
}

const plannedIn = ({ workouts }: AthleteDay): number[] =>
  workouts.map(({ workout }) => workout.distance_m ?? 0);
const doneIn = ({ activities }: AthleteDay): number[] => activities.map(({ distance_m }) => distance_m ?? 0);

/** The first day of a month where a week begins one, for its heading. */
function monthOf(week: AthleteWeek, before: AthleteWeek | undefined): string | null {
  const last = week.days.at(-1)?.date ?? week.start;
  const month = last.slice(0, 7);
  return before === undefined || (before.days.at(-1)?.date ?? before.start).slice(0, 7) !== month
    ? `${month}-01`
    : null;
}

function WeekRow(props: {
  readonly week: AthleteWeek;
  readonly month: string | null;
  readonly today: string;
  readonly tabStop: string | undefined;
  readonly scale_m: number;
  readonly chosen: ReturnType<typeof daysBetween>;
  readonly onKey: (event: KeyboardEvent<HTMLTableCellElement>, date: string) => void;
  readonly onClick: (event: MouseEvent, date: string) => void;
  readonly onOpen: () => void;
  readonly runPath: (activity_id: string) => string;
}) {
  const { week, month, today, tabStop, scale_m, chosen, onKey, onClick, onOpen, runPath } = props;
  const say = useSay();
  const format = useFormat();
  const sum = useId();
  return (
    <>
      {month !== null && (
        <tr className={style.month}>
          <th colSpan={8} scope="rowgroup">
            {format.month(month)}
          </th>
        </tr>
      )}
      <tr className={style.week}>
        {week.days.map((day) => (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the cell of a table that is a grid can be chosen
          <td
            key={day.date}
            data-date={day.date}
            data-today={day.date === today || undefined}
            data-off={isOff(day) || undefined}
            data-empty={isEmpty(day) || undefined}
            aria-current={day.date === today ? 'date' : undefined}
            aria-selected={day.date >= chosen.from && day.date <= chosen.until}
            data-cursor={day.date === tabStop || undefined}
            tabIndex={day.date === tabStop ? 0 : -1}
            className={style.day}
            onKeyDown={(event) => onKey(event, day.date)}
            onClick={(event) => onClick(event, day.date)}
            onDoubleClick={onOpen}
          >
            <DayContent day={day} today={today} scale_m={scale_m} runPath={runPath} />
          </td>
        ))}
        <td className={style.sum} aria-labelledby={sum}>
          <span id={sum} className={style.total}>
            <span className={`axis third ${style.from}`}>
              {say('days.weekOf', { day: format.day(week.start, 'short') })}
            </span>
            <b>{week.done_m === null ? '' : format.distance(week.done_m)}</b>
            <span className="axis third">
              {week.planned_m === null
                ? ''
                : say('days.planned', { distance: format.distance(week.planned_m) })}
            </span>
          </span>
          <WeekStrip days={stripOf(week)} today={today} width={84} height={26} />
        </td>
      </tr>
    </>
  );
}

const isOff = ({ availability }: AthleteDay): boolean =>
  availability?.entries.some(({ kind, part }) => kind === 'unavailable' && part === 'day') ?? false;

const isEmpty = ({ workouts, activities, sessions, races, availability, injuries }: AthleteDay): boolean =>
  workouts.length + activities.length + sessions.length + (races?.length ?? 0) === 0 &&
  (availability?.entries.length ?? 0) === 0 &&
  (injuries?.length ?? 0) === 0;
