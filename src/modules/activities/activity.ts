import type { Source } from '../../privacy/index.ts';
import type { BestEffort } from '../../training/best-efforts.ts';
import type { SportType } from '../../training/sport.ts';
import type { WorkoutType } from '../../training/workout-types.ts';
import type { ActivitySummary, ImportedLap, LatLng } from './import/types.ts';

/** An activity as it is stored; null is unknown. All measures lie in 0..1e9: the schema refuses others. */
export type StoredActivity = Omit<ActivitySummary, 'moving_time_s'> & {
  id: string;
  /** The athlete whose activity it is. */
  user_id: string;
  source: Source;
  /** The platform's own id; null for uploads and what was entered by hand. */
  external_id: string | null;
  sport_type: SportType;
  workout_type: WorkoutType | null;
  name: string;
  description: string | null;
  start_time: Date;
  timezone: string;
  moving_time_s: number | null;
  training_load: number | null;
  vdot: number | null;
  laps: ImportedLap[];
  best_efforts: BestEffort[];
  start_latlng: LatLng | null;
  /** Google's encoded polyline, precision 5. */
  map_polyline: string | null;
  device_name: string | null;
  is_race: boolean;
  /** The athlete marked it: nobody else sees it. */
  private: boolean;
  created_at: Date;
  updated_at: Date;
};

export const ACTIVITY_COLUMNS = {
  id: 'uuid',
  user_id: 'uuid',
  source: 'text',
  external_id: 'text',
  sport_type: 'text',
  workout_type: 'text',
  name: 'text',
  description: 'text',
  start_time: 'timestamptz',
  timezone: 'text',
  duration_s: 'double precision',
  moving_time_s: 'double precision',
  distance_m: 'double precision',
  elevation_gain_m: 'double precision',
  elevation_loss_m: 'double precision',
  average_speed_mps: 'double precision',
  max_speed_mps: 'double precision',
  average_heart_rate_bpm: 'double precision',
  max_heart_rate_bpm: 'double precision',
  average_cadence_spm: 'double precision',
  average_power_w: 'double precision',
  calories_kcal: 'double precision',
  training_load: 'double precision',
  vdot: 'double precision',
  laps: 'json',
  best_efforts: 'json',
  start_latlng: 'json',
  map_polyline: 'text',
  device_name: 'text',
  is_race: 'boolean',
  private: 'boolean',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof StoredActivity, string>;
