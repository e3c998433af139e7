import { useRef, useState } from 'react';
import { addDays, todayIn, useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { WeekStrip } from '../../parts/week-strip.tsx';
import { dayOf } from '../../planning/athlete-weeks.ts';
import { canChange } from '../../planning/changed-weeks.ts';
import { CommandBar } from '../../planning/command-bar.tsx';
import { Floating } from '../../planning/floating.tsx';
import { inTheWay, laterOrder, pasteOrder, type Target } from '../../planning/orders.ts';
import { type Command, useCommands } from '../../planning/use-commands.ts';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import style from './calendar.module.css';
import type { ClubSession, TeamActions } from './calendar-data.ts';
import { DayCell, isAway } from './day-cell.tsx';
import { Grid } from './grid.tsx';
import type { Item } from './sections.ts';
import { at, choosing, chosenOf, columnsOf, type Place, type Selection, wholeWeek } from './selection.ts';
import { Sum, stripOf } from './week-sums.tsx';

/** A week of everybody: the grid, what its keys do, and the same as buttons below. */
export function WeekBoard(props: {
  readonly items: readonly Item[];
  readonly monday: string;
  readonly sessions: ReadonlyMap<string, readonly ClubSession[]>;
  readonly actions: TeamActions;
  readonly isOlder: boolean;
  readonly onNearEnd: () => void;
}) {
  const { items, monday, actions } = props;
  const say = useSay();
  const format = useFormat();
  const today = todayIn(useSession().profile.preferences.timezone);
  const [selection, setSelection] = useState<Selection>(() => at(0, 0));
  const [isInside, setInside] = useState(false);
  const cursorCell = useRef<Element | null>(null);
  const rows = items.flatMap((item) => (item.kind === 'athlete' ? [item.athlete] : []));
  const dates = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const { first, last } = columnsOf(selection);
  const target: Target = {
    athletes: chosenOf(selection, rows),
    from: addDays(monday, first),
    until: addDays(monday, last),
  };
  const commands = useCommands(target, {
    cursor: rows[selection.cursor.row],
    act: actions.act,
    onShifted: (days) => {
      if (first + days >= 0 && last + days <= 6)
        setSelection((now) => ({
          ...now,
          anchor: { ...now.anchor, column: now.anchor.column + days },
          cursor: { ...now.cursor, column: now.cursor.column + days },
        }));
    },
  });
  const choose = (user_ids: ReadonlySet<string>): void => setSelection(choosing(selection, user_ids, rows));
  const more: readonly Command[] = [
    {
      key: 'w',
      does: say('calendar.key.week'),
      act: () => setSelection(wholeWeek(selection, dates.length)),
    },
    {
      key: 'mod+a',
      does: say('calendar.key.section'),
      act: () => {
        const user_id = rows[selection.cursor.row]?.user_id ?? '';
        const section = items.find((one) => one.kind === 'section' && one.user_ids.has(user_id));
        choose(section?.kind === 'section' ? section.user_ids : new Set(rows.map((one) => one.user_id)));
      },
    },
  ];
  const isOpen = commands.open !== null;
  // Enter and arrows are heard by the grid itself. Others act only within it, so that text elsewhere can be copied.
  useKeys(isInside && !isOpen ? [...commands.commands.filter(({ key }) => key !== 'Enter'), ...more] : []);
  const openLine = (): void => {
    cursorCell.current = document.querySelector('[role=gridcell][data-cursor]');
    commands.type();
  };
  const drop = (from: Place, to: Place): void => {
    const source = rows[from.row];
    const goal = rows[to.row];
    const date = dates[from.column];
    const toDate = dates[to.column];
    if (source === undefined || goal === undefined || date === undefined || toDate === undefined) return;
    const words = { say, format };
    if (source === goal) {
      if (date !== toDate)
        commands.run(
          laterOrder({ athletes: [source], from: date, until: date }, to.column - from.column, words),
        );
    } else {
      const clipboard = { athletes: [source], source, from: date, until: date, is_cut: false };
      const place = { athletes: [goal], from: toDate };
      commands.runOrAsk(pasteOrder(clipboard, place, words), inTheWay({ ...place, until: toDate }));
    }
    setSelection(at(to.row, to.column));
  };
  return (
    <>
      <Grid
        label={say('calendar.title')}
        items={items}
        isOlder={props.isOlder}
        columns={dates.map((date) => ({
          key: date,
          isNow: date === today,
          head: (
            <>
              <span>{format.day(date, 'weekdayDay')}</span>
              <SessionsOfDay sessions={props.sessions.get(date) ?? []} />
            </>
          ),
        }))}
        lead={{
          head: say('calendar.lastWeek'),
          cell: (athlete) => (
            <WeekStrip days={stripOf(athlete, addDays(monday, -7))} width={84} height={22} today={today} />
          ),
        }}
        sum={{
          head: say('calendar.planned.unit', { units: format.units }),
          cell: (athlete) => <Sum athlete={athlete} dates={dates} />,
        }}
        cell={(athlete, column) => {
          const date = dates[column] ?? '';
          const day = dayOf(athlete, date);
          return {
            content: <DayCell athlete={athlete} day={day} />,
            isHatched: isAway(day),
            canDrag: day?.workouts.some((one) => canChange(one, date, athlete.today)) ?? false,
          };
        }}
        selection={selection}
        onSelect={setSelection}
        onChooseSection={choose}
        onOpen={openLine}
        onDrop={drop}
        onFocusChange={setInside}
        onNearEnd={props.onNearEnd}
      />
      <Foot commands={[...commands.commands, ...more]} onType={openLine} />
      <Floating of={commands} beside={cursorCell} onSaved={actions.keep} onSaid={actions.refresh} />
    </>
  );
}

const HEADED = 1;

/** The club's sessions of a day: the first with its time and who comes, then how many more. */
function SessionsOfDay({ sessions }: { readonly sessions: readonly ClubSession[] }) {
  const say = useSay();
  const format = useFormat();
  return (
    <>
      {sessions.slice(0, HEADED).map(({ id, title, starts_at, timezone, answers }) => {
        const words = { time: format.time(starts_at, timezone), title };
        const text =
          answers.yes_count > 0
            ? say('calendar.session.in', { ...words, count: answers.yes_count })
            : say('calendar.session', words);
        return (
          <span key={id} className={style.session} title={text}>
            {text}
          </span>
        );
      })}
      {sessions.length > HEADED && (
        <span className={style.session}>
          {say('calendar.session.more', { count: sessions.length - HEADED })}
        </span>
      )}
    </>
  );
}

const LEGEND = ['easy', 'long', 'tempo', 'intervals'] as const;

/** What the keys do, and what the colours say. */
function Foot(props: { readonly commands: readonly Command[]; readonly onType: () => void }) {
  const say = useSay();
  return (
    <footer className={style.foot}>
      <CommandBar {...props} />
      <ul className={style.legend}>
        <li>
          <i className={style.hatch} />
          {say('calendar.legend.away')}
        </li>
        {LEGEND.map((kind) => (
          <li key={kind}>
            <i style={{ background: `var(--${kind})` }} />
            {say(`calendar.legend.${kind}`)}
          </li>
        ))}
      </ul>
    </footer>
  );
}
