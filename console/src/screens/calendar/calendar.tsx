import { ChevronLeft, ChevronRight, Undo2 } from 'lucide-react';
import { useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate, useParams } from 'react-router';
import { addDays, mondayOf, todayIn, useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { useAddress } from '../../parts/use-address.ts';
import type { Athlete } from '../../planning/athlete-weeks.ts';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './calendar.module.css';
import {
  type Span,
  type TeamActions,
  useCalendar,
  useClubSessions,
  useGroups,
  useLiveComments,
  useTeamActions,
} from './calendar-data.ts';
import { FourWeeks } from './four-weeks.tsx';
import { PhoneDay } from './phone-day.tsx';
import { type Item, inSections, SECTIONS, type Sections } from './sections.ts';
import { WeekBoard } from './week-board.tsx';
import { sharesNoPaces } from './week-sums.tsx';
import { WhoMenu } from './who-menu.tsx';

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The weeks of everybody whom one coaches: who can, what is planned, what became of it, and changing it for many at once. */
export function Screen() {
  const say = useSay();
  const address = useShown();
  const { monday, isFour, typed, group_id } = address;
  const isPhone = useIsPhone();
  const spans = spansOf(monday, isFour);
  const calendar = useCalendar(spans, { group_id, all: typed !== '' });
  const sessions = useClubSessions({ from: monday, to: addDays(monday, isFour ? 27 : 6) });
  const actions = useTeamActions();
  useLiveComments();
  const items = useItems(calendar.athletes, { ...address, isWhole: !calendar.hasMore });
  const isShown = !calendar.isWaiting && items.length > 0;
  const shared = { items, monday, isOlder: calendar.isOlder, onNearEnd: calendar.more };
  useKeys([
    ...(actions.last === null
      ? []
      : [{ key: 'mod+z', does: say('shell.keys.undo'), act: () => void actions.undoLast() }]),
    { key: ']', does: say('calendar.key.next'), act: () => address.go(addDays(monday, 7)) },
    { key: '[', does: say('calendar.key.previous'), act: () => address.go(addDays(monday, -7)) },
  ]);
  return (
    <>
      <Head address={address} actions={actions} />
      {actions.progress !== null && (
        <p className={style.progress} role="status">
          <progress max={actions.progress.of} value={actions.progress.done} aria-hidden="true" />
          {say('calendar.progress', actions.progress)}
        </p>
      )}
      {calendar.isWaiting && <Waiting rows={12} height={50} />}
      {calendar.error !== null && calendar.athletes.length === 0 && (
        <Failure error={calendar.error} what={say('calendar.failed')} retry={calendar.retry} />
      )}
      {!calendar.isWaiting && calendar.error === null && items.length === 0 && <Nobody typed={typed} />}
      {isShown && isPhone && (
        <PhoneDay
          {...shared}
          sessions={sessions}
          actions={actions}
          date={address.date}
          onDate={(date) => address.go(date)}
        />
      )}
      {isShown && !isPhone && isFour && <FourWeeks {...shared} pathOfWeek={address.pathOfWeek} />}
      {isShown && !isPhone && !isFour && <WeekBoard {...shared} sessions={sessions} actions={actions} />}
      {calendar.athletes.some(sharesNoPaces) && <p className={style.withheld}>{say('calendar.withheld')}</p>}
    </>
  );
}

function spansOf(monday: string, isFour: boolean): readonly [Span, Span?] {
  if (!isFour) return [{ from: addDays(monday, -7), to: addDays(monday, 6) }];
  return [
    { from: monday, to: addDays(monday, 13) },
    { from: addDays(monday, 14), to: addDays(monday, 27) },
  ];
}

type Address = ReturnType<typeof useShown>;

/** What the address says is shown: the week, how many, of whom, and how they are grouped. */
function useShown() {
  const navigate = useNavigate();
  const org_id = useOrgId();
  const { week } = useParams();
  const { search, set } = useAddress();
  const today = todayIn(useSession().profile.preferences.timezone);
  const date = isDay(week) ? week : today;
  const by = search.get('by');
  const asked = search.toString();
  return {
    date,
    today,
    monday: mondayOf(date),
    isFour: search.get('view') === 'four',
    typed: search.get('q') ?? '',
    group_id: search.get('group'),
    sections: SECTIONS.find((one) => one === by) ?? SECTIONS[0],
    set,
    go: (to: string) =>
      void navigate(`/o/${org_id}/calendar/${to}${asked === '' ? '' : `?${asked}`}`, { replace: true }),
    pathOfWeek: (monday: string): string => {
      const after = new URLSearchParams(search);
      after.delete('view');
      return `/o/${org_id}/calendar/${monday}?${after}`;
    },
  };
}

/** Athletes whose name has what is typed, in their sections; in one list while there are more to come. */
function useItems(
  athletes: readonly Athlete[],
  of: {
    readonly typed: string;
    readonly sections: Sections;
    readonly group_id: string | null;
    readonly isWhole: boolean;
  },
): readonly Item[] {
  const say = useSay();
  const all = useGroups();
  const { typed, sections, group_id, isWhole } = of;
  const wanted = typed.trim().toLocaleLowerCase();
  const found =
    wanted === ''
      ? athletes
      : athletes.filter(({ display_name }) => display_name.toLocaleLowerCase().includes(wanted));
  const groups = group_id === null ? all : all.filter(({ id }) => id === group_id);
  return inSections(found, isWhole ? sections : 'none', {
    groups,
    words: {
      noGroup: say('calendar.noGroup'),
      noPlan: say('calendar.noPlan'),
    },
  });
}

function Nobody({ typed }: { readonly typed: string }) {
  const say = useSay();
  const org_id = useOrgId();
  if (typed !== '') return <Empty>{say('calendar.none', { typed })}</Empty>;
  return (
    <Empty action={<LinkButton to={`/o/${org_id}/roster`}>{say('calendar.toRoster')}</LinkButton>}>
      {say('calendar.empty')}
    </Empty>
  );
}

function Head(props: { readonly address: Address; readonly actions: TeamActions }) {
  const { address, actions } = props;
  const say = useSay();
  const format = useFormat();
  const { monday, isFour, set, go } = address;
  const field = useRef<HTMLDivElement>(null);
  // The address follows what is typed after a moment; the field must not wait for it.
  const [typed, setTyped] = useState(address.typed);
  useKeys([
    { key: '/', does: say('calendar.filter'), act: () => field.current?.querySelector('input')?.focus() },
  ]);
  const until = addDays(monday, isFour ? 27 : 6);
  return (
    <PageHead
      title={say('calendar.title')}
      beside={say('calendar.week', {
        from: format.day(monday, 'short'),
        to: format.day(until, 'short'),
        number: weekOf(monday),
      })}
    >
      <span className={style.weeks}>
        <Button
          look="quiet"
          aria-label={say('calendar.earlier')}
          onPress={() => go(addDays(monday, isFour ? -28 : -7))}
        >
          <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
        <Button look="quiet" onPress={() => go(address.today)}>
          {say('calendar.thisWeek')}
        </Button>
        <Button
          look="quiet"
          aria-label={say('calendar.later')}
          onPress={() => go(addDays(monday, isFour ? 28 : 7))}
        >
          <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </span>
      {actions.last !== null && (
        <Button look="quiet" onPress={() => void actions.undoLast()}>
          <Undo2 size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className={style.undo}>{say('calendar.undoLast', { said: actions.last })}</span>
        </Button>
      )}
      <span className={style.views}>
        <Choice
          label={say('calendar.view')}
          options={[
            { value: 'week', label: say('calendar.view.week') },
            { value: 'four', label: say('calendar.view.four') },
          ]}
          value={isFour ? 'four' : 'week'}
          onChange={(view) => set('view', view === 'week' ? '' : view)}
        />
      </span>
      <div ref={field} className={style.filter}>
        <Field
          label={say('calendar.filter')}
          labelIsSpoken
          placeholder={say('calendar.filter')}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            set('q', text);
          }}
        />
      </div>
      <WhoMenu group_id={address.group_id} sections={address.sections} set={set} />
    </PageHead>
  );
}

const DAY_MS = 86_400_000;

/** The number of a week as ISO 8601 counts: the first has the year's first Thursday. */
function weekOf(monday: string): number {
  const thursday = addDays(monday, 3);
  const first = Date.parse(`${thursday.slice(0, 4)}-01-01`);
  return Math.floor((Date.parse(thursday) - first) / DAY_MS / 7) + 1;
}

const PHONE = matchMedia('(max-width: 719px)');

function useIsPhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      PHONE.addEventListener('change', changed);
      return () => PHONE.removeEventListener('change', changed);
    },
    () => PHONE.matches,
  );
}
