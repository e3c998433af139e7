import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import type { NewPlatformFetch, PlatformFetch, PlatformFetchKey } from './platform-fetch.ts';

/** The least time between two questions about one thing that only hints asked for. */
const HINT_GAP = rawSql("interval '15 minutes'");

/**
 * Stores platform fetches. One that exists already counts as asked for again, and starts anew. Hints hurry nothing: an open fetch keeps
 * its time, and one that a hint has caused before waits a while.
 */
export async function insertPlatformFetches(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  platformFetches: readonly NewPlatformFetch[],
  now: Date,
): Promise<void> {
  const hintsFirst = platformFetches.toSorted(
    (a, b) => Number(b.is_hint) - Number(a.is_hint) || (a.position ?? 0) - (b.position ?? 0),
  );
  const unique = [...new Map(hintsFirst.map((one) => [`${one.kind} ${one.subject}`, one])).values()];
  await tx.execute(sql`
    INSERT INTO platform_fetches AS e (user_id, provider, kind, subject, sealed_place, is_hint, position, told_at, not_before)
    SELECT ${user_id}::uuid, ${provider}, kind, subject, sealed_place, is_hint, position, ${now}::timestamptz, ${now}::timestamptz
    FROM unnest(
      ${unique.map(({ kind }) => kind)}::text[], ${unique.map(({ subject }) => subject)}::text[],
      ${unique.map(({ sealed_place }) => sealed_place)}::bytea[], ${unique.map(({ is_hint }) => is_hint)}::boolean[],
      ${unique.map(({ position }) => position ?? null)}::bigint[]
    ) AS told (kind, subject, sealed_place, is_hint, position)
    ON CONFLICT (user_id, provider, kind, subject) DO UPDATE
    SET words = e.words + 1, told_at = excluded.told_at, is_hint = excluded.is_hint,
      position = greatest(e.position, excluded.position),
      not_before = CASE
        WHEN excluded.is_hint AND e.words > e.words_done THEN e.not_before
        WHEN excluded.is_hint AND e.is_hint THEN greatest(excluded.not_before, e.told_at + ${HINT_GAP})
        ELSE excluded.not_before END,
      attempts = CASE WHEN excluded.is_hint AND e.words > e.words_done THEN e.attempts ELSE 0 END,
      sealed_place = excluded.sealed_place, given_up_because = NULL`);
}

/** While a connection is lost, only the question whether it is good again can be asked. */
const CAN_BE_ASKED = rawSql(`(kind = 'consent' OR EXISTS (
  SELECT FROM platform_connections c
  WHERE c.user_id = platform_fetches.user_id AND c.provider = platform_fetches.provider AND c.token_expired_at IS NULL))`);

/** The due platform fetch of an athlete: the question about the consent comes first, then the one that has waited longest. */
export async function findDuePlatformFetch(
  db: Queryable,
  { user_id, provider }: ConnectionKey,
  now: Date,
): Promise<PlatformFetch | null> {
  return await db.maybeOne<PlatformFetch>(sql`
    SELECT kind, subject, sealed_place, words, attempts, is_hint, position FROM platform_fetches
    WHERE user_id = ${user_id} AND provider = ${provider} AND words > words_done AND not_before <= ${now}
      AND ${CAN_BE_ASKED}
    ORDER BY is_hint, kind <> 'consent', not_before, told_at, subject LIMIT 1`);
}

/** When the next open platform fetch of an athlete is due; null when none is open that can be asked. */
export async function findNextDue(db: Queryable, { user_id, provider }: ConnectionKey): Promise<Date | null> {
  const { due } = await db.one<{ due: Date | null }>(sql`
    SELECT min(not_before) AS due FROM platform_fetches
    WHERE user_id = ${user_id} AND provider = ${provider} AND words > words_done
      AND ${CAN_BE_ASKED}`);
  return due;
}

/**
 * @param because why it was given up, and can still be asked again; null: it is done
 * @returns false when it was asked for again meanwhile: the answer is outdated, and it stays open
 */
export async function closePlatformFetch(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  { kind, subject, words }: PlatformFetchKey & { words: number },
  because: string | null,
): Promise<boolean> {
  const closed = await tx.execute(sql`
    UPDATE platform_fetches SET words_done = words, attempts = 0, given_up_because = ${because},
      sealed_place = CASE WHEN ${because}::text IS NOT NULL THEN sealed_place END
    WHERE user_id = ${user_id} AND provider = ${provider} AND kind = ${kind} AND subject = ${subject}
      AND words = ${words}`);
  // Otherwise forged hints without end would have one thing asked about without end.
  if (closed === 0)
    await tx.execute(sql`
      UPDATE platform_fetches SET not_before = greatest(not_before, told_at + ${HINT_GAP})
      WHERE user_id = ${user_id} AND provider = ${provider} AND kind = ${kind} AND subject = ${subject}
        AND words > words_done AND is_hint`);
  return closed === 1;
}

/** Schedules another attempt after a failure; nothing where it was asked for again meanwhile. */
export async function putOffPlatformFetch(
  db: Queryable,
  { user_id, provider }: ConnectionKey,
  { kind, subject, words }: PlatformFetch,
  not_before: Date,
): Promise<void> {
  await db.execute(sql`
    UPDATE platform_fetches SET attempts = attempts + 1, not_before = ${not_before}
    WHERE user_id = ${user_id} AND provider = ${provider} AND kind = ${kind} AND subject = ${subject}
      AND words = ${words}`);
}

/** Stores unreadable workouts of the past: they are not asked for again by themselves, but an operator can have them asked for. */
export async function insertUnreadable(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  unreadable: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO platform_fetches (user_id, provider, kind, subject, words, words_done, told_at, not_before, given_up_because)
    SELECT ${user_id}::uuid, ${provider}, 'workout', subject, 0, 0, ${now}::timestamptz, ${now}::timestamptz, because
    FROM unnest(${[...unreadable.keys()]}::text[], ${[...unreadable.values()]}::text[]) AS told (subject, because)
    ON CONFLICT (user_id, provider, kind, subject) DO UPDATE SET given_up_because = excluded.given_up_because
    WHERE platform_fetches.words = platform_fetches.words_done`);
}

export async function deleteUnreadable(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  external_ids: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM platform_fetches
    WHERE user_id = ${user_id} AND provider = ${provider} AND kind = 'workout' AND words = 0
      AND subject = ANY(${external_ids}::text[])`);
}

/** The athlete's workouts that the platform has announced since then, or whose earlier announcement is still open. */
export async function findSpokenOfSince(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  since: Date,
): Promise<Set<string>> {
  const rows = await tx.query<{ subject: string }>(sql`
    SELECT subject FROM platform_fetches
    WHERE user_id = ${user_id} AND provider = ${provider} AND kind = 'workout'
      AND words > 0 AND (told_at >= ${since} OR words > words_done)`);
  return new Set(rows.map(({ subject }) => subject));
}

/** Athletes with a platform fetch that has been due for so long that its job must have been lost. */
export async function findForgottenPlatformFetches(
  db: Queryable,
  due_before: Date,
  limit: number,
): Promise<ConnectionKey[]> {
  return await db.query<ConnectionKey>(sql`
    SELECT DISTINCT user_id, provider FROM platform_fetches
    WHERE words > words_done AND not_before < ${due_before} AND ${CAN_BE_ASKED}
    ORDER BY user_id, provider LIMIT ${limit}`);
}

/** Deletes platform fetches that are done, and after a longer time those that were given up. */
export async function deleteClosedPlatformFetches(
  db: Queryable,
  before: { done: Date; given_up: Date },
): Promise<number> {
  return await db.execute(sql`
    DELETE FROM platform_fetches
    WHERE words = words_done
      AND told_at < CASE WHEN given_up_because IS NULL THEN ${before.done}::timestamptz ELSE ${before.given_up}::timestamptz END`);
}
