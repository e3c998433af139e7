import type { Place } from './lay-route.ts';
import { seededRandom } from './seeded-random.ts';

/** Metres above the sea at a place. */
export type Terrain = (place: Place) => number;

/**
 * Rolling hills: six plane waves of 1.5 to 6 km. The same seed is the same landscape, so two athletes who pass one
 * place record the same height. Slopes grow with `relief_m` (6: a river town, 4 % at most; 25: hill country).
 */
export function raiseTerrain(input: { seed: string; base_m: number; relief_m: number }): Terrain {
  const random = seededRandom(`terrain/${input.seed}`);
  const waves = Array.from({ length: 6 }, (_, index) => {
    const length_m = 1500 * 1.32 ** index;
    const heading = random.between(0, 2 * Math.PI);
    // One degree of latitude is 111.32 km; longitude is scaled as in the middle latitudes, which only turns the wave.
    const perDegree = (2 * Math.PI * 111_320) / length_m;
    return {
      north: Math.cos(heading) * perDegree,
      east: Math.sin(heading) * perDegree * 0.6,
      phase: random.between(0, 2 * Math.PI),
      height_m: input.relief_m * (0.5 + 0.15 * index),
    };
  });
  return ({ lat, lng }) => {
    let metres = input.base_m;
    for (const wave of waves) {
      metres += wave.height_m * Math.sin(lat * wave.north + lng * wave.east + wave.phase);
    }
    return metres;
  };
}
