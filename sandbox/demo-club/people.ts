import type { User } from '../../src/modules/users/index.ts';
import type { PrivacySettings, Source } from '../../src/privacy/index.ts';
import type { Place } from '../recordings/lay-route.ts';
import type { RecordingDevice } from '../recordings/recording.ts';

export type Language = 'en' | 'zh-TW' | 'ja';
export type Level = 'beginner' | 'intermediate' | 'advanced';

/** Who somebody is, as they would fill in their profile. */
export type DemoPerson = {
  /** Stable within the club; stands for the id that the account will get. */
  key: string;
  email: string;
  username: string;
  display_name: string;
  first_name: string;
  last_name: string;
  bio: string | null;
  preferences: {
    language: Language;
    timezone: string;
    unit_system: 'metric' | 'imperial';
    coach_persona: 'rex' | 'joy';
    workout_days: User['preferences']['workout_days'];
  };
};

export type DemoCoach = DemoPerson & { role: 'head_coach' | 'assistant_coach' };

/** Whom the head coach has added, and who has not answered. */
export type DemoAsked = DemoPerson & { signed_up_at: Date; asked_at: Date };

/** How somebody trains: what the two years of activities are generated from. */
export type TrainingHabits = {
  /** Runs and other sessions in a full week, 3 to 6. */
  sessions_per_week: 3 | 4 | 5 | 6;
  /** Running in the fullest weeks, kilometres. */
  peak_week_km: number;
  /** VDOT two years ago and now. */
  vdot_from: number;
  vdot_to: number;
  /** Share of VDOT on easy days. */
  easy_effort: number;
  hard_days: 0 | 1 | 2;
  races: 'short' | 'road' | 'marathon';
  /** Moves the race calendar by so many weeks, so that not everybody races on one day. */
  race_shift_weeks: number;
  /** The gap: weeks before the end at which it begins, and its length. */
  injury: { weeks_before_end: number; weeks: number };
  early_bird: boolean;
  /** Instead of some easy runs, and while injured. */
  cross_training: readonly ['ride' | 'swim' | 'strength', ...('ride' | 'swim' | 'strength')[]];
  trails: boolean;
  /** How likely a winter weekday run is on a treadmill. */
  treadmill_in_winter: number;
  /** How likely an easy run is marked private. */
  private_runs: number;
};

export type DemoAthlete = DemoPerson & {
  member: {
    /** The coach's nickname for them. */
    display_name: string | null;
    member_level: Level;
    labels: string[];
    status: 'active' | 'inactive';
    coach_key: string;
    /** Set for one who was here long before they joined the club; others came the day before. */
    signed_up_at: Date | null;
    joined_at: Date;
    /** Set for one who has left the club. */
    left_at: Date | null;
  };
  privacy: PrivacySettings;
  home: Place;
  body: {
    max_heart_rate_bpm: number;
    resting_heart_rate_bpm: number;
    weight_kg: number;
    cadence_spm: number;
    running_power: boolean;
  };
  habits: TrainingHabits;
  device: RecordingDevice;
  source: Source;
};

export type DemoGroup = {
  key: string;
  name: string;
  description: string;
  color: string;
  member_keys: string[];
};
