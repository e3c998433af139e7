import { STANDARD_DISTANCES } from './best-efforts.ts';

/** A time over a standard distance: a race result or the fastest stretch of a recording. Days are YYYY-MM-DD. */
export type TimeOfDistance = {
  readonly source: 'race_result' | 'best_effort';
  readonly distance_m: number;
  readonly time_s: number;
  readonly date: string;
  readonly race_id: string | null;
  readonly activity_id: string | null;
};

/** Why a time is the best: it was the only one, it is the fastest, or it is official and overrides the recording of the same race. */
export const BEST_TIME_REASONS = ['only_one', 'fastest', 'official_time'] as const;
export type BestTime = TimeOfDistance & {
  readonly name: string;
  readonly why: (typeof BEST_TIME_REASONS)[number];
};

/** The largest relative difference between the distance of a time and the standard one; results are stored with rounded distances. */
const SAME_DISTANCE = 0.005;

/**
 * The best time of each standard distance that has one, the shortest distance first. A race result replaces the best effort of its own
 * recording, whose distance by GPS is less exact. Of two equal times the earlier one counts.
 */
export function bestTimes(times: readonly TimeOfDistance[]): BestTime[] {
  const raced = times.filter(({ source }) => source === 'race_result');
  return STANDARD_DISTANCES.flatMap(({ name, distanceM: distance_m }) => {
    const isOf = (time: TimeOfDistance): boolean =>
      Math.abs(time.distance_m / distance_m - 1) <= SAME_DISTANCE;
    const all = times.filter(isOf);
    const results = raced.filter(isOf);
    const counted = all.filter(
      ({ source, activity_id }) => source === 'race_result' || !isTimed(activity_id, results),
    );
    const [best] = counted.toSorted(
      (one, other) => one.time_s - other.time_s || (one.date < other.date ? -1 : 1),
    );
    if (best === undefined) return [];
    const hasRecording = all.some(
      (time) => time.source === 'best_effort' && time.activity_id === best.activity_id,
    );
    const isOfficial = best.source === 'race_result' && hasRecording;
    const why = isOfficial ? 'official_time' : counted.length === 1 ? 'only_one' : 'fastest';
    return [{ ...best, name, distance_m, why }];
  });
}

function isTimed(activity_id: string | null, results: readonly TimeOfDistance[]): boolean {
  return activity_id !== null && results.some((result) => result.activity_id === activity_id);
}
