import type { SeededRandom } from './seeded-random.ts';

/** A place on the WGS 84 ellipsoid, degrees. */
export type Place = { lat: number; lng: number };

/** A way over the ground, walked by distance. */
export type Route = { at(distance_m: number): Place };

const METRES_PER_DEGREE = 111_320;

/** Metres east and north of a place, on a flat earth: good to 1 % within the 20 km a training run reaches. */
function offset(from: Place, east_m: number, north_m: number): Place {
  return {
    lat: from.lat + north_m / METRES_PER_DEGREE,
    lng: from.lng + east_m / (METRES_PER_DEGREE * Math.cos((from.lat * Math.PI) / 180)),
  };
}

/**
 * A closed, wandering loop of the given length that starts and ends at home: a circle bent by a few harmonics, as a
 * runner's round through a town is. `winding` adds the short bends of a trail.
 */
export function layLoop(input: {
  home: Place;
  length_m: number;
  winding: boolean;
  random: SeededRandom;
}): Route {
  const { home, length_m, winding, random } = input;
  const bends: { turns: number; size: number; phase: number }[] = [];
  for (let turns = 1; turns <= 5; turns++) {
    bends.push({ turns, size: random.between(0.1, 0.36) / turns, phase: random.between(0, 2 * Math.PI) });
  }
  if (winding)
    bends.push({ turns: random.integer(17, 29), size: 0.02, phase: random.between(0, 2 * Math.PI) });
  const start = random.between(0, 2 * Math.PI);
  const sense = random.chance(0.5) ? 1 : -1;

  // The sum of the sizes stays under 0.85, so the radius never reaches 0 and the loop never crosses itself.
  const point = (turn: number): [number, number] => {
    const angle = start + sense * turn * 2 * Math.PI;
    let radius = 1;
    for (const bend of bends) radius += bend.size * Math.cos(bend.turns * angle + bend.phase);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  };

  const corners = Math.min(4000, Math.max(200, Math.round(length_m / 10)));
  const [startX, startY] = point(0);
  const xs = [0];
  const ys = [0];
  const walked = [0];
  let perimeter = 0;
  let previous: [number, number] = [startX, startY];
  for (let corner = 1; corner <= corners; corner++) {
    const here = point(corner / corners);
    perimeter += Math.hypot(here[0] - previous[0], here[1] - previous[1]);
    xs.push(here[0] - startX);
    ys.push(here[1] - startY);
    walked.push(perimeter);
    previous = here;
  }
  const scale = length_m / perimeter;

  // Recordings ask for neighbouring places, so the last answer is the place to look on from.
  let corner = 0;
  return {
    at(distance_m) {
      const along = (((distance_m % length_m) + length_m) % length_m) / scale;
      while (corner > 0 && along < (walked[corner] ?? 0)) corner--;
      while (corner < corners - 1 && along > (walked[corner + 1] ?? 0)) corner++;
      const from = walked[corner] ?? 0;
      const part = (along - from) / ((walked[corner + 1] ?? 1) - from);
      const x = (xs[corner] ?? 0) + part * ((xs[corner + 1] ?? 0) - (xs[corner] ?? 0));
      const y = (ys[corner] ?? 0) + part * ((ys[corner + 1] ?? 0) - (ys[corner] ?? 0));
      return offset(home, x * scale, y * scale);
    },
  };
}

const STRAIGHT_M = 84.39;
const BEND_RADIUS_M = 36.8;

/** The inner lane of a standard 400 m track (straights 84.39 m, measured radius 36.8 m), counter-clockwise. */
export function layTrack(centre: Place): Route {
  const bend_m = Math.PI * BEND_RADIUS_M;
  return {
    at(distance_m) {
      const along = distance_m % (2 * (STRAIGHT_M + bend_m));
      const half = along < STRAIGHT_M + bend_m ? 1 : -1;
      const rest = half === 1 ? along : along - STRAIGHT_M - bend_m;
      if (rest < STRAIGHT_M) return offset(centre, half * (rest - STRAIGHT_M / 2), half * -BEND_RADIUS_M);
      const angle = (rest - STRAIGHT_M) / BEND_RADIUS_M - Math.PI / 2;
      return offset(
        centre,
        half * (STRAIGHT_M / 2 + BEND_RADIUS_M * Math.cos(angle)),
        half * BEND_RADIUS_M * Math.sin(angle),
      );
    },
  };
}
