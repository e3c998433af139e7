import type { DraftWeek } from '../../../training/planning/draft.ts';
import type { PlanFault } from '../engine/faults.ts';
import { planFault } from '../words/fault-words.ts';
import { DRAFT_PATH, MOST_FAULTS, type ReadOptions, readDays } from './read-days.ts';
import { splitWeeks, type WeekText } from './split-weeks.ts';

export type DraftRead =
  | { readonly weeks: readonly DraftWeek[]; readonly faults?: never }
  | { readonly weeks?: never; readonly faults: readonly PlanFault[] };

/** Numbers in a message. */
const MOST_NUMBERS = 60;

/**
 * A draft as a coach edited it, in any of the languages. A day says a distance or a time, never both: where a line has both, the
 * distance counts. The time taken grows with the length of the text and no faster.
 *
 * @param options.weeks how many there must be
 * @param options.start_date first day of week 1: days of each week are put in order from its weekday
 * @param options.unit_system what a distance without a unit is in
 */
export function readDraft(text: string, options: ReadOptions & { readonly weeks: number }): DraftRead {
  const found = splitWeeks(text);
  const wrong = faultsOfWeeks(found, options.weeks);
  if (wrong.length > 0) return { faults: wrong.slice(0, MOST_FAULTS) };
  const weeks: DraftWeek[] = [];
  const faults: PlanFault[] = [];
  for (const week of found) {
    const read = readDays(week, options);
    const { number, distance_m, phase, focus } = week;
    weeks.push({
      number,
      distance_m,
      days: read.days,
      ...(phase === null ? {} : { phase }),
      ...(focus === null ? {} : { focus }),
    });
    faults.push(...read.faults);
    if (faults.length >= MOST_FAULTS) break;
  }
  return faults.length > 0 ? { faults: faults.slice(0, MOST_FAULTS) } : { weeks };
}

/** Each of the numbers exactly once and in order. */
function faultsOfWeeks(found: readonly WeekText[], weeks: number): PlanFault[] {
  if (found.length === 0) return [planFault(DRAFT_PATH, 'draft_without_weeks', { weeks })];
  const numbers = found.map(({ number }) => number);
  const known = new Set(numbers);
  const wanted = Array.from({ length: weeks }, (_, index) => index + 1);
  const missing = wanted.filter((number) => !known.has(number));
  const unknown = [...known].filter((number) => number < 1 || number > weeks);
  const repeated = [...known].filter((number) => numbers.indexOf(number) !== numbers.lastIndexOf(number));
  const firsts = numbers.filter((number, at) => numbers.indexOf(number) === at);
  const after = firsts.findIndex((number, at) => number < (firsts[at - 1] ?? 0));
  return [
    ...(missing.length === 0 && unknown.length === 0
      ? []
      : [
          planFault(DRAFT_PATH, 'draft_weeks_differ', {
            weeks,
            missing: listOf(missing),
            unknown: listOf(unknown),
          }),
        ]),
    ...repeated.map((week) => planFault(DRAFT_PATH, 'draft_week_repeated', { week })),
    ...(after === -1
      ? []
      : [
          planFault(DRAFT_PATH, 'draft_weeks_out_of_order', {
            week: firsts[after] ?? 0,
            after: firsts[after - 1] ?? 0,
          }),
        ]),
  ];
}

function listOf(numbers: readonly number[]): string {
  const shown = numbers.slice(0, MOST_NUMBERS).join(', ');
  return numbers.length > MOST_NUMBERS ? `${shown}, …` : shown;
}
