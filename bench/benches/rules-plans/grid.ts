import { addDays, WEEKDAYS, type Weekday } from '../../../src/shared/calendar.ts';
import { RACE_M } from './norms.ts';
import { raceTimeOf } from './vdot.ts';
import { type Asked, type Constraints, EVENTS, type Event, type Known, LEVELS, type Level } from './wire.ts';

/** Requests over the whole of what coaches ask for, the same ones on every run. */
export type GridRequest = {
  readonly asked: Asked;
  readonly known: Known;
  readonly seed: number;
  /** Requests that differ in their days alone have the same. */
  readonly family: string | null;
};

const USUAL_SEED = 20_270_104;
const MONDAY = '2027-01-04';
/** Each has the days of those before it. */
const SPREAD: readonly Weekday[] = [
  'sunday',
  'thursday',
  'tuesday',
  'saturday',
  'wednesday',
  'friday',
  'monday',
];
const LEAST_DAYS = 3;

const HISTORIES = ['unknown', 'none', 'low', 'typical', 'high'] as const;
type History = (typeof HISTORIES)[number];
const USUAL_M: Readonly<Record<Level, Readonly<Record<'low' | 'typical' | 'high', number>>>> = {
  beginner: { low: 8_000, typical: 20_000, high: 40_000 },
  intermediate: { low: 20_000, typical: 40_000, high: 65_000 },
  advanced: { low: 35_000, typical: 65_000, high: 100_000 },
};
const WEEKS_OF_HISTORY = [0.9, 0.95, 1, 0.75, 1, 1.05, 1, 0.95];
const LONGEST_OF_WEEK = 0.38;

/** @param seed of what is chosen by chance */
export function planGrid(seed = USUAL_SEED): readonly GridRequest[] {
  return [...families(), ...everyLength(seed), ...constrained()];
}

/** Each event, level and history on three to seven days, the race on the last day. */
function families(): GridRequest[] {
  const requests: GridRequest[] = [];
  for (const event of EVENTS)
    for (const level of LEVELS)
      for (const history of HISTORIES)
        for (const weeks of event === '5k' || event === '10k' ? [8, 12] : [12, 16]) {
          const family = [event, level, history, weeks].join(' ');
          for (let days = LEAST_DAYS; days <= 7; days += 1)
            requests.push({
              family,
              seed: requests.length,
              asked: {
                weeks,
                start_date: MONDAY,
                experience_level: level,
                workout_days: WEEKDAYS.filter((day) => SPREAD.slice(0, days).includes(day)),
                goal: goalOf(event, addDays(MONDAY, weeks * 7 - 1)),
              },
              known: knownOf(level, history, history === 'typical'),
            });
        }
  return requests;
}

/** Each length with races on any day: the last, one midway, one after the end, none; everything else by chance. */
function everyLength(seed: number): GridRequest[] {
  const random = randomNumbers(seed);
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const requests: GridRequest[] = [];
  for (let weeks = 1; weeks <= 52; weeks += 1)
    for (let turn = 0; turn < 20; turn += 1) {
      const level = oneOf(LEVELS);
      const event = oneOf(EVENTS);
      const start_date = addDays(MONDAY, turn % 3 === 0 ? Math.floor(random() * 7) : 0);
      const count = LEAST_DAYS + Math.floor(random() * 5);
      const days = [...WEEKDAYS].map((day) => [random(), day] as const).toSorted(([a], [b]) => a - b);
      const at = [
        null,
        weeks * 7 - 1 - (turn % 7),
        6 + Math.floor(random() * (weeks * 7 - 6)),
        weeks * 7 + 10,
      ][turn % 4];
      const race_date = at == null ? null : addDays(start_date, Math.max(6, at));
      const known = knownOf(level, oneOf(HISTORIES), random() < 0.5);
      const goal = goalOf(event, race_date);
      requests.push({
        family: null,
        seed: requests.length,
        asked: {
          weeks,
          start_date,
          experience_level: level,
          workout_days: WEEKDAYS.filter((day) => days.slice(0, count).some(([, chosen]) => chosen === day)),
          goal: random() < 0.3 ? { ...goal, target_time_s: hopedFor(event, level) } : goal,
        },
        known,
      });
    }
  return requests;
}

/** What coaches will be able to ask for in fields. */
function constrained(): GridRequest[] {
  const race = addDays(MONDAY, 20 * 7 - 1);
  const day = (week: number): string => addDays(MONDAY, week * 7 - 1);
  const sets: readonly Constraints[] = [
    { days_off: ['monday', 'friday'] },
    { days_per_week: 4 },
    { long_run_day: 'saturday' },
    { first_week_distance_m: 18_000 },
    { max_weekly_distance_m: 45_000 },
    { longest_run_m: 18_000 },
    { exclude: ['hills'] },
    { exclude: ['speed', 'strides'] },
    { unavailable: [{ from: day(6), to: day(7) }] },
    { races: [{ date: day(10), event: '10k', priority: 'c' }] },
    { races: [{ date: day(12), event: 'half_marathon', priority: 'b' }] },
    { races: [{ date: day(8), event: 'marathon', priority: 'a' }] },
    { injuries: [{ from: MONDAY, to: day(3), running: 'none' }] },
    { injuries: [{ from: MONDAY, to: day(4), running: 'easy_only' }] },
    { injuries: [{ from: day(5), running: 'no_hills' }] },
  ];
  return LEVELS.flatMap((level) =>
    (['half_marathon', 'marathon'] as const).flatMap((event) =>
      sets.map((constraints, seed) => ({
        family: null,
        seed,
        asked: {
          weeks: 20,
          start_date: MONDAY,
          experience_level: level,
          workout_days: WEEKDAYS.filter((one) => SPREAD.slice(0, 5).includes(one)),
          goal: goalOf(event, race),
          constraints,
        },
        known: knownOf(level, 'typical', true),
      })),
    ),
  );
}

function goalOf(event: Event, race_date: string | null): Asked['goal'] {
  return { event, race_date: event === 'general' ? null : race_date, target_time_s: null };
}

/** More than anybody reaches in the shortest plans, less than in the longest. */
const HOPED_FOR = 4;

function hopedFor(event: Event, level: Level): number | null {
  return event === 'general' ? null : Math.round(raceTimeOf(VDOT_OF_LEVEL[level] + HOPED_FOR, RACE_M[event]));
}

const VDOT_OF_LEVEL: Readonly<Record<Level, number>> = { beginner: 34, intermediate: 44, advanced: 55 };

function knownOf(level: Level, history: History, hasPaces: boolean): Known {
  const vdot = hasPaces ? VDOT_OF_LEVEL[level] : null;
  if (history === 'unknown') return { history: null, vdot };
  const usual = history === 'none' ? 0 : USUAL_M[level][history];
  const weekly_distance_m = WEEKS_OF_HISTORY.map((share) => Math.round(share * usual));
  return { history: { weekly_distance_m, longest_run_m: Math.round(LONGEST_OF_WEEK * usual) }, vdot };
}

/** mulberry32: numbers from 0 to below 1 that follow from the seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
