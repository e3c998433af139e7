import type { ActivityStreams, ImportedActivity } from '../../src/modules/activities/import/types.ts';
import type { Source } from '../../src/privacy/index.ts';
import type { WorkoutType } from '../../src/training/workout-types.ts';

/** An activity of the demo: as an import gives it, and what an athlete or a platform adds. */
export type DemoActivity = Omit<ImportedActivity, 'name' | 'timezone' | 'streams'> & {
  name: string;
  timezone: string;
  source: Source;
  /** As the platform would number it; null for an uploaded file. */
  external_id: string | null;
  workout_type: WorkoutType | null;
  is_race: boolean;
  private: boolean;
  /** What a race of 1,500 m or more over its official distance was worth; null for anything else. */
  vdot: number | null;
  /** Second by second for the last eight weeks; null for what is older, which was simulated coarsely. */
  streams: ActivityStreams | null;
};
