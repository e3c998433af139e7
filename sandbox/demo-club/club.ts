import { peopleAsked } from './asked.ts';
import { DEMO_COACHES } from './coaches.ts';
import type { DemoActivity } from './demo-activity.ts';
import type { DemoAsked, DemoAthlete, DemoCoach, DemoGroup } from './people.ts';
import { type PlannedWorkout, planWorkouts, recordSeason } from './record-season.ts';
import { firstAthletes } from './roster-first-half.ts';
import { otherAthletes } from './roster-second-half.ts';

export type { DemoActivity } from './demo-activity.ts';
export type { DemoAsked, DemoAthlete, DemoCoach, DemoGroup } from './people.ts';

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
  /** Members by the athletes' keys; one group is empty, and the athlete who left is in none. */
  groups: readonly DemoGroup[];
  /** Two years, or what begins from `since` on, oldest first, made one by one as they are asked for; each call starts again. */
  activities(athlete: DemoAthlete, since?: Date): Iterable<DemoActivity>;
  /** The same as it was planned, for other recordings of it: a platform's. What would end too late is in it. */
  workouts(athlete: DemoAthlete): Iterable<PlannedWorkout>;
};

const AGE_WEEKS = 105;
/** Where the club is. */
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
export function demoClub(input: { seed: string; until: Date }): DemoClub {
  if (Number.isNaN(input.until.getTime())) throw new RangeError('until must be a valid date.');
  const seasonOf = (athlete: DemoAthlete) => ({ athlete, seed: input.seed, until: input.until });
  const weeksAgo = (weeks: number): Date => new Date(input.until.getTime() - weeks * 7 * 86_400_000);
  const athletes = [...firstAthletes(weeksAgo), ...otherAthletes(weeksAgo)];
  return {
    organization: {
      org_name: 'Crag & Canal Running Club',
      description:
        'An invented club from Edinburgh: track on Tuesdays, long runs on Sundays, members on three continents.',
      settings: {
        training_principle:
          'Easy days easy, hard days hard. Three weeks up, one week down. Nobody is faster than their sleep.',
        timezone: CLUB_TIME_ZONE,
        contact_email: 'crag.and.canal@example.org',
      },
      created_at: weeksAgo(AGE_WEEKS),
    },
    coaches: DEMO_COACHES,
    athletes,
    asked: peopleAsked(weeksAgo),
    groups: makeGroups(athletes),
    activities: (athlete, since) => recordSeason(seasonOf(athlete), since),
    workouts: (athlete) => planWorkouts(seasonOf(athlete)),
  };
}

function makeGroups(athletes: DemoAthlete[]): DemoGroup[] {
  const members = athletes.filter((athlete) => athlete.member.left_at === null);
  const keys = (belongs: (athlete: DemoAthlete) => boolean): string[] =>
    members.filter(belongs).map((athlete) => athlete.key);
  const labelled = (label: string) => (athlete: DemoAthlete) => athlete.member.labels.includes(label);
  return [
    {
      key: 'beginners',
      name: 'Beginners',
      description: 'Thursdays at 18:30, nobody is left behind.',
      color: '#3a9d5d',
      member_keys: keys((athlete) => athlete.member.member_level === 'beginner'),
    },
    {
      key: 'marathon',
      name: 'Marathon group',
      description: 'Long runs from seven on Sundays.',
      color: '#c8501e',
      member_keys: keys(labelled('marathon')),
    },
    {
      key: 'track',
      name: 'Tuesday track squad',
      description: '',
      color: '#2b62b8',
      member_keys: keys(
        (athlete) => athlete.habits.hard_days > 0 && !athlete.member.labels.includes('remote'),
      ),
    },
    {
      key: 'remote',
      name: 'リモート / Remote',
      description: 'Club members far from the club.',
      color: '#7a4fb5',
      member_keys: keys(labelled('remote')),
    },
    {
      key: 'cross-country',
      name: 'Cross-country team',
      description: 'Starts again in the autumn.',
      color: '#6b6b6b',
      member_keys: [],
    },
  ];
}
