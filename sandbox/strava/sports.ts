import type { RecordedSport } from '../recordings/recording.ts';
import sports from './data/sports.json' with { type: 'json' };

/** What a recording of the sport is called there. */
export function sportType(sport: RecordedSport): string {
  return sports.recorded[sport];
}

/** What the deprecated `type` says of a `sport_type`, one that nobody knows included: it has fewer names. */
export function olderType(sport_type: string): string {
  const same = sports.same_in_both.includes(sport_type) ? sport_type : 'Workout';
  return new Map(Object.entries(sports.older)).get(sport_type) ?? same;
}

/** Whether cadence counts one leg and there are best efforts and splits. */
export function isRun(sport_type: string): boolean {
  return olderType(sport_type) === 'Run' || sport_type === 'VirtualRun';
}

export function isOnFoot(sport_type: string): boolean {
  return isRun(sport_type) || ['Walk', 'Hike', 'Snowshoe'].includes(sport_type);
}

export function isRide(sport_type: string): boolean {
  return ['Ride', 'EBikeRide', 'VirtualRide'].includes(olderType(sport_type));
}
