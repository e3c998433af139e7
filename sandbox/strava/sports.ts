import type { RecordedSport } from '../recordings/recording.ts';

/** What a recording of the sport is called there. */
export const SPORT_TYPES: Readonly<Record<RecordedSport, string>> = {
  run: 'Run',
  track_run: 'Run',
  trail_run: 'TrailRun',
  treadmill_run: 'Run',
  ride: 'Ride',
  pool_swim: 'Swim',
  strength_training: 'WeightTraining',
};

/** The older field has fewer names: these have become others there. */
const OLDER_TYPES: Readonly<Record<string, string>> = {
  TrailRun: 'Run',
  MountainBikeRide: 'Ride',
  GravelRide: 'Ride',
  EMountainBikeRide: 'EBikeRide',
  VirtualRow: 'Rowing',
};

/** Those that both fields call the same. */
const SAME_IN_BOTH: ReadonlySet<string> = new Set([
  'AlpineSki',
  'BackcountrySki',
  'Canoeing',
  'Crossfit',
  'EBikeRide',
  'Elliptical',
  'Golf',
  'Handcycle',
  'Hike',
  'IceSkate',
  'InlineSkate',
  'Kayaking',
  'Kitesurf',
  'NordicSki',
  'Ride',
  'RockClimbing',
  'RollerSki',
  'Rowing',
  'Run',
  'Sail',
  'Skateboard',
  'Snowboard',
  'Snowshoe',
  'Soccer',
  'StairStepper',
  'StandUpPaddling',
  'Surfing',
  'Swim',
  'Velomobile',
  'VirtualRide',
  'VirtualRun',
  'Walk',
  'WeightTraining',
  'Wheelchair',
  'Windsurf',
  'Workout',
  'Yoga',
]);

/** What the deprecated `type` says of a `sport_type`, one that nobody knows included. */
export function olderType(sport_type: string): string {
  return OLDER_TYPES[sport_type] ?? (SAME_IN_BOTH.has(sport_type) ? sport_type : 'Workout');
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
