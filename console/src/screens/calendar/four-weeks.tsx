import { useState } from 'react';
import { useNavigate } from 'react-router';
import { addDays, todayIn, useFormat } from '../../format.ts';
import { WeekStrip } from '../../parts/week-strip.tsx';
import type { Athlete } from '../../planning/athlete-weeks.ts';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import style from './calendar.module.css';
import { Grid } from './grid.tsx';
import type { Item } from './sections.ts';
import { at, choosing, type Selection } from './selection.ts';
import { Sum, stripOf } from './week-sums.tsx';

/** Four weeks of everybody as strips. Enter opens a week. */
export function FourWeeks(props: {
  readonly items: readonly Item[];
  readonly monday: string;
  readonly isOlder: boolean;
  readonly pathOfWeek: (monday: string) => string;
  readonly onNearEnd: () => void;
}) {
  const { items, monday, pathOfWeek } = props;
  const say = useSay();
  const format = useFormat();
  const navigate = useNavigate();
  const today = todayIn(useSession().profile.preferences.timezone);
  const [selection, setSelection] = useState<Selection>(() => at(0, 0));
  const weeks = [0, 7, 14, 21].map((days) => addDays(monday, days));
  const rows = items.flatMap((item) => (item.kind === 'athlete' ? [item.athlete] : []));
  return (
    <Grid
      label={say('calendar.title')}
      items={items}
      isOlder={props.isOlder}
      columns={weeks.map((week) => ({
        key: week,
        isNow: today >= week && today < addDays(week, 7),
        head: (
          <span>
            {say('calendar.days', {
              from: format.day(week, 'short'),
              to: format.day(addDays(week, 6), 'short'),
            })}
          </span>
        ),
      }))}
      cell={(athlete, column) => ({
        content: (
          <span className={style.strip}>
            <WeekStrip
              days={stripOf(athlete, weeks[column] ?? monday)}
              {...{ today, width: 154, height: 28, scale_m: longestOf(athlete) }}
            />
            <Sum athlete={athlete} dates={datesOf(weeks[column] ?? monday)} />
          </span>
        ),
      })}
      selection={selection}
      onSelect={setSelection}
      onChooseSection={(user_ids) => setSelection(choosing(selection, user_ids, rows))}
      onOpen={() => void navigate(pathOfWeek(weeks[selection.cursor.column] ?? monday))}
      onFocusChange={() => undefined}
      onNearEnd={props.onNearEnd}
    />
  );
}

const datesOf = (monday: string): string[] => Array.from({ length: 7 }, (_, index) => addDays(monday, index));

/** The longest day of the four weeks, so that its weeks can be compared. */
function longestOf({ days }: Athlete): number {
  return Math.max(
    0,
    ...days.flatMap(({ workouts, activities = [] }) =>
      [...workouts, ...activities].map(({ distance_m }) => distance_m ?? 0),
    ),
  );
}
