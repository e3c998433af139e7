import { DAY_MS } from '../../src/shared/time.ts';
import { VDOT_FRACTION } from '../../src/training/vdot.ts';
import {
  enduranceRide,
  poolSwim,
  race,
  repetitions,
  type Session,
  steadyRun,
  strengthSession,
  tempoRun,
} from '../recordings/plan-session.ts';
import { type SeededRandom, seededRandom } from '../recordings/seeded-random.ts';
import type { StravaAthlete } from './athlete.ts';
import { isOnFoot, isRide } from './sports.ts';

type PlannedActivity = {
  readonly name: string;
  readonly sport_type: string;
  readonly workout_type: number | null;
  readonly session: Session;
};

/** A sport that no list has: the platform adds some every year. */
const UNHEARD_OF = 'Orienteering';

const km = (random: SeededRandom, low: number, high: number): number =>
  Math.round(random.between(low, high) * 10) * 100;

type Planner = (random: SeededRandom, vdot: number) => PlannedActivity;

/** What a runner does in a week, the everyday things more often. */
const PLANNERS: readonly Planner[] = [
  easyRun,
  easyRun,
  easyRun,
  easyRun,
  (random) => ({ ...run('Long run', 2), session: steadyRun(km(random, 15, 22)) }),
  (random) => ({
    ...run('Track night', 3),
    session: repetitions({
      warm_up_m: 2_000,
      times: random.integer(5, 8),
      work: { distance_m: 800 },
      effort: VDOT_FRACTION.interval,
      recovery: { duration_s: 120 },
      cool_down_m: 1_500,
      surface: 'track',
    }),
  }),
  (random) => ({
    ...run('Tempo', 3),
    session: tempoRun({ warm_up_m: 2_500, minutes: random.integer(18, 30), cool_down_m: 2_000 }),
  }),
  (_random, vdot) => ({ ...run('Parkrun', 1), session: race({ distance_m: 5_000, vdot, form: 0.99 }) }),
  (random) => ({
    ...other('TrailRun', 'Hills and mud'),
    session: steadyRun(km(random, 8, 14), { trail: true }),
  }),
  (random) => ({ ...run('Treadmill', 0), session: steadyRun(km(random, 5, 9), { treadmill: true }) }),
  (random) => ({ ...other('Ride', 'Coffee ride'), session: enduranceRide(km(random, 22, 40)) }),
  (random) => ({ ...other('GravelRide', 'Canal towpath'), session: enduranceRide(km(random, 18, 30)) }),
  () => ({
    ...other('Swim', 'Lunch swim'),
    session: poolSwim({ sets: 8, set_m: 100, rest_s: 20, pool_length_m: 25 }),
  }),
  (random) => ({ ...other('Walk', 'Walk'), session: steadyRun(km(random, 3, 6), { effort: 0.3 }) }),
  () => ({ ...other('WeightTraining', 'Gym'), session: strengthSession(40) }),
  () => ({ ...other('Padel', 'Padel'), session: strengthSession(50) }),
  () => ({ ...other(UNHEARD_OF, 'Something new'), session: strengthSession(45) }),
];

/** What a recording of a sport is made from when nothing but the sport is said. */
export function sessionOf(sport_type: string, random: SeededRandom): Session {
  if (sport_type === 'TrailRun') return steadyRun(km(random, 6, 12), { trail: true });
  if (isOnFoot(sport_type)) return steadyRun(km(random, 5, 11));
  if (isRide(sport_type)) return enduranceRide(km(random, 20, 35));
  if (sport_type === 'Swim') return poolSwim({ sets: 6, set_m: 100, rest_s: 20, pool_length_m: 25 });
  return strengthSession(40);
}

function easyRun(random: SeededRandom): PlannedActivity {
  return {
    ...run(random.pick(['Morning Run', 'Evening Run', 'Easy', 'Along the river']), 0),
    session: steadyRun(km(random, 5, 12)),
  };
}

function run(name: string, workout_type: number): Omit<PlannedActivity, 'session'> {
  return { name, sport_type: 'Run', workout_type };
}

function other(sport_type: string, name: string): Omit<PlannedActivity, 'session'> {
  return { name, sport_type, workout_type: null };
}

export type SeasonInput = {
  readonly weeks: number;
  readonly per_week?: number;
  /** Nothing begins later; the platform's now by default. */
  readonly until?: Date;
  readonly seed?: string;
  readonly resolution_s?: number;
};

/**
 * An athlete's past, oldest first: runs of all kinds, other sports and one that nobody knows, some
 * for followers, some for nobody else, some with a hidden start, some entered by hand. The same input gives the same season.
 */
export function planSeason({ id, timezone, runner }: StravaAthlete, input: SeasonInput & { until: Date }) {
  const { weeks, per_week = 4, until, seed = 'season' } = input;
  const random = seededRandom(`${seed}/${id}`);
  const count = Math.round(weeks * per_week);
  const step_ms = (weeks * 7 * DAY_MS) / count;
  return Array.from({ length: count }, (_, index) => {
    const from = new Date(until.getTime() - step_ms * (count - index));
    const start = step_ms < DAY_MS ? from : inDaylight(from, timezone, random.between(0, 1));
    const planned = random.pick(PLANNERS)(random, runner.vdot);
    const common = {
      ...planned,
      start,
      seed: `${seed}/${index}`,
      resolution_s: input.resolution_s ?? 1,
      visibility: random.pick(['everyone', 'everyone', 'everyone', 'followers_only', 'only_me'] as const),
      start_hidden: random.chance(0.1),
    };
    const byHand = planned.sport_type === 'Run' && random.chance(0.1);
    const manual = { distance_m: random.integer(4, 10) * 1_000, duration_s: random.integer(1_800, 3_600) };
    return byHand ? { ...common, name: 'Treadmill by hand', manual } : common;
  });
}

/** On the day before, from half past six in the morning there to half past seven in the evening. */
function inDaylight(from: Date, timezone: string, part: number): Date {
  const { epochMilliseconds } = Temporal.Instant.fromEpochMilliseconds(from.getTime() - DAY_MS)
    .toZonedDateTimeISO(timezone)
    .withPlainTime({ hour: 6, minute: 30 })
    .add({ seconds: Math.round(part * 13 * 3_600) });
  return new Date(epochMilliseconds);
}
