/** What a source reports about one day of a person's health. Absent parts stay as they were reported before. */
export type HealthReport = {
  readonly source: 'garmin' | 'apple_health' | 'coros';
  /** YYYY-MM-DD, at the athlete's place. */
  readonly day: string;
  readonly activity?: DayOfActivity;
  readonly sleep?: NightOfSleep;
  readonly hrv?: NightOfHrv;
  readonly heart_rate?: DayOfHeartRate;
  /**
   * The edition of the parts in this report. Reports of a day may come out of order: a part with a smaller edition than the stored one
   * is older, and changes nothing. For equal ones, and where one has none, the `position` decides.
   */
  readonly edition?: number;
  /** The place among its source's reports, however late it is stored: a smaller one is older. Without one it is the newest. */
  readonly position?: number | undefined;
};

/** Counted since midnight; null is unknown. */
export type DayOfActivity = {
  readonly steps: number | null;
  readonly distance_m: number | null;
  readonly active_energy_kcal: number | null;
  readonly resting_energy_kcal: number | null;
  readonly active_time_s: number | null;
  readonly moderate_intensity_s: number | null;
  readonly vigorous_intensity_s: number | null;
  readonly floors_climbed: number | null;
  /** 0 to 100. */
  readonly average_stress: number | null;
  readonly max_stress: number | null;
};

export const NOTHING_TOLD: DayOfActivity = {
  steps: null,
  distance_m: null,
  active_energy_kcal: null,
  resting_energy_kcal: null,
  active_time_s: null,
  moderate_intensity_s: null,
  vigorous_intensity_s: null,
  floors_climbed: null,
  average_stress: null,
  max_stress: null,
};

export type NightOfSleep = {
  readonly start_time: string | null;
  readonly duration_s: number | null;
  readonly deep_s: number | null;
  readonly light_s: number | null;
  readonly rem_s: number | null;
  readonly awake_s: number | null;
  /** 0 to 100, as the platform rates it. */
  readonly score: number | null;
  /** A night is reported several times: a final report replaces one that is not final. */
  readonly is_final: boolean;
};

/** RMSSD (Garmin) and SDNN (Apple) are two different quantities, and are never mixed. */
export type NightOfHrv = {
  readonly rmssd_ms: number | null;
  readonly highest_5_min_rmssd_ms: number | null;
  readonly sdnn_ms: number | null;
};

/** Beats a minute. */
export type DayOfHeartRate = {
  readonly resting_bpm: number | null;
  readonly min_bpm: number | null;
  readonly max_bpm: number | null;
  readonly average_bpm: number | null;
};
