import { type HealthReport, NOTHING_TOLD } from '../../health/health-report.ts';
import { KILOCALORIES, METRES, SECONDS, TIMES } from './units.ts';

export const COUNTED = {
  steps: TIMES,
  distance_m: METRES,
  active_energy_kcal: KILOCALORIES,
  resting_energy_kcal: KILOCALORIES,
  active_time_s: SECONDS,
  floors_climbed: TIMES,
} as const;
/** The name ends in its unit. */
export type Counted = keyof typeof COUNTED;

export type DaySums = {
  /** @param day YYYY-MM-DD @param origin the device that counted @param amount in the unit of the name */
  count(day: string, what: Counted, origin: string, amount: number): void;
  rest(day: string, resting_bpm: number): void;
  reports(): HealthReport[];
};

/** The counts of two devices for one day are not added up: the larger one is reported. */
export function createDaySums(): DaySums {
  const sums = new Map<string, Map<Counted, Map<string, number>>>();
  const resting = new Map<string, number>();
  const dayOf = (day: string): Map<Counted, Map<string, number>> => {
    const known = sums.get(day) ?? new Map<Counted, Map<string, number>>();
    sums.set(day, known);
    return known;
  };
  return {
    count(day, what, origin, amount) {
      const counts = dayOf(day).get(what) ?? new Map<string, number>();
      counts.set(origin, (counts.get(origin) ?? 0) + amount);
      dayOf(day).set(what, counts);
    },
    rest(day, resting_bpm) {
      dayOf(day);
      resting.set(day, Math.min(resting_bpm, resting.get(day) ?? resting_bpm));
    },
    reports: () => [...sums].map(([day, counts]) => tell(day, counts, resting.get(day) ?? null)),
  };
}

function tell(
  day: string,
  counts: ReadonlyMap<Counted, ReadonlyMap<string, number>>,
  resting_bpm: number | null,
): HealthReport {
  // Watch and phone both count the same steps: the one that counted more was carried longer.
  const totals = [...counts].map(
    ([what, byOrigin]) => [what, round(Math.max(...byOrigin.values()))] as const,
  );
  return {
    source: 'apple_health',
    day,
    ...(totals.length > 0 && { activity: { ...NOTHING_TOLD, ...Object.fromEntries(totals) } }),
    ...(resting_bpm !== null && {
      heart_rate: { resting_bpm: Math.round(resting_bpm), min_bpm: null, max_bpm: null, average_bpm: null },
    }),
  };
}

function round(value: number): number {
  return Math.round(Math.min(value, 1e9));
}
