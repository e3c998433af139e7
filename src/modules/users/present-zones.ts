import type { Static } from 'typebox';
import type { ZonesRecord } from './contract/zones.ts';
import {
  type HeartRateZones,
  type PaceRange,
  type PaceZones,
  type Race,
  storedPaces,
  type VdotPaces,
  type Zones,
} from './zones.ts';

type Wire = Static<typeof ZonesRecord>;

/** Zones on the wire. The owner gets them unchanged; for anybody else the caller applies the ceiling first. */
export function presentZones({ heartrate, pace, vdot }: Zones): Wire {
  return {
    ...(heartrate && { heartrate: presentHeartRate(heartrate) }),
    ...(pace && { pace: presentPace(pace) }),
    ...(vdot && { vdot: presentVdot(vdot) }),
  };
}

function presentHeartRate(of: HeartRateZones): NonNullable<Wire['heartrate']> {
  const { method, max_bpm, threshold_bpm, resting_bpm, zones } = of;
  return {
    method,
    ...(max_bpm !== undefined && { max_bpm }),
    ...(threshold_bpm !== undefined && { threshold_bpm }),
    ...(resting_bpm !== undefined && { resting_bpm }),
    zones: zones.map(({ zone, min_bpm, max_bpm: end_bpm }) => ({ zone, min_bpm, max_bpm: end_bpm })),
  };
}

function presentPace({ method, threshold_pace_s_per_km, race, zones }: PaceZones): NonNullable<Wire['pace']> {
  return {
    method,
    ...(threshold_pace_s_per_km !== undefined && { threshold_pace_s_per_km }),
    ...(race && { race: presentRace(race) }),
    zones: zones.map(({ zone, min_s_per_km, max_s_per_km }) => ({ zone, min_s_per_km, max_s_per_km })),
  };
}

function presentVdot(vdot: VdotPaces): NonNullable<Wire['vdot']> {
  const { method, value, race } = vdot;
  const paces = storedPaces(vdot);
  return {
    method,
    value,
    ...(race && { race: presentRace(race) }),
    paces: {
      easy: presentRange(paces.easy),
      marathon: presentRange(paces.marathon),
      threshold: presentRange(paces.threshold),
      interval: presentRange(paces.interval),
      repetition: presentRange(paces.repetition),
    },
  };
}

function presentRace({ distance_m, time_s }: Race): Race {
  return { distance_m, time_s };
}

function presentRange({ min_s_per_km, max_s_per_km }: PaceRange): PaceRange {
  return { min_s_per_km, max_s_per_km };
}
