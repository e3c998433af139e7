/** A point on the ground, in metres east and north of the middle of the run. */
export type Point = { readonly x_m: number; readonly y_m: number };

const M_PER_DEGREE = 111_320;

/** Points as if the ground were flat, which it is over the length of a run. */
export function flatten(latlng: readonly (readonly number[] | null)[]): (Point | null)[] {
  const known = latlng.filter((point) => point !== null);
  const [lats, lngs] = [known.map(([lat]) => lat ?? 0), known.map(([, lng]) => lng ?? 0)];
  // The first point stands for all: who crosses the date line is still in one piece.
  const zero = lngs[0] ?? 0;
  const around = (lng: number): number => ((((lng - zero + 540) % 360) + 360) % 360) - 180;
  const middle_lat = (least(lats) + greatest(lats)) / 2;
  const middle_lng = (least(lngs.map(around)) + greatest(lngs.map(around))) / 2;
  const shrunk = Math.cos((middle_lat * Math.PI) / 180);
  return latlng.map((point) => {
    if (point === null) return null;
    const [lat = 0, lng = 0] = point;
    return {
      x_m: (around(lng) - middle_lng) * M_PER_DEGREE * shrunk,
      y_m: (lat - middle_lat) * M_PER_DEGREE,
    };
  });
}

export const least = (values: readonly number[]): number =>
  values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
export const greatest = (values: readonly number[]): number =>
  values.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);

/** The points of an encoded polyline, whose numbers are differences of 1e-5 degrees in groups of five bits. */
export function readPolyline(text: string): number[][] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const sign of text) {
    const bits = sign.charCodeAt(0) - 63;
    value += (bits & 31) * 2 ** shift;
    shift += 5;
    if (bits >= 32) continue;
    numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
    [value, shift] = [0, 0];
  }
  const points: number[][] = [];
  let [lat, lng] = [0, 0];
  for (let place = 0; place + 1 < numbers.length; place += 2) {
    lat += numbers[place] ?? 0;
    lng += numbers[place + 1] ?? 0;
    points.push([lat / 1e5, lng / 1e5]);
  }
  return points;
}

/** The line through points from one place to another, without those nearer than a pixel to the one before. */
export function pathOf(
  points: readonly (Point | null)[],
  toPx: (point: Point) => readonly [number, number],
  from = 0,
  to = points.length - 1,
): string {
  let path = '';
  let [last_x, last_y, isBroken] = [Number.NaN, Number.NaN, true];
  for (let place = from; place <= to; place += 1) {
    const point = points[place];
    if (point == null) {
      isBroken = true;
      continue;
    }
    const [x, y] = toPx(point);
    if (!isBroken && place < to && Math.hypot(x - last_x, y - last_y) < 1.2) continue;
    path += `${isBroken ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    [last_x, last_y, isBroken] = [x, y, false];
  }
  return path;
}
