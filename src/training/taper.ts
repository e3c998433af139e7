export const TAPER_HISTORY_WEEKS = 6;

const LONGEST_WEEKS = 3;
/** The number of weeks before a taper with which it is compared. */
const BASE_WEEKS = 3;
/**
 * The last and the first week of a taper have at most these shares of the weeks before it; no week has more than `NO_MORE` times the one
 * before it.
 */
const LAST_WEEK = 0.75;
const FIRST_WEEK = 0.9;
const NO_MORE = 1.05;

/**
 * The number of weeks of taper before a race: each has less than the one before, and the last one much less than the weeks before the
 * taper. Published plans have 88 to 68 % of the peak in the first of three weeks, 86 to 52 % in the second and 13 to 57 % in the last one
 * without the race. A week without running is a break and not a taper.
 *
 * @param weeks metres or seconds run in each seven days before the day of the race, the last ones first
 * @returns 1 to 3; null where there was no taper, or too little is known of the weeks before
 */
export function taperWeeks(weeks: readonly number[]): number | null {
  for (let count = LONGEST_WEEKS; count > 0; count -= 1) {
    const base = weeks.slice(count, count + BASE_WEEKS);
    if (base.length < BASE_WEEKS || base.some((week) => week <= 0)) continue;
    if (isTaper(weeks.slice(0, count), base)) return count;
  }
  return null;
}

function isTaper(taper: readonly number[], base: readonly number[]): boolean {
  const usual = base.reduce((sum, week) => sum + week, 0) / base.length;
  const [last = 0, first = 0] = [taper[0], taper.at(-1)];
  return (
    taper.every(
      (week, place) => week > 0 && week <= NO_MORE * (taper[place + 1] ?? Number.POSITIVE_INFINITY),
    ) &&
    last <= LAST_WEEK * usual &&
    first <= FIRST_WEEK * usual
  );
}
