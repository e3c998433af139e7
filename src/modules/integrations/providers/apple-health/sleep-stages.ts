import { invalidField } from '../../../../shared/errors.ts';
import { HOUR_MS, SECOND_MS } from '../../../../shared/time.ts';
import type { HealthReport, NightOfSleep } from '../../health/health-report.ts';
import type { Reading } from './reading.ts';
import { factorOf, SECONDS } from './units.ts';
import {
  dayOf,
  listIn,
  type Members,
  type Moment,
  membersIn,
  momentIn,
  neededMoment,
  numberIn,
  textIn,
  zoneOr,
} from './wire.ts';

type Placed = { readonly item: Members; readonly path: string };
type Stage = 'deep_s' | 'light_s' | 'rem_s' | 'awake_s' | 'unspecified_s' | 'in_bed_s';

const STAGES: Readonly<Record<string, Stage>> = {
  inbed: 'in_bed_s',
  awake: 'awake_s',
  core: 'light_s',
  light: 'light_s',
  deep: 'deep_s',
  rem: 'rem_s',
  asleep: 'unspecified_s',
  unspecified: 'unspecified_s',
};

/** Sleep that begins in the evening belongs to the night of the next day. */
const EVENING_MS = 6 * HOUR_MS;

type Night = { start: Date; seconds: Record<Stage, number> };

/** Nights, put together from their stages, as HealthKit writes them, and Health Auto Export without its summing up. */
export function readStages(stages: readonly Placed[], reading: Reading): HealthReport[] {
  /** By day and by device: the times of two devices that watched the same night are not added. */
  const nights = new Map<string, Map<string, Night>>();
  for (const { item, path } of stages) {
    const start = neededMoment(item, 'startDate', path, reading.now);
    const end = neededMoment(item, 'endDate', path, reading.now);
    if (end.at < start.at) throw invalidField(`${path}.endDate`, 'must not be before startDate');
    if (end.at.getTime() - start.at.getTime() > 24 * HOUR_MS) {
      throw invalidField(`${path}.endDate`, 'must be at most a day after startDate');
    }
    const day = nightOf(end, zoneIn(item, path, reading));
    const sources = nights.get(day) ?? new Map<string, Night>();
    nights.set(day, sources);
    const origin = originOf(item, path);
    const night = sources.get(origin) ?? emptyNight(start.at);
    sources.set(origin, night);
    if (start.at < night.start) night.start = start.at;
    night.seconds[stageOf(item, path)] += (end.at.getTime() - start.at.getTime()) / SECOND_MS;
  }
  return [...nights].flatMap(([day, sources]) => {
    const told = [...sources.values()].map(toSleep).filter((night) => (night.duration_s ?? 0) > 0);
    const longest = told.toSorted((a, b) => (b.duration_s ?? 0) - (a.duration_s ?? 0))[0];
    return longest === undefined ? [] : [{ source: 'apple_health' as const, day, sleep: longest }];
  });
}

function emptyNight(start: Date): Night {
  const seconds = { deep_s: 0, light_s: 0, rem_s: 0, awake_s: 0, unspecified_s: 0, in_bed_s: 0 };
  return { start, seconds };
}

function stageOf(item: Members, path: string): Stage {
  const word = (textIn(item, 'value', path) ?? '')
    .replace(/^HKCategoryValueSleepAnalysis/, '')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  const name = /^asleep./.test(word) ? word.slice('asleep'.length) : word;
  const stage = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
  if (stage !== undefined) return stage;
  throw invalidField(`${path}.value`, 'must be a stage: inBed, awake, core, deep, rem or asleep');
}

function originOf(item: Members, path: string): string {
  if (typeof item.source === 'string') return item.source;
  const source = membersIn(item, 'source', path) ?? {};
  return `${textIn(source, 'bundleIdentifier', `${path}.source`) ?? ''} ${textIn(source, 'name', `${path}.source`) ?? ''}`;
}

/** HealthKit's own note of the sleeper's time zone. */
function zoneIn(item: Members, path: string, { timezone }: Reading): string {
  const notes = listIn(item, 'recordMetadata', path);
  return zoneOr(notes.find((note) => note.item.key === 'HKTimeZone')?.item.value, timezone);
}

function nightOf({ at, offset_min }: Moment, timezone: string): string {
  return dayOf({ at: new Date(at.getTime() + EVENING_MS), offset_min }, timezone);
}

function toSleep({ start, seconds }: Night): NightOfSleep {
  const { deep_s, light_s, rem_s, awake_s, unspecified_s } = seconds;
  const hasStages = deep_s + light_s + rem_s > 0;
  const staged = (value: number): number | null => (hasStages ? Math.round(value) : null);
  return {
    start_time: start.toISOString(),
    duration_s: Math.round(deep_s + light_s + rem_s + unspecified_s),
    deep_s: staged(deep_s),
    light_s: staged(light_s),
    rem_s: staged(rem_s),
    awake_s: staged(awake_s),
    score: null,
    is_final: true,
  };
}

/** Nights as Health Auto Export sums them up. */
export function readNights(metric: Placed, nights: readonly Placed[], reading: Reading): HealthReport[] {
  if (nights.length === 0) return [];
  const factor = factorOf(SECONDS, textIn(metric.item, 'units', metric.path, 40), `${metric.path}.units`);
  return nights.flatMap(({ item, path }) => {
    const secondsIn = (name: string): number => {
      const value = numberIn(item, name, path, { max: (24 * HOUR_MS) / SECOND_MS / factor });
      return (value ?? 0) * factor;
    };
    const [deep_s, light_s, rem_s] = [secondsIn('deep'), secondsIn('core'), secondsIn('rem')];
    const start = momentIn(item, 'sleepStart', path, reading.now);
    const end =
      momentIn(item, 'sleepEnd', path, reading.now) ?? neededMoment(item, 'date', path, reading.now);
    // Older versions give all sleep as `asleep`, newer ones only the sleep without a stage.
    const asleep_s = secondsIn('totalSleep') || Math.max(secondsIn('asleep'), deep_s + light_s + rem_s);
    if (asleep_s === 0) return [];
    const night = emptyNight(start?.at ?? end.at);
    Object.assign(night.seconds, { deep_s, light_s, rem_s, awake_s: secondsIn('awake') });
    const sleep = {
      ...toSleep(night),
      start_time: start?.at.toISOString() ?? null,
      duration_s: Math.round(asleep_s),
    };
    return [{ source: 'apple_health' as const, day: nightOf(end, reading.timezone), sleep }];
  });
}
