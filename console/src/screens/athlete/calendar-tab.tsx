import { useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { addDays, mondayOf, todayIn, useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import {
  AthleteCalendar,
  daysBetween,
  type SelectedDays,
} from '../../parts/athlete-calendar/athlete-calendar.tsx';
import { Button } from '../../parts/button.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import type { Athlete } from '../../planning/athlete-weeks.ts';
import { useCalendarActions } from '../../planning/calendar-actions.ts';
import { CommandBar } from '../../planning/command-bar.tsx';
import { Floating } from '../../planning/floating.tsx';
import { type Command, useCommands } from '../../planning/use-commands.ts';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import frame from './athlete.module.css';
import type { TabProps } from './athlete.tsx';
import { type Calendar, useCalendar, type Who } from './queries.ts';
import { athleteOf, withEdit } from './weeks-to-change.ts';

const WEEKS = 14;
const WEEKS_BACK = 5;
const STEP_WEEKS = 8;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The weeks of one athlete; which ones is in the address. They are changed by the keys of the team's calendar. */
export function CalendarTab({ who, evidence }: TabProps) {
  const say = useSay();
  const format = useFormat();
  const { timezone } = useSession().profile.preferences;
  const [search, setSearch] = useSearchParams();
  const usual = addDays(mondayOf(todayIn(timezone)), -7 * WEEKS_BACK);
  const asked = search.get('from') ?? '';
  const from = DAY.test(asked) && !Number.isNaN(Date.parse(asked)) ? mondayOf(asked) : usual;
  const to = addDays(from, WEEKS * 7 - 1);
  const calendar = useCalendar(who, { from, to });
  const show = (monday: string): void => setSearch(monday === usual ? {} : { from: monday });
  const name = evidence.athlete.display_name;
  return (
    <div className={frame.page}>
      <div className={frame.heading}>
        <h2>
          {say('athlete.calendar.span', { from: format.day(from, 'year'), to: format.day(to, 'year') })}
        </h2>
        <span>
          <Button size="small" onPress={() => show(addDays(from, -7 * STEP_WEEKS))}>
            {say('athlete.calendar.earlier')}
          </Button>{' '}
          <Button size="small" onPress={() => show(usual)} isDisabled={from === usual}>
            {say('athlete.calendar.today')}
          </Button>{' '}
          <Button size="small" onPress={() => show(addDays(from, 7 * STEP_WEEKS))}>
            {say('athlete.calendar.later')}
          </Button>
        </span>
      </div>
      {calendar.isPending && <Waiting rows={7} height={88} />}
      {calendar.isError && calendar.data === undefined && (
        <Failure
          error={calendar.error}
          what={say('athlete.calendar.failed')}
          retry={() => void calendar.refetch()}
        />
      )}
      {calendar.data?.privacy_filtered.includes('days.activities') && (
        <p className={frame.once}>{say('athlete.withheld.activities', { name })}</p>
      )}
      {calendar.data !== undefined && <Weeks who={who} name={name} calendar={calendar.data} />}
    </div>
  );
}

function Weeks(props: { readonly who: Who; readonly name: string; readonly calendar: Calendar }) {
  const { who, name, calendar } = props;
  const say = useSay();
  const { org_id, user_id } = who;
  const [selected, select] = useState<SelectedDays>({ anchor: calendar.today, cursor: calendar.today });
  const [isInside, setInside] = useState(false);
  const cell = useRef<Element | null>(null);
  const athlete = useMemo(
    () => athleteOf(calendar, { user_id, display_name: name }),
    [calendar, user_id, name],
  );
  const actions = useCalendarActions<Calendar>({
    queryKey: ['calendar', org_id, user_id],
    change: (data, _, edit) => withEdit(data, { user_id, display_name: name }, edit),
  });
  const commands = useWeekCommands(athlete, { selected, select, act: actions.act });
  const isOpen = commands.open !== null;
  useKeys([
    ...(actions.last === null
      ? []
      : [{ key: 'mod+z', does: say('shell.keys.undo'), act: () => void actions.undoLast() }]),
    ...(isInside && !isOpen ? commands.all.filter(({ key }) => key !== 'Enter') : []),
  ]);
  const openLine = (): void => {
    cell.current = document.querySelector(`[role=grid] [data-date="${selected.cursor}"]`);
    commands.type();
  };
  return (
    <>
      <AthleteCalendar
        days={calendar.days}
        today={calendar.today}
        runPath={(id) => `/o/${org_id}/athletes/${user_id}/activities/${id}`}
        selected={selected}
        onSelect={select}
        onOpen={openLine}
        onFocusChange={setInside}
      />
      <div className={frame.commands}>
        <CommandBar commands={commands.all} onType={openLine} />
      </div>
      <Floating of={commands} beside={cell} onSaved={actions.keep} onSaid={actions.refresh} />
    </>
  );
}

/** What is done with the chosen days: as in the calendar of the team. */
function useWeekCommands(
  athlete: Athlete,
  of: {
    readonly selected: SelectedDays;
    readonly select: (selected: SelectedDays) => void;
    readonly act: ReturnType<typeof useCalendarActions>['act'];
  },
) {
  const say = useSay();
  const { selected, select } = of;
  const { from, until } = daysBetween(selected);
  const commands = useCommands(
    { athletes: [athlete], from, until },
    {
      cursor: athlete,
      act: of.act,
      onShifted: (days) =>
        select({ anchor: addDays(selected.anchor, days), cursor: addDays(selected.cursor, days) }),
    },
  );
  const monday = mondayOf(selected.cursor);
  const week: Command = {
    key: 'w',
    does: say('calendar.key.week'),
    act: () => select({ anchor: monday, cursor: addDays(monday, 6) }),
  };
  return { ...commands, all: [...commands.commands.filter(({ key }) => key !== 'o'), week] };
}
