import type { StoredActivity } from '../activity.ts';

/** What the athlete set by hand; what is absent they left to the sources. */
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

/** Of several workouts that turn out to be one: what was said of the first counts, but a mark of any stays. */
export function uniteEdits(edits: readonly ActivityEdits[]): ActivityEdits {
  const united: ActivityEdits = Object.assign({}, ...edits.toReversed());
  return { ...united, ...marksOf(edits) };
}

/** The marks that keep others from seeing a workout: they go along with each of its records. */
export function marksOf(edits: readonly Pick<ActivityEdits, 'private' | 'is_race'>[]): ActivityEdits {
  return {
    ...(edits.some((one) => one.private) ? { private: true } : {}),
    ...(edits.some((one) => one.is_race) ? { is_race: true } : {}),
  };
}
