import type { Source } from '../../../privacy/index.ts';
import type {
  DayOfActivity,
  DayOfHeartRate,
  HealthReport,
  NightOfHrv,
  NightOfSleep,
} from './health-report.ts';

/** A part with its latest edition; null where it has none. */
type Kept<Part> = Part & Place & { readonly edition: number | null };

type Place = {
  readonly position?: number;
  /** For values that the last report left open, the position of the report that they come from. */
  readonly earlier?: Readonly<Record<string, number>>;
};

/** What one source has reported of a day; a part is null where nothing was reported. */
export type KeptDay = {
  readonly day: string;
  readonly source: HealthReport['source'];
  readonly activity: Kept<DayOfActivity> | null;
  readonly sleep: Kept<NightOfSleep> | null;
  readonly hrv: Kept<NightOfHrv> | null;
  readonly heart_rate: Kept<DayOfHeartRate> | null;
};

/**
 * Adds a report to what is stored of its source's day. Absent parts stay, and so do values that are reported as unknown. In whatever
 * order the editions of a day come, the latest one remains.
 */
export function tellMore(kept: KeptDay, told: HealthReport): KeptDay {
  const hasGrown = kept.source === 'apple_health' ? greatest : valuesOf;
  return {
    day: kept.day,
    source: kept.source,
    activity:
      told.activity === undefined ? kept.activity : join(kept.activity, told.activity, told, hasGrown),
    sleep: told.sleep === undefined ? kept.sleep : joinSleep(kept, told.sleep, told),
    hrv: told.hrv === undefined ? kept.hrv : join(kept.hrv, told.hrv, told, valuesOf),
    heart_rate:
      told.heart_rate === undefined
        ? kept.heart_rate
        : join(kept.heart_rate, told.heart_rate, told, valuesOf),
  };
}

type Values = Readonly<Record<string, number | null>>;
type Joined = (stored: number, told: number) => number;

const valuesOf: Joined = (_stored, told) => told;
/** A phone counts up through the day, and reports parts of it in several posts. */
const greatest: Joined = Math.max;

type Said = Pick<HealthReport, 'edition' | 'position'>;

function join<Part extends Values>(
  stored: Kept<Part> | null,
  told: Part,
  { edition, position }: Said,
  of: Joined,
): Kept<Part> {
  const order = compareEditions(stored, edition);
  if (stored !== null && order < 0) return stored;
  if (stored === null || order > 0) return { ...told, edition: edition ?? null, ...placeOf(position) };
  const values = Object.keys(told).map((name) => {
    const [before, now] = [stored[name] ?? null, told[name] ?? null];
    const stoodAt = stored.earlier?.[name] ?? stored.position;
    const isOfStored = now === null || (before !== null && isBefore(position, stoodAt));
    const value =
      before === null || now === null || isOfStored ? (isOfStored ? before : now) : of(before, now);
    return { name, value, position: isOfStored ? stoodAt : position };
  });
  const last = latest(stored.position, position);
  const earlier = values.flatMap(({ name, value, position: stands }): [string, number][] =>
    value === null || stands === undefined || stands === last ? [] : [[name, stands]],
  );
  return {
    ...(Object.fromEntries(values.map(({ name, value }) => [name, value])) as Part),
    edition: edition ?? stored.edition,
    ...placeOf(last),
    ...(earlier.length === 0 ? {} : { earlier: Object.fromEntries(earlier) }),
  };
}

/** A night is stored as a whole: the beginning of one report and the length of another would be a night that nobody slept. */
function joinSleep(
  { sleep: stored, source }: KeptDay,
  told: NightOfSleep,
  { edition, position }: Said,
): Kept<NightOfSleep> {
  const fresh = { ...told, edition: edition ?? null, ...placeOf(position) };
  if (stored === null) return fresh;
  if (stored.is_final !== told.is_final) return told.is_final ? fresh : stored;
  const order = compareEditions(stored, edition);
  if (order !== 0) return order > 0 ? fresh : stored;
  if (isBefore(position, stored.position)) return stored;
  const isShorter = source === 'apple_health' && (told.duration_s ?? 0) < (stored.duration_s ?? 0);
  return isShorter ? stored : { ...fresh, edition: edition ?? stored.edition };
}

function placeOf(position: number | undefined): Place {
  return position === undefined ? {} : { position };
}

function isBefore(position: number | undefined, stood: number | undefined): boolean {
  return position !== undefined && stood !== undefined && position < stood;
}

function latest(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (other ?? one) : Math.max(one, other);
}

/** Above 0: the report is later. 0: the order is unknown, or both are equal. */
function compareEditions(stored: { edition: number | null } | null, edition: number | undefined): number {
  if (stored === null || stored.edition === null || edition === undefined) return 0;
  return edition - stored.edition;
}

/** The sources in the order in which they are believed. A watch that is worn all night knows more than a phone. */
const BELIEVED: readonly Source[] = ['garmin', 'coros', 'apple_health'];

export type ShownReport = {
  readonly source: HealthReport['source'];
  readonly activity?: DayOfActivity | null;
  readonly sleep?: NightOfSleep | null;
  readonly hrv?: NightOfHrv | null;
  readonly heart_rate?: DayOfHeartRate | null;
};

export type MergedDay = {
  readonly day: string;
  readonly sources: readonly HealthReport['source'][];
  readonly activity: DayOfActivity | null;
  readonly sleep: NightOfSleep | null;
  readonly hrv: NightOfHrv | null;
  readonly heart_rate: DayOfHeartRate | null;
};

/** Merges the sources of one day: each value from the first source that has it, a night as a whole, a final one first. */
export function mergeSources(day: string, reports: readonly ShownReport[]): MergedDay {
  const ranked = reports.toSorted((a, b) => BELIEVED.indexOf(a.source) - BELIEVED.indexOf(b.source));
  const nights = ranked.flatMap(({ sleep }) => sleep ?? []);
  return {
    day,
    sources: ranked.map(({ source }) => source),
    activity: firstOf(ranked.flatMap(({ activity }) => activity ?? [])),
    sleep: nights.find((night) => night.is_final) ?? nights[0] ?? null,
    hrv: firstOf(ranked.flatMap(({ hrv }) => hrv ?? [])),
    heart_rate: firstOf(ranked.flatMap(({ heart_rate }) => heart_rate ?? [])),
  };
}

function firstOf<Part extends Values>(parts: readonly Part[]): Part | null {
  const [first, ...others] = parts;
  if (first === undefined) return null;
  const values = Object.keys(first).map((name) => [
    name,
    first[name] ?? others.map((other) => other[name] ?? null).find((value) => value !== null) ?? null,
  ]);
  return Object.fromEntries(values) as Part;
}
