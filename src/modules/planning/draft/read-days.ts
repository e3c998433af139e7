import { addDays, type Weekday } from '../../../shared/calendar.ts';
import type { DraftDay } from '../../../training/planning/draft.ts';
import type { PlanFault } from '../engine/faults.ts';
import { planFault } from '../words/fault-words.ts';
import { weekDates } from './day-prefix.ts';
import { dayRows } from './day-rows.ts';
import { type DayMeasure, dayMeasureIn, withoutWarming } from './read-measure.ts';
import { readSession } from './read-session.ts';
import { isRest, typeIn } from './read-type.ts';
import type { WeekText } from './split-weeks.ts';

/** Where a fault of a draft is. */
export const DRAFT_PATH = 'refined_draft';
/** More tell nobody anything, and cost as much to find. */
export const MOST_FAULTS = 20;
/** Beyond this nothing says any more what kind of day it is. */
const MAX_CONTENT = 400;

export type ReadOptions = { readonly start_date: string; readonly unit_system: 'metric' | 'imperial' };

export type DaysRead = { readonly days: readonly DraftDay[] | null; readonly faults: readonly PlanFault[] };

/** The days of one week, from its first; null where it names none. A day off is none. */
export function readDays(week: WeekText, { start_date, unit_system }: ReadOptions): DaysRead {
  const dates = weekDates(addDays(start_date, (week.number - 1) * 7));
  const faults: PlanFault[] = [];
  const days = new Map<Weekday, DraftDay | null>();
  for (const { days: named, content, line, text } of dayRows(week.lines, dates)) {
    if (faults.length >= MOST_FAULTS) break;
    const read = readContent(content, unit_system);
    if (read === undefined || named.length === 0)
      faults.push(planFault(DRAFT_PATH, 'draft_day_not_understood', { line, text: text.slice(0, 200) }));
    for (const day of named) {
      if (days.has(day)) faults.push(planFault(DRAFT_PATH, 'draft_day_repeated', { week: week.number, day }));
      days.set(day, read ? { day, ...read } : null);
    }
  }
  if (days.size === 0) return { days: null, faults };
  const inOrder = dates.map(({ weekday }) => days.get(weekday) ?? null);
  return { days: inOrder.filter((day) => day !== null), faults };
}

/** What a line says: null for rest, undefined where nobody can tell. */
function readContent(
  content: string,
  unit_system: ReadOptions['unit_system'],
): Omit<DraftDay, 'day'> | null | undefined {
  if (content === '' || isRest(content)) return content === '' ? undefined : null;
  const said = withoutWarming(content.slice(0, MAX_CONTENT));
  const parting = PARTING.exec(said);
  const head = parting === null ? said : said.slice(0, parting.index);
  const headType = typeIn(head);
  const ofHead = dayMeasureIn(head, unit_system);
  const measured = isStated(ofHead);
  const measure = measured ? ofHead : dayMeasureIn(said, unit_system);
  const named = headType ?? typeIn(said);
  // Who lifts weights covers no distance: "strength + easy 5 km" is a run with something before it.
  const type = named === 'strength' && measure.distance_m !== null ? typeIn(said, 'strength') : named;
  if (type === null && !isStated(measure)) return undefined;
  const from = headType !== null && measured ? PARTING.exec(content) : null;
  const words = from === null ? content : content.slice(from.index + from[0].length);
  const workout_type = type ?? 'easy-run';
  const session = readSession(words, workout_type, from !== null);
  return { workout_type, ...measure, words: words.trim(), ...(session === undefined ? {} : { session }) };
}

const PARTING = /\s[-–—]\s/u;

function isStated({ distance_m, duration_s }: DayMeasure): boolean {
  return distance_m !== null || duration_s !== null;
}
