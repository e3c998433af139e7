import {
  type ComputedHeartRateZones,
  type HeartRateZone,
  type PaceZone,
  trainingPaces,
  ZONE_LIMITS,
} from '../../training/zones.ts';

/**
 * Training zones as they are stored, each with the method they came from. Heart rates are in beats a minute; paces in seconds a
 * kilometre, of which fewer are faster; VDOT in ml/(kg·min).
 */
export type Zones = {
  readonly heartrate?: HeartRateZones;
  readonly pace?: PaceZones;
  readonly vdot?: VdotPaces;
};

/** From the highest heart rate, from the highest and the resting one, from the one at the threshold, or set by hand. */
export const HEART_RATE_METHODS = [
  'percent_max',
  'heart_rate_reserve',
  'percent_threshold',
  'manual',
] as const satisfies readonly (ComputedHeartRateZones['method'] | 'manual')[];
export type HeartRateZones = {
  readonly method: (typeof HEART_RATE_METHODS)[number];
  readonly max_bpm?: number;
  readonly threshold_bpm?: number;
  readonly resting_bpm?: number;
  readonly zones: readonly HeartRateZone[];
};

export const PACE_METHODS = ['percent_threshold', 'race', 'manual'] as const;
export type PaceZones = {
  readonly method: (typeof PACE_METHODS)[number];
  readonly threshold_pace_s_per_km?: number;
  readonly race?: Race;
  readonly zones: readonly PaceZone[];
};

export const VDOT_METHODS = ['value', 'race', 'manual'] as const;
export type VdotPaces = {
  readonly method: (typeof VDOT_METHODS)[number];
  readonly value: number;
  readonly race?: Race;
  readonly paces: PacesByKind;
};

export const PACE_KINDS = ['easy', 'marathon', 'threshold', 'interval', 'repetition'] as const;
/** The fast end and the slow one, which are equal for a single pace. */
export type PaceRange = { readonly min_s_per_km: number; readonly max_s_per_km: number };
export type PacesByKind = Readonly<Record<(typeof PACE_KINDS)[number], PaceRange>>;

export type Race = { readonly distance_m: number; readonly time_s: number };

/** The most zones, of heart rate and of pace. */
export const MOST_ZONES = 5;

export const LIMITS = {
  ...ZONE_LIMITS,
  // About the range that the regressions of VDOT were fitted on: 3.5 to 240 minutes.
  race_distance_m: { minimum: 800, maximum: 100_000 },
  race_time_s: { minimum: 90, maximum: 86_400 },
  // The easiest zone of the slowest threshold pace begins beyond what can be set by hand.
  shown_pace_s_per_km: { minimum: ZONE_LIMITS.pace_s_per_km.minimum, maximum: 2_000 },
} as const;

export function pacesOfVdot(vdot: number): PacesByKind {
  const { easy, ...single } = trainingPaces(vdot);
  const only = (pace: number) => ({ min_s_per_km: pace, max_s_per_km: pace });
  return {
    easy,
    marathon: only(single.marathon),
    threshold: only(single.threshold),
    interval: only(single.interval),
    repetition: only(single.repetition),
  };
}

/** Paces as they are stored. A row that another program has written may lack some: these are computed from the VDOT. */
export function storedPaces({ value, paces }: VdotPaces): PacesByKind {
  const stored: Partial<PacesByKind> = paces;
  if (PACE_KINDS.every((kind) => stored[kind] !== undefined)) return paces;
  const { minimum, maximum } = ZONE_LIMITS.vdot;
  return { ...pacesOfVdot(Math.min(maximum, Math.max(minimum, value))), ...stored };
}
