import type { Database } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import type { LanguageModel } from '../../../infra/llm/index.ts';
import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import { newId } from '../../../shared/ids.ts';
import { type Clock, DAY_MS, SECOND_MS } from '../../../shared/time.ts';
import {
  type ActivitiesStored,
  findActivities,
  newsSince,
  type StoredActivity,
} from '../../activities/index.ts';
import { findActiveUser, holdUser } from '../../users/index.ts';
import { type Draft, RULES } from '../facts.ts';
import type { Writer } from '../model/create-writer.ts';
import { limitPerson } from '../model/limit-person.ts';
import type { FindRaceDays } from '../races.ts';
import { activitySummarized } from './activity-summarized.ts';
import { draftWorkout, findBefore, type Owner, readRunSamples } from './draft-workout.ts';
import {
  type ActivitySummary,
  deleteSummaries,
  findUnwritten,
  hasChanged,
  insertSummaries,
} from './queries.ts';

export type SummarizeDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<Events, 'emit'>;
  readonly sourcePolicies: SourcePolicies;
  readonly rateLimiter: Pick<RateLimiter, 'take'>;
  readonly llm: LanguageModel | undefined;
  readonly writer: Writer;
  readonly findRaceDays: FindRaceDays;
};

/**
 * Watch, phone and platform tell of the same workout within moments, and who corrects one corrects it several times: what is said of it
 * waits until it has been left alone for so long.
 */
export const DELAY_MS = 10 * SECOND_MS;
/** What was news when it came may have waited: for a server that was down over night, say. */
const GRACE_MS = DAY_MS;
/** Written at once. */
const BATCH = 10;

/**
 * Writes of somebody's workouts what is not written yet, and anew of those that have changed since: each once, however often this runs.
 * Of those that are new the athlete is told. Where a model is asked for its words, those of the rules are there meanwhile.
 *
 * @returns whether something has changed so lately that it is left for the next time
 */
export async function summarizeActivities(
  deps: SummarizeDeps,
  { user_id }: ActivitiesStored,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    signal.throwIfAborted();
    const now = deps.clock.now();
    const user = await findActiveUser(deps.db, user_id);
    if (user === null) return false;
    const since = new Date(newsSince(now).getTime() - GRACE_MS);
    const settled = new Date(now.getTime() - DELAY_MS);
    const open = await findUnwritten(deps.db, { user_id, since, settled, now, limit: BATCH });
    const ids = open.map(({ id }) => id);
    const activities = await findActivities(deps.db, { user_id, ids });
    if (activities.length === 0) break;
    const owner = { user, policies: deps.sourcePolicies };
    const drafts = await draftAll(deps, owner, activities, now);
    const fresh = new Set(open.filter(({ is_new }) => is_new).map(({ id }) => id));
    await storeForNow(
      deps,
      user_id,
      drafts.filter(({ draft, summary }) => draft.may_be_phrased && fresh.has(summary.activity_id)),
    );
    await store(deps, user_id, await wordAll(deps, drafts, signal));
    if (ids.length < BATCH) break;
  }
  return await hasChanged(deps.db, user_id);
}

type Drafted = {
  readonly summary: ActivitySummary;
  readonly draft: Draft;
  readonly may_be_told: boolean;
};

async function draftAll(
  deps: SummarizeDeps,
  owner: Owner,
  activities: readonly StoredActivity[],
  now: Date,
): Promise<Drafted[]> {
  const known = await findBefore(deps, owner, activities);
  const drafted: Drafted[] = [];
  for (const activity of activities) {
    const samples = await readRunSamples(deps.db, activity);
    const { facts, draft, may_be_told } = draftWorkout(owner, { ...activity, samples }, known);
    const summary: ActivitySummary = {
      id: newId(),
      activity_id: activity.id,
      user_id: activity.user_id,
      facts,
      summary_text: draft.text,
      persona: draft.voice.persona,
      language: draft.voice.language,
      engine: RULES,
      // Of when it was read: what is changed while a model writes is written anew, and what was changed by a clock ahead is not
      // written for ever.
      created_at: activity.updated_at > now ? activity.updated_at : now,
    };
    drafted.push({ summary, draft, may_be_told });
  }
  return drafted;
}

async function wordAll(
  deps: SummarizeDeps,
  drafts: readonly Drafted[],
  signal: AbortSignal,
): Promise<Drafted[]> {
  return await Promise.all(
    drafts.map(async ({ summary, draft, may_be_told }) => {
      const limited = await limitPerson(deps, summary.user_id, draft);
      const { text: summary_text, engine } = await deps.writer.write(limited, signal);
      return { summary: { ...summary, summary_text, engine }, draft, may_be_told };
    }),
  );
}

/** By the rules, until a model has found its words. */
async function storeForNow(
  { db, llm }: SummarizeDeps,
  user_id: string,
  drafts: readonly Drafted[],
): Promise<void> {
  if (llm === undefined || drafts.length === 0) return;
  // Others than those that follow.
  const summaries = drafts.map(({ summary }) => ({ ...summary, id: newId() }));
  await db.transaction(async (tx) => {
    if (await holdUser(tx, user_id)) await insertSummaries(tx, { user_id, summaries, is_told: false });
  });
}

async function store(
  { db, events }: SummarizeDeps,
  user_id: string,
  written: readonly Drafted[],
): Promise<void> {
  const summaries = written.map(({ summary }) => summary);
  await db.transaction(async (tx) => {
    if (!(await holdUser(tx, user_id))) return;
    const activity_ids = summaries.map(({ activity_id }) => activity_id);
    const told = await deleteSummaries(tx, { user_id, activity_ids });
    const inserted = await insertSummaries(tx, { user_id, summaries, is_told: true });
    for (const { summary, may_be_told } of written) {
      const { activity_id } = summary;
      if (!inserted.has(activity_id) || told.has(activity_id)) continue;
      await events.emit(tx, activitySummarized, { user_id, activity_id, may_be_told });
    }
  });
}
