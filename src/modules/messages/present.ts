import { invalidField } from '../../shared/errors.ts';
import type * as wire from './contract.ts';
import type { UnreadThread as UnreadThreadOnWire } from './conversations/contract.ts';
import type { InboxEntry, OwnEntry } from './conversations/list-conversations.ts';
import type { PostVersion } from './posts/queries.ts';
import type { ThreadPage } from './posts/read-posts.ts';
import type { ReadMark, UnreadThread } from './posts/read-queries.ts';
import { type SubjectDeps, subjectOf } from './subjects/see.ts';
import type { Attachment, Place, Post, PostPlace } from './thread.ts';

export function presentPost(post: Post): wire.Post {
  return {
    id: post.id,
    thread_id: post.thread_id,
    author: { user_id: post.author_id, name: post.author_name, role: post.author_role },
    state: post.state,
    text: post.text,
    mentions: [...post.mentions],
    attachments: post.attachments.map(presentAttachment),
    place: post.place && { ...post.place },
    created_at: post.created_at.toISOString(),
    edited_at: post.edited_at?.toISOString() ?? null,
    hidden_reason: post.hidden_reason,
  };
}

function presentAttachment(one: Attachment): wire.Post['attachments'][number] {
  switch (one.kind) {
    case 'activity':
      return { kind: one.kind, activity_id: one.activity_id };
    case 'planned_workout':
      return { kind: one.kind, plan_id: one.plan_id, workout_id: one.workout_id };
    case 'plan':
      return { kind: one.kind, plan_id: one.plan_id };
  }
}

/** @throws invalidField for ids that its kind does not have, and for those that are missing */
export function readAttachment(
  { kind, activity_id, plan_id, workout_id }: wire.AttachmentInput,
  index: number,
): Attachment {
  const lower = (id: string): string => id.toLowerCase();
  const wrong = (words: string) => invalidField(`attachments.${index}`, words);
  if (kind === 'activity') {
    if (activity_id === undefined || plan_id !== undefined || workout_id !== undefined)
      throw wrong('must have activity_id, and no other id');
    return { kind, activity_id: lower(activity_id) };
  }
  if (plan_id === undefined || activity_id !== undefined || (workout_id === undefined) !== (kind === 'plan'))
    throw wrong(
      kind === 'plan'
        ? 'must have plan_id, and no other id'
        : 'must have plan_id and workout_id, and no other id',
    );
  return workout_id === undefined
    ? { kind: 'plan', plan_id: lower(plan_id) }
    : { kind: 'planned_workout', plan_id: lower(plan_id), workout_id: lower(workout_id) };
}

/** @throws invalidField for what is neither a lap nor a stretch */
export function readPlace(place: wire.PlaceInput | undefined): PostPlace | null {
  if (place === undefined) return null;
  const { lap_number, from_s, to_s } = place;
  if (lap_number !== undefined && from_s === undefined && to_s === undefined) return { lap_number };
  if (lap_number === undefined && from_s !== undefined && to_s !== undefined) return { from_s, to_s };
  throw invalidField('place', 'must have lap_number alone, or from_s and to_s');
}

function presentSubject(deps: SubjectDeps, { kind, key }: Pick<Place, 'kind' | 'key'>): wire.ThreadSubject {
  return { kind, ...subjectOf(deps, kind)?.idsOf(key) };
}

export const presentMark = ({ user_id, read_until }: ReadMark) => ({
  user_id,
  read_until: read_until.toISOString(),
});

export function presentThread(deps: SubjectDeps, page: ThreadPage) {
  const { org_id, athlete_id } = page.place;
  return {
    thread: {
      id: page.thread_id,
      org_id,
      athlete_id,
      subject: presentSubject(deps, page.place),
      unread: page.unread,
      read_by: page.read_by.map(presentMark),
    },
    posts: page.posts.map(presentPost),
    next_cursor: page.next_cursor,
  };
}

export const presentVersion = ({ text, written_at }: PostVersion) => ({
  text,
  written_at: written_at.toISOString(),
});

export function presentUnreadThread(deps: SubjectDeps, one: UnreadThread): UnreadThreadOnWire {
  return {
    id: one.id,
    org_id: one.org_id,
    athlete_id: one.athlete_id,
    subject: presentSubject(deps, one),
    unread: one.unread,
    last_post_at: one.last_post_at.toISOString(),
  };
}

export function presentInboxEntry({ thread, athlete_name, last_post }: InboxEntry) {
  return {
    thread_id: thread.id,
    athlete: { user_id: thread.athlete_id ?? '', name: athlete_name },
    unread: thread.unread,
    waiting_since: thread.waiting_since?.toISOString() ?? null,
    last_post_at: thread.last_post_at.toISOString(),
    last_post: presentPost(last_post),
  };
}

export function presentOwnEntry({ thread, last_post }: OwnEntry) {
  return {
    thread_id: thread.id,
    org_id: thread.org_id,
    org_name: thread.org_name,
    unread: thread.unread,
    last_post_at: thread.last_post_at.toISOString(),
    last_post: presentPost(last_post),
  };
}
