import type { Queryable } from '../../infra/db/queryable.ts';
import { runnerOf } from '../../training/planning/runner-facts.ts';
import { findRunners, type OwnRunner } from '../planning/index.ts';
import type { FindSessionsOfPerson, FindSubscribedSessions, SubscribedSession } from '../plans/index.ts';
import { findMeetings, type Meeting } from './meeting-queries.ts';
import { groupOf, ownWorkout } from './own-workout.ts';

/** What somebody comes to, for their training calendar: theirs, or that of their coach. */
export const findSessionsOfPerson: FindSessionsOfPerson = async (db, { shows_computed, now, ...asked }) => {
  const meetings = await findMeetings(db, { ...asked, coming_only: true });
  const runner = shows_computed ? await findRunner(db, asked.user_id, meetings, now) : null;
  return meetings.map((meeting) => {
    const { replaces_plan_id: plan_id, replaces_workout_id: workout_id } = meeting;
    return {
      ...factsOf(meeting),
      workout: workoutOf(meeting, runner),
      replaces: plan_id === null || workout_id === null ? null : { plan_id, workout_id },
    };
  });
};

/** All sessions that are for somebody, for their calendar program. */
export const findSubscribedSessions: FindSubscribedSessions = async (db, { user_id, since, now, limit }) => {
  const meetings = await findMeetings(db, {
    ...{ user_id, limit, org_id: null, from: since, to: null },
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

/** Paces are the same whatever club asks: it is the athlete's own calendar, or the club is the only one that is looked at. */
export async function findRunner(
  db: Queryable,
  user_id: string,
  meetings: readonly Meeting[],
  now: Date,
): Promise<OwnRunner | null> {
  const org_id = meetings.find(({ workout }) => workout !== null)?.org_id;
  if (org_id === undefined) return null;
  return (await findRunners(db, { org_id, user_ids: [user_id], now })).get(user_id) ?? null;
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
