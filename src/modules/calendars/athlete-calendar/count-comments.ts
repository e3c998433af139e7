import type { Queryable } from '../../../infra/db/queryable.ts';

/** Comments that are there: neither deleted nor hidden. */
export type CommentCounts = {
  readonly total: number;
  /** Of them those that the reader has not read. */
  readonly unread: number;
};
export const NO_COMMENTS: CommentCounts = { total: 0, unread: 0 };

/** Things of one kind that comments are on: what is the organization's, such as a session, is no athlete's. */
export type Commented = {
  readonly athlete_id: string | null;
  readonly kind: 'activity' | 'planned_workout' | 'week' | 'session';
  /** Which ones of the kind: ids, `plan_id/workout_id`, or the Mondays of weeks. No two kinds have a key in common. */
  readonly keys: readonly string[];
};

/** By athlete, null for what is the organization's, and then by key. */
export type CountsByThing = ReadonlyMap<string | null, ReadonlyMap<string, CommentCounts>>;

/**
 * Counts the comments on things that the reader sees at this moment, which whoever asks has made sure of; what nobody has written about is
 * left out. Of an athlete who reads, those of all organizations that they are in (`org_id` is null). The number of statements does not
 * depend on that of things.
 */
export type CountComments = (
  db: Queryable,
  asked: {
    readonly reader_id: string;
    readonly org_id: string | null;
    readonly things: readonly Commented[];
  },
) => Promise<CountsByThing>;
