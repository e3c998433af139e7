import type { LatLng } from '../../src/modules/activities/import/types.ts';
import type { Recording } from './recording.ts';

/** Where a recording went, to a decimetre; null without a position. */
export function trackOf({ samples: { latitude_deg, longitude_deg } }: Recording): LatLng[] | null {
  if (latitude_deg === null || longitude_deg === null) return null;
  const degrees = (value: number): number => Math.round(value * 1e6) / 1e6;
  return latitude_deg.map((lat, index) => [degrees(lat), degrees(longitude_deg[index] ?? 0)]);
}

/** About so many points of a way, both ends among them. */
export function thinTrack(track: readonly LatLng[], points: number): LatLng[] {
  const every = Math.max(1, Math.ceil(track.length / points));
  return track.filter((_, index) => index % every === 0 || index === track.length - 1);
}
