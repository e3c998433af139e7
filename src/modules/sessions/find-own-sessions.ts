import type { Queryable } from '../../infra/db/queryable.ts';
import { runnerOf } from '../../training/planning/runner-facts.ts';
import type { FindSessionsOfPeople, FindSubscribedSessions, SubscribedSession } from '../calendars/index.ts';
import { findRunners, type OwnRunner } from '../planning/index.ts';
import { findMeetings, type Meeting } from './meeting-queries.ts';
import { groupOf, ownWorkout } from './own-workout.ts';

/** The sessions that people come to, for their own training calendars or those of their coach. */
export const findSessionsOfPeople: FindSessionsOfPeople = async (db, { people, now, limit, ...asked }) => {
  const user_ids = people.map(({ user_id }) => user_id);
  const most = limit * people.length;
  const meetings = await findMeetings(db, { ...asked, user_ids, coming_only: true, limit: most });
  const known = people.filter(({ shows_computed }) => shows_computed).map(({ user_id }) => user_id);
  const runners = await findRunnersOf(db, known, meetings, now);
  const meetingsOf = Map.groupBy(meetings, ({ user_id }) => user_id);
  return new Map(
    [...meetingsOf].map(([user_id, own]) => [
      user_id,
      own.slice(0, limit).map((meeting) => {
        const { replaces_plan_id: plan_id, replaces_workout_id: workout_id } = meeting;
        return {
          ...factsOf(meeting),
          workout: workoutOf(meeting, runners.get(user_id) ?? null),
          replaces: plan_id === null || workout_id === null ? null : { plan_id, workout_id },
        };
      }),
    ]),
  );
};

export const findSubscribedSessions: FindSubscribedSessions = async (db, { user_id, since, now, limit }) => {
  const meetings = await findMeetings(db, {
    ...{ user_ids: [user_id], limit, org_id: null, from: since, to: null },
    coming_only: false,
  });
  const runner = await findRunner(db, user_id, meetings, now);
  return meetings.map((meeting) => toSubscribed(meeting, runner));
};

export function toSubscribed(meeting: Meeting, runner: OwnRunner | null): SubscribedSession {
  const { description, point, answer, waits, revision, updated_at, cancelled_at } = meeting;
  return {
    ...factsOf(meeting),
    ...{ description, point, answer, revision, updated_at },
    waits: waits === true,
    is_cancelled: cancelled_at !== null,
    workout: workoutOf(meeting, runner),
  };
}

/** Every organization gives the same paces: the calendar is the athlete's own, or all meetings are of one organization. */
export async function findRunner(
  db: Queryable,
  user_id: string,
  meetings: readonly Meeting[],
  now: Date,
): Promise<OwnRunner | null> {
  return (await findRunnersOf(db, [user_id], meetings, now)).get(user_id) ?? null;
}

async function findRunnersOf(
  db: Queryable,
  people: readonly string[],
  meetings: readonly Meeting[],
  now: Date,
): Promise<Map<string, OwnRunner>> {
  const run = meetings.filter(({ workout }) => workout !== null);
  const running = new Set(run.map(({ user_id }) => user_id));
  const user_ids = people.filter((user_id) => running.has(user_id));
  const org_id = run[0]?.org_id;
  if (org_id === undefined || user_ids.length === 0) return new Map();
  return await findRunners(db, { org_id, user_ids, now });
}

const factsOf = (meeting: Meeting) => ({
  session_id: meeting.id,
  org_id: meeting.org_id,
  org_name: meeting.org_name,
  title: meeting.title,
  starts_at: meeting.starts_at,
  timezone: meeting.timezone,
  duration_s: meeting.duration_s,
  place: meeting.place,
});

function workoutOf(meeting: Meeting, known: OwnRunner | null) {
  const group = meeting.workout === null ? null : groupOf(meeting.workout, meeting);
  return ownWorkout(meeting, { group, runner: known === null ? null : runnerOf(known, 'intermediate') });
}
