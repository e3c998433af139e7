import type { DemoAsked, DemoAthlete, DemoCoach, DemoGroup } from './people.ts';
import { readPeople } from './people.ts';
import { type DemoActivity, type PlannedWorkout, planWorkouts, recordSeason } from './record-season.ts';

export type { DemoAsked, DemoAthlete, DemoCoach } from './people.ts';
export type { DemoActivity } from './record-season.ts';

export type DemoClub = {
  organization: {
    org_name: string;
    description: string;
    settings: { training_principle: string; timezone: string; contact_email: string };
    created_at: Date;
  };
  /** The head coach first. */
  coaches: readonly DemoCoach[];
  athletes: readonly DemoAthlete[];
  /** Of whom the club sees nothing yet. */
  asked: readonly DemoAsked[];
  /** One group is empty, and the athlete who left is in none. */
  groups: readonly DemoGroup[];
  /** Two years, or what begins from `since` on, oldest first, made one by one as they are asked for; each call starts again. */
  activities(athlete: DemoAthlete, since?: Date): Iterable<DemoActivity>;
  /** The same as it was planned, for other recordings of it: a platform's. What would end too late is in it. */
  workouts(athlete: DemoAthlete): Iterable<PlannedWorkout>;
};

const AGE_WEEKS = 105;
export const CLUB_TIME_ZONE = 'Europe/London';

/** The end of a club's two years, of which only the beginning is in the database: the `until` that it was made with. */
export function endOfClub({ created_at }: { created_at: Date }): Date {
  return new Date(created_at.getTime() + AGE_WEEKS * 7 * 86_400_000);
}

/**
 * An invented running club in Edinburgh with two remote members, as data. Pure: the same seed and end give the same
 * club to the last heartbeat. Nothing in it ends after `until`.
 *
 * @throws RangeError when `until` is no date
 */
export function demoClub({ seed, until }: { seed: string; until: Date }): DemoClub {
  if (Number.isNaN(until.getTime())) throw new RangeError('until must be a valid date.');
  const { organization, ...people } = readPeople(until);
  const created_at = new Date(until.getTime() - AGE_WEEKS * 7 * 86_400_000);
  return {
    organization: { ...organization, created_at },
    ...people,
    activities: (athlete, since) => recordSeason({ athlete, seed, until }, since),
    workouts: (athlete) => planWorkouts({ athlete, seed, until }),
  };
}
