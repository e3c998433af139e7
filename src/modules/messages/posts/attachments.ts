import type { Queryable } from '../../../infra/db/database.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import { findSeenActivities } from '../../activities/index.ts';
import { findOwnWorkouts } from '../../calendars/index.ts';
import type { Attachment, Post, Reader } from '../thread.ts';

export type AttachmentDeps = { readonly sourcePolicies: SourcePolicies };

type Asked = { readonly org_id: string; readonly athlete_id: string; readonly reader: Reader };

/** Of each attachment, in their order, whether its reader may know of what it links to: two statements, however many there are. */
async function areSeen(
  { sourcePolicies }: AttachmentDeps,
  db: Queryable,
  asked: readonly (Asked & { readonly attachment: Attachment })[],
): Promise<boolean[]> {
  const activities = asked.flatMap(({ org_id, athlete_id, reader, attachment }, index) =>
    attachment.kind !== 'activity'
      ? []
      : [
          {
            index,
            org_id,
            user_id: athlete_id,
            activity_id: attachment.activity_id,
            audience: reader.side === 'athlete' ? ('self' as const) : ('coach' as const),
          },
        ],
  );
  const plans = asked.flatMap(({ org_id, athlete_id, attachment }, index) =>
    attachment.kind === 'activity'
      ? []
      : [
          {
            index,
            org_id,
            user_id: athlete_id,
            plan_id: attachment.plan_id,
            workout_id: attachment.kind === 'plan' ? null : attachment.workout_id,
          },
        ],
  );
  const seen = asked.map(() => false);
  const answers = [
    ...zip(activities, await findSeenActivities(db, sourcePolicies, activities)),
    ...zip(plans, await findOwnWorkouts(db, plans)),
  ];
  for (const { index, isSeen } of answers) seen[index] = isSeen;
  return seen;
}

const zip = (asked: readonly { readonly index: number }[], answers: readonly boolean[]) =>
  asked.map(({ index }, place) => ({ index, isSeen: answers[place] === true }));

/** @returns the place of the first attachment that not both the athlete and the coaches see; -1 where they see all of them */
export async function findUnseenAttachment(
  deps: AttachmentDeps,
  db: Queryable,
  attachments: readonly Attachment[],
  whose: { readonly org_id: string; readonly athlete_id: string },
): Promise<number> {
  const reader: Reader = { user_id: '', side: 'coach' };
  const seen = await areSeen(
    deps,
    db,
    attachments.map((attachment) => ({ ...whose, reader, attachment })),
  );
  return seen.indexOf(false);
}

/** The posts without links to what their readers may not know of any more: what is gone, and what the athlete has hidden since. */
export async function withSeenAttachments<One extends Asked & { readonly post: Post }>(
  deps: AttachmentDeps,
  db: Queryable,
  posts: readonly One[],
): Promise<One[]> {
  const all = posts.flatMap(({ post, ...asked }) =>
    post.attachments.map((attachment) => ({ ...asked, post, attachment })),
  );
  const seen = await areSeen(deps, db, all);
  const kept = Map.groupBy(
    all.filter((_, index) => seen[index]),
    ({ post }) => post.id,
  );
  return posts.map((one) => ({
    ...one,
    post: {
      ...one.post,
      attachments: (kept.get(one.post.id) ?? []).map(({ attachment }) => attachment),
    },
  }));
}
