import type { StoredActivity } from '../activity.ts';

/** What the athlete set by hand; absent fields follow the sources. */
export type ActivityEdits = Partial<
  Pick<
    StoredActivity,
    | 'name'
    | 'description'
    | 'private'
    | 'is_race'
    | 'workout_type'
    | 'sport_type'
    | 'duration_s'
    | 'moving_time_s'
  > & {
    /** ISO 8601: they are kept as JSON. */
    start_time: string;
  }
>;

/** Merges edits of joined activities: the first one's value counts, but a mark of any stays. */
export function uniteEdits(edits: readonly ActivityEdits[]): ActivityEdits {
  const united: ActivityEdits = Object.assign({}, ...edits.toReversed());
  return { ...united, ...marksOf(edits) };
}

/** Marks that hide an activity go along with each of its records. */
export function marksOf(edits: readonly Pick<ActivityEdits, 'private' | 'is_race'>[]): ActivityEdits {
  return {
    ...(edits.some((one) => one.private) ? { private: true } : {}),
    ...(edits.some((one) => one.is_race) ? { is_race: true } : {}),
  };
}
