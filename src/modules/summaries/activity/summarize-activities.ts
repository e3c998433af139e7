import type { Database } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import type { LanguageModel } from '../../../infra/llm/index.ts';
import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import { newId } from '../../../shared/ids.ts';
import { type Clock, DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import {
  type ActivitiesStored,
  findActivities,
  newsSince,
  type StoredActivity,
} from '../../activities/index.ts';
import { findActiveUser, holdUser } from '../../users/index.ts';
import type { Writer } from '../model/create-writer.ts';
import { limitPerson } from '../model/limit-person.ts';
import { activitySummarized } from './activity-summarized.ts';
import { draftWorkout, findBefore, type Owner } from './draft-workout.ts';
import { type ActivitySummary, deleteSummaries, findUnwritten, insertSummaries } from './queries.ts';

export type SummarizeDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<Events, 'emit'>;
  readonly sourcePolicies: SourcePolicies;
  readonly rateLimiter: Pick<RateLimiter, 'take'>;
  readonly llm: LanguageModel | undefined;
  readonly writer: Writer;
};

/** Watch, phone and platform tell of the same workout within moments: what is told of it once says what all of them know. */
export const DELAY_MS = 2 * MINUTE_MS;
/** What was news when it came may have waited: for a server that was down over night, say. */
const GRACE_MS = DAY_MS;
/** Written at once. */
const BATCH = 10;

/**
 * Writes of somebody's workouts what is not written yet, and anew of those that have changed since: each once, however often this runs.
 * Of those that are new the athlete is told.
 */
export async function summarizeActivities(
  deps: SummarizeDeps,
  { user_id }: ActivitiesStored,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const now = deps.clock.now();
    const user = await findActiveUser(deps.db, user_id);
    if (user === null) return;
    const since = new Date(newsSince(now).getTime() - GRACE_MS);
    const stored_until = new Date(now.getTime() - DELAY_MS);
    const ids = await findUnwritten(deps.db, { user_id, since, stored_until, limit: BATCH });
    const activities = await findActivities(deps.db, { user_id, ids });
    if (activities.length === 0) return;
    const owner = { user, policies: deps.sourcePolicies };
    await store(deps, user_id, await writeAll(deps, owner, activities, { now, signal }));
    if (ids.length < BATCH) return;
  }
}

type NewSummary = { readonly summary: ActivitySummary; readonly may_be_told: boolean };

async function writeAll(
  deps: SummarizeDeps,
  owner: Owner,
  activities: readonly StoredActivity[],
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<NewSummary[]> {
  const known = await findBefore(deps.db, owner, activities);
  return await Promise.all(
    activities.map(async (activity) => {
      const { facts, draft, may_be_told } = draftWorkout(owner, activity, known);
      const limited = await limitPerson(deps, owner.user.user_id, draft);
      const { text, engine } = await deps.writer.write(limited, signal);
      const summary: ActivitySummary = {
        id: newId(),
        activity_id: activity.id,
        user_id: activity.user_id,
        facts,
        summary_text: text,
        persona: draft.voice.persona,
        language: draft.voice.language,
        engine,
        // Of when it was read: what is changed while a model writes is written anew, and what was changed by a clock ahead is not
        // written for ever.
        created_at: activity.updated_at > now ? activity.updated_at : now,
      };
      return { summary, may_be_told };
    }),
  );
}

/** The rows and what is told of them commit together. */
async function store(
  { db, events }: SummarizeDeps,
  user_id: string,
  written: readonly NewSummary[],
): Promise<void> {
  const summaries = written.map(({ summary }) => summary);
  await db.transaction(async (tx) => {
    if (!(await holdUser(tx, user_id))) return;
    const activity_ids = summaries.map(({ activity_id }) => activity_id);
    const known = await deleteSummaries(tx, { user_id, activity_ids });
    const inserted = await insertSummaries(tx, { user_id, summaries });
    for (const { summary, may_be_told } of written) {
      const { activity_id } = summary;
      if (!inserted.has(activity_id) || known.has(activity_id)) continue;
      await events.emit(tx, activitySummarized, { user_id, activity_id, may_be_told });
    }
  });
}
