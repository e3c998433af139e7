import type { Queryable } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import type { CommentCounts, Commented, CountComments } from '../calendars/index.ts';

type Row = CommentCounts & { readonly athlete_id: string | null; readonly key: string };

/** Counts comments for calendars: each thread by its whole key, since an athlete has hundreds in a year. */
export const countComments: CountComments = async (db, { reader_id, org_id, things }) => {
  const own = things.filter(({ athlete_id }) => athlete_id !== null);
  const common = things.filter(({ athlete_id }) => athlete_id === null);
  const asked = { reader_id, org_id };
  const counts = new Map<string | null, Map<string, CommentCounts>>();
  const rows = [
    ...(own.length === 0 ? [] : await countOfAthletes(db, asked, own)),
    ...(common.length === 0
      ? []
      : await countOfSessions(
          db,
          asked,
          common.flatMap(({ keys }) => keys),
        )),
  ];
  for (const { athlete_id, key, total, unread } of rows) {
    const theirs = counts.getOrInsertComputed(athlete_id, () => new Map());
    const before = theirs.get(key) ?? { total: 0, unread: 0 };
    theirs.set(key, { total: before.total + total, unread: before.unread + unread });
  }
  return counts;
};

type Asked = { readonly reader_id: string; readonly org_id: string | null };

/** Of `message_threads t`, read by somebody. */
const COUNTS = ({ reader_id }: Asked) => sql`
  (SELECT count(*)::int FROM message_posts p
   WHERE p.thread_id = t.id AND p.deleted_at IS NULL AND p.hidden_at IS NULL) AS total,
  coalesce((SELECT r.unread FROM message_reads r WHERE r.thread_id = t.id AND r.user_id = ${reader_id}), 0) AS unread`;

async function countOfAthletes(db: Queryable, asked: Asked, things: readonly Commented[]): Promise<Row[]> {
  const { reader_id, org_id } = asked;
  return await db.query<Row>(sql`
    WITH asked AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(things)}) AS asked (athlete_id uuid, kind text, keys text[])
    ), members AS MATERIALIZED (
      SELECT m.org_id, m.user_id, m.joined_at FROM organization_members m
      WHERE m.user_id IN (SELECT athlete_id FROM asked) AND m.left_at IS NULL
        AND (${org_id}::uuid IS NULL OR m.org_id = ${org_id}::uuid)
        -- As the unread ones: who is suspended reads nothing there.
        AND (m.user_id <> ${reader_id}::uuid OR m.status <> 'suspended')
    )
    SELECT t.athlete_id, t.key, ${COUNTS(asked)}
    FROM asked JOIN members m ON m.user_id = asked.athlete_id CROSS JOIN unnest(asked.keys) AS one (key)
    -- One by one by the whole key: a plan that is made for any number of keys would rather read all threads that there are.
    CROSS JOIN LATERAL (
      SELECT * FROM message_threads t
      WHERE t.org_id = m.org_id AND t.athlete_id = m.user_id AND t.member_since = m.joined_at
        AND t.kind = asked.kind AND t.key = one.key AND t.closed_at IS NULL
      OFFSET 0
    ) t`);
}

/** Of sessions of the club, for a coach of it; or of those that the reader is a member of. */
async function countOfSessions(db: Queryable, asked: Asked, keys: readonly string[]): Promise<Row[]> {
  const { reader_id, org_id } = asked;
  const clubs =
    org_id === null
      ? sql`(SELECT m.org_id FROM organization_members m
          WHERE m.user_id = ${reader_id} AND m.left_at IS NULL AND m.status <> 'suspended')`
      : sql`(SELECT ${org_id}::uuid AS org_id)`;
  return await db.query<Row>(sql`
    SELECT t.athlete_id, t.key, ${COUNTS(asked)}
    FROM ${clubs} club JOIN message_threads t ON t.org_id = club.org_id AND t.athlete_id IS NULL AND t.member_since IS NULL
      AND t.kind = 'session' AND t.key = ANY (${keys}::text[]) AND t.closed_at IS NULL`);
}
