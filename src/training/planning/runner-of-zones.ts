import { type HeartRateZone, type PaceZone, ZONE_LIMITS } from '../zones.ts';
import { type GivenPaces, planPacesFrom, vdotOfThresholdPace } from './own-paces.ts';
import { type PlanHeartRates, type PlanPaces, planPaces, soundVdot } from './paces.ts';

/** Zones as an athlete has set them, or as computed from their numbers; `manual` zones were set one by one. */
export type SetZones = {
  readonly heartrate?: {
    readonly method: 'percent_max' | (string & {});
    readonly max_bpm?: number;
    readonly threshold_bpm?: number;
    readonly zones: readonly HeartRateZone[];
  };
  readonly pace?: {
    readonly method?: string;
    readonly threshold_pace_s_per_km?: number;
    readonly zones: readonly PaceZone[];
  };
  readonly vdot?: {
    readonly method: 'manual' | (string & {});
    readonly value: number;
    readonly paces: Readonly<
      Record<keyof GivenPaces, { readonly min_s_per_km: number; readonly max_s_per_km: number }>
    >;
  };
};

/** Daniels' easy running in percent of the highest heart rate. */
const EASY_OF_MAX = { from: 65, to: 79 };
/** The number of zones in the usual systems, whose second zone is easy running. */
const USUAL_ZONES = 5;
/** With three or four zones, as by the two thresholds, everything below the first threshold is easy. */
const FEWEST_ZONES = 3;
/** The lower end of an open zone as a share of its upper end: it is as wide as the easiest zone by the highest heart rate. */
const OPEN_END = 5 / 6;

/** The paces that follow from stored zones: by VDOT, or else by the threshold pace. Null where neither is known. */
export function pacesOfZones({ vdot, pace }: SetZones): PlanPaces | null {
  if (vdot !== undefined) return pacesOfVdot(vdot);
  const threshold = pace && thresholdOf(pace);
  return threshold === undefined ? null : planPaces(vdotOfThresholdPace(threshold));
}

function pacesOfVdot({ method, value, paces }: NonNullable<SetZones['vdot']>): PlanPaces {
  const vdot = soundVdot(value);
  if (method !== 'manual') return planPaces(vdot);
  const range = (kind: keyof typeof paces) => ({
    min: paces[kind].min_s_per_km,
    max: paces[kind].max_s_per_km,
  });
  return planPacesFrom(vdot, {
    easy: range('easy'),
    marathon: range('marathon'),
    threshold: range('threshold'),
    interval: range('interval'),
    repetition: range('repetition'),
  });
}

/** Seconds a kilometre. With five zones the threshold pace is the fast end of the fourth; with other numbers of zones it is unknown. */
function thresholdOf({ threshold_pace_s_per_km, zones }: NonNullable<SetZones['pace']>): number | undefined {
  if (threshold_pace_s_per_km !== undefined) return threshold_pace_s_per_km;
  return zones.length === USUAL_ZONES ? (zones[3]?.min_s_per_km ?? undefined) : undefined;
}

/** The heart rate at the threshold as a share of the highest one: Daniels has 88 to 92 %. */
const THRESHOLD_OF_MAX = 0.9;

/** The highest heart rate, as set or estimated from the threshold's; null where neither was set. It is never guessed from the age. */
export function highestHeartRate({ heartrate }: SetZones): number | null {
  const { max_bpm, threshold_bpm } = heartrate ?? {};
  return max_bpm ?? (threshold_bpm === undefined ? null : threshold_bpm / THRESHOLD_OF_MAX);
}

/** Heart rates for recovery and easy running that follow from stored zones; null where none do. */
export function heartRatesOfZones({ heartrate }: SetZones): PlanHeartRates | null {
  if (heartrate === undefined) return null;
  const { method, max_bpm, zones } = heartrate;
  const [first, second] = zones;
  if (first === undefined || second === undefined || zones.length < FEWEST_ZONES) return null;
  if (method === 'percent_max' && max_bpm !== undefined) {
    const easy = {
      min: Math.ceil((EASY_OF_MAX.from * max_bpm) / 100),
      max: Math.floor((EASY_OF_MAX.to * max_bpm) / 100),
    };
    return { recovery: { min: first.min_bpm, max: easy.min - 1 }, easy };
  }
  if (zones.length < USUAL_ZONES) return { easy: closed(first) };
  return { recovery: closed(first), easy: { min: second.min_bpm, max: second.max_bpm } };
}

function closed({ min_bpm, max_bpm }: HeartRateZone): { min: number; max: number } {
  const isOpen = min_bpm <= ZONE_LIMITS.bpm.minimum;
  return { min: isOpen ? Math.round(max_bpm * OPEN_END) : min_bpm, max: max_bpm };
}
