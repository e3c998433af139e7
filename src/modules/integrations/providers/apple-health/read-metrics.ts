import type { HealthReport } from '../../health/health-report.ts';
import type { NewSample } from '../../health/store-health-samples.ts';
import { COUNTED, type Counted, createDaySums, type DaySums } from './day-sums.ts';
import type { Reading } from './reading.ts';
import { readNights, readStages } from './sleep-stages.ts';
import { BEATS, factorOf, inUnit, MILLISECONDS, type Units } from './units.ts';
import { dayOf, has, listIn, type Members, neededMoment, numberIn, textIn } from './wire.ts';

type Placed = { readonly item: Members; readonly path: string };
type Told = { readonly samples: NewSample[]; readonly days: HealthReport[] };

/** Health Auto Export's names of what is counted through a day. */
const COUNTED_BY_NAME: ReadonlyMap<string, Counted> = new Map([
  ['step_count', 'steps'],
  ['walking_running_distance', 'distance_m'],
  ['active_energy', 'active_energy_kcal'],
  ['basal_energy_burned', 'resting_energy_kcal'],
  ['apple_exercise_time', 'active_time_s'],
  ['flights_climbed', 'floors_climbed'],
]);

/** Reads the metrics of Health Auto Export that are kept; others are ignored. */
export function readMetrics(metrics: readonly Placed[], reading: Reading): Told {
  const sums = createDaySums();
  const told: Told = { samples: [], days: [] };
  for (const { item, path } of metrics) {
    const name = textIn(item, 'name', path) ?? '';
    const points = (): Placed[] => listIn(item, 'data', path);
    const counted = COUNTED_BY_NAME.get(name);
    if (counted !== undefined) countPoints(sums, counted, { item, path }, points(), reading);
    if (name === 'resting_heart_rate') restPoints(sums, { item, path }, points(), reading);
    if (name === 'heart_rate') add(told.samples, points(), beatReader({ item, path }, reading));
    if (name === 'heart_rate_variability') add(told.samples, points(), hrvReader({ item, path }, reading));
    if (name === 'sleep_analysis') {
      const stages = points().filter((point) => has(point.item, 'value'));
      const nights = points().filter((point) => !has(point.item, 'value'));
      told.days.push(...readStages(stages, reading), ...readNights({ item, path }, nights, reading));
    }
  }
  told.days.push(...sums.reports());
  return told;
}

function add(
  samples: NewSample[],
  points: readonly Placed[],
  read: (point: Placed) => NewSample | null,
): void {
  for (const point of points) {
    const sample = read(point);
    if (sample !== null) samples.push(sample);
  }
}

function unitOf({ item, path }: Placed, units: Units): number {
  return factorOf(units, textIn(item, 'units', path, 40), `${path}.units`);
}

function countPoints(
  sums: DaySums,
  what: Counted,
  metric: Placed,
  points: readonly Placed[],
  { now, timezone }: Reading,
): void {
  if (points.length === 0) return;
  const factor = unitOf(metric, COUNTED[what]);
  for (const { item, path } of points) {
    const day = dayOf(neededMoment(item, 'date', path, now), timezone);
    const amount = numberIn(item, 'qty', path, { max: COUNTED[what].max / factor });
    if (amount !== null) sums.count(day, what, textIn(item, 'source', path) ?? '', inUnit(amount, factor));
  }
}

function restPoints(
  sums: DaySums,
  metric: Placed,
  points: readonly Placed[],
  { now, timezone }: Reading,
): void {
  if (points.length === 0) return;
  const factor = unitOf(metric, BEATS);
  for (const { item, path } of points) {
    const day = dayOf(neededMoment(item, 'date', path, now), timezone);
    const beats = numberIn(item, 'qty', path, { max: BEATS.max / factor });
    if (beats) sums.rest(day, inUnit(beats, factor));
  }
}

/** A point is one value, or the mean of a minute or an hour with its range. */
function beatReader(metric: Placed, { now }: Reading): (point: Placed) => NewSample | null {
  const factor = unitOf(metric, BEATS);
  return ({ item, path }) => {
    const { at } = neededMoment(item, 'date', path, now);
    const beatsIn = (name: string): number | null => {
      const value = numberIn(item, name, path, { max: BEATS.max / factor });
      return value === null || value === 0 ? null : inUnit(value, factor);
    };
    const value = beatsIn('Avg') ?? beatsIn('qty');
    if (value === null) return null;
    const origin = textIn(item, 'source', path) ?? '';
    const [lowest, highest] = [beatsIn('Min'), beatsIn('Max')];
    return { kind: 'heart_rate_bpm', taken_at: at, origin, value, lowest, highest };
  };
}

function hrvReader(metric: Placed, { now }: Reading): (point: Placed) => NewSample | null {
  const factor = unitOf(metric, MILLISECONDS);
  return ({ item, path }) => {
    const { at } = neededMoment(item, 'date', path, now);
    const value = numberIn(item, 'qty', path, { max: MILLISECONDS.max / factor });
    if (value === null) return null;
    const origin = textIn(item, 'source', path) ?? '';
    return {
      kind: 'hrv_sdnn_ms',
      taken_at: at,
      origin,
      value: inUnit(value, factor),
      lowest: null,
      highest: null,
    };
  };
}
