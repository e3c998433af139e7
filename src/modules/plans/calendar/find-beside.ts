import type { Transaction } from '../../../infra/db/queryable.ts';
import {
  type Audience,
  type DailyPart,
  dailyCeiling,
  type PrivacySettings,
  raceCeiling,
} from '../../../privacy/index.ts';
import { mondayOfDay } from '../../../shared/calendar.ts';
import type { DayRange } from '../../../shared/day-range.ts';
import { isAbout, isWithin } from '../../../training/availability/days.ts';
import type { AvailabilityEntry, InjuryEntry, Told } from '../../../training/availability/told.ts';
import { findRacesOfMany, type StoredRace } from '../../races/index.ts';
import type { DayOf } from './calendar.ts';
import { type CommentCounts, type Commented, type CountComments, commentedKey } from './count-comments.ts';

/** What stands beside planned and done on a day; what is withheld is null. */
export type DayBeside = {
  readonly races: readonly StoredRace[] | null;
  readonly availability: readonly AvailabilityEntry[] | null;
  readonly injuries: readonly InjuryEntry[] | null;
  /** On its workouts, activities and sessions. */
  readonly comments: CommentCounts;
};
export type Beside = {
  readonly days: ReadonlyMap<string, DayBeside>;
  /** Comments on whole weeks, by their Monday: each that the days lie in, or that was asked for. */
  readonly weeks: ReadonlyMap<string, CommentCounts>;
  readonly privacy_filtered: readonly string[];
};

/** Somebody with the days that their reader is shown, in which everything hidden is absent already. */
type Person = {
  readonly user_id: string;
  readonly settings: PrivacySettings;
  readonly audience: Audience;
  readonly today: string;
  readonly told: Told;
  readonly days: readonly DayOf<unknown>[];
  /** Mondays of weeks besides those that the days lie in. */
  readonly mondays?: readonly string[];
};

const NONE: CommentCounts = { total: 0, unread: 0 };

/**
 * Races, availability and counts of comments for days of people, by person. Comments are counted of what the days show, and so of nothing
 * that is withheld. The number of statements does not depend on that of people.
 */
export async function findBeside(
  tx: Transaction,
  { countComments }: { readonly countComments: CountComments },
  {
    reader_id,
    org_id,
    people,
    ...range
  }: DayRange & {
    readonly reader_id: string;
    /** Null: the reader's own, of all organizations. */
    readonly org_id: string | null;
    readonly people: readonly Person[];
  },
): Promise<Map<string, Beside>> {
  const ceilings = new Map(people.map((person) => [person.user_id, raceCeiling(person)]));
  const racing = people.flatMap(({ user_id, today }) => {
    const ceiling = ceilings.get(user_id);
    return ceiling === undefined ? [] : [{ user_id, today, ceiling }];
  });
  const races = await findRacesOfMany(tx, { people: racing, ...range });
  const asked = people.flatMap((person) => [
    ...person.days.flatMap((day) => thingsOf(person.user_id, day)),
    ...mondaysOf(person).map((monday) => weekOf(person.user_id, monday)),
  ]);
  // Many come to the same session.
  const things = new Map(asked.map((thing) => [commentedKey(thing), thing]));
  const counts = await countComments(tx, { reader_id, org_id, things: [...things.values()] });
  const sumOf = (some: readonly Commented[]): CommentCounts =>
    some.reduce((sum, thing) => {
      const { total, unread } = counts.get(commentedKey(thing)) ?? NONE;
      return { total: sum.total + total, unread: sum.unread + unread };
    }, NONE);
  return new Map(
    people.map((person) => {
      const { user_id, told, days } = person;
      const daily = dailyCeiling(person).parts.shown;
      const past = ceilings.get(user_id)?.parts.shown.includes('past') === true;
      const upcoming = ceilings.get(user_id)?.parts.shown.includes('upcoming') === true;
      const racesOn = Map.groupBy(races.get(user_id) ?? [], ({ date }) => date);
      const besideOf = (day: DayOf<unknown>): DayBeside => ({
        races:
          past || upcoming
            ? (racesOn.get(day.date) ?? []).map((race) => withShownRecording(race, day.activities))
            : null,
        availability: daily.includes('availability')
          ? told.entries.filter((entry) => isAbout(entry, day.date))
          : null,
        injuries: daily.includes('injuries') ? told.injuries.filter((one) => isWithin(day.date, one)) : null,
        comments: sumOf(thingsOf(user_id, day)),
      });
      const mondays = mondaysOf(person);
      const beside: Beside = {
        days: new Map(days.map((day) => [day.date, besideOf(day)])),
        weeks: new Map(mondays.map((monday) => [monday, sumOf([weekOf(user_id, monday)])])),
        privacy_filtered: withheld({ daily, past, upcoming }),
      };
      return [user_id, beside];
    }),
  );
}

/** What comments can be on, of what a day shows. */
function thingsOf(athlete_id: string, { workouts, sessions, activities }: DayOf<unknown>): Commented[] {
  return [
    ...activities.map(({ id }) => ({ athlete_id, kind: 'activity' as const, key: id })),
    ...workouts.map(({ plan_id, workout_id }) => ({
      athlete_id,
      kind: 'planned_workout' as const,
      key: `${plan_id}/${workout_id}`,
    })),
    ...sessions.map(({ session: { session_id } }) => ({
      athlete_id: null,
      kind: 'session' as const,
      key: session_id,
    })),
  ];
}

const weekOf = (athlete_id: string, key: string): Commented => ({ athlete_id, kind: 'week', key });

const mondaysOf = ({ days, mondays = [] }: Person): string[] =>
  [...new Set([...mondays, ...days.map(({ date }) => mondayOfDay(date))])].sort();

/** The recording of a race is told where the day shows it. */
const withShownRecording = (race: StoredRace, activities: DayOf<unknown>['activities']): StoredRace =>
  activities.some(({ id }) => id === race.activity_id) ? race : { ...race, activity_id: null };

function withheld({
  daily,
  past,
  upcoming,
}: {
  readonly daily: readonly DailyPart[];
  readonly past: boolean;
  readonly upcoming: boolean;
}): string[] {
  return [
    ...(daily.includes('availability') ? [] : ['days.availability']),
    ...(daily.includes('availability') && !daily.includes('availability_reason')
      ? ['days.availability.entries.reason']
      : []),
    ...(daily.includes('injuries') ? [] : ['days.injuries']),
    ...(past ? [] : ['days.races.past']),
    ...(upcoming ? [] : ['days.races.target_time_s', 'days.races.upcoming']),
  ];
}

/** Of which kinds something shows in the days of an athlete: reading it is noted for them. */
export function whatShows(
  days: readonly DayOf<unknown>[],
  beside: Beside,
): { readonly availability: boolean; readonly races: boolean } {
  const told = [...beside.days.values()];
  return {
    availability:
      told.some(({ availability, injuries }) => [...(availability ?? []), ...(injuries ?? [])].length > 0) ||
      days.some(({ workouts }) => workouts.some(({ conflict }) => conflict !== null)),
    races: told.some(({ races }) => (races ?? []).length > 0),
  };
}
