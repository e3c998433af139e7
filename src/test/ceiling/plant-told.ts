/** The part of a world that people tell from day to day, put into a server's database. */
import type { Transaction } from '../../infra/db/database.ts';
import { insert } from './insert.ts';
import { plantTalks } from './plant-talks.ts';
import { PARTS_SAID, type Said } from './told.ts';
import type { Club, Membership, Person, World } from './world.ts';

export async function plantTold(tx: Transaction, world: World, coach_id: string): Promise<void> {
  await plantSessions(tx, world);
  await plantDays(tx, world);
  await plantRaces(tx, world);
  await plantFeedback(tx, world);
  await plantTalks(tx, world, coach_id);
}

type Row = Readonly<Record<string, unknown>>;

function ofEveryMembership(
  { clubs, people }: World,
  rowsOf: (club: Club, person: Person, membership: Membership) => readonly Row[],
): Row[] {
  return people.flatMap((person) =>
    person.memberships.flatMap((membership) => {
      const club = clubs[membership.club];
      return club === undefined ? [] : rowsOf(club, person, membership);
    }),
  );
}

const SESSION_COLUMNS = {
  id: 'uuid',
  org_id: 'uuid',
  title: 'text',
  description: 'text',
  starts_at: 'timestamptz',
  timezone: 'text',
  duration_s: 'integer',
  place: 'text',
  latitude_deg: 'double precision',
  longitude_deg: 'double precision',
  capacity: 'integer',
  answer_until: 'timestamptz',
  audience_groups: 'uuid[]',
  workout: 'jsonb',
  cancelled_at: 'timestamptz',
  cancel_reason: 'text',
  reminded_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
};

async function plantSessions(tx: Transaction, world: World): Promise<void> {
  const sessions = world.clubs.flatMap(({ id: org_id, groups, sessions: own }) =>
    own.map(({ point, audience, cancelled, ...session }) => ({
      ...session,
      org_id,
      latitude_deg: point?.latitude_deg ?? null,
      longitude_deg: point?.longitude_deg ?? null,
      audience_groups: audience === null ? null : audience.map((place) => groups[place]?.id),
      cancelled_at: cancelled?.at ?? null,
      cancel_reason: cancelled?.reason ?? null,
      reminded_at: session.created_at,
      updated_at: session.created_at,
    })),
  );
  await insert(tx, 'club_sessions', SESSION_COLUMNS, sessions);
  const ofSessions = (
    rowsOf: (attended: Membership['attended'][number], ids: Row) => readonly Row[],
  ): Row[] =>
    ofEveryMembership(world, (club, person, { attended }) =>
      club.sessions.flatMap(({ id: session_id }, place) =>
        rowsOf(attended[place] ?? null, { org_id: club.id, session_id, user_id: person.id }),
      ),
    );
  const answers = ofSessions((attended, ids) => {
    if (attended === null || attended.answer === null) return [];
    const { word, at, waits } = attended.answer;
    const queue_number = word === 'yes' ? 1 : null;
    return [{ ...ids, answer: word, answered_at: at, received_at: at, waits, queue_number }];
  });
  await insert(tx, 'club_session_answers', ANSWER_COLUMNS, answers);
  const ticks = ofSessions((attended, ids) =>
    (attended?.ticks ?? []).map(({ id, came, at }) => ({ id, ...ids, came, ticked_at: at, received_at: at })),
  );
  await insert(tx, 'club_session_ticks', TICK_COLUMNS, ticks);
}

const OF_SESSION = { org_id: 'uuid', session_id: 'uuid', user_id: 'uuid' };
const ANSWER_COLUMNS = {
  ...OF_SESSION,
  answer: 'text',
  answered_at: 'timestamptz',
  received_at: 'timestamptz',
  waits: 'boolean',
  queue_number: 'bigint',
};
const TICK_COLUMNS = {
  id: 'uuid',
  ...OF_SESSION,
  came: 'boolean',
  ticked_at: 'timestamptz',
  received_at: 'timestamptz',
};

const TIMES = { created_at: 'timestamptz', updated_at: 'timestamptz' };
const ENTRY_COLUMNS = {
  id: 'uuid',
  user_id: 'uuid',
  kind: 'text',
  part: 'text',
  minutes: 'integer',
  weekdays: 'text[]',
  from_day: 'date',
  to_day: 'date',
  reason: 'text',
  ...TIMES,
};
const INJURY_COLUMNS = {
  id: 'uuid',
  user_id: 'uuid',
  kind: 'text',
  area: 'text',
  from_day: 'date',
  to_day: 'date',
  running: 'text',
  note: 'text',
  ...TIMES,
};

async function plantDays(tx: Transaction, { people }: World): Promise<void> {
  const rowsOf = (told: (person: Person) => readonly (Row & { readonly created_at: Date })[]): Row[] =>
    people.flatMap((person) =>
      told(person).map((one) => ({
        ...one,
        user_id: person.id,
        from_day: one.from,
        to_day: one.to,
        updated_at: one.created_at,
      })),
    );
  await insert(
    tx,
    'availability_entries',
    ENTRY_COLUMNS,
    rowsOf(({ availability }) => availability.entries),
  );
  await insert(
    tx,
    'injuries',
    INJURY_COLUMNS,
    rowsOf(({ availability }) => availability.injuries),
  );
}

const RACE_COLUMNS = {
  id: 'uuid',
  user_id: 'uuid',
  race_day: 'date',
  name: 'text',
  distance_m: 'double precision',
  priority: 'text',
  target_time_s: 'integer',
  result_time_s: 'integer',
  result_place: 'integer',
  result_conditions: 'text',
  activity_id: 'uuid',
  ...TIMES,
};

async function plantRaces(tx: Transaction, { people }: World): Promise<void> {
  const races = people.flatMap(({ id: user_id, races: own, activities }) =>
    own.map(({ date, result, activity_id, ...race }) => ({
      ...race,
      user_id,
      race_day: date,
      result_time_s: result?.time_s ?? null,
      result_place: result?.place ?? null,
      result_conditions: result?.conditions ?? null,
      activity_id: activities.some(({ id }) => id === activity_id) ? activity_id : null,
      updated_at: race.created_at,
    })),
  );
  await insert(tx, 'races', RACE_COLUMNS, races);
}

const FEEDBACK_COLUMNS = {
  id: 'uuid',
  user_id: 'uuid',
  activity_id: 'uuid',
  org_id: 'uuid',
  saved_plan_id: 'uuid',
  plan_id: 'uuid',
  workout_id: 'uuid',
  workout_date: 'date',
  rpe: 'smallint',
  feel: 'smallint',
  note: 'text',
  pain: 'jsonb',
  skipped: 'jsonb',
  said_at: 'jsonb',
  told_at: 'timestamptz',
  last_at: 'timestamptz',
  ...TIMES,
};

async function plantFeedback(tx: Transaction, world: World): Promise<void> {
  const onActivities = world.people.flatMap(({ id: user_id, activities }) =>
    activities.flatMap(({ id: activity_id, said, created_at }) =>
      said === null ? [] : [{ user_id, activity_id, ...rowOf(said), created_at, updated_at: created_at }],
    ),
  );
  const onWorkouts = ofEveryMembership(world, (club, { id: user_id }, membership) =>
    membership.said.map(({ said, date, first_said, ...place }) => {
      const times = { created_at: first_said, updated_at: first_said };
      return { user_id, org_id: club.id, ...place, workout_date: date, ...rowOf(said), ...times };
    }),
  );
  await insert(tx, 'feedback', FEEDBACK_COLUMNS, [...onActivities, ...onWorkouts]);
}

/** With the times of the latest of what is there: without pain, and with it. */
function rowOf(said: Said): Row {
  const timesOf = (names: readonly (typeof PARTS_SAID)[number][]): number[] =>
    names.flatMap((name) => {
      const part = said[name];
      return part === null || part.value === null ? [] : [part.at.getTime()];
    });
  const latest = (times: readonly number[]): Date | null =>
    times.length === 0 ? null : new Date(Math.max(...times));
  const said_at = PARTS_SAID.flatMap((name) => {
    const part = said[name];
    return part === null ? [] : [[name, part.at.toISOString()] as const];
  });
  return {
    id: said.id,
    ...Object.fromEntries(PARTS_SAID.map((name) => [name, said[name]?.value ?? null])),
    said_at: Object.fromEntries(said_at),
    told_at: latest(timesOf(PARTS_SAID.filter((name) => name !== 'pain'))),
    last_at: latest(timesOf(PARTS_SAID)),
  };
}
