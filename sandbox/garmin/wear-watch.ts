import { enduranceRide, type Session, steadyRun } from '../recordings/plan-session.ts';
import { planWorkout, prolong, uploadsOfWorkout, type Workout } from './activity-records.ts';
import { uploadsOfDay } from './health-records.ts';
import type { GarminPerson } from './people.ts';
import { nowS, type Platform } from './platform.ts';
import type { SummaryType, Upload } from './summary-types.ts';

type ActivityOptions = {
  readonly name?: string;
  readonly session?: Session;
  readonly start?: Date;
  /** Entered by hand, without a watch. */
  readonly manual?: boolean;
};

/** People with their watches: what they record is told to the apps by `tell`. */
export type Watches = {
  /** @returns its number, which is its `summaryId` as well */
  recordActivity(user_id: string, options?: ActivityOptions): number;
  /** A past to import: told to nobody until somebody asks. */
  addPast(user_id: string, past: readonly Pick<Workout, 'activity_id' | 'simulation'>[]): void;
  /** The same activity again, longer. */
  prolongActivity(activity_id: number, seconds: number): void;
  /**
   * A day of health: dailies, sleep, HRV and the rest.
   *
   * @param options.until how far the day has got; later it can be told again, longer
   * @param options.final false: the night is not judged yet
   */
  syncDay(
    user_id: string,
    date: string,
    options?: { types?: readonly SummaryType[]; until?: Date; final?: boolean },
  ): void;
  /** Details of so many hours of riding that one post is at least so large. */
  recordLongRides(user_id: string, bytes: number): void;
};

const RIDE_HOURS = 2;
/** What a second of riding takes in a post, at the least: a sample has ten members or more. */
const SAMPLE_BYTES = 250;

export function wearWatches(platform: Platform, tell: (uploads: readonly Upload[]) => void): Watches {
  const workouts = new Map<number, Workout>();
  const find = (user_id: string): GarminPerson => {
    const person = platform.people.get(user_id);
    if (person === undefined) throw new RangeError(`Nobody has the id ${user_id}.`);
    return person;
  };
  const remember = (user_id: string, uploads: readonly Upload[]): void => {
    platform.recorded.set(user_id, [...(platform.recorded.get(user_id) ?? []), ...uploads]);
  };
  const keep = (user_id: string, uploads: readonly Upload[]): void => {
    remember(user_id, uploads);
    tell(uploads);
  };
  const resolution_s = (): number => platform.settings.sample_every_s;

  return {
    recordActivity: (user_id, options = {}) => {
      const { name = 'Morning run', session = steadyRun(5_000), manual = false } = options;
      const person = find(user_id);
      // By default it has just ended, near enough.
      const start = options.start ?? new Date((nowS(platform) - 2_400) * 1_000);
      const workout = planWorkout(person, { name, session, start, manual, resolution_s: resolution_s() });
      workouts.set(workout.activity_id, workout);
      keep(user_id, uploadsOfWorkout(person, workout));
      return workout.activity_id;
    },
    addPast: (user_id, past) => {
      const person = find(user_id);
      const added = past.map((one): Workout => ({ ...one, user_id, manual: false }));
      for (const workout of added) workouts.set(workout.activity_id, workout);
      remember(
        user_id,
        added.flatMap((workout) => uploadsOfWorkout(person, workout)),
      );
    },
    prolongActivity: (activity_id, seconds) => {
      const workout = workouts.get(activity_id);
      if (workout === undefined) throw new RangeError(`Nobody has recorded ${activity_id}.`);
      const longer = prolong(workout, seconds);
      workouts.set(activity_id, longer);
      keep(longer.user_id, uploadsOfWorkout(find(longer.user_id), longer));
    },
    syncDay: (user_id, date, { types, until, final = true } = {}) => {
      const { heart_rate_every_s } = platform.settings;
      const until_s = until && Math.floor(until.getTime() / 1_000);
      const options = { ...(until_s !== undefined && { until_s }), ...(types && { types }), final };
      keep(user_id, uploadsOfDay(find(user_id), date, { ...options, heart_rate_every_s }));
    },
    recordLongRides: (user_id, bytes) => {
      const person = find(user_id);
      const count = Math.ceil(bytes / (SAMPLE_BYTES * RIDE_HOURS * 3_600));
      const session = enduranceRide(1);
      const [step] = session.steps;
      if (step === undefined) return;
      const steps = [{ ...step, end: { duration_s: RIDE_HOURS * 3_600 } }];
      const uploads = Array.from({ length: count }, (_, index) => {
        const start = new Date((nowS(platform) - (index + 1) * 86_400) * 1_000);
        const ride = { name: 'Long ride', session: { ...session, steps }, start, resolution_s: 1 };
        return uploadsOfWorkout(person, planWorkout(person, ride));
      });
      keep(
        user_id,
        uploads.flat().filter(({ type }) => type === 'activityDetails'),
      );
    },
  };
}
