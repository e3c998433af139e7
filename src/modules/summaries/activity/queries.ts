import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { Source } from '../../../privacy/index.ts';
import type { Language } from '../../../shared/languages.ts';
import { isRunning, SPORT_TYPES } from '../../../training/sport.ts';
import type { Voice } from '../facts.ts';
import type { RaceFacts, RunsBefore, WorkoutFacts } from './workout-facts.ts';

/** Kept with a text: what it was made of. */
export type SummaryFacts = {
  readonly workout: WorkoutFacts;
  readonly before: RunsBefore | null;
  readonly race?: RaceFacts | null;
};

export type ActivitySummary = {
  readonly id: string;
  readonly activity_id: string;
  readonly user_id: string;
  readonly facts: SummaryFacts;
  readonly summary_text: string;
  readonly persona: Voice['persona'];
  readonly language: Language;
  /** `rules`, or the model that worded it. */
  readonly engine: string;
  readonly created_at: Date;
};

/**
 * Somebody's activities that are to be written of, the oldest first: those that began since a moment and have no summary, those whose
 * athlete was not told of it yet, and those that have changed since theirs was written. What changed after `settled` may go on changing.
 */
export async function findUnwritten(
  db: Queryable,
  {
    user_id,
    since,
    settled,
    now,
    limit,
  }: { user_id: string; since: Date; settled: Date; now: Date; limit: number },
): Promise<{ readonly id: string; readonly is_new: boolean }[]> {
  return await db.query<{ id: string; is_new: boolean }>(sql`
    SELECT id, is_new FROM (
      SELECT a.id, a.start_time, true AS is_new FROM activities a
      WHERE a.user_id = ${user_id} AND a.start_time >= ${since} AND a.created_at <= ${settled}
        AND NOT EXISTS (SELECT FROM activity_summaries s WHERE s.activity_id = a.id)
      UNION ALL
      SELECT a.id, a.start_time, false FROM activity_summaries s JOIN activities a ON a.id = s.activity_id
      WHERE s.user_id = ${user_id} AND a.user_id = ${user_id} AND (NOT s.is_told
        -- A clock that was ahead is waited for by nobody.
        OR a.updated_at > s.created_at AND (a.updated_at <= ${settled} OR a.updated_at > ${now}))
    ) open
    ORDER BY start_time, id LIMIT ${limit}`);
}

/** Whether something has changed since it was summed up, whenever that was. */
export async function hasChanged(db: Queryable, user_id: string): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM activity_summaries s JOIN activities a ON a.id = s.activity_id
      WHERE s.user_id = ${user_id} AND a.user_id = ${user_id} AND a.updated_at > s.created_at) AS found`);
  return found;
}

export type EarlierRun = {
  readonly id: string;
  readonly start_time: Date;
  readonly source: Source;
  readonly private: boolean;
  readonly is_race: boolean;
};

const RUNNING = SPORT_TYPES.filter(isRunning);

/** The last run of somebody's before each of their activities, by its id: one look backwards in an index that knows the sport for each. */
export async function findLastRuns(
  db: Queryable,
  {
    user_id,
    activities,
  }: { user_id: string; activities: readonly { readonly id: string; readonly start_time: Date }[] },
): Promise<ReadonlyMap<string, EarlierRun>> {
  if (activities.length === 0) return new Map();
  const rows = await db.query<EarlierRun & { activity_id: string }>(sql`
    SELECT own.id AS activity_id, last.id, last.start_time, last.source, last.private, last.is_race
    FROM unnest(${activities.map(({ id }) => id)}::uuid[], ${activities.map(({ start_time }) => start_time)}::timestamptz[])
      AS own(id, start_time)
    CROSS JOIN LATERAL (
      SELECT a.id, a.start_time, a.source, a.private, a.is_race FROM activities a
      WHERE a.user_id = ${user_id} AND a.start_time < own.start_time AND a.sport_type = ANY(${RUNNING}::text[])
      ORDER BY a.start_time DESC, a.id DESC LIMIT 1
    ) last`);
  return new Map(rows.map(({ activity_id, ...run }) => [activity_id, run]));
}

/** Takes what was said of somebody's activities before. @returns of which their athlete was told */
export async function deleteSummaries(
  tx: Transaction,
  { user_id, activity_ids }: { user_id: string; activity_ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ activity_id: string; is_told: boolean }>(sql`
    DELETE FROM activity_summaries WHERE user_id = ${user_id} AND activity_id = ANY(${activity_ids}::uuid[])
    RETURNING activity_id, is_told`);
  return new Set(rows.filter(({ is_told }) => is_told).map(({ activity_id }) => activity_id));
}

/** Of activities that are still there. @returns of which: of two who write at once, one gets each */
export async function insertSummaries(
  tx: Transaction,
  {
    user_id,
    summaries,
    is_told,
  }: { user_id: string; summaries: readonly ActivitySummary[]; is_told: boolean },
): Promise<ReadonlySet<string>> {
  const ids = summaries.map(({ activity_id }) => activity_id);
  const rows = await tx.query<{ activity_id: string }>(sql`
    INSERT INTO activity_summaries (id, activity_id, user_id, facts, summary_text, persona, language, engine, created_at,
      is_told)
    SELECT given.id, given.activity_id, given.user_id, given.facts, given.summary_text, given.persona, given.language,
      given.engine, given.created_at, ${is_told}
    FROM json_to_recordset(${JSON.stringify(summaries)}::json) AS given(id uuid, activity_id uuid, user_id uuid, facts json,
      summary_text text, persona text, language text, engine text, created_at timestamptz)
    -- Held, so that none goes before its summary is there to go with it.
    JOIN (
      SELECT id FROM activities WHERE user_id = ${user_id} AND id = ANY(${ids}::uuid[]) ORDER BY id FOR KEY SHARE
    ) a ON a.id = given.activity_id
    ORDER BY given.activity_id
    ON CONFLICT (activity_id, persona, language) DO NOTHING
    RETURNING activity_id`);
  return new Set(rows.map(({ activity_id }) => activity_id));
}

export async function findSummariesOf(
  db: Queryable,
  { user_id, activity_id }: { user_id: string; activity_id: string },
): Promise<ActivitySummary[]> {
  return await db.query<ActivitySummary>(sql`
    SELECT id, activity_id, user_id, facts, summary_text, persona, language, engine, created_at FROM activity_summaries
    WHERE user_id = ${user_id} AND activity_id = ${activity_id} ORDER BY created_at DESC, id DESC`);
}

/** The text to tell somebody; held until the transaction ends, so that it is told before it goes, or not at all. Null where it has gone. */
export async function holdActivityText(
  tx: Transaction,
  { user_id, activity_id }: { user_id: string; activity_id: string },
): Promise<string | null> {
  const hold = async (): Promise<string | undefined> => {
    const rows = await tx.query<{ summary_text: string }>(sql`
      SELECT summary_text FROM activity_summaries WHERE user_id = ${user_id} AND activity_id = ${activity_id}
      ORDER BY created_at DESC, id DESC LIMIT 1 FOR KEY SHARE`);
    return rows[0]?.summary_text;
  };
  // Who writes it anew at that moment takes the row away that was waited for, and puts another one in its place.
  return (await hold()) ?? (await hold()) ?? null;
}

export async function findSummaryPage(
  db: Queryable,
  { user_id, after, limit }: { user_id: string; after: ActivitySummary | null; limit: number },
): Promise<ActivitySummary[]> {
  return await db.query<ActivitySummary>(sql`
    SELECT id, activity_id, user_id, facts, summary_text, persona, language, engine, created_at FROM activity_summaries
    WHERE user_id = ${user_id} AND (${after?.id ?? null}::uuid IS NULL OR id > ${after?.id ?? null}::uuid)
    ORDER BY id LIMIT ${limit}`);
}
