import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { rawSql, type Sql, sql } from '../../../infra/db/sql.ts';
import type { PagePosition } from '../../../shared/page-cursor.ts';
import { TEAM_PRIVACY } from '../../organizations/index.ts';
import type { NameColumns } from '../../users/index.ts';
import { shownName } from '../../users/index.ts';
import type { Attachment, Post, PostPlace, Reader, Side } from '../thread.ts';

export type StoredPost = {
  readonly id: string;
  readonly thread_id: string;
  readonly author_id: string | null;
  readonly author_role: Side;
  readonly text: string | null;
  readonly attachments: readonly Attachment[];
  readonly place: PostPlace | null;
  readonly created_at: Date;
  readonly edited_at: Date | null;
  readonly deleted_at: Date | null;
  readonly hidden_at: Date | null;
  readonly hidden_reason: string | null;
};

const COLUMNS =
  rawSql(`p.id, p.thread_id, p.author_id, p.author_role, p.text, p.attachments, p.place, p.created_at,
  p.edited_at, p.deleted_at, p.hidden_at, p.hidden_reason`);

type NamedRow = StoredPost & {
  readonly mentions: string[];
  readonly nickname: string | null;
  readonly username: string | null;
} & Omit<NameColumns, 'username'>;

/** A post as its reader may see it. Coaches know athletes by the names that they gave them; those are the coaches' own. */
function toPost(row: NamedRow, reader: Reader): Post {
  const isAuthor = row.author_id === reader.user_id;
  const state = row.deleted_at !== null ? 'deleted' : row.hidden_at !== null ? 'hidden' : 'shown';
  const isOpen = state === 'shown' || (state === 'hidden' && isAuthor);
  const { username } = row;
  const names = username === null ? null : { ...row, username };
  // Who takes part in a session knows the others as strangers do, and the coaches as athletes do.
  const isOther = reader.side === 'participant' && row.author_role !== 'coach';
  const audience = isOther ? 'public' : 'coach';
  return {
    id: row.id,
    thread_id: row.thread_id,
    author_id: row.author_id,
    author_name:
      names === null
        ? null
        : ((reader.side === 'coach' ? row.nickname : null) ?? shownName(names, isAuthor ? 'self' : audience)),
    author_role: row.author_role,
    state,
    text: isOpen ? row.text : null,
    mentions: isOpen ? row.mentions : [],
    attachments: isOpen ? row.attachments : [],
    place: row.place,
    created_at: row.created_at,
    edited_at: row.edited_at,
    hidden_reason: isAuthor ? row.hidden_reason : null,
  };
}

const selectPosts = (of: Sql): Sql => sql`
  SELECT ${COLUMNS}, ARRAY(SELECT x.user_id FROM message_mentions x WHERE x.post_id = p.id ORDER BY x.user_id) AS mentions,
    m.display_name AS nickname, u.username, u.display_name, u.first_name, u.last_name, ${rawSql(TEAM_PRIVACY)} AS privacy
  FROM message_posts p JOIN message_threads t ON t.id = p.thread_id
  LEFT JOIN users u ON u.user_id = p.author_id
  LEFT JOIN organization_members m ON m.org_id = t.org_id AND m.user_id = p.author_id
  WHERE ${of}`;

export async function findPostsOf(
  db: Queryable,
  page: {
    readonly thread_id: string;
    readonly reader: Reader;
    readonly after: PagePosition | null;
    readonly limit: number;
  },
): Promise<Post[]> {
  const { thread_id, reader, after, limit } = page;
  const begins =
    after === null ? rawSql('') : sql`AND (p.created_at, p.id) < (${after.at}, ${after.id}::uuid)`;
  const rows = await db.query<NamedRow>(sql`
    ${selectPosts(sql`p.thread_id = ${thread_id} ${begins}`)}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit}`);
  return rows.map((row) => toPost(row, reader));
}

/** Posts by their ids, each for its own reader, by id. */
export async function findPosts(
  db: Queryable,
  wanted: readonly { readonly id: string; readonly reader: Reader }[],
): Promise<Map<string, Post>> {
  if (wanted.length === 0) return new Map();
  const readers = new Map(wanted.map(({ id, reader }) => [id, reader]));
  const rows = await db.query<NamedRow>(selectPosts(sql`p.id = ANY(${[...readers.keys()]}::uuid[])`));
  return new Map(
    rows.flatMap((row) => {
      const reader = readers.get(row.id);
      return reader === undefined ? [] : [[row.id, toPost(row, reader)]];
    }),
  );
}

export async function findStoredPost(db: Queryable, id: string): Promise<StoredPost | null> {
  return await db.maybeOne<StoredPost>(sql`SELECT ${COLUMNS} FROM message_posts p WHERE p.id = ${id}`);
}

export async function insertPost(
  tx: Transaction,
  post: Pick<StoredPost, 'id' | 'thread_id' | 'author_role' | 'attachments' | 'place' | 'created_at'> & {
    readonly author_id: string;
    readonly text: string;
    readonly mentions: readonly string[];
  },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO message_posts (id, thread_id, author_id, author_role, text, attachments, place, created_at)
    VALUES (${post.id}, ${post.thread_id}, ${post.author_id}, ${post.author_role}, ${post.text},
      ${JSON.stringify(post.attachments)}::jsonb, ${post.place && JSON.stringify(post.place)}::jsonb, ${post.created_at})`);
  await insertMentions(tx, post);
}

async function insertMentions(
  tx: Transaction,
  { id, mentions }: { readonly id: string; readonly mentions: readonly string[] },
): Promise<void> {
  if (mentions.length === 0) return;
  await tx.execute(sql`
    INSERT INTO message_mentions (post_id, user_id) SELECT ${id}, unnest(${mentions}::uuid[])`);
}

/** Keeps what a post said, and says something else. The thread must be held. */
export async function rewritePost(
  tx: Transaction,
  change: {
    readonly id: string;
    readonly version_id: string;
    readonly text: string;
    readonly mentions: readonly string[] | undefined;
    readonly now: Date;
  },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO message_post_versions (id, post_id, text, written_at)
    SELECT ${change.version_id}, id, text, coalesce(edited_at, created_at) FROM message_posts
    WHERE id = ${change.id} AND text <> ${change.text}`);
  await tx.execute(
    sql`UPDATE message_posts SET text = ${change.text}, edited_at = ${change.now} WHERE id = ${change.id}`,
  );
  if (change.mentions === undefined) return;
  await tx.execute(sql`DELETE FROM message_mentions WHERE post_id = ${change.id}`);
  await insertMentions(tx, { id: change.id, mentions: change.mentions });
}

/** Takes the words of a post away, those of before too; that there was one stays. The thread must be held. */
export async function emptyPost(
  tx: Transaction,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE message_posts SET text = NULL, attachments = '[]', deleted_at = ${now} WHERE id = ${id} AND deleted_at IS NULL`);
  await tx.execute(sql`DELETE FROM message_post_versions WHERE post_id = ${id}`);
  await tx.execute(sql`DELETE FROM message_mentions WHERE post_id = ${id}`);
}

/** The thread must be held. @returns false where it is hidden or deleted already */
export async function markHidden(
  tx: Transaction,
  hidden: { readonly id: string; readonly by: string; readonly reason: string; readonly now: Date },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    UPDATE message_posts SET hidden_at = ${hidden.now}, hidden_by = ${hidden.by}, hidden_reason = ${hidden.reason}
    WHERE id = ${hidden.id} AND hidden_at IS NULL AND deleted_at IS NULL`);
  return changed === 1;
}

export type PostVersion = { readonly id: string; readonly text: string; readonly written_at: Date };

export async function findVersions(
  db: Queryable,
  page: { readonly post_id: string; readonly after: PagePosition | null; readonly limit: number },
): Promise<PostVersion[]> {
  const { post_id, after, limit } = page;
  const begins = after === null ? rawSql('') : sql`AND (written_at, id) < (${after.at}, ${after.id}::uuid)`;
  return await db.query<PostVersion>(sql`
    SELECT id, text, written_at FROM message_post_versions WHERE post_id = ${post_id} ${begins}
    ORDER BY written_at DESC, id DESC LIMIT ${limit}`);
}
