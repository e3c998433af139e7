import { useState } from 'react';
import { useNavigate } from 'react-router';

import { useFormat } from '../format.ts';
import type { Key } from '../keys/keys.tsx';
import { useNotices } from '../notices/notices.tsx';
import type { TypedWorkout } from '../parts/typed-workout/use-typed-workout.ts';
import { useSay } from '../say.tsx';
import { useOrgId } from '../shell/role.ts';
import { type Athlete, type Day, dayOf, type Workout } from './athlete-weeks.ts';

import type { Order } from './calendar-actions.ts';
import {
  type Clipboard,
  clearOrder,
  daysText,
  inTheWay,
  laterOrder,
  markOrder,
  pasteOrder,
  setOrder,
  type Target,
} from './orders.ts';

/** Something that can be done with what is chosen: by its key, and by a button. */
export type Command = { readonly key: Key; readonly does: string; readonly act: () => void };
type Edited = { readonly athlete: Athlete; readonly date: string; readonly workout: Workout };
/** What floats above the calendar. */
export type Open =
  | { readonly what: 'type'; readonly target: Target }
  | { readonly what: 'edit'; readonly edited: Edited }
  | { readonly what: 'comments'; readonly athlete: Athlete; readonly day: Day }
  | { readonly what: 'replace'; readonly order: Order; readonly count: number }
  | null;

const hasSubject = ({ workouts, activities = [] }: Day): boolean =>
  activities.length > 0 || workouts.some(({ plan_id }) => plan_id !== '');

/** What is copied stays so while the page is open, whichever week is shown. */
let clipboard: Clipboard | null = null;

/** What coaches do with the chosen days, on the grid and on a phone alike. */
export function useCommands(
  target: Target | null,
  options: {
    /** The athlete whose days are copied and edited. */
    readonly cursor: Athlete | undefined;
    readonly act: (order: Order) => Promise<void>;
    /** The selection follows what was moved. */
    readonly onShifted: (days: number) => void;
  },
) {
  const say = useSay();
  const format = useFormat();
  const navigate = useNavigate();
  const org_id = useOrgId();
  const { tell, tellFault } = useNotices();
  const [open, setOpen] = useState<Open>(null);
  const words = { say, format };
  const { cursor, act } = options;

  const run = (order: Order): void => void act(order);
  /** Asks first where planned workouts would be taken out that nobody has named. */
  const runOrAsk = (order: Order, count: number): void => {
    if (count > 0) setOpen({ what: 'replace', order, count });
    else run(order);
  };
  const shift = (days: number): void => {
    if (target === null) return;
    run(laterOrder(target, days, words));
    options.onShifted(days);
  };
  const copy = (is_cut: boolean): void => {
    if (target === null || cursor === undefined) return;
    const source = target.athletes.length === 1 ? (target.athletes[0] ?? cursor) : cursor;
    const isEmpty = target.athletes.every((athlete) =>
      athlete.days.every(
        ({ date, workouts }) => date < target.from || date > target.until || workouts.length === 0,
      ),
    );
    if (isEmpty) {
      tellFault(say('calendar.nothingToCopy'));
      return;
    }
    clipboard = { ...target, source, is_cut };
    const days = daysText(target, words);
    tell(
      is_cut ? say('calendar.cut', { days }) : say('calendar.copied', { days, name: source.display_name }),
    );
  };
  const paste = (): void => {
    if (clipboard === null) tellFault(say('calendar.nothingToPaste'));
    if (clipboard === null || target === null) return;
    const order = pasteOrder(clipboard, target, words);
    const length_ms = Date.parse(clipboard.until) - Date.parse(clipboard.from);
    const until = new Date(Date.parse(target.from) + length_ms).toISOString().slice(0, 10);
    runOrAsk(order, inTheWay({ ...target, until }));
    if (clipboard.is_cut) clipboard = null;
  };
  const edit = (): void => {
    if (target === null || cursor === undefined) return;
    const workout = dayOf(cursor, target.from)?.workouts[0];
    if (workout === undefined) tellFault(say('calendar.nothingToCopy'));
    else setOpen({ what: 'edit', edited: { athlete: cursor, date: target.from, workout } });
  };
  const mark = (): void => {
    const order = target === null ? null : markOrder(target, words);
    if (order === null) tellFault(say('calendar.nothingToMark'));
    else run(order);
  };
  const comment = (): void => {
    if (target === null || cursor === undefined) return;
    const day = dayOf(cursor, target.from);
    if (day === undefined || !hasSubject(day)) tellFault(say('calendar.nothingToComment'));
    else setOpen({ what: 'comments', athlete: cursor, day });
  };
  const type = (): void => {
    if (target !== null && target.athletes.length > 0) setOpen({ what: 'type', target });
  };

  const commands: readonly Command[] = [
    { key: 'Enter', does: say('calendar.key.type'), act: type },
    { key: 'mod+c', does: say('calendar.key.copy'), act: () => copy(false) },
    { key: 'mod+x', does: say('calendar.key.cut'), act: () => copy(true) },
    { key: 'mod+v', does: say('calendar.key.paste'), act: paste },
    { key: 'alt+ArrowLeft', does: say('calendar.key.earlier'), act: () => shift(-1) },
    { key: 'alt+ArrowRight', does: say('calendar.key.later'), act: () => shift(1) },
    {
      key: 'Delete',
      does: say('calendar.key.delete'),
      act: () => target !== null && run(clearOrder(target, words)),
    },
    { key: 'n', does: say('calendar.key.note'), act: edit },
    { key: 'd', does: say('calendar.key.elsewhere'), act: mark },
    { key: 'c', does: say('calendar.key.comment'), act: comment },
    {
      key: 'o',
      does: say('calendar.key.open'),
      act: () => {
        if (cursor !== undefined) void navigate(`/o/${org_id}/athletes/${cursor.user_id}/calendar`);
      },
    },
  ];
  return {
    commands,
    type,
    open,
    close: () => setOpen(null),
    run,
    runOrAsk,
    set: (of: Target, workout: TypedWorkout) => {
      setOpen(null);
      run(setOrder(of, workout, words));
    },
    clear: ({ athlete, date }: Edited) => {
      setOpen(null);
      run(clearOrder({ athletes: [athlete], from: date, until: date }, words));
    },
  };
}
