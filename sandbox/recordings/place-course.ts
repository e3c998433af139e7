import type { Place, Route } from './lay-route.ts';
import type { Terrain } from './raise-terrain.ts';

/** A route over a terrain, asked by distance from its start. */
export type Course = {
  place(distance_m: number): Place;
  altitude_m(distance_m: number): number;
  /** Rise over run: 0.05 climbs 5 m in 100 m. */
  grade(distance_m: number): number;
};

/** Heights are looked up every so many metres and joined by straight lines: a slope a runner feels, not a step. */
const SPACING_M = 25;

export function placeCourse(route: Route, terrain: Terrain): Course {
  const heights: number[] = [];
  const height = (post: number): number => {
    while (heights.length <= post) heights.push(terrain(route.at(heights.length * SPACING_M)));
    return heights[post] ?? 0;
  };
  return {
    place: route.at,
    altitude_m(distance_m) {
      const post = Math.floor(distance_m / SPACING_M);
      const part = distance_m / SPACING_M - post;
      return height(post) * (1 - part) + height(post + 1) * part;
    },
    grade(distance_m) {
      const post = Math.floor(distance_m / SPACING_M);
      return (height(post + 1) - height(post)) / SPACING_M;
    },
  };
}
