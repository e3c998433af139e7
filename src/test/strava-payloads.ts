import assert from 'node:assert/strict';
import { zstdDecompressSync } from 'node:zlib';
import type { ActivityReport } from '../modules/activities/index.ts';
import type { Members } from '../modules/integrations/providers/members.ts';
import { mapActivity } from '../modules/integrations/providers/strava/map-activity.ts';

/** A run as Strava lists it. */
export const RUN: Members = {
  id: 16_000_000_001,
  athlete: { id: 134_815 },
  name: 'Morning Run',
  sport_type: 'Run',
  type: 'Run',
  start_date: '2026-10-18T05:49:52Z',
  start_date_local: '2026-10-18T13:49:52Z',
  timezone: '(GMT+08:00) Asia/Taipei',
  utc_offset: 28_800,
  distance: 10_020.4,
  moving_time: 3_006,
  elapsed_time: 3_041,
  visibility: 'everyone',
  private: false,
};

/** What we make of the run with these changes. */
export const told = (changes: object = {}, streams?: unknown): ActivityReport['told'] => {
  const report = mapActivity({ ...RUN, ...changes }, streams);
  assert.ok(report !== null);
  return report.told;
};

/** A run at 3 m/s with a sample each second. */
export function streamsOf(seconds: number): Record<string, { data: unknown[] }> {
  const each = <T>(of: (second: number) => T) => ({
    data: Array.from({ length: seconds }, (_, at) => of(at)),
  });
  return {
    time: each((at) => at),
    distance: each((at) => at * 3),
    latlng: each((at) => [25 + at * 0.000027, 121.5]),
    altitude: each((at) => 12 + at * 0.01),
    velocity_smooth: each(() => 3),
    heartrate: each((at) => 120 + (at % 40)),
    cadence: each(() => 86),
    watts: each(() => 250),
    temp: each(() => 24),
  };
}

export function unpack({ packed_streams }: ActivityReport): Record<string, unknown[]> {
  assert.ok(packed_streams);
  return JSON.parse(zstdDecompressSync(packed_streams).toString());
}
