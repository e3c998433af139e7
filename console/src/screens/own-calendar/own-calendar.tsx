import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { addDays, mondayOf, useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { type OwnCalendar, useLiveOwnCalendar, useOwnCalendar, useToday } from '../../own/own-days.ts';
import { Button } from '../../parts/button.tsx';
import { MenuButton } from '../../parts/menu-button.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { Conflicts } from './conflicts.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { InjuryDialog } from './injury-dialog.tsx';
import type { Opened } from './opened.ts';
import style from './own-calendar.module.css';
import { RaceDialog } from './race-dialog.tsx';
import { Weeks } from './weeks.tsx';
import { WorkoutDialog } from './workout-dialog.tsx';

const WEEKS = 6;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** One's own weeks: what is planned and what was run, races, and the days on which one cannot train. A list on the phone, rows of weeks elsewhere. */
export function Screen() {
  const say = useSay();
  const format = useFormat();
  const today = useToday();
  const isOnline = useIsOnline();
  const [search, setSearch] = useSearchParams();
  const [opened, open] = useState<Opened | null>(null);
  const asked = search.get('from') ?? '';
  // Where there is room, last week stands above this one, since what was run belongs to what comes.
  const [isNarrow] = useState(() => matchMedia('(max-width: 1099px)').matches);
  const usual = addDays(mondayOf(today), isNarrow ? 0 : -7);
  const from = DAY.test(asked) && !Number.isNaN(Date.parse(asked)) ? mondayOf(asked) : usual;
  const to = addDays(from, WEEKS * 7 - 1);
  useLiveOwnCalendar();
  const calendar = useOwnCalendar({ from, to });
  const kept = useOwnCalendar(null);
  const shown = calendar.data ?? (isOnline ? undefined : kept.data);
  const go = (weeks: number | null): void =>
    setSearch(weeks === null ? {} : { from: addDays(from, weeks * 7) });
  const adds = [
    {
      id: 'away',
      key: 'd',
      label: say('own-calendar.add.away'),
      act: () => open({ type: 'away', id: null, date: today }),
    },
    {
      id: 'injury',
      key: 'i',
      label: say('own-calendar.add.injury'),
      act: () => open({ type: 'injury', id: null, date: today }),
    },
    {
      id: 'race',
      key: 'b',
      label: say('own-calendar.add.race'),
      act: () => open({ type: 'race', race: null, date: today }),
    },
  ];
  useKeys([
    ...(isOnline ? adds : []).map(({ key, label, act }) => ({ key, does: label, act })),
    { key: 'k', does: say('own-calendar.earlier'), act: () => go(-4) },
    { key: 'j', does: say('own-calendar.later'), act: () => go(4) },
  ]);
  return (
    <>
      <PageHead
        title={say('own-calendar.title')}
        beside={say('own-calendar.range', { from: format.day(from, 'short'), to: format.day(to, 'short') })}
      >
        <Button aria-label={say('own-calendar.earlier')} onPress={() => go(-4)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </Button>
        {from !== usual && <Button onPress={() => go(null)}>{say('own-calendar.now')}</Button>}
        <Button aria-label={say('own-calendar.later')} onPress={() => go(4)}>
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
        <MenuButton
          label={say('own-calendar.add')}
          hasOwnWords
          look="main"
          isDisabled={!isOnline}
          sections={() => [{ actions: adds }]}
        >
          <Plus size={16} aria-hidden="true" />
          {say('own-calendar.add')}
        </MenuButton>
      </PageHead>
      {shown === undefined && calendar.isPending && <Waiting rows={8} height={72} />}
      {shown === undefined && calendar.isError && (
        <Failure
          error={calendar.error}
          what={say('training.failed.calendar')}
          retry={() => void calendar.refetch()}
        />
      )}
      {shown !== undefined && (
        <div className={style.page}>
          {isBare(shown) && <Empty>{say('own-calendar.empty')}</Empty>}
          <Conflicts calendar={shown} />
          <Weeks calendar={shown} today={today} open={open} />
          <OpenedDialog opened={opened} calendar={shown} close={() => open(null)} />
        </div>
      )}
    </>
  );
}

const isBare = ({ plans, days }: OwnCalendar): boolean =>
  plans.length === 0 &&
  days.every(
    ({ workouts, activities, sessions, races = [] }) =>
      workouts.length + activities.length + sessions.length + races.length === 0,
  );

function OpenedDialog(props: {
  readonly opened: Opened | null;
  readonly calendar: OwnCalendar;
  readonly close: () => void;
}) {
  const { opened, calendar, close } = props;
  if (opened === null) return null;
  switch (opened.type) {
    case 'workout':
      return <WorkoutDialog id={opened.id} calendar={calendar} onClose={close} />;
    case 'race':
      return <RaceDialog race={opened.race} date={opened.date} onClose={close} />;
    case 'away':
      return <EntryDialog id={opened.id} date={opened.date} onClose={close} />;
    case 'injury':
      return <InjuryDialog id={opened.id} date={opened.date} onClose={close} />;
  }
}
