import type { Queryable } from '../../../infra/db/queryable.ts';

/** Comments that are there: neither deleted nor hidden. */
export type CommentCounts = {
  readonly total: number;
  /** Of them those that the reader has not read. */
  readonly unread: number;
};

/** Something that comments are on: what is the club's, such as a session, is no athlete's. */
export type Commented = {
  readonly athlete_id: string | null;
  readonly kind: 'activity' | 'planned_workout' | 'week' | 'session';
  /** Which one of its kind: an id, `plan_id/workout_id`, or the Monday of a week. */
  readonly key: string;
};

/**
 * Counts the comments on things that the reader sees at this moment, which whoever asks has made sure of; what nobody has written about is
 * left out. Of an athlete who reads, those of all organizations that they are in (`org_id` is null). By `commentedKey`; the number of
 * statements does not depend on that of things.
 */
export type CountComments = (
  db: Queryable,
  asked: {
    readonly reader_id: string;
    readonly org_id: string | null;
    readonly things: readonly Commented[];
  },
) => Promise<Map<string, CommentCounts>>;

export const commentedKey = ({ athlete_id, kind, key }: Commented): string =>
  `${athlete_id ?? ''} ${kind} ${key}`;
