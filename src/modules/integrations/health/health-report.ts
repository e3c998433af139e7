/** What a source says of one day of somebody's health. A part that is absent is left as it was told before. */
export type HealthReport = {
  readonly source: 'garmin' | 'apple_health' | 'coros';
  /** YYYY-MM-DD where the athlete was. */
  readonly day: string;
  readonly activity?: DayOfActivity;
  readonly sleep?: NightOfSleep;
  readonly hrv?: NightOfHrv;
  readonly heart_rate?: DayOfHeartRate;
  /**
   * Of the parts told here. Reports of a day may come out of order: a part with a smaller edition than the stored one is older,
   * and changes nothing. Of equal ones, and where one has none, the `position` decides.
   */
  readonly edition?: number;
  /**
   * Where it stands among the words of its source, however late it is stored: a smaller one is older. Without one it is later than
   * what is stored.
   */
  readonly position?: number | undefined;
};

/** Counted from midnight on; null is unknown. */
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
  /** 0 to 100, as the platform judges it. */
  readonly score: number | null;
  /** Sleep comes several times: a later report of the night replaces one that is less final. */
  readonly is_final: boolean;
};

/** RMSSD (Garmin) and SDNN (Apple) are two quantities, and are never mixed. */
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
