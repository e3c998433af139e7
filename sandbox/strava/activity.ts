import type { LatLng } from '../../src/modules/activities/import/types.ts';
import type { Recording } from '../recordings/recording.ts';
import type { RecordingTotals } from '../recordings/summarize-recording.ts';

/** Who may see an activity at the platform, from open to closed. */
type Visibility = 'everyone' | 'followers_only' | 'only_me';

export const HIDEABLE_STATS = ['heart_rate', 'pace', 'power', 'speed', 'calories'] as const;
type HideableStat = (typeof HIDEABLE_STATS)[number];

/** What an athlete has in the platform's database. */
export type StravaActivity = {
  readonly id: number;
  readonly athlete_id: number;
  /** Null for one that was entered by hand. */
  readonly upload_id: number | null;
  readonly external_id: string | null;
  readonly device_name: string | null;
  readonly name: string;
  readonly description: string | null;
  /** Any text: the platform keeps inventing sports. */
  readonly sport_type: string;
  /** Runs: 1 a race, 2 a long run, 3 a workout; 0 or null else. */
  readonly workout_type: number | null;
  readonly visibility: Visibility;
  /** The athlete shows nobody when they set out, the app included. */
  readonly start_hidden: boolean;
  readonly hide_from_home: boolean;
  readonly flagged: boolean;
  /** Single numbers that only the athlete sees on the platform's pages. */
  readonly hidden_stats: readonly HideableStat[];
  readonly commute: boolean;
  readonly trainer: boolean;
  readonly start: Date;
  readonly timezone: string;
  readonly totals: RecordingTotals;
  /** Null: no sensor. */
  readonly elevation: { readonly high_m: number; readonly low_m: number } | null;
  readonly calories_kcal: number;
  /** Of the air. Null: no sensor. */
  readonly temperature_c: number | null;
  /** A few points for a thumbnail; empty without a position. */
  readonly track: readonly LatLng[];
  /** Null for one that was entered by hand. Made anew each time, so that hundreds of activities fit into memory. */
  readonly recording: (() => Recording) | null;
};

export const CHANGEABLE = [
  'name',
  'description',
  'sport_type',
  'workout_type',
  'visibility',
  'start_hidden',
  'hide_from_home',
  'flagged',
  'hidden_stats',
  'commute',
] as const satisfies readonly (keyof StravaActivity)[];

export type ActivityChanges = Partial<Pick<StravaActivity, (typeof CHANGEABLE)[number]>>;
