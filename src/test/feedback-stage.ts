import assert from 'node:assert/strict';
import { MAX_ACTIVITY_NAME } from '../modules/activities/index.ts';
import type { PrivacySettings } from '../privacy/index.ts';
import { addDays } from '../shared/calendar.ts';
import { addMember, type TestOrganization, type TestUser } from './factories.ts';
import type { TestResponse, TestServer } from './harness.ts';
import { insertActivities } from './insert-activities.ts';
import { makeActivity } from './random-activities.ts';
import { saveQuietPlan } from './saved-plans.ts';

/** An athlete with a run of an hour a day ago, whose load is not known, and a plan that begins tomorrow unless somebody says. */
export type FeedbackStage = {
  readonly athlete: TestUser;
  readonly activity_id: string;
  readonly plan_id: string;
  readonly saved_plan_id: string;
  readonly workout_id: string;
  readonly workout_date: string;
};

export async function feedbackStage(
  server: TestServer,
  club: TestOrganization,
  { begins_in_days = 1 } = {},
): Promise<FeedbackStage> {
  const athlete = await addMember(server, club);
  const activity_id = await storeRun(server, athlete.user_id);
  const start_date = addDays(server.clock.now().toISOString().slice(0, 10), begins_in_days);
  const saved = await saveQuietPlan(server, club, { start_date, weeks: 1, athlete_ids: [athlete.user_id] });
  const { plan, assigned } = saved.body.data;
  const read = await server.request('GET', `/api/v1/plans/mine?from=${start_date}&to=${start_date}`, {
    token: athlete.token,
  });
  const { workout } = read.body.data.days[0].workouts[0];
  return {
    athlete,
    activity_id,
    plan_id: assigned[0].plan_id,
    saved_plan_id: plan.id,
    workout_id: workout.id,
    workout_date: workout.date,
  };
}

/** A run of an hour a day ago, of which no load is known. */
export async function storeRun(
  server: TestServer,
  user_id: string,
  fields: Partial<ReturnType<typeof makeActivity>> = {},
): Promise<string> {
  const activity = {
    ...makeActivity(user_id),
    source: 'upload' as const,
    external_id: null,
    sport_type: 'run' as const,
    workout_type: null,
    private: false,
    is_race: false,
    start_time: new Date(server.clock.now().getTime() - 86_400_000),
    duration_s: 3_700,
    moving_time_s: 3_600,
    training_load: null,
    ...fields,
  };
  // Nothing that tells of an activity lets a longer one in, and answers have no room for it.
  assert.ok(activity.name.length <= MAX_ACTIVITY_NAME, 'the name of a run is too long to be stored');
  await insertActivities(server.deps.db, [activity]);
  return activity.id;
}

export const ofActivity = (activity_id: string): string => `/api/v1/activities/${activity_id}/feedback`;
export const ofWorkout = ({ plan_id, workout_id }: Pick<FeedbackStage, 'plan_id' | 'workout_id'>): string =>
  `/api/v1/plans/mine/${plan_id}/workouts/${workout_id}/feedback`;

/** Says something, which must be taken. */
export async function say(
  server: TestServer,
  { token }: Pick<TestUser, 'token'>,
  path: string,
  body: object,
  method = 'PATCH',
): Promise<TestResponse> {
  const answer = await server.request(method, path, { token, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer;
}

export async function share(
  server: TestServer,
  { user_id, token }: TestUser,
  privacy: Partial<PrivacySettings>,
): Promise<void> {
  const { status } = await server.request('PUT', `/api/v1/users/${user_id}`, { token, body: { privacy } });
  assert.equal(status, 200);
}
