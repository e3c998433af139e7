import { isDeepStrictEqual } from 'node:util';
import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import { findActivities, noSuchActivity, type StoredActivity } from '../../activities/index.ts';
import { findUser } from '../../users/index.ts';
import { RULES } from '../facts.ts';
import { type Owner, ownFacts, turnOf, voiceOf } from './draft-workout.ts';
import { type ActivitySummary, findSummariesOf } from './queries.ts';
import { speakWorkout } from './spoken-workout.ts';
import { writeWorkout } from './words/workout-text.ts';

/**
 * What was said of an own activity; nothing yet of one that has just come, and never of one that was history when it came.
 *
 * @throws noSuchActivity also for anybody else's
 */
export async function readActivitySummaries(
  { db, sourcePolicies: policies }: { readonly db: Database; readonly sourcePolicies: SourcePolicies },
  { user_id }: UserActor,
  activity_id: string,
): Promise<ActivitySummary[]> {
  const [activity] = await findActivities(db, { user_id, ids: [activity_id] });
  if (activity === undefined) throw noSuchActivity();
  const summaries = await findSummariesOf(db, { user_id, activity_id });
  if (summaries.length === 0) return [];
  const user = await findUser(db, user_id);
  if (user === null) throw unauthenticated();
  return summaries.map((summary) => asItIsNow({ user, policies }, activity, summary));
}

/** What has changed since it was written is said by rules until it is written anew: no text has figures that are not so. */
function asItIsNow(owner: Owner, activity: StoredActivity, summary: ActivitySummary): ActivitySummary {
  const { before, workout: written } = summary.facts;
  const workout = ownFacts(owner, activity);
  if (isDeepStrictEqual(workout, written)) return summary;
  const { language, persona } = summary;
  const voice = { ...voiceOf(owner.user), language, persona };
  const summary_text = writeWorkout(speakWorkout(workout, before, voice), voice, turnOf(activity));
  return { ...summary, facts: { workout, before }, summary_text, engine: RULES };
}
