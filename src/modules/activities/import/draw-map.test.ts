import assert from 'node:assert/strict';
import { test } from 'node:test';
import polyline from '@mapbox/polyline';
import { drawMap } from './draw-map.ts';
import { haversineM } from './order-samples.ts';
import { blankSample } from './stated.ts';
import type { LatLng, Sample } from './types.ts';

function samples(places: readonly (LatLng | null)[]): Sample[] {
  return places.map((place) => ({ ...blankSample(0), lat: place?.[0] ?? null, lng: place?.[1] ?? null }));
}

test('a short line is kept point by point, holes left out', () => {
  const encoded = drawMap(samples([[46.5, 15.6], null, [46.501, 15.6], [46.501, 15.6], [46.501, 15.602]]));
  assert.deepEqual(polyline.decode(encoded ?? '', 5), [
    [46.5, 15.6],
    [46.501, 15.6],
    [46.501, 15.602],
  ]);
});

test('a long winding line keeps its shape in at most a thousand points', () => {
  const places = Array.from({ length: 30_000 }, (_, index): LatLng => {
    const angle = index / 300;
    return [46.5 + Math.sin(angle) * 0.01 + index * 1e-6, 15.6 + Math.cos(angle * 1.3) * 0.01];
  });
  const drawn = polyline.decode(drawMap(samples(places)) ?? '', 5);
  assert.ok(drawn.length <= 1_000 && drawn.length > 100, String(drawn.length));
  for (let index = 0; index < places.length; index += 500) {
    const [lat, lng] = places[index] ?? [0, 0];
    const nearest = Math.min(
      ...drawn.map(([drawnLat, drawnLng]) => haversineM(lat, lng, drawnLat, drawnLng)),
    );
    assert.ok(nearest < 150, `${nearest} m from the line at ${index}`);
  }
});

test('no line, no map', () => {
  assert.equal(drawMap([]), null);
  assert.equal(drawMap(samples([null, null])), null);
  assert.equal(
    drawMap(
      samples([
        [46.5, 15.6],
        [46.5, 15.6],
      ]),
    ),
    null,
  );
});

test('distances on the sphere', () => {
  // A degree of latitude on a sphere of the earth's mean radius.
  assert.ok(Math.abs(haversineM(0, 0, 1, 0) - 111_195.08) < 0.01);
  assert.equal(haversineM(46.5, 15.6, 46.5, 15.6), 0);
  assert.ok(Math.abs(haversineM(0, 0, 0, 180) - Math.PI * 6_371_008.8) < 1);
});
