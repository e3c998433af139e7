import { invalidField } from '../../shared/errors.ts';
import type { HeartRateZone, PaceZone } from '../../training/zones.ts';
import { PACE_KINDS, type PaceRange, type PacesByKind } from './zones.ts';

/**
 * Checks heart rate zones that were set by hand: numbered from 1, each with a width, one above the other. Both ends belong to a zone,
 * so the next one begins at least one beat higher.
 *
 * @throws AppError validation_error
 */
export function checkHeartRateZones(zones: readonly HeartRateZone[]): readonly HeartRateZone[] {
  const at = 'zones.heartrate.zones';
  for (const [index, { zone, min_bpm, max_bpm }] of zones.entries()) {
    requireNumber(at, index, zone);
    if (min_bpm >= max_bpm) throw invalidField(`${at}.${index}.max_bpm`, 'must be above min_bpm');
    const easier = zones[index - 1];
    if (easier !== undefined && min_bpm <= easier.max_bpm) {
      throw invalidField(
        `${at}.${index}.min_bpm`,
        `must be above ${easier.max_bpm}, which belongs to zone ${index}`,
      );
    }
  }
  return zones.map(({ zone, min_bpm, max_bpm }) => ({ zone, min_bpm, max_bpm }));
}

/**
 * The same for paces, where a harder zone has fewer seconds. A zone may begin with the pace that the one before ends with, as computed
 * zones do. The easiest zone may have no slow end, the hardest no fast one.
 *
 * @throws AppError validation_error
 */
export function checkPaceZones(zones: readonly PaceZone[]): readonly PaceZone[] {
  const at = 'zones.pace.zones';
  for (const [index, { zone, min_s_per_km, max_s_per_km }] of zones.entries()) {
    const name = (end: string): string => `${at}.${index}.${end}`;
    requireNumber(at, index, zone);
    if (max_s_per_km === null && index > 0)
      throw invalidField(name('max_s_per_km'), 'must be a number: only the first zone may have no slow end');
    if (min_s_per_km === null && index < zones.length - 1)
      throw invalidField(name('min_s_per_km'), 'must be a number: only the last zone may have no fast end');
    if (min_s_per_km !== null && max_s_per_km !== null && min_s_per_km >= max_s_per_km)
      throw invalidField(name('max_s_per_km'), 'must be above min_s_per_km: it is the slow end');
    const limit = zones[index - 1]?.min_s_per_km ?? null;
    if (limit !== null && max_s_per_km !== null && max_s_per_km > limit)
      throw invalidField(name('max_s_per_km'), `must not be above ${limit}, where zone ${index} ends`);
  }
  return zones.map(({ zone, min_s_per_km, max_s_per_km }) => ({ zone, min_s_per_km, max_s_per_km }));
}

/**
 * Checks paces that were set by hand: none is slower than the one before it, at either end.
 *
 * @throws AppError validation_error
 */
export function checkPaces(paces: PacesByKind): PacesByKind {
  for (const [index, kind] of PACE_KINDS.entries()) {
    const at = `zones.vdot.paces.${kind}`;
    const pace = paces[kind];
    // Both ends may be the same pace, as in most tables.
    if (pace.min_s_per_km > pace.max_s_per_km)
      throw invalidField(`${at}.max_s_per_km`, 'must not be below min_s_per_km: it is the slow end');
    const easier = PACE_KINDS[index - 1];
    if (easier === undefined) continue;
    for (const end of ['min_s_per_km', 'max_s_per_km'] as const) {
      if (pace[end] > paces[easier][end])
        throw invalidField(`${at}.${end}`, `must not be above that of ${easier}, which is not faster`);
    }
  }
  return {
    easy: copyOf(paces.easy),
    marathon: copyOf(paces.marathon),
    threshold: copyOf(paces.threshold),
    interval: copyOf(paces.interval),
    repetition: copyOf(paces.repetition),
  };
}

function requireNumber(at: string, index: number, zone: number): void {
  if (zone !== index + 1)
    throw invalidField(`${at}.${index}.zone`, `must be ${index + 1}: zones stand in order`);
}

function copyOf({ min_s_per_km, max_s_per_km }: PaceRange): PaceRange {
  return { min_s_per_km, max_s_per_km };
}
