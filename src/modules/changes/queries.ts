import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import type { Source } from '../../privacy/index.ts';

export type ChangeKind =
  | 'athlete'
  | 'activity'
  | 'plan'
  | 'group'
  | 'feedback'
  | 'availability'
  | 'session'
  | 'attendance'
  | 'everything';

/** A stored change of an athlete, group or session: ids, and what decided whether it was visible before. */
export type NotedChange = {
  readonly position: number;
  readonly athlete_id: string | null;
  readonly kind: ChangeKind;
  readonly object_id: string | null;
  readonly was_source: Source | null;
  readonly was_race: boolean | null;
  /** For feedback, what existed for readers without pain (`told`) or only with it; for attendance, that some existed. Null: nothing. */
  readonly was_told: 'told' | 'pain' | null;
  /** Whether only readers of pain, or of injuries for availability, see the change. */
  readonly is_of_pain: boolean;
  /** When it got its position. */
  readonly sequenced_at: Date;
};

export type FeedState = {
  readonly epoch: string;
  readonly last_position: number;
  readonly pruned_position: number;
};

export async function findFeedState(db: Queryable): Promise<FeedState> {
  return await db.one<FeedState>(sql`SELECT epoch, last_position, pruned_position FROM change_feed`);
}

/** Whether anything has been committed that has no position yet. */
export async function hasNotedChanges(db: Queryable): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`SELECT EXISTS (SELECT FROM noted_changes) AS found`);
  return found;
}

/** Locks sequencing until the transaction ends. */
export async function takeTurnToSequence(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT 1 FROM change_feed FOR UPDATE`);
}

/**
 * Sequences the oldest committed changes for each current organization of their athlete, under the lock. Rows that
 * somebody is deleting are skipped.
 * @returns how many
 */
export async function sequenceNoted(
  tx: Transaction,
  { limit, now }: { limit: number; now: Date },
): Promise<number> {
  const { taken } = await tx.one<{ taken: number }>(sql`
    WITH taken AS (
      DELETE FROM noted_changes WHERE id IN (
        SELECT id FROM noted_changes ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) RETURNING *
    ), told AS (
      SELECT m.org_id, t.id, t.athlete_id, t.kind, t.object_id, t.was_source, t.was_race, t.was_told, t.is_of_pain
      FROM taken t JOIN organization_members m ON m.user_id = t.athlete_id AND m.left_at IS NULL
      WHERE t.org_id IS NULL
      UNION ALL
      SELECT t.org_id, t.id, t.athlete_id, t.kind, t.object_id, t.was_source, t.was_race, t.was_told, t.is_of_pain
      FROM taken t JOIN organizations o ON o.org_id = t.org_id
    ), placed AS (
      SELECT *, row_number() OVER (ORDER BY id, org_id) AS place FROM told
    ), feed AS (
      UPDATE change_feed SET last_position = last_position + (SELECT count(*) FROM placed)
      RETURNING last_position - (SELECT count(*) FROM placed) AS before
    ), stored AS (
      INSERT INTO organization_changes
        (org_id, position, athlete_id, kind, object_id, was_source, was_race, was_told, is_of_pain, sequenced_at)
      SELECT org_id, feed.before + place, athlete_id, kind, object_id, was_source, was_race, was_told, is_of_pain, ${now}
      FROM placed CROSS JOIN feed
    ), athletes AS (
      INSERT INTO athlete_changes (org_id, athlete_id, changed_at)
      SELECT DISTINCT p.org_id, p.athlete_id, ${now}::timestamptz
      FROM placed p JOIN organization_members m ON m.org_id = p.org_id AND m.user_id = p.athlete_id
      WHERE p.kind IN ('athlete', 'everything')
      ORDER BY p.org_id, p.athlete_id
      ON CONFLICT (org_id, athlete_id) DO UPDATE SET changed_at = excluded.changed_at
    )
    SELECT count(*)::int AS taken FROM taken`);
  return taken;
}

/** An organization's changes after a position, in their order; those of everything whatever the kinds. */
export async function findChanges(
  db: Queryable,
  page: { org_id: string; after: number; kinds: readonly ChangeKind[]; limit: number },
): Promise<NotedChange[]> {
  return await db.query<NotedChange>(sql`
    SELECT position, athlete_id, kind, object_id, was_source, was_race, was_told, is_of_pain, sequenced_at FROM organization_changes
    WHERE org_id = ${page.org_id} AND position > ${page.after} AND kind = ANY(${[...page.kinds, 'everything']})
    ORDER BY position LIMIT ${page.limit}`);
}

/** Of whom everything may have changed between two positions, the second included: ids from one on, in their order. */
export async function findRetold(
  db: Queryable,
  page: { org_id: string; after: number; until: number; from: string; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ athlete_id: string }>(sql`
    SELECT DISTINCT athlete_id FROM organization_changes
    WHERE org_id = ${page.org_id} AND position > ${page.after} AND position <= ${page.until}
      AND kind = 'everything' AND athlete_id >= ${page.from}
    ORDER BY athlete_id LIMIT ${page.limit}`);
  return rows.map(({ athlete_id }) => athlete_id);
}

/** Forgets a batch of the oldest changes, those of before a time, in turns with whoever gives positions. @returns how many */
export async function forgetChangesBefore(
  tx: Transaction,
  { time, limit }: { time: Date; limit: number },
): Promise<number> {
  const { forgotten } = await tx.one<{ forgotten: number }>(sql`
    WITH oldest AS (
      SELECT org_id, position FROM organization_changes WHERE sequenced_at < ${time}
      ORDER BY sequenced_at, position LIMIT ${limit}
    ), forgotten AS (
      DELETE FROM organization_changes c USING oldest o
      WHERE c.org_id = o.org_id AND c.position = o.position RETURNING c.position
    ), feed AS (
      UPDATE change_feed SET pruned_position = greatest(pruned_position, (SELECT max(position) FROM forgotten))
    )
    SELECT count(*)::int AS forgotten FROM forgotten`);
  return forgotten;
}

/** Forgets when athletes changed whose membership is no more. */
export async function forgetFormerAthletes(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    DELETE FROM athlete_changes c WHERE NOT EXISTS (
      SELECT FROM organization_members m WHERE m.org_id = c.org_id AND m.user_id = c.athlete_id)`);
}
