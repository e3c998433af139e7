import type { UserActor } from '../../../http/actor.ts';
import type { Transaction } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import { invalidField } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import type { Clock } from '../../../shared/time.ts';
import { holdMembership, holdOrganization, noSuchMember } from '../../organizations/index.ts';
import { holdUsers } from '../../users/index.ts';
import { countPost } from '../count-post.ts';
import { noSuchThing } from '../errors.ts';
import { findAudience } from '../find-audience.ts';
import { openThread } from '../queries.ts';
import { subjectOf } from '../subjects/see.ts';
import type { Attachment, Place, Post, PostPlace, Reader } from '../thread.ts';
import { threadChanged } from '../thread-changed.ts';
import { findUnseenAttachment } from './attachments.ts';
import { insertPost } from './queries.ts';
import { readPost } from './read-post.ts';
import { type ReadPostDeps, requirePlace } from './read-posts.ts';
import { countAsUnread } from './read-queries.ts';
import { readText } from './read-text.ts';

export type WritePostDeps = ReadPostDeps & {
  readonly clock: Clock;
  readonly events: Pick<Events, 'emit'>;
  readonly rateLimiter: RateLimiter;
};

export type WrittenPost = {
  readonly text: string;
  readonly mentions: readonly string[];
  readonly attachments: readonly Attachment[];
  readonly place: PostPlace | null;
};

/**
 * Writes about something, or in a conversation. Those who may read it have one more to read; who is told of it hears an event.
 *
 * @throws noSuchOrganization; forbidden; noSuchMember; noSuchThing; postLimit; writeKeyReused; invalidField for a mention of somebody
 *   who may not read it, and for a link to what not both sides see
 */
export async function writePost(
  deps: WritePostDeps,
  actor: UserActor,
  { write_key, about, written }: { write_key: WriteKey | undefined; about: Place; written: WrittenPost },
): Promise<Post> {
  const text = readText(written.text);
  if (written.place !== null && 'from_s' in written.place && written.place.to_s < written.place.from_s)
    throw invalidField('place.to_s', 'must not be before from_s');
  const { place, reader } = await requirePlace(deps, deps.db, actor, about);
  await countPost(deps, actor.user_id);
  const now = deps.clock.now();
  const { post_id } = await writeOnce(deps, write_key, async (tx) => {
    const audience = await holdAudience(deps, tx, actor, { place, named: written.mentions });
    await requireMentionsOf(audience, written.mentions);
    await requireAttachments(deps, tx, place, written.attachments);
    const id = newId();
    const { id: thread_id, last_post_at: created_at } = await openThread(tx, place, {
      id,
      thread_id: newId(),
      side: reader.side,
      now,
    });
    await insertPost(tx, {
      id,
      thread_id,
      author_id: actor.user_id,
      author_role: reader.side,
      text,
      mentions: written.mentions.map((one) => one.toLowerCase()),
      attachments: written.attachments,
      place: written.place,
      created_at,
    });
    const others = audience.map(({ user_id }) => user_id).filter((user_id) => user_id !== actor.user_id);
    await countAsUnread(tx, { thread_id, user_ids: others, at: created_at });
    await deps.events.emit(tx, threadChanged, { thread_id, post_id: id, change: 'posted' });
    return { post_id: id };
  });
  return await readPost(deps, actor, post_id);
}

/**
 * Everybody whom it is for, held with the organization, the membership and what it is about: whoever leaves, is deleted or hides it
 * comes before or after. People before what is theirs, so that nobody waits in a circle.
 */
async function holdAudience(
  deps: ReadPostDeps,
  tx: Transaction,
  actor: UserActor,
  { place, named }: { readonly place: Place; readonly named: readonly string[] },
): Promise<readonly Reader[]> {
  const { org_id, athlete_id } = place;
  await holdOrganization(tx, org_id);
  const before = await findAudience(deps, tx, place, named);
  await holdUsers(tx, [...new Set([actor.user_id, ...before.map(({ user_id }) => user_id)])]);
  if (athlete_id !== null) {
    const membership = await holdMembership(tx, { org_id, user_id: athlete_id });
    if (membership === null || membership.left_at !== null) throw noSuchMember();
  }
  if ((await subjectOf(deps, place.kind)?.hold(tx, place)) === false) throw noSuchThing();
  await requirePlace(deps, tx, actor, place);
  const held = new Set(before.map(({ user_id }) => user_id));
  return (await findAudience(deps, tx, place, named)).filter(({ user_id }) => held.has(user_id));
}

export async function requireMentionsOf(
  audience: readonly Reader[],
  mentions: readonly string[],
): Promise<void> {
  const known = new Set(audience.map(({ user_id }) => user_id));
  const wrong = mentions.findIndex((user_id) => !known.has(user_id.toLowerCase()));
  if (wrong >= 0)
    throw invalidField(`mentions.${wrong}`, 'must be the user_id of somebody who may read this');
}

async function requireAttachments(
  deps: ReadPostDeps,
  tx: Transaction,
  { org_id, athlete_id }: Place,
  attachments: readonly Attachment[],
): Promise<void> {
  if (attachments.length === 0 || athlete_id === null) return;
  const wrong = await findUnseenAttachment(deps, tx, attachments, { org_id, athlete_id });
  if (wrong >= 0)
    throw invalidField(`attachments.${wrong}`, 'must be something of the athlete that both sides see');
}
