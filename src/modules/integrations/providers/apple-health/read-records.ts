import type { HealthReport } from '../../health/health-report.ts';
import type { NewSample } from '../../health/store-health-samples.ts';
import { COUNTED, type Counted, createDaySums } from './day-sums.ts';
import type { Reading } from './reading.ts';
import { BEATS, convertedIn, MILLISECONDS } from './units.ts';
import { dayOf, type Members, membersIn, neededMoment, textIn } from './wire.ts';

const PREFIX = /^HKQuantityTypeIdentifier/;

/** HealthKit's names of what is counted through a day. */
const COUNTED_BY_TYPE: ReadonlyMap<string, Counted> = new Map([
  ['StepCount', 'steps'],
  ['DistanceWalkingRunning', 'distance_m'],
  ['ActiveEnergyBurned', 'active_energy_kcal'],
  ['BasalEnergyBurned', 'resting_energy_kcal'],
  ['AppleExerciseTime', 'active_time_s'],
  ['FlightsClimbed', 'floors_climbed'],
]);
const SAMPLED_BY_TYPE = new Map([
  ['HeartRate', { kind: 'heart_rate_bpm', units: BEATS }],
  ['HeartRateVariabilitySDNN', { kind: 'hrv_sdnn_ms', units: MILLISECONDS }],
] as const);

/** Reads the native quantities of HealthKit that are kept; others are ignored. */
export function readRecords(
  records: readonly { item: Members; path: string }[],
  { now, timezone }: Reading,
): { samples: NewSample[]; days: HealthReport[] } {
  const sums = createDaySums();
  const samples: NewSample[] = [];
  for (const { item, path } of records) {
    const type = (textIn(item, 'type', path) ?? '').replace(PREFIX, '');
    const counted = COUNTED_BY_TYPE.get(type);
    const sampled = SAMPLED_BY_TYPE.get(type as 'HeartRate');
    const isResting = type === 'RestingHeartRate';
    if (counted === undefined && sampled === undefined && !isResting) continue;
    const moment = neededMoment(item, 'startDate', path, now);
    const units = counted === undefined ? (sampled?.units ?? BEATS) : COUNTED[counted];
    const value = convertedIn(item, { value: 'value', unit: 'unit' }, path, units);
    if (value === null) continue;
    const source = membersIn(item, 'source', path) ?? {};
    const origin = textIn(source, 'bundleIdentifier', `${path}.source`) ?? '';
    if (sampled !== undefined) {
      const [lowest, highest] = [null, null];
      samples.push({ kind: sampled.kind, taken_at: moment.at, origin, value, lowest, highest });
    } else if (isResting) sums.rest(dayOf(moment, timezone), value);
    // A phone and a watch may write under one bundle: only their devices tell them apart.
    else if (counted !== undefined)
      sums.count(
        dayOf(moment, timezone),
        counted,
        `${origin} ${textIn(source, 'name', `${path}.source`) ?? ''}`,
        value,
      );
  }
  return { samples, days: sums.reports() };
}
