import { type AppError, invalidField } from '../../shared/errors.ts';
import { vdotFromRace } from '../../training/vdot.ts';
import {
  heartRateZones,
  paceZones,
  SMALLEST_RESERVE_BPM,
  thresholdPaceOfRace,
} from '../../training/zones.ts';
import type { ZoneChanges } from './change-queries.ts';
import { checkHeartRateZones, checkPaces, checkPaceZones } from './check-zones.ts';
import type { ZonesInput } from './contract/zones.ts';
import {
  type HeartRateZones,
  LIMITS,
  type PaceZones,
  pacesOfVdot,
  type Race,
  type VdotPaces,
} from './zones.ts';

type Given<Kind extends keyof ZonesInput> = NonNullable<ZonesInput[Kind]>;

/**
 * Reads zones, either the values to compute them from, or zones that are set by hand. With a method that computes them, given zones are
 * ignored, so that a client can send back what it has read.
 *
 * @throws AppError validation_error
 */
export function readZoneChanges({ heartrate, pace, vdot }: ZonesInput): ZoneChanges {
  return {
    ...(heartrate !== undefined && { heartrate: heartrate && readHeartRate(heartrate) }),
    ...(pace !== undefined && { pace: pace && readPace(pace) }),
    ...(vdot !== undefined && { vdot: vdot && readVdot(vdot) }),
  };
}

function readHeartRate(given: Given<'heartrate'>): HeartRateZones {
  const { max_bpm, threshold_bpm, resting_bpm } = given;
  requireOrder(given);
  const method = given.method ?? heartRateMethod(given);
  const anchors = {
    ...(max_bpm !== undefined && { max_bpm }),
    ...(threshold_bpm !== undefined && { threshold_bpm }),
    ...(resting_bpm !== undefined && { resting_bpm }),
  };
  const of = <T>(name: keyof typeof anchors | 'zones', value: T | undefined): T =>
    required(`zones.heartrate.${name}`, value, method);
  switch (method) {
    case 'percent_max':
      return { ...heartRateZones({ max_bpm: of('max_bpm', max_bpm) }), ...anchors };
    case 'heart_rate_reserve': {
      const reserve = { max_bpm: of('max_bpm', max_bpm), resting_bpm: of('resting_bpm', resting_bpm) };
      return { ...heartRateZones(reserve), ...anchors };
    }
    case 'percent_threshold':
      return { ...heartRateZones({ threshold_bpm: of('threshold_bpm', threshold_bpm) }), ...anchors };
    case 'manual':
      return { method, zones: checkHeartRateZones(of('zones', given.zones)), ...anchors };
  }
}

function heartRateMethod({
  max_bpm,
  threshold_bpm,
  resting_bpm,
  zones,
}: Given<'heartrate'>): HeartRateZones['method'] {
  if (zones !== undefined) throw sayManual('heartrate');
  if (threshold_bpm !== undefined && max_bpm !== undefined) {
    throw invalidField('zones.heartrate.method', 'is required with both max_bpm and threshold_bpm');
  }
  if (threshold_bpm !== undefined) return 'percent_threshold';
  if (max_bpm === undefined) throw invalidField('zones.heartrate', 'must have max_bpm or threshold_bpm');
  return resting_bpm === undefined ? 'percent_max' : 'heart_rate_reserve';
}

function requireOrder({ max_bpm, threshold_bpm, resting_bpm }: Given<'heartrate'>): void {
  if (max_bpm !== undefined && threshold_bpm !== undefined && threshold_bpm > max_bpm) {
    throw invalidField('zones.heartrate.threshold_bpm', 'must not be above max_bpm');
  }
  const highest = max_bpm ?? threshold_bpm;
  if (highest !== undefined && resting_bpm !== undefined && highest - resting_bpm < SMALLEST_RESERVE_BPM) {
    const name = max_bpm === undefined ? 'threshold_bpm' : 'max_bpm';
    throw invalidField(
      'zones.heartrate.resting_bpm',
      `must be at least ${SMALLEST_RESERVE_BPM} below ${name}`,
    );
  }
}

function readPace(given: Given<'pace'>): PaceZones {
  const { threshold_pace_s_per_km, race, zones } = given;
  const method = given.method ?? paceMethod(given);
  const at = (name: string): string => `zones.pace.${name}`;
  switch (method) {
    case 'percent_threshold': {
      const threshold = required(at('threshold_pace_s_per_km'), threshold_pace_s_per_km, method);
      return { method, threshold_pace_s_per_km: threshold, zones: paceZones(threshold) };
    }
    case 'race': {
      const run = required(at('race'), race, method);
      requireVdot(run, at('race'));
      const threshold = thresholdPaceOfRace(run);
      return {
        method,
        threshold_pace_s_per_km: threshold,
        race: copyOf(run),
        zones: paceZones(threshold),
      };
    }
    case 'manual':
      return {
        method,
        ...(threshold_pace_s_per_km !== undefined && { threshold_pace_s_per_km }),
        zones: checkPaceZones(required(at('zones'), zones, method)),
      };
  }
}

function paceMethod({ threshold_pace_s_per_km, race, zones }: Given<'pace'>): PaceZones['method'] {
  if (zones !== undefined) throw sayManual('pace');
  if (threshold_pace_s_per_km !== undefined && race !== undefined) {
    throw invalidField('zones.pace.method', 'is required with both threshold_pace_s_per_km and race');
  }
  if (race !== undefined) return 'race';
  if (threshold_pace_s_per_km === undefined) {
    throw invalidField('zones.pace', 'must have threshold_pace_s_per_km or race');
  }
  return 'percent_threshold';
}

function readVdot(given: Given<'vdot'>): VdotPaces {
  const { value, race, paces } = given;
  const method = given.method ?? vdotMethod(given);
  const at = (name: string): string => `zones.vdot.${name}`;
  switch (method) {
    case 'value': {
      const vdot = required(at('value'), value, method);
      return { method, value: vdot, paces: pacesOfVdot(vdot) };
    }
    case 'race': {
      const run = required(at('race'), race, method);
      const vdot = Math.round(requireVdot(run, at('race')) * 10) / 10;
      return { method, value: vdot, race: copyOf(run), paces: pacesOfVdot(vdot) };
    }
    case 'manual':
      return {
        method,
        value: required(at('value'), value, method),
        paces: checkPaces(required(at('paces'), paces, method)),
      };
  }
}

function vdotMethod({ value, race, paces }: Given<'vdot'>): VdotPaces['method'] {
  if (paces !== undefined) throw sayManual('vdot');
  if (value !== undefined && race !== undefined) {
    throw invalidField('zones.vdot.method', 'is required with both value and race');
  }
  if (race !== undefined) return 'race';
  if (value === undefined) throw invalidField('zones.vdot', 'must have value or race');
  return 'value';
}

/** @returns the VDOT of a race, which must lie in the possible range */
function requireVdot({ distance_m, time_s }: Race, at: string): number {
  const vdot = vdotFromRace(distance_m, time_s);
  const { minimum, maximum } = LIMITS.vdot;
  if (vdot >= minimum && vdot <= maximum) return vdot;
  const faults = `would be a VDOT of ${Math.round(vdot)}, which is not from ${minimum} to ${maximum}`;
  throw invalidField(at, `${faults}: check distance_m and time_s`);
}

function required<T>(path: string, value: T | undefined, method: string): T {
  if (value === undefined) throw invalidField(path, `is required with the method ${method}`);
  return value;
}

function sayManual(kind: keyof ZonesInput): AppError {
  return invalidField(`zones.${kind}.method`, 'must be manual to set zones by hand');
}

function copyOf({ distance_m, time_s }: Race): Race {
  return { distance_m, time_s };
}
