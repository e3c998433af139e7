import polyline from '@mapbox/polyline';
import type { LatLng, Sample } from './types.ts';
import { METERS_PER_DEGREE } from './values.ts';

const MAX_POINTS = 1_000;

/** Douglas-Peucker is quadratic at worst, so longer lines are first thinned evenly. */
const MAX_INPUT_POINTS = 5_000;

/** A coordinate differs from the one before it by 360 degrees at most, which six characters hold. */
export const MAX_POLYLINE_CHARS = MAX_INPUT_POINTS * 12;

/** Google's encoded polyline (precision 5) of at most about a thousand points; null without a line. */
export function drawMap(samples: readonly Sample[]): string | null {
  const places: LatLng[] = [];
  for (const { lat, lng } of samples) {
    if (lat === null || lng === null) continue;
    const last = places.at(-1);
    if (last === undefined || last[0] !== lat || last[1] !== lng) places.push([lat, lng]);
  }
  if (places.length < 2) return null;
  return polyline.encode(simplify(thin(places)), 5);
}

function thin(places: readonly LatLng[]): readonly LatLng[] {
  if (places.length <= MAX_INPUT_POINTS) return places;
  const step = (places.length - 1) / (MAX_INPUT_POINTS - 1);
  return Array.from({ length: MAX_INPUT_POINTS }, (_, index) => places[Math.round(index * step)] ?? [0, 0]);
}

/** Starts at 2 m, below the error of GPS, and doubles until few enough points are left. */
function simplify(places: readonly LatLng[]): LatLng[] {
  let kept = [...places];
  for (let toleranceM = 2; kept.length > MAX_POINTS && toleranceM < 1e7; toleranceM *= 2) {
    kept = douglasPeucker(places, toleranceM);
  }
  return kept;
}

function douglasPeucker(places: readonly LatLng[], toleranceM: number): LatLng[] {
  const keep = new Uint8Array(places.length);
  keep[0] = 1;
  keep[places.length - 1] = 1;
  const stack: [number, number][] = [[0, places.length - 1]];
  for (let range = stack.pop(); range !== undefined; range = stack.pop()) {
    const [from, to] = range;
    const { index, distanceM } = farthest(places, from, to);
    if (distanceM <= toleranceM) continue;
    keep[index] = 1;
    stack.push([from, index], [index, to]);
  }
  return places.filter((_, index) => keep[index] === 1);
}

/** The place farthest from the straight line between two others, on a plane. */
function farthest(places: readonly LatLng[], from: number, to: number): { index: number; distanceM: number } {
  const [lat0, lng0] = places[from] ?? [0, 0];
  const [lat1, lng1] = places[to] ?? [0, 0];
  const east = METERS_PER_DEGREE * Math.cos((lat0 * Math.PI) / 180);
  const dx = (lng1 - lng0) * east;
  const dy = (lat1 - lat0) * METERS_PER_DEGREE;
  const lengthSquared = dx * dx + dy * dy;
  let worst = 0;
  let found = from;
  for (let index = from + 1; index < to; index += 1) {
    const [lat, lng] = places[index] ?? [0, 0];
    const x = (lng - lng0) * east;
    const y = (lat - lat0) * METERS_PER_DEGREE;
    const along = lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / lengthSquared));
    const offX = x - along * dx;
    const offY = y - along * dy;
    const squared = offX * offX + offY * offY;
    if (squared > worst) {
      worst = squared;
      found = index;
    }
  }
  return { index: found, distanceM: Math.sqrt(worst) };
}
