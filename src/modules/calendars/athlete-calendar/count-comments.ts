import type { Queryable } from '../../../infra/db/queryable.ts';

/** Comments that are there: neither deleted nor hidden. */
export type CommentCounts = {
  readonly total: number;
  readonly unread: number;
};
export const NO_COMMENTS: CommentCounts = { total: 0, unread: 0 };

/** Things of one kind that can be commented on; an organization's thing, such as a session, belongs to no athlete. */
export type Commented = {
  readonly athlete_id: string | null;
  readonly kind: 'activity' | 'planned_workout' | 'week' | 'session';
  readonly keys: readonly string[];
};

/** By athlete, null for what is the organization's, and then by key. */
export type CountsByThing = ReadonlyMap<string | null, ReadonlyMap<string, CommentCounts>>;

/**
 * Counts the comments that a reader may see on things that they see, which the caller has checked; things without
 * comments are absent. For an athlete (`org_id` null) those of all their organizations. The number of statements is
 * constant.
 */
export type CountComments = (
  db: Queryable,
  asked: {
    readonly reader_id: string;
    readonly org_id: string | null;
    readonly things: readonly Commented[];
  },
) => Promise<CountsByThing>;
