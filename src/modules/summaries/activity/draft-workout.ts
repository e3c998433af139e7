import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '../../../infra/db/database.ts';
import { type Audience, activityCeiling, admits, type SourcePolicies } from '../../../privacy/index.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { isRunning } from '../../../training/sport.ts';
import {
  type ActivityInShort,
  type ConfinedActivity,
  findActivitiesInShort,
  findConfined,
  type StoredActivity,
  viewStoredActivity,
} from '../../activities/index.ts';
import type { User } from '../../users/index.ts';
import type { Draft, Voice } from '../facts.ts';
import { type EarlierRun, findLastRuns, type SummaryFacts } from './queries.ts';
import { factsOfSpoken, speakWorkout } from './spoken-workout.ts';
import { wordsOfWorkout, writeWorkout } from './words/workout-text.ts';
import { factsOfWorkout, type RunsBefore, type WorkoutFacts } from './workout-facts.ts';

/** Whose workouts they are, and which rules hold for them. */
export type Owner = { readonly user: User; readonly policies: SourcePolicies };

/**
 * What audiences see of somebody's workouts in the weeks before a moment, oldest first; by id the last run before one that has none in
 * these weeks; and by id what figures of others must stay here.
 */
type Known = {
  readonly self: readonly ActivityInShort[];
  readonly ai: readonly ActivityInShort[];
  readonly last_runs: ReadonlyMap<string, EarlierRun>;
  readonly confined: ReadonlyMap<string, ConfinedActivity>;
};

const DAYS_BEFORE = 28;
/** Who does more is not compared with anything. */
const MOST_BEFORE = 1_000;

/** Of all of these activities by four statements at the most. */
export async function findBefore(
  db: Queryable,
  owner: Owner,
  activities: readonly StoredActivity[],
): Promise<Known> {
  const starts = activities.map(({ start_time }) => start_time.getTime());
  const from = new Date(Math.min(...starts) - DAYS_BEFORE * DAY_MS);
  const until = new Date(Math.max(...starts));
  const { user, policies } = owner;
  const { user_id } = user;
  const read = (audience: Audience) =>
    findActivitiesInShort(db, {
      user_id,
      ceiling: ceilingOf(owner, audience),
      start_date_ms: from.getTime(),
      end_date_ms: until.getTime(),
      limit: MOST_BEFORE,
    });
  const [self, ai] = [await read('self'), await read('ai')];
  const returning = activities.filter((activity) => isReturn(activity, self));
  const last_runs = await findLastRuns(db, { user_id, activities: returning });
  const confined = await findConfined(db, policies, [
    { user_id, from, until },
    ...[...last_runs.values()].map(({ start_time }) => ({ user_id, from: start_time, until: start_time })),
  ]);
  return { self, ai, last_runs, confined: new Map(confined.map((one) => [one.activity_id, one])) };
}

/** A run without another in the weeks that are looked at. */
function isReturn(activity: StoredActivity, self: readonly ActivityInShort[]): boolean {
  const runs = around(activity, self).filter(({ sport_type }) => isRunning(sport_type));
  return isRunning(activity.sport_type) && runs.length === 0;
}

/** What is to be said of a workout, to its athlete; whether a model may say it, and whether it may be told by way of others. */
export function draftWorkout(
  owner: Owner,
  activity: StoredActivity,
  known: Known,
): { readonly facts: SummaryFacts; readonly draft: Draft; readonly may_be_told: boolean } {
  const facts = { workout: ownFacts(owner, activity), before: runsBefore(activity, known) };
  const voice = voiceOf(owner.user);
  const spoken = speakWorkout(facts.workout, facts.before, voice);
  const turn = turnOf(activity);
  const draft: Draft = {
    kind: 'activity',
    voice,
    facts: factsOfSpoken(spoken, wordsOfWorkout(spoken, voice, turn)),
    text: writeWorkout(spoken, voice, turn),
    may_be_phrased: showsAllToModels(owner, activity, known, facts.workout),
  };
  const compared = facts.before === null ? [] : comparedWith(activity, known);
  const may_be_told = [activity, ...compared].every(({ id }) => !known.confined.has(id));
  return { facts, draft, may_be_told };
}

/** By its day words take turns; seven days later they are others, too. */
export function turnOf({ start_time }: StoredActivity): number {
  return Math.floor(start_time.getTime() / DAY_MS);
}

export function voiceOf({ preferences }: User): Voice {
  const { language, coach_persona: persona, unit_system } = preferences;
  return { language, persona, unit_system };
}

/** Athletes see everything of their own. */
export function ownFacts(owner: Owner, activity: StoredActivity): WorkoutFacts {
  const view = viewStoredActivity(ceilingOf(owner, 'self'), activity);
  if (view === null) throw new Error('Somebody does not see their own activity.');
  return factsOfWorkout(view);
}

function ceilingOf({ user, policies }: Owner, audience: Audience) {
  return activityCeiling({ settings: user.privacy, policies, audience });
}

/** All or nothing: a text without what it may not see would say something else, and leave the athlete wondering. */
function showsAllToModels(
  owner: Owner,
  activity: StoredActivity,
  known: Known,
  facts: WorkoutFacts,
): boolean {
  const ceiling = ceilingOf(owner, 'ai');
  const view = viewStoredActivity(ceiling, activity);
  if (view === null || !isDeepStrictEqual(factsOfWorkout(view), facts)) return false;
  const shown = new Set(known.ai.map(({ id }) => id));
  const last = known.last_runs.get(activity.id);
  return (
    around(activity, known.self).every(({ id }) => shown.has(id)) &&
    (last === undefined || admits(ceiling, last))
  );
}

/** What a workout is compared with, or might be. */
function comparedWith(activity: StoredActivity, { self, last_runs }: Known): { readonly id: string }[] {
  const last = last_runs.get(activity.id);
  return last === undefined ? around(activity, self) : [last, ...around(activity, self)];
}

function around({ id, start_time }: StoredActivity, known: readonly ActivityInShort[]): ActivityInShort[] {
  const since = start_time.getTime() - DAYS_BEFORE * DAY_MS;
  return known.filter(
    (one) => one.id !== id && one.start_time >= new Date(since) && one.start_time < start_time,
  );
}

/** What must go after some days is in no comparison, which would stay; and without it a comparison would be wrong. */
function runsBefore(activity: StoredActivity, known: Known): RunsBefore | null {
  const { self, last_runs, confined } = known;
  if (!isRunning(activity.sport_type) || self.length === MOST_BEFORE) return null;
  if (comparedWith(activity, known).some(({ id }) => confined.get(id)?.is_passing === true)) return null;
  const runs = around(activity, self).filter(({ sport_type }) => isRunning(sport_type));
  const last = runs.at(-1) ?? last_runs.get(activity.id);
  const distances = runs.flatMap(({ distance_m }) => distance_m ?? []);
  return {
    runs: runs.length,
    longest_m: distances.length === 0 ? null : Math.max(...distances),
    days_since:
      last === undefined
        ? null
        : Math.floor((activity.start_time.getTime() - last.start_time.getTime()) / DAY_MS),
  };
}
