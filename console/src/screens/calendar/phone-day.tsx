import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { addDays, todayIn, useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { type Athlete, dayOf } from '../../planning/athlete-weeks.ts';
import { Floating } from '../../planning/floating.tsx';
import { useCommands } from '../../planning/use-commands.ts';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import type { ClubSession, TeamActions } from './calendar-data.ts';
import { DayCell, isAway } from './day-cell.tsx';
import style from './phone-day.module.css';
import type { Item } from './sections.ts';

const ROW_PX = 64;
/** What a phone offers for those who are chosen. */
const OFFERED = ['Enter', 'alt+ArrowLeft', 'alt+ArrowRight', 'n', 'd', 'c', 'Delete'];
/** What is about one athlete. */
const OF_ONE = ['n', 'c'];

/** One day of everybody, for a phone: athletes are chosen by a tap, and what is done with them stands below. */
export function PhoneDay(props: {
  readonly items: readonly Item[];
  readonly monday: string;
  readonly date: string;
  readonly onDate: (date: string) => void;
  readonly sessions: ReadonlyMap<string, readonly ClubSession[]>;
  readonly actions: TeamActions;
  readonly onNearEnd: () => void;
}) {
  const { items, date, onDate } = props;
  const say = useSay();
  const format = useFormat();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = items.flatMap((item) => (item.kind === 'athlete' ? [item.athlete] : []));
  const athletes = rows.filter(({ user_id }) => chosen.has(user_id));
  const commands = useCommands(athletes.length === 0 ? null : { athletes, from: date, until: date }, {
    cursor: athletes[0],
    act: props.actions.act,
    onShifted: () => undefined,
  });
  const toggle = (user_id: string): void =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(user_id)) after.add(user_id);
      return after;
    });
  return (
    <>
      <Days monday={props.monday} date={date} onDate={onDate} />
      {(props.sessions.get(date) ?? []).map(({ id, title, starts_at, timezone, answers }) => (
        <p key={id} className={style.session}>
          {say('calendar.session.in', {
            time: format.time(starts_at, timezone),
            title,
            count: answers.yes_count,
          })}
        </p>
      ))}
      <Rows {...{ items, date, chosen, toggle }} onNearEnd={props.onNearEnd} />
      {athletes.length > 0 && (
        <div className={style.bar} role="toolbar" aria-label={say('calendar.more')}>
          <span className="strong">{say('calendar.phone.chosen', { count: athletes.length })}</span>
          {commands.commands
            .filter(({ key }) => OFFERED.includes(key) && (athletes.length === 1 || !OF_ONE.includes(key)))
            .map(({ key, does, act }) => (
              <Button key={key} size="small" look={key === 'Enter' ? 'main' : 'plain'} onPress={act}>
                {does}
              </Button>
            ))}
        </div>
      )}
      <Floating of={commands} beside={null} onSaved={props.actions.keep} onSaid={props.actions.refresh} />
    </>
  );
}

function Days(props: {
  readonly monday: string;
  readonly date: string;
  readonly onDate: (date: string) => void;
}) {
  const say = useSay();
  const format = useFormat();
  const today = todayIn(useSession().profile.preferences.timezone);
  return (
    <fieldset className={style.days}>
      <legend className="spoken">{say('calendar.phone.days')}</legend>
      {Array.from({ length: 7 }, (_, index) => addDays(props.monday, index)).map((date) => (
        <button
          key={date}
          type="button"
          aria-pressed={date === props.date}
          title={format.day(date)}
          {...(date === today && { 'aria-current': 'date' as const })}
          onClick={() => props.onDate(date)}
        >
          <span>{format.day(date, 'weekday')}</span> <b>{format.number(Number(date.slice(8)))}</b>
        </button>
      ))}
    </fieldset>
  );
}

function Rows(props: {
  readonly items: readonly Item[];
  readonly date: string;
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (user_id: string) => void;
  readonly onNearEnd: () => void;
}) {
  const { items, date, chosen, toggle, onNearEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => (items[index]?.kind === 'section' ? 36 : ROW_PX),
    overscan: 8,
  });
  const drawn = virtual.getVirtualItems();
  const isNearEnd = (drawn.at(-1)?.index ?? 0) >= items.length - 20;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <div ref={scroller} className={style.scroller} tabIndex={0}>
      <ul style={{ height: virtual.getTotalSize() }} className={style.rows}>
        {drawn.map(({ index, start, key }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
            >
              {item.kind === 'section' ? (
                <h2 className={style.section}>
                  <i style={{ background: item.color ?? 'var(--control)' }} />
                  <span>{item.name}</span>
                  <span className="third">{item.user_ids.size}</span>
                </h2>
              ) : (
                <Row
                  athlete={item.athlete}
                  date={date}
                  isChosen={chosen.has(item.athlete.user_id)}
                  onToggle={() => toggle(item.athlete.user_id)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Row(props: {
  readonly athlete: Athlete;
  readonly date: string;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}) {
  const { athlete, date } = props;
  const say = useSay();
  const day = dayOf(athlete, date);
  return (
    <label
      className={style.row}
      data-hatched={isAway(day) || undefined}
      data-chosen={props.isChosen || undefined}
    >
      <input
        type="checkbox"
        checked={props.isChosen}
        onChange={props.onToggle}
        aria-label={say('calendar.phone.choose', { name: athlete.display_name })}
      />
      <span className={style.name}>{athlete.display_name}</span>
      <span className={style.day}>
        <DayCell athlete={athlete} day={day} />
        {(day?.workouts.length ?? 0) === 0 && <span className="spoken">{say('calendar.phone.nothing')}</span>}
      </span>
    </label>
  );
}
