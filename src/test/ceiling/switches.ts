/** What is asked after each turn of a switch. */
import { SETTINGS } from './any-world.ts';
import type { Ask } from './ask.ts';
import type { Move } from './moves.ts';
import type { Said, Talk } from './told.ts';
import type { Membership, Person, Plan, World } from './world.ts';

/** The lists show all of somebody's activities; opening each of hundreds after each switch would show nothing more. */
export function withOneOfEachKind(person: Person): Person {
  const kinds = Map.groupBy(person.activities, (one) => `${one.source} ${one.is_race} ${one.private}`);
  return { ...person, activities: [...kinds.values()].flatMap(([first]) => first ?? []) };
}

/** Settings that concern what a club sees here; nobody has uploaded files. */
export const CONCERNING = SETTINGS.filter(
  (name) =>
    ![
      'share_activity_in_profile',
      'share_activity_with_public',
      'share_files_with_coach',
      'paticipate_leaderboard',
    ].includes(name),
);

export const A_PAGE_AND_SOME = 110;
/** What answers otherwise where less is shared, without what is the same for all of them. */
const SWITCHED: readonly string[] = [
  ...['feedback', 'coach feedback', 'availability', 'coach availability', 'races', 'best times'],
  ...['sessions', 'attendance', 'triage'],
];
export const ofTalks = (people: readonly Person[]): Ask[] =>
  people.flatMap(({ id: athlete_id, activities }) =>
    activities.flatMap(({ id, talks: [talk] }) =>
      talk === null ? [] : [{ key: 0, to: 'told', what: { to: 'comments', athlete_id, id } }],
    ),
  );
export const isOfSwitches = (ask: Ask): boolean =>
  ask.to !== 'told' ||
  (SWITCHED.includes(ask.what.to) && !('query' in ask.what && 'limit' in ask.what.query));

const AT = new Date('2026-06-30T16:00:00.000Z');
const KEPT = { created_at: AT } as const;
const said = <T>(value: T) => ({ value, at: AT });
const id = (last: number): string => `019f3a00-0000-7000-8000-00000000000${last}`;

/** Of each kind something that shows where it is shared, and that triage finds a reason in. */
export const EVERYTHING_TOLD = {
  said: {
    id: id(1),
    rpe: said(7),
    feel: said(2),
    note: said('Calf was tight.'),
    pain: said({ area: 'calf', side: 'left', level: 6 }),
    skipped: null,
  },
  talk: { id: id(2), is_of_before: false, posts: [{ id: id(3), text: 'Look at the third.', at: AT }] },
  attended: [
    { answer: { word: 'yes', at: AT, waits: false }, ticks: [{ id: id(4), came: true, at: AT }] },
    { answer: { word: 'maybe', at: AT, waits: false }, ticks: [] },
  ],
  availability: {
    entries: [
      {
        ...{ id: id(5), kind: 'unavailable', part: 'day', minutes: null, weekdays: null, reason: 'Away' },
        ...{ from: '2026-07-02', to: '2026-07-03' },
        ...KEPT,
      },
    ],
    injuries: [
      {
        ...{ id: id(6), kind: 'injury', area: 'Calf', running: 'no_speed', note: 'Since Monday.' },
        ...{ from: '2026-06-29', to: null },
        ...KEPT,
      },
    ],
  },
  races: [
    {
      ...{ id: id(7), date: '2026-06-20', name: 'Mile', event: '5k', distance_m: 5_000, priority: 'b' },
      ...{ target_time_s: 1_500, result: null, activity_id: null },
      ...KEPT,
    },
    {
      ...{ id: id(8), date: '2026-07-05', name: 'Town', event: '5k', distance_m: 5_000, priority: 'a' },
      ...{ target_time_s: 1_400, result: null, activity_id: null },
      ...KEPT,
    },
  ],
} as const satisfies Pick<Person, 'availability' | 'races'> & {
  readonly said: Said;
  readonly talk: Talk;
  readonly attended: Membership['attended'];
};

/** With an easy run on a day on which they cannot run. */
export const PLAN_AHEAD: Plan = {
  id: id(9),
  saved_plan_id: '019f3a00-0000-7000-8000-000000000010',
  title: 'Summer',
  engine: 'rules',
  start_date: '2026-06-22',
  weeks: 4,
  ended: false,
  weekly_info: {},
  workouts: [
    {
      ...{ id: '019f3a00-0000-7000-8000-000000000011', week_number: 2, day: 'thursday', date: '2026-07-02' },
      ...{ phase: 'base', workout_type: 'easy-run', title: 'Easy', description: 'Slowly.' },
      ...{ duration_s: 2_400, distance_m: 7_000, source: 'generated' },
      segments: [
        { kind: 'work', duration_s: 2_400, target: { type: 'effort', min: 3, max: 4, zone: 'easy' } },
      ],
    },
  ],
  assigned_at: AT,
};

/** A little of everything that the first of them can tell, and some of it taken back. */
export function whatIsSaid([person]: readonly Person[]): Move[] {
  const which = person?.activities.findIndex(({ said }) => said !== null) ?? 0;
  const pain = { area: 'knee', side: null, level: 4 };
  return [
    { kind: 'say' as const, which, isPart: true, said: { pain } },
    { kind: 'say' as const, which, isPart: true, said: { pain: null } },
    ...(['entries', 'injuries', 'races'] as const).flatMap((list) =>
      (['add', 'take back'] as const).map((kind) => ({ kind, list, which: 0 })),
    ),
    { kind: 'tick' as const, which: 0, came: true },
  ].map((what) => ({ kind: 'told', who: 0, what }));
}

/** A world under the settings, in general and for each club, that its people have in another. */
export function withSettingsOf(world: World, { people }: World): World {
  const settings = new Map(people.map((person) => [person.id, person]));
  return {
    ...world,
    people: world.people.map((person) => {
      const other = settings.get(person.id) ?? person;
      const memberships = person.memberships.map((membership) => {
        const same = other.memberships.find(({ club }) => club === membership.club);
        return { ...membership, closed: same?.closed ?? membership.closed };
      });
      return { ...person, privacy: other.privacy, memberships };
    }),
  };
}
