import type { Schemas } from '../client/api.ts';
import { addDays, type Format } from '../format.ts';
import type { Say } from '../say.tsx';
import type { Athlete, Workout } from './athlete-weeks.ts';
import type { Order } from './calendar-actions.ts';
import { changeable, cleared, marked, pending, put, shifted, swapped } from './changed-weeks.ts';

/** Whose days, and which: what a change is made of. */
export type Target = {
  readonly athletes: readonly Athlete[];
  readonly from: string;
  readonly until: string;
};
/** Days of one athlete to put elsewhere; `is_cut` takes them from where they are. */
export type Clipboard = Target & { readonly source: Athlete; readonly is_cut: boolean };

type In = { readonly say: Say; readonly format: Format };

/** "Tue 24", "Tue 24 to Thu 26". */
export function daysText({ from, until }: Pick<Target, 'from' | 'until'>, { say, format }: In): string {
  const [first, last] = [format.day(from, 'weekdayDay'), format.day(until, 'weekdayDay')];
  return from === until ? first : say('calendar.days', { from: first, to: last });
}

type About = { readonly count: number; readonly name: string; readonly days: string };

/** What was done, of those for whom it was. */
function told(target: Target, words: In, tell: (about: About) => string): Order['said'] {
  const days = daysText(target, words);
  return (user_ids) => {
    const athletes = target.athletes.filter(({ user_id }) => user_ids.has(user_id));
    return tell({ count: athletes.length, name: athletes[0]?.display_name ?? '', days });
  };
}

const idsOf = ({ athletes }: Pick<Target, 'athletes'>): string[] => athletes.map(({ user_id }) => user_id);

/** So many days later. A single day changes places with the one where it goes, so that nothing is lost. */
export function laterOrder(target: Target, days: number, words: In): Order {
  const { from, until } = target;
  const athlete_ids = idsOf(target);
  const said = told(target, words, (about) => words.say('calendar.did.later', about));
  const to = addDays(from, days);
  return from === until
    ? {
        actions: [{ action: 'swap', athlete_ids, from, to }],
        edits: [{ user_ids: athlete_ids, edit: swapped(from, to) }],
        said,
      }
    : {
        actions: [{ action: 'shift', athlete_ids, from, until, days }],
        edits: [{ user_ids: athlete_ids, edit: shifted(from, until, (date) => addDays(date, days)) }],
        said,
      };
}

export function clearOrder(target: Target, words: In): Order {
  const { from, until } = target;
  const athlete_ids = idsOf(target);
  return {
    actions: [{ action: 'clear', athlete_ids, from, until }],
    edits: [{ user_ids: athlete_ids, edit: cleared(from, until) }],
    said: told(target, words, (about) => words.say('calendar.did.cleared', about)),
  };
}

/** Workouts up to today that no recording shows as done, marked as done; null where there are none. Where all are marked, the marks go. */
export function markOrder(target: Target, words: In): Order | null {
  const found = target.athletes.flatMap(({ user_id, today, days }) =>
    days
      .filter(({ date }) => date >= target.from && date <= target.until && date <= today)
      .flatMap(({ workouts }) => workouts)
      .filter((one) => one.plan_id !== '' && (one.done_elsewhere || !isRun(one)))
      .map(({ plan_id, workout_id, done_elsewhere }) => ({ user_id, plan_id, workout_id, done_elsewhere })),
  );
  if (found.length === 0) return null;
  const isDone = !found.every(({ done_elsewhere }) => done_elsewhere);
  const marks = found
    .filter(({ done_elsewhere }) => done_elsewhere !== isDone)
    .map((one) => ({ ...one, done_elsewhere: isDone }));
  const workout_ids = new Set(marks.map(({ workout_id }) => workout_id));
  return {
    ...{ actions: [], marks },
    edits: [{ user_ids: idsOf(target), edit: marked(workout_ids, isDone) }],
    said: told(target, words, (about) =>
      words.say(isDone ? 'calendar.did.marked' : 'calendar.did.unmarked', about),
    ),
  };
}

const isRun = ({ compliance: { status } }: Workout): boolean => status === 'done' || status === 'partly';

/** What a paste does: moves each athlete's own days where they were cut from the same athletes, else copies, and takes out what was cut. */
export function pasteOrder(clipboard: Clipboard, to: Omit<Target, 'until'>, words: In): Order {
  const { from, until, is_cut, source } = clipboard;
  const athlete_ids = idsOf(to);
  const by = distance(from, to.from);
  const target: Target = { ...to, until: addDays(until, by) };
  const cutFrom = idsOf(clipboard);
  if (is_cut && athlete_ids.every((id) => cutFrom.includes(id)))
    return {
      actions: [{ action: 'move', athlete_ids: cutFrom, from, until, to: to.from, conflict: 'replace' }],
      edits: [{ user_ids: cutFrom, edit: shifted(from, until, (date) => addDays(date, by)) }],
      said: told({ ...target, athletes: clipboard.athletes }, words, (about) =>
        words.say('calendar.did.later', about),
      ),
    };
  const copies = source.days
    .filter(({ date }) => date >= from && date <= until)
    .flatMap(({ date, workouts }) =>
      workouts.map((one) => ({
        workout: pending(one.title, one.workout_type),
        date: addDays(date, by),
      })),
    );
  const copy: Order = {
    actions: [
      {
        ...{ action: 'copy', athlete_ids, source_athlete_id: source.user_id },
        ...{ from, until, to: to.from, conflict: 'replace' },
      },
    ],
    edits: [{ user_ids: athlete_ids, edit: put(copies) }],
    said: told(target, words, (about) => words.say('calendar.did.copied', about)),
  };
  if (!is_cut) return copy;
  const clear = clearOrder({ athletes: [source], from, until }, words);
  return {
    ...copy,
    actions: [...copy.actions, ...clear.actions],
    edits: [...copy.edits, ...clear.edits],
  };
}

/** What was typed, for all of them on all of the days. */
export function setOrder(
  target: Target,
  workout: Pick<Workout, 'title' | 'workout_type'> & { readonly segments: Schemas['PlanSegment'][] },
  words: In,
): Order {
  const { title, workout_type, segments } = workout;
  const athlete_ids = idsOf(target);
  const dates = datesOf(target);
  return {
    actions: [
      {
        ...{ action: 'set', athlete_ids, dates, conflict: 'replace' },
        workout: { title, workout_type, segments },
      },
    ],
    edits: [
      {
        user_ids: athlete_ids,
        edit: put(dates.map((date) => ({ workout: pending(title, workout_type), date }))),
      },
    ],
    said: told(target, words, (about) => words.say('calendar.did.set', { ...about, title })),
  };
}

export function datesOf({ from, until }: Pick<Target, 'from' | 'until'>): string[] {
  return Array.from({ length: distance(from, until) + 1 }, (_, index) => addDays(from, index));
}

const DAY_MS = 86_400_000;
const distance = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** How many workouts of these days would be taken out by what comes in their place. */
export function inTheWay({ athletes, from, until }: Target): number {
  return athletes.reduce((sum, athlete) => sum + changeable(athlete, from, until).length, 0);
}
