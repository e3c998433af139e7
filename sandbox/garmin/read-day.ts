import { dayOf, type GarminPerson } from './people.ts';
import type { SummaryType } from './summary-types.ts';

export type DayOptions = {
  /** Until when the watch has been read: the day's records grow with it. */
  readonly until?: Date | undefined;
  /** False: of a night that the watch has not made up its mind about. */
  readonly final?: boolean | undefined;
  /** Absent: all. */
  readonly types?: readonly SummaryType[] | undefined;
};

/** A day of a watch, as far as it has been read. */
export type Day = ReturnType<typeof readDay>;

export function readDay(
  person: GarminPerson,
  date: string,
  { until, final = true }: DayOptions,
  heart_rate_every_s: number,
) {
  const { start_s, end_s } = dayOf(person, date);
  const until_s = until === undefined ? end_s : Math.floor(until.getTime() / 1_000);
  const duration_s = Math.min(end_s, Math.max(start_s, until_s)) - start_s;
  const share = duration_s / (end_s - start_s);
  /** Begins of records carry it: a number of the person's. */
  const prefix = `x${person.user_id.slice(0, 7)}`;
  return { person, date, start_s, duration_s, share, prefix, final, heart_rate_every_s };
}

export function overTime(duration_s: number, every_s: number, value: () => number): Record<string, number> {
  const values: Record<string, number> = {};
  for (let offset_s = every_s; offset_s <= duration_s; offset_s += every_s) {
    values[String(offset_s)] = value();
  }
  return values;
}
