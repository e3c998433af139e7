/** What coaches of a club know besides, by what they read on the application API. */
import type { ExpectedActivity } from '../expected-activities.ts';
import { calendarPlans, expectedPlans } from './expected-plan.ts';
import { countsOf, threadView } from './expected-sessions.ts';
import { raceView, type ToldView } from './expected-told.ts';
import { idsOf, type Member, nameOf, shares } from './members.ts';
import type { Club, Membership, Person } from './world.ts';

type Json = Readonly<Record<string, unknown>>;

/** By id where it is of each athlete. */
export type CoachView = {
  /** As they manage it, with those whose account is not active. */
  readonly roster: readonly Json[];
  readonly told: ReadonlyMap<string, ToldView>;
  readonly races: ReadonlyMap<string, ReturnType<typeof raceView>>;
  /** Also plans that are over, which stay on their days. */
  readonly plans: ReadonlyMap<string, readonly Json[]>;
  readonly conversations: ReadonlyMap<string, Thread>;
  /** By the id of the activity, of those that they see. */
  readonly comments: ReadonlyMap<string, Thread>;
  /** By session, whoever shares what: they keep the register. */
  readonly answers: ReadonlyMap<string, { readonly counts: Json; readonly people: readonly Json[] }>;
};
type Thread = NonNullable<ReturnType<typeof threadView>>;

/** Where the clock stands it is this day in each of the zones where the people of a world live. */
const TODAY = '2026-07-01';

type Known = {
  readonly members: readonly Member[];
  readonly athletes: readonly Member[];
  readonly activities: ReadonlyMap<string, readonly ExpectedActivity[]>;
  readonly told: ReadonlyMap<string, ToldView>;
};

export function coachView(club: Club, { members, athletes, activities, told }: Known): CoachView {
  return {
    roster: members
      .filter(({ membership }) => membership.history !== 'left')
      .map(({ person, membership }) => rosterEntry(person, membership)),
    told,
    races: new Map(
      athletes.map(({ person }) => [person.id, raceView(person, idsOf(activities.get(person.id)), TODAY)]),
    ),
    plans: new Map(
      athletes.map(({ person, membership }) => [person.id, calendarPlans(person, membership.plans)]),
    ),
    conversations: new Map(
      athletes.flatMap(({ person, membership }) => {
        const thread = threadView(membership.conversation, authorOf(person, membership));
        return thread === null ? [] : [[person.id, thread]];
      }),
    ),
    comments: new Map(
      athletes.flatMap(({ person, membership }) => {
        const isSeen = idsOf(activities.get(person.id));
        return person.activities.flatMap(({ id, talks }) => {
          const thread = threadView(talks[membership.club] ?? null, authorOf(person, membership));
          return thread === null || !isSeen.has(id) ? [] : [[id, thread] as const];
        });
      }),
    ),
    answers: answersOf(club, members, athletes),
  };
}

const authorOf = (person: Person, membership: Membership) => ({
  user_id: person.id,
  name: nameOf(person, membership),
});

/** Counted is who is a member, listed whoever has an active account. */
function answersOf({ sessions }: Club, members: readonly Member[], athletes: readonly Member[]) {
  return new Map(
    sessions.map((session, place) => {
      const current = members.filter(({ membership }) => membership.history !== 'left');
      const counts = countsOf(current.flatMap(({ membership }) => membership.attended[place] ?? []));
      const people = athletes.flatMap(({ person, membership }) => {
        const attended = membership.attended[place] ?? null;
        const isAnswered = attended !== null && (attended.answer !== null || attended.ticks.length > 0);
        const isMeant =
          membership.status !== 'suspended' &&
          (session.audience?.some((group) => membership.groups.includes(group)) ?? true);
        if (!isAnswered && !isMeant) return [];
        const { answer = null, ticks = [] } = attended ?? {};
        return [
          {
            user_id: person.id,
            display_name: nameOf(person, membership),
            answer: answer?.word ?? null,
            answered_at: answer?.at.toISOString() ?? null,
            waits: answer?.waits ?? false,
            came: ticks.at(-1)?.came ?? null,
          },
        ];
      });
      return [session.id, { counts, people: people.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1)) }];
    }),
  );
}

function rosterEntry(person: Person, membership: Membership): Json {
  return {
    user_id: person.id,
    username: person.profile.username,
    display_name: nameOf(person, membership),
    member_level: membership.member_level,
    labels: membership.labels,
    status: membership.status,
    coach_id: null,
    joined_at: membership.joined_at.toISOString(),
    profile_status: profileStatus(person, membership),
  };
}

/** An account that is not active has nothing; a part that is withheld looks like a part that is missing. */
function profileStatus(person: Person, membership: Membership): Json {
  const { integrations, zones, next_race, mbti, profile_image_url, gender } = person.profile;
  const isActive = person.account === 'active';
  const may = (setting: string): boolean => isActive && shares(person, setting);
  return {
    has_strava: isActive && integrations.strava === true,
    has_garmin: isActive && integrations.garmin === true,
    has_pace_zones: may('share_pace_data') && 'pace' in zones,
    has_hr_zones: may('share_pace_data') && 'heartrate' in zones,
    has_next_race: may('share_race_goal') && next_race !== null && String(next_race.date) > '2026',
    has_training_plan: isActive && expectedPlans(person, membership.plans).length > 0,
    has_mbti: may('share_profile_info') && mbti !== null,
    profile_image_url: may('share_profile_info') ? profile_image_url : null,
    gender: may('share_profile_info') ? gender : null,
  };
}
