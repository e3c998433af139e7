import type { Queryable } from '../../infra/db/database.ts';
import { findAudience } from './find-audience.ts';
import { findPosts } from './posts/queries.ts';
import { findInvolved, findThread, findThreadClub } from './queries.ts';
import { type SubjectDeps, subjectOf } from './subjects/see.ts';
import type { Reader, Side, ThreadKind } from './thread.ts';
import type { ThreadChanged } from './thread-changed.ts';

/** What has happened in a thread, for whoever tells people of it. What was written is not in it: it leaves the server by no other way. */
export type ThreadNews = {
  readonly thread_id: string;
  readonly org_id: string;
  readonly org_name: string;
  readonly kind: ThreadKind;
  readonly ids: Readonly<Record<string, string>>;
  readonly athlete_id: string | null;
  /** Everybody who may read it at this moment. */
  readonly audience: readonly Reader[];
  /** Who wrote it, by the name that coaches know them by, which is told to no participant; null for who is gone, and where nobody has written. */
  readonly author: { readonly user_id: string; readonly name: string; readonly role: Side } | null;
  /** Who is to be told of what was written, unless they have read it already: with whether they are spoken to by name. */
  readonly told: readonly (Reader & {
    readonly is_mentioned: boolean;
    readonly author_name: string;
  })[];
  /** Why it was hidden; null where it was not. */
  readonly hidden_reason: string | null;
};

/** Null for what is no more, or nobody's to read. */
export async function findThreadNews(
  deps: SubjectDeps,
  db: Queryable,
  { thread_id, post_id, change }: ThreadChanged,
): Promise<ThreadNews | null> {
  const thread = await findThread(db, thread_id);
  const org_name = thread === null ? null : await findThreadClub(db, thread.org_id);
  if (thread === null || org_name === null) return null;
  const { org_id, athlete_id, kind, key } = thread;
  const audience = await findAudience(deps, db, thread);
  const news = {
    thread_id,
    org_id,
    org_name,
    kind,
    ids: subjectOf(deps, kind)?.idsOf(key) ?? {},
    athlete_id,
    audience,
  };
  // By the name that coaches know the author by: athletes are never told of what they wrote themselves.
  const reader = { user_id: '', side: 'coach' as const };
  const post = post_id === null ? undefined : (await findPosts(db, [{ id: post_id, reader }])).get(post_id);
  if (post?.author_id == null || post.author_name === null)
    return { ...news, author: null, told: [], hidden_reason: null };
  const author = { user_id: post.author_id, name: post.author_name, role: post.author_role };
  const isNew = change === 'posted' && post.state === 'shown';
  const listed = isNew ? await whomToTell(db, { thread_id, post, audience, kind }) : [];
  const names = { coach: author.name, participant: await nameToParticipants(db, post.id, listed) };
  const told = listed.map((one) => ({
    ...one,
    author_name: (one.side === 'participant' ? names.participant : null) ?? names.coach,
  }));
  return { ...news, author, told, hidden_reason: await hiddenReason(db, change, post) };
}

type Written = {
  readonly id: string;
  readonly author_id: string | null;
  readonly author_role: Side;
  readonly mentions: readonly string[];
  readonly created_at: Date;
};

/**
 * The athlete of what a coach wrote; of what the athlete wrote the coaches who have written there or are the athlete's own, or all of them
 * where there is none; of what a coach wrote about a session who takes part; and whoever is spoken to by name.
 */
async function whomToTell(
  db: Queryable,
  {
    thread_id,
    post,
    audience,
    kind,
  }: { thread_id: string; post: Written; audience: readonly Reader[]; kind: ThreadKind },
): Promise<(Reader & { readonly is_mentioned: boolean })[]> {
  const { writers, own_coach, up_to_date } = await findInvolved(db, { thread_id, at: post.created_at });
  const byCoach = post.author_role === 'coach';
  const concerns = (user_id: string): boolean =>
    writers.includes(user_id) || (!byCoach && user_id === own_coach);
  const isAnyConcerned = audience.some(({ user_id, side }) => side === 'coach' && concerns(user_id));
  const isTold = ({ user_id, side }: Reader): boolean => {
    if (side === 'athlete') return true;
    if (side === 'participant') return byCoach || writers.includes(user_id);
    if (byCoach) return kind !== 'conversation' && writers.includes(user_id);
    return concerns(user_id) || !isAnyConcerned;
  };
  return audience
    .filter(({ user_id }) => user_id !== post.author_id && !up_to_date.includes(user_id))
    .map((reader) => ({ ...reader, is_mentioned: post.mentions.includes(reader.user_id) }))
    .filter((reader) => reader.is_mentioned || isTold(reader));
}

/** Coaches give athletes names of their own, which nobody else reads. */
async function nameToParticipants(
  db: Queryable,
  id: string,
  told: readonly Reader[],
): Promise<string | null> {
  const reader = told.find(({ side }) => side === 'participant');
  if (reader === undefined) return null;
  return (await findPosts(db, [{ id, reader }])).get(id)?.author_name ?? null;
}

async function hiddenReason(
  db: Queryable,
  change: ThreadChanged['change'],
  post: { readonly id: string; readonly author_id: string | null; readonly author_role: Side },
): Promise<string | null> {
  if (change !== 'hidden' || post.author_id === null) return null;
  const reader = { user_id: post.author_id, side: post.author_role };
  return (await findPosts(db, [{ id: post.id, reader }])).get(post.id)?.hidden_reason ?? null;
}
