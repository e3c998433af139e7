/** Changed with every change of a rule, so that what was found by another is found anew. */
export const RULE_VERSION = 2;

/**
 * From where on something is a reason. Sources: `docs/triage.md`.
 *
 * - `message_wait_hours`: hours that an athlete's message waits for an answer.
 * - `pain_level`: of ten.
 * - `key_sessions_missed`: of the last seven days.
 * - `long_run_jump_ratio`: the longest run of seven days against the longest of the thirty days before.
 * - `load_ratio`: metres run in seven days against the average week of 28.
 * - `volume_above_share`, `volume_below_share`: metres done against metres planned of the last seven days that are over.
 * - `unavailable_share`: planned workouts of the next seven days that lie on days the athlete cannot train on.
 * - `silent_days`: whole days without an activity.
 * - `race_days`: days until a race.
 */
export const DEFAULT_LIMITS = {
  message_wait_hours: 24,
  pain_level: 3,
  key_sessions_missed: 1,
  long_run_jump_ratio: 1.3,
  load_ratio: 1.5,
  volume_above_share: 1.5,
  volume_below_share: 0.5,
  unavailable_share: 0.5,
  silent_days: 7,
  race_days: 14,
} as const;
export type LimitName = keyof typeof DEFAULT_LIMITS;
export type Limits = Readonly<Record<LimitName, number>>;

export const LIMIT_BOUNDS: Readonly<Record<LimitName, { least: number; most: number; whole: boolean }>> = {
  message_wait_hours: { least: 1, most: 336, whole: true },
  pain_level: { least: 1, most: 10, whole: true },
  key_sessions_missed: { least: 1, most: 7, whole: true },
  long_run_jump_ratio: { least: 1.05, most: 3, whole: false },
  load_ratio: { least: 1.1, most: 5, whole: false },
  volume_above_share: { least: 1.05, most: 5, whole: false },
  volume_below_share: { least: 0.05, most: 0.95, whole: false },
  unavailable_share: { least: 0.1, most: 1, whole: false },
  silent_days: { least: 2, most: 60, whole: true },
  race_days: { least: 1, most: 60, whole: true },
};
