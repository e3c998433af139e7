import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { layLoop, layTrack, type Place, type Route } from './lay-route.ts';
import { raiseTerrain } from './raise-terrain.ts';
import { seededRandom } from './seeded-random.ts';

/** Great-circle distance on a sphere of 6,371 km, metres. */
function apart(one: Place, other: Place): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half =
    Math.sin(radians(other.lat - one.lat) / 2) ** 2 +
    Math.cos(radians(one.lat)) *
      Math.cos(radians(other.lat)) *
      Math.sin(radians(other.lng - one.lng) / 2) ** 2;
  return 2 * 6_371_000 * Math.asin(Math.sqrt(half));
}

function walk(route: Route, length_m: number, step_m: number): number {
  let walked = 0;
  for (let along = 0; along < length_m; along += step_m) {
    walked += apart(route.at(along), route.at(Math.min(length_m, along + step_m)));
  }
  return walked;
}

test('a loop is as long as asked, anywhere, and comes home', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.double({ min: -65, max: 65, noNaN: true }),
      fc.double({ min: -179, max: 179, noNaN: true }),
      fc.integer({ min: 1000, max: 40_000 }),
      fc.boolean(),
      (seed, lat, lng, length_m, winding) => {
        const home = { lat, lng };
        const route = layLoop({ home, length_m, winding, random: seededRandom(seed) });
        assert.ok(apart(route.at(0), home) < 0.1);
        assert.ok(apart(route.at(length_m), home) < 1);
        const walked = walk(route, length_m, length_m / 1000);
        assert.ok(Math.abs(walked - length_m) < length_m * 0.03, `${walked} of ${length_m}`);
        // A wandering loop, not a straight line out and back.
        assert.ok(apart(route.at(length_m * 0.25), route.at(length_m * 0.75)) > length_m * 0.05);
      },
    ),
    { numRuns: 60 },
  );
});

test('a loop answers the same whatever was asked before', () => {
  const lay = (): Route =>
    layLoop({
      home: { lat: 55.9, lng: -3.2 },
      length_m: 10_000,
      winding: true,
      random: seededRandom('loop'),
    });
  const route = lay();
  fc.assert(
    fc.property(fc.double({ min: 0, max: 25_000, noNaN: true }), (along) => {
      assert.deepEqual(route.at(along), lay().at(along));
    }),
  );
});

test('the track is 400 m round', () => {
  const track = layTrack({ lat: 55.95, lng: -3.2 });
  assert.ok(apart(track.at(0), track.at(400)) < 0.1);
  assert.ok(Math.abs(walk(track, 400, 1) - 400) < 3);
  assert.ok(apart(track.at(0), track.at(200)) > 90);
});

test('one landscape: near places are nearly as high, slopes stay runnable', () => {
  const terrain = raiseTerrain({ seed: 'town', base_m: 70, relief_m: 7 });
  assert.equal(terrain({ lat: 55.95, lng: -3.2 }), terrain({ lat: 55.95, lng: -3.2 }));
  for (let step = 0; step < 2000; step++) {
    const place = { lat: 55.9 + step * 0.00005, lng: -3.2 };
    const north = { lat: place.lat + 0.0001, lng: place.lng };
    assert.ok(Math.abs(terrain(north) - terrain(place)) / apart(place, north) < 0.12);
  }
});

test('chance is repeatable, and its forks do not disturb each other', () => {
  const one = seededRandom('a');
  const other = seededRandom('a');
  one.fork('x').next();
  assert.deepEqual(
    Array.from({ length: 5 }, () => one.next()),
    Array.from({ length: 5 }, () => other.next()),
  );
  const draws = Array.from({ length: 20_000 }, () => one.normal());
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
  const spread = Math.sqrt(draws.reduce((sum, draw) => sum + draw * draw, 0) / draws.length);
  assert.ok(Math.abs(mean) < 0.03 && Math.abs(spread - 1) < 0.03, `${mean}, ${spread}`);
});
