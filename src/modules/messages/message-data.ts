import type { Database, Queryable, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import { LOWEST_ID } from '../../shared/ids.ts';
import { type PersonalData, pagesOf } from '../users/index.ts';
import type { CoachNote } from './notes/note.ts';
import { findNotesAbout } from './notes/queries.ts';
import type { StoredPost } from './posts/queries.ts';
import type { ThreadKind } from './thread.ts';

const PAGE = 500;

type OwnPost = StoredPost & {
  readonly org_id: string;
  readonly kind: ThreadKind;
  readonly key: string;
  readonly versions: readonly { text: string; written_at: string }[];
};

/**
 * What was said in a person's own threads, of memberships that are over as well, and what they wrote elsewhere, by id. Of what others
 * wrote and the head coach has hidden, the mark alone.
 */
async function findOwnPosts(
  db: Queryable,
  page: { readonly user_id: string; readonly after: string; readonly limit: number },
): Promise<OwnPost[]> {
  const { user_id, after, limit } = page;
  // Each half of it is in the order of an index of its own.
  return await db.query<OwnPost>(sql`
    SELECT p.id, p.thread_id, t.org_id, t.kind, t.key, p.author_id, p.author_role,
      CASE WHEN p.hidden_at IS NULL OR p.author_id = ${user_id} THEN p.text END AS text,
      p.attachments, p.place, p.created_at, p.edited_at, p.deleted_at, p.hidden_at,
      CASE WHEN p.author_id = ${user_id} THEN p.hidden_reason END AS hidden_reason,
      CASE WHEN p.hidden_at IS NULL OR p.author_id = ${user_id} THEN (
        SELECT coalesce(json_agg(json_build_object('text', v.text, 'written_at', v.written_at) ORDER BY v.written_at, v.id), '[]')
        FROM message_post_versions v WHERE v.post_id = p.id) ELSE '[]' END AS versions
    FROM message_posts p JOIN message_threads t ON t.id = p.thread_id
    WHERE p.id IN (
      (SELECT id FROM message_posts WHERE author_id = ${user_id} AND id > ${after}::uuid ORDER BY id LIMIT ${limit})
      UNION
      (SELECT q.id FROM message_threads s JOIN message_posts q ON q.thread_id = s.id
       WHERE s.athlete_id = ${user_id} AND q.id > ${after}::uuid ORDER BY q.id LIMIT ${limit}))
    ORDER BY p.id LIMIT ${limit}`);
}

/**
 * Takes the words of who leaves out of the threads of others: a mark stays, without a name. Their own threads go with them.
 * Notes they wrote stay without a name, since they are about somebody else.
 */
async function forgetWords(tx: Transaction, { user_id, now }: { user_id: string; now: Date }): Promise<void> {
  await tx.execute(sql`
    DELETE FROM message_post_versions v USING message_posts p WHERE p.id = v.post_id AND p.author_id = ${user_id}`);
  await tx.execute(sql`
    DELETE FROM message_mentions x USING message_posts p WHERE p.id = x.post_id AND p.author_id = ${user_id}`);
  await tx.execute(sql`
    WITH emptied AS (
      UPDATE message_posts SET text = NULL, attachments = '[]', place = NULL, deleted_at = coalesce(deleted_at, ${now}),
        hidden_at = NULL, hidden_by = NULL, hidden_reason = NULL
      WHERE author_id = ${user_id} RETURNING thread_id
    )
    UPDATE message_reads r SET unread = counted.unread, unread_since = counted.unread_since
    FROM (
      SELECT r.user_id, r.thread_id, count(p.id)::int AS unread, min(p.created_at) AS unread_since
      FROM message_reads r
      LEFT JOIN message_posts p ON p.thread_id = r.thread_id AND p.author_id NOT IN (r.user_id, ${user_id})
        AND p.deleted_at IS NULL AND p.hidden_at IS NULL AND p.created_at > coalesce(r.read_until, '-infinity')
        AND p.created_at >= r.unread_since
      WHERE r.unread > 0 AND r.thread_id IN (SELECT thread_id FROM emptied)
      GROUP BY r.user_id, r.thread_id
    ) counted
    WHERE r.user_id = counted.user_id AND r.thread_id = counted.thread_id`);
}

function presentNote(note: CoachNote): object {
  return {
    org_id: note.org_id,
    author: { role: note.author_role, name: note.author_name },
    text: note.text,
    created_at: note.created_at.toISOString(),
    updated_at: note.updated_at.toISOString(),
  };
}

/** What people said to each other, and what coaches wrote down about a person. */
export function messageData(deps: { readonly db: Database }): PersonalData {
  const posts = async function* (user_id: string): AsyncGenerator<string[]> {
    const pages = pagesOf<OwnPost>(PAGE, ({ after, limit }) =>
      findOwnPosts(deps.db, { user_id, after: after?.id ?? LOWEST_ID, limit }),
    );
    for await (const page of pages) yield page.map((one) => JSON.stringify(one));
  };
  const notes = async function* (user_id: string): AsyncGenerator<string[]> {
    const pages = pagesOf<CoachNote>(PAGE, ({ after, limit }) =>
      findNotesAbout(deps.db, { user_id, after: after?.id ?? LOWEST_ID, limit }),
    );
    for await (const page of pages) yield page.map((one) => JSON.stringify(presentNote(one)));
  };
  return {
    name: 'messages',
    columns: [
      'message_threads.athlete_id',
      'message_posts.author_id',
      'message_posts.hidden_by',
      'message_post_versions.text',
      'message_mentions.user_id',
      'message_reads.user_id',
      'message_digests.user_id',
      'thread_news.user_id',
      'coach_notes.athlete_id',
      'coach_notes.author_id',
    ],
    files: {
      'messages.json':
        'What was said about your workouts, plans and weeks and in your conversations with coaches, also in organizations that you have left, and what you wrote elsewhere: with what it said before it was changed. Others are named by their ids.',
      'coach_notes.json':
        'What coaches have written down about you for each other, each with when and by whom.',
    },
    async *collect(user_id) {
      yield { name: 'messages.json', records: posts(user_id) };
      yield { name: 'coach_notes.json', records: notes(user_id) };
    },
    release: (tx, person) => forgetWords(tx, person),
  };
}
