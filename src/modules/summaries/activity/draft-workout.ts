import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '../../../infra/db/database.ts';
import {
  type ActivityCeiling,
  type Audience,
  activityCeiling,
  admits,
  athleteCeiling,
  type SourcePolicies,
  viewStreams,
} from '../../../privacy/index.ts';
import { calendarDay, DAY_MS } from '../../../shared/time.ts';
import { isRunning } from '../../../training/sport.ts';
import { TAPER_HISTORY_WEEKS, taperWeeks } from '../../../training/taper.ts';
import { LONGEST_DAYS } from '../../../training/volume-change.ts';
import {
  type ActivityInShort,
  type ActivitySamples,
  type ConfinedActivity,
  findActivitiesInShort,
  findConfined,
  readSamples,
  type StoredActivity,
  viewStoredActivity,
} from '../../activities/index.ts';
import type { User } from '../../users/index.ts';
import type { Draft, Voice } from '../facts.ts';
import { type FindRaceDays, markRaces, type Race } from '../races.ts';
import { type EarlierRun, findLastRuns, type SummaryFacts } from './queries.ts';
import { factsOfSpoken, speakWorkout } from './spoken-workout.ts';
import { factsOfWorkout, type RunsBefore, type WorkoutFacts } from './workout-facts.ts';
import { wordsOfWorkout, writeWorkout } from './workout-text.ts';

export type Owner = { readonly user: User; readonly policies: SourcePolicies };

export type SampledActivity = StoredActivity & { readonly samples: ActivitySamples | null };

export async function readRunSamples(
  db: Queryable,
  { id: activity_id, user_id, sport_type }: StoredActivity,
): Promise<ActivitySamples | null> {
  return isRunning(sport_type) ? await readSamples(db, { activity_id, user_id }) : null;
}

/**
 * What audiences see of somebody's workouts in the weeks before a moment, oldest first. By id: the last run before one that has none
 * in these weeks, and what of an activity's figures must not leave this server. `planned_races` are ids of activities on a race day.
 */
type Known = {
  readonly self: readonly ActivityInShort[];
  readonly ai: readonly ActivityInShort[];
  readonly last_runs: ReadonlyMap<string, EarlierRun>;
  readonly confined: ReadonlyMap<string, ConfinedActivity>;
  readonly planned_races: ReadonlySet<string>;
};

/** What a taper is told by. */
const RACE_DAYS_BEFORE = TAPER_HISTORY_WEEKS * 7;
/** Who does more is not compared with anything. */
const MOST_BEFORE = 1_000;

type Deps = { readonly db: Queryable; readonly findRaceDays: FindRaceDays };

export async function findBefore(
  { db, findRaceDays }: Deps,
  owner: Owner,
  activities: readonly StoredActivity[],
): Promise<Known> {
  const starts = activities.map(({ start_time }) => start_time.getTime());
  const from = new Date(Math.min(...starts) - RACE_DAYS_BEFORE * DAY_MS);
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
  const days = activities.map(dayOf).toSorted();
  const planned = await findRaceDays(db, [{ user_id, from: days[0] ?? '', until: days.at(-1) ?? '' }]);
  const races = user.next_race === null ? planned : [user.next_race, ...planned];
  const planned_races = new Set(activities.filter((one) => isPlanned(one, self, races)).map(({ id }) => id));
  const returning = activities.filter((activity) => isReturn(activity, self));
  const last_runs = await findLastRuns(db, { user_id, activities: returning });
  const confined = await findConfined(db, policies, [
    { user_id, from, until },
    ...[...last_runs.values()].map(({ start_time }) => ({ user_id, from: start_time, until: start_time })),
  ]);
  const stay = new Map(confined.map((one) => [one.activity_id, one]));
  return { self, ai, last_runs, confined: stay, planned_races };
}

function dayOf({ start_time, timezone }: Pick<StoredActivity, 'start_time' | 'timezone'>): string {
  return calendarDay(start_time, timezone);
}

function isPlanned(
  activity: StoredActivity,
  self: readonly ActivityInShort[],
  races: readonly Race[],
): boolean {
  const { id, timezone, sport_type, distance_m, start_time, is_race } = activity;
  if (is_race) return false;
  const others = self.filter((one) => one.id !== id);
  const own = { id, sport_type, distance_m, start_time, is_race };
  return markRaces([own, ...others], races, (one) => dayOf({ start_time: one.start_time, timezone })).some(
    (one) => one.id === id && one.is_race,
  );
}

function isReturn(activity: StoredActivity, self: readonly ActivityInShort[]): boolean {
  const runs = around(activity, self, LONGEST_DAYS).filter(({ sport_type }) => isRunning(sport_type));
  return isRunning(activity.sport_type) && runs.length === 0;
}

/** What is to be said of a workout, to its athlete; whether a model may say it, and whether it may be told by way of others. */
export function draftWorkout(
  owner: Owner,
  activity: SampledActivity,
  known: Known,
): { readonly facts: SummaryFacts; readonly draft: Draft; readonly may_be_told: boolean } {
  const is_planned = known.planned_races.has(activity.id);
  const workout = ownFacts(owner, activity, is_planned);
  const before = runsBefore(activity, known);
  const race = workout.is_race
    ? { is_planned, taper_weeks: before === null ? null : taperBefore(activity, known) }
    : null;
  const facts = { workout, before, race };
  const voice = voiceOf(owner.user);
  const spoken = speakWorkout(facts, voice);
  const turn = turnOf(activity);
  const draft: Draft = {
    kind: 'activity',
    voice,
    facts: factsOfSpoken(spoken, wordsOfWorkout(spoken, voice, turn)),
    text: writeWorkout(spoken, voice, turn),
    may_be_phrased: showsAllToModels(owner, activity, known, workout),
  };
  const compared = before === null ? [] : comparedWith(activity, known);
  const may_be_told = [activity, ...compared].every(({ id }) => !known.confined.has(id));
  return { facts, draft, may_be_told };
}

export function turnOf({ start_time }: StoredActivity): number {
  return Math.floor(start_time.getTime() / DAY_MS);
}

export function voiceOf({ preferences }: User): Voice {
  const { language, coach_persona: persona, unit_system } = preferences;
  return { language, persona, unit_system };
}

/** Athletes see everything of their own. */
export function ownFacts(owner: Owner, activity: SampledActivity, is_planned_race: boolean): WorkoutFacts {
  const facts = factsSeen(ceilingOf(owner, 'self'), activity, is_planned_race);
  if (facts === null) throw new Error('Somebody does not see their own activity.');
  return facts;
}

/** Of what a ceiling lets its audience see, samples among it. A race that is known by a plan is a race. */
function factsSeen(
  ceiling: ActivityCeiling,
  { samples, ...stored }: SampledActivity,
  is_planned_race: boolean,
): WorkoutFacts | null {
  const activity = is_planned_race ? { ...stored, is_race: true } : stored;
  const view = viewStoredActivity(ceiling, activity);
  if (view === null) return null;
  const streams = samples && viewStreams(ceiling, activity, samples)?.streams;
  const { time_s, distance_m, altitude_m } = streams ?? {};
  const seen =
    time_s === undefined
      ? null
      : {
          time_s,
          ...(distance_m === undefined ? {} : { distance_m }),
          ...(altitude_m === undefined ? {} : { altitude_m }),
        };
  return factsOfWorkout(view, { samples: seen, is_planned_race });
}

function ceilingOf({ user, policies }: Owner, audience: Audience) {
  return activityCeiling({ settings: user.privacy, policies, audience });
}

/** All or nothing: a text without what it may not see would say something else, and leave the athlete wondering. */
function showsAllToModels(
  owner: Owner,
  activity: SampledActivity,
  known: Known,
  facts: WorkoutFacts,
): boolean {
  const ceiling = ceilingOf(owner, 'ai');
  const is_planned = known.planned_races.has(activity.id);
  if (!isDeepStrictEqual(factsSeen(ceiling, activity, is_planned), facts)) return false;
  const { shown: fields } = athleteCeiling({ settings: owner.user.privacy, audience: 'ai' }).fields;
  if (is_planned && !fields.includes('next_race')) return false;
  const shown = new Set(known.ai.map(({ id }) => id));
  const last = known.last_runs.get(activity.id);
  return (
    around(activity, known.self, daysBefore(activity, known)).every(({ id }) => shown.has(id)) &&
    (last === undefined || admits(ceiling, last))
  );
}

function daysBefore({ id, is_race }: StoredActivity, { planned_races }: Known): number {
  return is_race || planned_races.has(id) ? RACE_DAYS_BEFORE : LONGEST_DAYS;
}

function comparedWith(activity: StoredActivity, known: Known): { readonly id: string }[] {
  const last = known.last_runs.get(activity.id);
  const others = around(activity, known.self, daysBefore(activity, known));
  return last === undefined ? others : [last, ...others];
}

function around(
  { id, start_time }: StoredActivity,
  known: readonly ActivityInShort[],
  days: number,
): ActivityInShort[] {
  const since = new Date(start_time.getTime() - days * DAY_MS);
  return known.filter((one) => one.id !== id && one.start_time >= since && one.start_time < start_time);
}

/** What must go after some days is in no comparison, which would stay; and without it a comparison would be wrong. */
function runsBefore(activity: StoredActivity, known: Known): RunsBefore | null {
  const { self, last_runs, confined } = known;
  if (!isRunning(activity.sport_type) || self.length === MOST_BEFORE) return null;
  if (comparedWith(activity, known).some(({ id }) => confined.get(id)?.is_passing === true)) return null;
  const runs = around(activity, self, LONGEST_DAYS).filter(({ sport_type }) => isRunning(sport_type));
  const last = runs.at(-1) ?? last_runs.get(activity.id);
  const distances = runs.flatMap(({ distance_m }) => distance_m ?? []);
  const daysSince = ({ start_time }: { readonly start_time: Date }): number =>
    Math.floor((activity.start_time.getTime() - start_time.getTime()) / DAY_MS);
  return {
    runs: runs.length,
    longest_m: distances.length === 0 ? null : Math.max(...distances),
    known_days: runs[0] === undefined ? 0 : daysSince(runs[0]),
    days_since: last === undefined ? null : daysSince(last),
  };
}

function taperBefore(activity: StoredActivity, { self }: Known): number | null {
  const runs = around(activity, self, RACE_DAYS_BEFORE).filter(({ sport_type }) => isRunning(sport_type));
  const isByTime = runs.some(({ distance_m }) => !distance_m);
  const weeks = Array.from({ length: TAPER_HISTORY_WEEKS }, () => 0);
  for (const { start_time, distance_m, moving_time_s, duration_s } of runs) {
    const place = Math.floor((activity.start_time.getTime() - start_time.getTime()) / (7 * DAY_MS));
    weeks[place] = (weeks[place] ?? 0) + (isByTime ? (moving_time_s ?? duration_s) : (distance_m ?? 0));
  }
  return taperWeeks(weeks.slice(0, TAPER_HISTORY_WEEKS));
}
