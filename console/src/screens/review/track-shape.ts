/** A point on the ground, in metres east and north of the middle of the run. */
export type Point = { readonly x_m: number; readonly y_m: number };

const M_PER_DEGREE = 111_320;

type Span = { readonly low: number; readonly high: number };

/** From the least to the greatest of what there is; a loop, since recordings are long. */
export function spanOf<One>(all: readonly (One | null)[], of: (one: One) => number): Span {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const one of all) {
    if (one === null) continue;
    const value = of(one);
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}

/** Points as if the ground were flat, which it is over the length of a run. */
export function flatten(latlng: readonly (readonly number[] | null)[]): (Point | null)[] {
  // The first point stands for all: who crosses the date line is still in one piece.
  const zero = latlng.find((point) => point !== null)?.[1] ?? 0;
  const around = (point: readonly number[]): number =>
    (((((point[1] ?? 0) - zero + 540) % 360) + 360) % 360) - 180;
  const lats = spanOf(latlng, (point) => point[0] ?? 0);
  const lngs = spanOf(latlng, around);
  const middle_lat = (lats.low + lats.high) / 2;
  const middle_lng = (lngs.low + lngs.high) / 2;
  const shrunk = Math.cos((middle_lat * Math.PI) / 180);
  return latlng.map((point) => {
    if (point === null) return null;
    return {
      x_m: (around(point) - middle_lng) * M_PER_DEGREE * shrunk,
      y_m: ((point[0] ?? 0) - middle_lat) * M_PER_DEGREE,
    };
  });
}

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

/** How points lie in a picture: sideways and downwards from its corner, in its pixels. */
export type Placing = { readonly xOf: (point: Point) => number; readonly yOf: (point: Point) => number };

const NEAR_PX = 1.2;

/** The line through points from one place to another, without those nearer than a pixel to the one before. */
export function pathOf(
  points: readonly (Point | null)[],
  { xOf, yOf }: Placing,
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
    const x = xOf(point);
    const y = yOf(point);
    if (!isBroken && place < to && (x - last_x) ** 2 + (y - last_y) ** 2 < NEAR_PX ** 2) continue;
    path += `${isBroken ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    last_x = x;
    last_y = y;
    isBroken = false;
  }
  return path;
}
