import {
  enduranceRide,
  poolSwim,
  type Session,
  steadyRun,
  strengthSession,
  tempoRun,
} from '../recordings/plan-session.ts';
import { type SeededRandom, seededRandom } from '../recordings/seeded-random.ts';
import { planWorkout, prolong, uploadsOfWorkout, type Workout } from './activity-records.ts';
import { uploadsOfDay } from './health-records.ts';
import { publish } from './notify.ts';
import { datesBetween, dayOf, type GarminPerson } from './people.ts';
import type { Platform } from './platform.ts';
import type { DayOptions } from './read-day.ts';
import type { SummaryType, Upload } from './summary-types.ts';

type ActivityOptions = {
  readonly name?: string;
  readonly session?: Session;
  readonly start?: Date;
  readonly manual?: boolean;
};

const RIDE_HOURS = 2;
/** What a second of riding takes in a post, at the least: a sample has ten members or more. */
const SAMPLE_BYTES = 250;

/** People with their watches: the apps are told of what they record. */
export function wearWatches(platform: Platform) {
  const { people, recorded, settings } = platform;
  const workouts = new Map<number, Workout>();
  let collected: Upload[] | null = null;
  const find = (user_id: string): GarminPerson => {
    const person = people.get(user_id);
    if (person === undefined) throw new RangeError(`Nobody has the id ${user_id}.`);
    return person;
  };
  const remember = (user_id: string, uploads: readonly Upload[]): void => {
    recorded.set(user_id, [...(recorded.get(user_id) ?? []), ...uploads]);
  };
  const tell = (user_id: string, uploads: readonly Upload[]): void => {
    remember(user_id, uploads);
    if (collected === null) publish(platform, uploads);
    else collected.push(...uploads);
  };
  /** What the platform hears of a workout, which it knows from now on by its number. */
  const upload = (workout: Workout): Upload[] => {
    workouts.set(workout.activity_id, workout);
    return uploadsOfWorkout(find(workout.user_id), workout);
  };
  return {
    /** @returns its number, which is its `summaryId` as well */
    recordActivity: (user_id: string, options: ActivityOptions = {}): number => {
      const { name = 'Morning run', session = steadyRun(5_000) } = options;
      // By default it has just ended, near enough.
      const start = options.start ?? new Date((platform.nowS() - 2_400) * 1_000);
      const planned = { name, session, start, resolution_s: settings.sample_every_s };
      const workout = planWorkout(find(user_id), planned, options.manual);
      tell(user_id, upload(workout));
      return workout.activity_id;
    },
    /** A past to import: told to nobody until somebody asks. */
    addPast: (user_id: string, past: readonly Pick<Workout, 'activity_id' | 'simulation'>[]): void => {
      remember(
        user_id,
        past.flatMap((one) => upload({ ...one, user_id, manual: false })),
      );
    },
    /** The same activity again, longer. */
    prolongActivity: (activity_id: number, seconds: number): void => {
      const workout = workouts.get(activity_id);
      if (workout === undefined) throw new RangeError(`Nobody has recorded ${activity_id}.`);
      tell(workout.user_id, upload(prolong(workout, seconds)));
    },
    /** A day of health: dailies, sleep, HRV and the rest. Later it can be told again, longer. */
    syncDay: (user_id: string, date: string, options: DayOptions = {}): void => {
      tell(user_id, uploadsOfDay(find(user_id), date, options, settings.heart_rate_every_s));
    },
    /** Details of so many hours of riding that one post is at least so large. */
    recordLongRides: (user_id: string, bytes: number): void => {
      const count = Math.ceil(bytes / (SAMPLE_BYTES * RIDE_HOURS * 3_600));
      const ride = enduranceRide(1);
      const steps = ride.steps.map((step) => ({ ...step, end: { duration_s: RIDE_HOURS * 3_600 } }));
      const uploads = Array.from({ length: count }, (_, index) => {
        const start = new Date((platform.nowS() - (index + 1) * 86_400) * 1_000);
        const planned = { name: 'Long ride', session: { ...ride, steps }, start, resolution_s: 1 };
        return upload(planWorkout(find(user_id), planned));
      });
      tell(
        user_id,
        uploads.flat().filter(({ type }) => type === 'activityDetails'),
      );
    },
    /** What is recorded in `work` is told in one post a type, or in one of several types. People are mixed in it. */
    together: (work: () => void, several: { readonly several_types?: boolean } = {}): void => {
      const uploads: Upload[] = [];
      collected = uploads;
      try {
        work();
      } finally {
        collected = null;
      }
      publish(platform, uploads, several);
    },
  };
}

/**
 * What a backfill finds: of the time before somebody was added an invented history, the same each time, and what was recorded
 * since. Nothing of it is kept; each record is made when it is sent.
 */
export function uploadsBetween(
  { settings, recorded }: Platform,
  person: GarminPerson,
  type: SummaryType,
  period: { start_s: number; end_s: number },
): Upload[] {
  const added_s = person.added.getTime() / 1_000;
  const { sample_every_s, heart_rate_every_s } = settings;
  const invented = datesBetween(person, period.start_s, Math.min(period.end_s, added_s))
    .flatMap((date) => [
      ...workoutsOfDay(person, date, sample_every_s).flatMap((one) => uploadsOfWorkout(person, one)),
      ...uploadsOfDay(person, date, { types: [type] }, heart_rate_every_s),
    ])
    .filter(({ starts_s }) => starts_s < added_s);
  // Of what was told several times the last.
  const latest = new Map<string, Upload>();
  for (const one of [...invented, ...(recorded.get(person.user_id) ?? [])]) {
    if (one.type === type) latest.set(one.record, one);
  }
  return [...latest.values()]
    .filter(({ starts_s }) => starts_s >= period.start_s && starts_s < period.end_s)
    .sort((a, b) => a.starts_s - b.starts_s);
}

function workoutsOfDay(person: GarminPerson, date: string, resolution_s: number): Workout[] {
  const random = seededRandom(`${person.user_id}/${date}/workouts`);
  const rate = person.activities_per_day;
  const count = Math.floor(rate) + (random.chance(rate % 1) ? 1 : 0);
  const { start_s } = dayOf(person, date);
  // From half past six to half past nine in the evening, one after the other.
  const room_s = (15 * 3_600) / Math.max(1, count);
  return Array.from({ length: count }, (_, index) => {
    const { name, session } = chooseSession(random.fork(String(index)), count > 2);
    const start_at_s = Math.round(start_s + 6.5 * 3_600 + index * room_s + random.integer(0, 600));
    return planWorkout(person, { name, session, start: new Date(1_000 * start_at_s), resolution_s });
  });
}

function chooseSession(random: SeededRandom, short: boolean): { name: string; session: Session } {
  const metres = random.integer(4_000, short ? 5_000 : 15_000);
  const draw = random.next();
  if (draw < 0.45 || short) return { name: 'Easy run', session: steadyRun(metres) };
  if (draw < 0.6) {
    const session = tempoRun({ warm_up_m: 2_000, minutes: random.integer(15, 30), cool_down_m: 1_500 });
    return { name: 'Tempo run', session };
  }
  if (draw < 0.7) return { name: 'Trail run', session: steadyRun(metres, { trail: true }) };
  if (draw < 0.77) return { name: 'Treadmill', session: steadyRun(metres, { treadmill: true }) };
  if (draw < 0.9) return { name: 'Ride', session: enduranceRide(metres * 3) };
  if (draw < 0.95) {
    const session = poolSwim({ sets: random.integer(3, 8), set_m: 200, rest_s: 30, pool_length_m: 25 });
    return { name: 'Pool swim', session };
  }
  return { name: 'Strength', session: strengthSession(random.integer(30, 50)) };
}
