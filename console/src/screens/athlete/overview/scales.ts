import { addDays } from '../../../format.ts';
import type { Week } from './weeks.ts';

const LEFT = 38;
const DAY_MS = 86_400_000;

/** Where days stand from left to right: both charts of the overview have one axis. */
export type Places = {
  readonly left: number;
  readonly week_px: number;
  readonly xOf: (date: string) => number;
  /** The end of the present week: what was is left of it, what comes is right. */
  readonly now_x: number;
};

export function placesOf(weeks: readonly Week[], width: number): Places {
  const first = weeks[0]?.start ?? '1970-01-01';
  const week_px = Math.max(1, (width - LEFT) / Math.max(1, weeks.length));
  const xOf = (date: string): number =>
    LEFT + ((Date.parse(date) - Date.parse(first)) / DAY_MS / 7) * week_px;
  const now = weeks.findLast(({ state }) => state !== 'ahead')?.start ?? first;
  return { left: LEFT, week_px, xOf, now_x: xOf(addDays(now, 7)) };
}

/** Three or four round numbers from zero that reach the most. */
export function ticksOf(most: number): number[] {
  const rough = Math.max(most, 1) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}
