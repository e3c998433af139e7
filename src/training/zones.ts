import { raceTime, speedAtVdotFraction, VDOT_FRACTION, vdotFromRace } from './vdot.ts';

/**
 * Training zones and paces from the few numbers a runner knows: the highest and the resting heart rate, heart rate or pace at the lactate
 * threshold, VDOT.
 *
 * Units throughout: heart rates in beats a minute, paces in seconds a kilometre (fewer are faster), VDOT in ml/(kg·min). Zones are
 * numbered from 1, the easiest, to 5.
 */

/** Generous limits of a human runner: an input outside them is a typing mistake or a sensor error. */
export const ZONE_LIMITS = {
  bpm: { minimum: 30, maximum: 250 },
  max_bpm: { minimum: 100, maximum: 250 },
  resting_bpm: { minimum: 30, maximum: 120 },
  threshold_bpm: { minimum: 80, maximum: 240 },
  pace_s_per_km: { minimum: 120, maximum: 1_200 },
  vdot: { minimum: 15, maximum: 90 },
} as const;

/** A smaller reserve from the resting to the highest heart rate is a wrong input, and would make zones of a beat or two. */
export const SMALLEST_RESERVE_BPM = 30;

export type ZoneNumber = 1 | 2 | 3 | 4 | 5;

export type HeartRateZone = {
  readonly zone: ZoneNumber;
  readonly min_bpm: number;
  readonly max_bpm: number;
};

export type HeartRateAnchors =
  | { readonly max_bpm: number; readonly resting_bpm?: number }
  | { readonly threshold_bpm: number };

export type ComputedHeartRateZones = {
  readonly method: 'percent_max' | 'heart_rate_reserve' | 'percent_threshold';
  readonly zones: readonly HeartRateZone[];
};

/** A zone's slow end is the fast end of the one below; a pace between two zones belongs to the harder one. */
export type PaceZone = {
  readonly zone: ZoneNumber;
  /** The fast end; null where the zone has none. */
  readonly min_s_per_km: number | null;
  /** The slow end; null where the zone has none. */
  readonly max_s_per_km: number | null;
};

export type TrainingPaces = {
  readonly easy: { readonly min_s_per_km: number; readonly max_s_per_km: number };
  readonly marathon: number;
  readonly threshold: number;
  readonly interval: number;
  readonly repetition: number;
};

/** Lower edges of the five zones in percent, both of the highest heart rate and of the reserve (Karvonen). */
const PERCENT_OF_MAX = [50, 60, 70, 80, 90] as const;

/**
 * Joe Friel's running zones, lower edges in percent of the heart rate at the lactate threshold. Zone 1 is everything below zone 2. His
 * 5a, 5b and 5c (100, 103 and above 106 %) are zone 5 here.
 */
const PERCENT_OF_THRESHOLD_BPM = [85, 90, 95, 100] as const;

/**
 * Joe Friel's zones by pace, slow ends of zones 2 to 5 in percent of threshold pace. Zone 1 is everything slower. His 5a to 5c (97 to
 * 100, 90 to 96, below 90 %) are zone 5 here. He prints zone 4 as 99 to 105 %, across 5a; here the threshold pace itself counts as zone
 * 5, as the threshold heart rate does.
 */
const PERCENT_OF_THRESHOLD_PACE = { zone2: 129, zone3: 113, zone4: 105, zone5: 100 } as const;

const MARATHON_KM = 42.195;

/**
 * Five zones of heart rate, in whole beats without gaps or overlaps. The published bands have edges between beats and, for the threshold,
 * gaps between whole percents; a heart rate belongs to the highest zone whose lower edge it reaches.
 *
 * By the threshold, the easiest and the hardest zone are open. They end at `ZONE_LIMITS.bpm`, since the threshold does not tell the
 * highest heart rate, and an estimate would look like a measurement.
 *
 * @param from whole beats a minute, within `ZONE_LIMITS`
 * @throws RangeError when a rate is not whole or out of range, or rest and maximum are less than 30 beats apart
 */
export function heartRateZones(from: HeartRateAnchors): ComputedHeartRateZones {
  if ('threshold_bpm' in from) {
    const { threshold_bpm } = from;
    requireWholeWithin('threshold_bpm', threshold_bpm, ZONE_LIMITS.threshold_bpm);
    const edges = PERCENT_OF_THRESHOLD_BPM.map((percent) => firstBeat(percent, threshold_bpm));
    const { minimum, maximum } = ZONE_LIMITS.bpm;
    return { method: 'percent_threshold', zones: zonesFromEdges([minimum, ...edges], maximum) };
  }
  const { max_bpm, resting_bpm } = from;
  requireWholeWithin('max_bpm', max_bpm, ZONE_LIMITS.max_bpm);
  if (resting_bpm === undefined) {
    const edges = PERCENT_OF_MAX.map((percent) => firstBeat(percent, max_bpm));
    return { method: 'percent_max', zones: zonesFromEdges(edges, max_bpm) };
  }
  requireWholeWithin('resting_bpm', resting_bpm, ZONE_LIMITS.resting_bpm);
  const reserve = max_bpm - resting_bpm;
  if (reserve < SMALLEST_RESERVE_BPM) {
    throw new RangeError(`resting_bpm must be at least ${SMALLEST_RESERVE_BPM} below max_bpm.`);
  }
  const edges = PERCENT_OF_MAX.map((percent) => resting_bpm + firstBeat(percent, reserve));
  return { method: 'heart_rate_reserve', zones: zonesFromEdges(edges, max_bpm) };
}

/**
 * Five zones of pace with ends in whole seconds; the easiest has no slow end, the hardest no fast one.
 *
 * @param threshold_pace_s_per_km seconds a kilometre, within `ZONE_LIMITS`
 * @throws RangeError when the pace is out of range
 */
export function paceZones(threshold_pace_s_per_km: number): readonly PaceZone[] {
  requireWithin('threshold_pace_s_per_km', threshold_pace_s_per_km, ZONE_LIMITS.pace_s_per_km);
  const slowEnd = (zone: keyof typeof PERCENT_OF_THRESHOLD_PACE) =>
    Math.round((PERCENT_OF_THRESHOLD_PACE[zone] * threshold_pace_s_per_km) / 100);
  return [
    { zone: 1, min_s_per_km: slowEnd('zone2'), max_s_per_km: null },
    { zone: 2, min_s_per_km: slowEnd('zone3'), max_s_per_km: slowEnd('zone2') },
    { zone: 3, min_s_per_km: slowEnd('zone4'), max_s_per_km: slowEnd('zone3') },
    { zone: 4, min_s_per_km: slowEnd('zone5'), max_s_per_km: slowEnd('zone4') },
    { zone: 5, min_s_per_km: null, max_s_per_km: slowEnd('zone5') },
  ];
}

/**
 * The threshold pace that belongs to the VDOT of a race.
 *
 * @param race metres and seconds, above 0, of a race run as fast as possible
 * @returns whole seconds a kilometre
 * @throws RangeError when an input is not a positive finite number, or the VDOT is out of `ZONE_LIMITS`
 */
export function thresholdPaceOfRace(race: { readonly distance_m: number; readonly time_s: number }): number {
  const vdot = vdotFromRace(race.distance_m, race.time_s);
  requireWithin('VDOT of the race', vdot, ZONE_LIMITS.vdot);
  return paceAt(vdot, VDOT_FRACTION.threshold);
}

/**
 * Daniels' training paces in whole seconds a kilometre, from the slowest to the fastest. Below VDOT 40 his table has a slower marathon on
 * purpose (by 11 s/km at 30); this function returns the marathon race pace of the formula.
 *
 * @param vdot ml/(kg·min), within `ZONE_LIMITS`
 * @throws RangeError when the VDOT is out of range
 */
export function trainingPaces(vdot: number): TrainingPaces {
  requireWithin('vdot', vdot, ZONE_LIMITS.vdot);
  return {
    easy: {
      min_s_per_km: paceAt(vdot, VDOT_FRACTION.easyFast),
      max_s_per_km: paceAt(vdot, VDOT_FRACTION.easySlow),
    },
    marathon: Math.round(raceTime(vdot, MARATHON_KM * 1_000) / MARATHON_KM),
    threshold: paceAt(vdot, VDOT_FRACTION.threshold),
    interval: paceAt(vdot, VDOT_FRACTION.interval),
    repetition: paceAt(vdot, VDOT_FRACTION.repetition),
  };
}

/** The first whole beat that reaches so many percent. Percents are whole because 57 × 100 / 100 is 57, but 0.57 × 100 is not. */
function firstBeat(percent: number, of: number): number {
  return Math.ceil((percent * of) / 100);
}

function zonesFromEdges(edges: readonly number[], top: number): readonly HeartRateZone[] {
  return edges.map((min_bpm, index) => ({
    zone: (index + 1) as ZoneNumber,
    min_bpm,
    max_bpm: (edges[index + 1] ?? top + 1) - 1,
  }));
}

function paceAt(vdot: number, fraction: number): number {
  return Math.round(1_000 / speedAtVdotFraction(vdot, fraction));
}

type Limits = { readonly minimum: number; readonly maximum: number };

function requireWithin(name: string, value: number, { minimum, maximum }: Limits): void {
  // Written so that NaN is refused too.
  if (!(value >= minimum && value <= maximum)) {
    throw new RangeError(`${name} must be from ${minimum} to ${maximum}, but is ${value}.`);
  }
}

function requireWholeWithin(name: string, value: number, limits: Limits): void {
  requireWithin(name, value, limits);
  if (!Number.isInteger(value)) throw new RangeError(`${name} must be a whole number, but is ${value}.`);
}
