import { isDeepStrictEqual } from 'node:util';
import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import { findActivities, noSuchActivity } from '../../activities/index.ts';
import { findUser } from '../../users/index.ts';
import { RULES } from '../facts.ts';
import {
  type Owner,
  ownFacts,
  readRunSamples,
  type SampledActivity,
  turnOf,
  voiceOf,
} from './draft-workout.ts';
import { type ActivitySummary, findSummariesOf } from './queries.ts';
import { speakWorkout } from './spoken-workout.ts';
import { writeWorkout } from './workout-text.ts';

export type SummaryDeps = { readonly db: Database; readonly sourcePolicies: SourcePolicies };

/**
 * What was said of an own activity; nothing yet of one that has just come, and never of one that was history when it
 * came.
 * @throws noSuchActivity also for another person's
 */
export async function readActivitySummaries(
  { db, sourcePolicies: policies }: SummaryDeps,
  { user_id }: UserActor,
  activity_id: string,
): Promise<ActivitySummary[]> {
  const [activity] = await findActivities(db, { user_id, ids: [activity_id] });
  if (activity === undefined) throw noSuchActivity();
  const summaries = await findSummariesOf(db, { user_id, activity_id });
  if (summaries.length === 0) return [];
  const user = await findUser(db, user_id);
  if (user === null) throw unauthenticated();
  const owner = { user, policies };
  const row = { ...activity, samples: null };
  const isCurrent = summaries.every((summary) => isOfRow(owner, row, summary));
  if (isCurrent) return summaries;
  const sampled = { ...activity, samples: await readRunSamples(db, activity) };
  return summaries.map((summary) => asItIsNow(owner, sampled, summary));
}

/** Whether nothing has changed since: samples, which cost more to look at, change with the activity alone. */
function isOfRow(owner: Owner, row: SampledActivity, { facts, created_at }: ActivitySummary): boolean {
  const { halves: _, repetitions: __, ...now } = ownFacts(owner, row, facts.race?.is_planned === true);
  const { halves: ___, repetitions: ____, ...written } = facts.workout;
  return row.updated_at <= created_at && isDeepStrictEqual(now, written);
}

/** What has changed since it was written is said by rules until it is written anew: no text has figures that are not so. */
function asItIsNow(owner: Owner, activity: SampledActivity, summary: ActivitySummary): ActivitySummary {
  const { before, workout: written, race } = summary.facts;
  const workout = ownFacts(owner, activity, race?.is_planned === true);
  if (isDeepStrictEqual(workout, written)) return summary;
  const { language, persona } = summary;
  const voice = { ...voiceOf(owner.user), language, persona };
  const facts = { ...summary.facts, workout, before };
  const summary_text = writeWorkout(speakWorkout(facts, voice), voice, turnOf(activity));
  return { ...summary, facts, summary_text, engine: RULES };
}
