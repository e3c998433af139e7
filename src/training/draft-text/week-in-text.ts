import type { PhaseNames } from './split-weeks.ts';
import { splitWeeks } from './split-weeks.ts';

/** The place of a week in a draft: its heading and all below it, without the empty lines and rules at its end. */
export type WeekInText = {
  /** Offsets in code units from 0, the end exclusive. */
  readonly from: number;
  readonly until: number;
  readonly heading: string;
  readonly heading_is_own: boolean;
  readonly line_end: string;
};

const NO_PHASES: readonly PhaseNames[] = [];
const LINE_END = /\r\n|[\n\r\u2028\u2029]/gu;
const EMPTY = /^[\s|:+=_*-]*$/u;

/** @returns null where the draft does not have the week, or has it twice */
export function weekInText(text: string, number: number): WeekInText | null {
  const { weeks, others } = splitWeeks(text, NO_PHASES);
  const [week, ...more] = weeks.filter((one) => one.number === number);
  if (week === undefined || more.length > 0) return null;
  const ends = [...text.matchAll(LINE_END)];
  const startOf = (line: number): number => {
    const before = ends[line - 2];
    return before === undefined ? 0 : before.index + before[0].length;
  };
  const line = week.heading.number;
  const next = Math.min(
    ...weeks.map(({ heading }) => heading.number).filter((other) => other > line),
    ...others.map((other) => other.line).filter((other) => other > line),
  );
  const from = startOf(line);
  const endOf = (one: number): number => ends[one - 1]?.index ?? text.length;
  let last = Number.isFinite(next) ? next - 1 : ends.length + 1;
  while (last > line && EMPTY.test(text.slice(startOf(last), endOf(last)))) last -= 1;
  return {
    from,
    until: endOf(last),
    heading: text.slice(from, endOf(line)),
    heading_is_own: week.heading_is_own,
    line_end: ends[0]?.[0] ?? '\n',
  };
}
