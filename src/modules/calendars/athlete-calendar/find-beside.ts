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
import { datesOf, isAbout, isWithin } from '../../../training/availability/days.ts';
import type { AvailabilityEntry, InjuryEntry, Told } from '../../../training/availability/told.ts';
import { findRacesOfMany, type StoredRace } from '../../races/index.ts';
import type { DayOf } from './calendar.ts';
import {
  type CommentCounts,
  type Commented,
  type CountComments,
  type CountsByThing,
  NO_COMMENTS,
} from './count-comments.ts';

/** What stands beside planned and done on a day; what is withheld is null. */
type DayBeside = {
  readonly races: readonly StoredRace[] | null;
  readonly availability: readonly AvailabilityEntry[] | null;
  readonly injuries: readonly InjuryEntry[] | null;
  readonly comments: CommentCounts;
};
export type Beside = {
  readonly days: ReadonlyMap<string, DayBeside>;
  /** Comments on whole weeks, by their Monday: each that the days lie in, or that was asked for. */
  readonly weeks: ReadonlyMap<string, CommentCounts>;
  readonly privacy_filtered: readonly string[];
};

type Person = {
  readonly user_id: string;
  readonly settings: PrivacySettings;
  readonly audience: Audience;
  readonly today: string;
  readonly told: Told;
  readonly days: readonly DayOf<unknown>[];
};

/** Races, availability and comment counts for people's days. Only comments on shown things are counted. The number of statements is constant. */
export async function findBeside(
  tx: Transaction,
  { countComments }: { readonly countComments: CountComments },
  {
    reader_id,
    org_id,
    people,
    mondays: others = [],
    ...range
  }: DayRange & {
    readonly reader_id: string;
    /** Null: the reader's own, of all organizations. */
    readonly org_id: string | null;
    readonly people: readonly Person[];
    readonly mondays?: readonly string[];
  },
): Promise<Map<string, Beside>> {
  const ceilings = new Map(people.map((person) => [person.user_id, raceCeiling(person)]));
  const racing = people.flatMap(({ user_id, today }) => {
    const ceiling = ceilings.get(user_id);
    return ceiling === undefined ? [] : [{ user_id, today, ceiling }];
  });
  const races = await findRacesOfMany(tx, { people: racing, ...range });
  const mondays = [...new Set([...others, ...datesOf(range).map(mondayOfDay)])].sort();
  const counts = await countComments(tx, { reader_id, org_id, things: thingsOf(people, mondays) });
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
        comments: commentsOn(day, user_id, counts),
      });
      const onWeeks = counts.get(user_id);
      const beside: Beside = {
        days: new Map(days.map((day) => [day.date, besideOf(day)])),
        weeks: new Map(mondays.map((monday) => [monday, onWeeks?.get(monday) ?? NO_COMMENTS])),
        privacy_filtered: withheld({ daily, past, upcoming }),
      };
      return [user_id, beside];
    }),
  );
}

function thingsOf(people: readonly Person[], mondays: readonly string[]): Commented[] {
  // Many come to the same session.
  const sessions = new Set(
    people.flatMap(({ days }) =>
      days.flatMap((day) => day.sessions.map(({ session }) => session.session_id)),
    ),
  );
  return [
    ...people.flatMap(({ user_id: athlete_id, days }) => [
      {
        athlete_id,
        kind: 'activity' as const,
        keys: days.flatMap((day) => day.activities.map(({ id }) => id)),
      },
      { athlete_id, kind: 'planned_workout' as const, keys: days.flatMap((day) => day.workouts.map(keyOf)) },
      { athlete_id, kind: 'week' as const, keys: mondays },
    ]),
    { athlete_id: null, kind: 'session' as const, keys: [...sessions] },
  ].filter(({ keys }) => keys.length > 0);
}

const keyOf = ({ plan_id, workout_id }: { readonly plan_id: string; readonly workout_id: string }): string =>
  `${plan_id}/${workout_id}`;

function commentsOn(
  { activities, workouts, sessions }: DayOf<unknown>,
  athlete_id: string,
  counts: CountsByThing,
): CommentCounts {
  const theirs = counts.get(athlete_id);
  const common = counts.get(null);
  const all = [
    ...(theirs === undefined ? [] : activities.map(({ id }) => theirs.get(id))),
    ...(theirs === undefined ? [] : workouts.map((workout) => theirs.get(keyOf(workout)))),
    ...(common === undefined ? [] : sessions.map(({ session }) => common.get(session.session_id))),
  ].filter((one) => one !== undefined);
  return all.length === 0
    ? NO_COMMENTS
    : {
        total: all.reduce((sum, { total }) => sum + total, 0),
        unread: all.reduce((sum, { unread }) => sum + unread, 0),
      };
}

/** A race's recording is named only where the day shows it. */
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

/** The kinds of data shown of an athlete, for recording the read. */
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
