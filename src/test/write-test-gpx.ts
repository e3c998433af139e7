/** Small GPX files for tests, written point by point. */
export type TestPoint = {
  /** Since 2024-05-01T06:00:00Z. */
  readonly time_s: number;
  readonly north_m: number;
  readonly east_m?: number;
  readonly altitude_m?: number;
  /** Of one foot. */
  readonly cadence?: number;
};

/** One moment of a recording after the other: where somebody is `time_s` seconds after its start. */
export type TestWay = (time_s: number) => Omit<TestPoint, 'time_s'>;

/** A point a second from one moment to another, both included. */
export function everySecond(from_s: number, to_s: number, way: TestWay): TestPoint[] {
  return Array.from({ length: to_s - from_s + 1 }, (_, index) => ({
    time_s: from_s + index,
    ...way(from_s + index),
  }));
}

/** Each list of points is a segment of one track. */
export function writeTestGpx(segments: readonly (readonly TestPoint[])[], type = 'running'): string {
  const parts = segments.map((points) => `<trkseg>${points.map(writePoint).join('')}</trkseg>`);
  return `<?xml version="1.0" encoding="UTF-8"?><gpx creator="test"><trk><type>${type}</type>${parts.join('')}</trk></gpx>`;
}

const METERS_PER_DEGREE = 111_195;
const START = { lat: 46.5, lng: 15.6, ms: Date.UTC(2024, 4, 1, 6) };

function writePoint({ time_s, north_m, east_m = 0, altitude_m, cadence }: TestPoint): string {
  const lat = START.lat + north_m / METERS_PER_DEGREE;
  const lng = START.lng + east_m / METERS_PER_DEGREE / Math.cos((START.lat * Math.PI) / 180);
  const time = `<time>${new Date(START.ms + time_s * 1000).toISOString()}</time>`;
  const height = altitude_m === undefined ? '' : `<ele>${altitude_m}</ele>`;
  const steps = cadence === undefined ? '' : `<extensions><cad>${cadence}</cad></extensions>`;
  return `<trkpt lat="${lat}" lon="${lng}">${height}${time}${steps}</trkpt>`;
}

/** Numbers between -1 and 1, always the same for a seed. */
export function testNoise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  };
}
