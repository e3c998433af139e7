import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { sportFromWord } from '../../../../training/sport.ts';
import type { ActivityReport } from '../../../activities/index.ts';
import { mapActivity, mapDetails } from './map-activity.ts';
import { readSamples } from './read-samples.ts';

const START_S = 1_792_302_592;
const SUMMARY = {
  summaryId: '20946172381',
  activityId: 20_946_172_381,
  activityName: 'Taipei Running',
  activityDescription: '',
  durationInSeconds: 600,
  startTimeInSeconds: START_S,
  startTimeOffsetInSeconds: 28_800,
  activityType: 'TRAIL_RUNNING',
  averageHeartRateInBeatsPerMinute: 152,
  averageRunCadenceInStepsPerMinute: 172.4,
  activeKilocalories: 140,
  deviceName: 'Garmin Forerunner 965',
  distanceInMeters: 1_980.4,
  maxHeartRateInBeatsPerMinute: 172,
  maxSpeedInMetersPerSecond: 5.21,
  startingLatitudeInDegree: 25.033,
  startingLongitudeInDegree: 121.5654,
  totalElevationGainInMeters: 62,
  totalElevationLossInMeters: 61,
  manual: false,
};

/** Ten minutes at 3.3 m/s with a pause of a minute in the middle, and standing at the end. */
function details(change: Record<string, unknown> = {}) {
  const samples = Array.from({ length: 601 }, (_, second) => {
    const clock = second <= 300 ? second : second + 60;
    const moving = Math.min(second, 540);
    return {
      startTimeInSeconds: START_S + clock,
      latitudeInDegree: 25.033 + second * 0.00003,
      longitudeInDegree: 121.5654,
      elevationInMeters: 12 + second / 100,
      airTemperatureCelcius: 24,
      heartRate: 120 + (second < 300 ? 0 : 40),
      speedMetersPerSecond: second <= 540 ? 3.3 : 0,
      stepsPerMinute: 172,
      totalDistanceInMeters: moving * 3.3,
      powerInWatts: 240,
      timerDurationInSeconds: second,
      clockDurationInSeconds: clock,
      movingDurationInSeconds: moving,
    };
  });
  const { summaryId, ...summary } = SUMMARY;
  return {
    summaryId: `${summaryId}-detail`,
    activityId: SUMMARY.activityId,
    summary: { ...summary, distanceInMeters: 1_782 },
    samples,
    laps: [{ startTimeInSeconds: START_S }, { startTimeInSeconds: START_S + 360 }],
    ...change,
  };
}

function streamsOf({ packed_streams }: ActivityReport) {
  return JSON.parse(zstdDecompressSync(packed_streams ?? new Uint8Array()).toString());
}

function found(report: ActivityReport | null): ActivityReport {
  assert.ok(report !== null);
  return report;
}

test('an activity: totals as told, moving time unknown, and nothing said of samples', () => {
  const { told, ...report } = found(mapActivity(SUMMARY));
  assert.deepEqual(report, {
    source: 'garmin',
    external_id: '20946172381',
    packed_streams: undefined,
    edition: 600,
  });
  assert.deepEqual(told, {
    sport_type: 'trail_run',
    workout_type: null,
    name: 'Taipei Running',
    description: null,
    start_time: new Date(START_S * 1_000),
    start_is: 'exact',
    timezone: 'Asia/Taipei',
    duration_s: 600,
    moving_time_s: null,
    distance_m: 1_980.4,
    elevation_gain_m: 62,
    elevation_loss_m: 61,
    average_speed_mps: 3.301,
    max_speed_mps: 5.21,
    average_heart_rate_bpm: 152,
    max_heart_rate_bpm: 172,
    average_cadence_spm: 172.4,
    average_power_w: null,
    calories_kcal: 140,
    laps: [],
    best_efforts: [],
    intensity: null,
    start_latlng: [25.033, 121.5654],
    map_polyline: null,
    device_name: 'Garmin Forerunner 965',
    is_race: false,
    private: false,
  });
});

test('details of the same activity have its id, and add samples, laps, efforts and the map', () => {
  const report = found(mapDetails(details()));
  const { told } = report;
  assert.equal(report.external_id, found(mapActivity(SUMMARY)).external_id);
  assert.equal(report.edition, 600.5);
  assert.deepEqual([told.duration_s, told.moving_time_s, told.average_speed_mps], [660, 540, 3.3]);
  assert.deepEqual([told.average_cadence_spm, told.average_power_w], [172.4, 240]);
  assert.ok((told.map_polyline?.length ?? 0) > 2);
  assert.ok(told.best_efforts.length > 0);
  assert.deepEqual(
    told.laps.map((lap) => [
      lap.start_time,
      lap.duration_s,
      lap.moving_time_s,
      lap.distance_m,
      lap.average_heart_rate_bpm,
      lap.average_cadence_spm,
    ]),
    [
      [new Date(START_S * 1_000).toISOString(), 360, 301, 993.3, 120, 172],
      [new Date((START_S + 360) * 1_000).toISOString(), 300, 239, 788.7, 160, 172],
    ],
  );
  const streams = streamsOf(report);
  assert.equal(streams.time_s.length, 601);
  assert.deepEqual([streams.cadence_spm[5], streams.temperature_c[5], streams.power_w[5]], [172, 24, 240]);
  assert.equal(streams.time_s[301], 361);
});

test('steps of walkers are not counted twice, nor are revolutions', () => {
  const walk = {
    ...SUMMARY,
    activityType: 'CASUAL_WALKING',
    averageRunCadenceInStepsPerMinute: 104,
    distanceInMeters: 900,
  };
  assert.equal(mapActivity(walk)?.told.average_cadence_spm, 104);
  const { averageRunCadenceInStepsPerMinute: _, ...rest } = SUMMARY;
  const ride = { ...rest, activityType: 'ROAD_BIKING', averageBikeCadenceInRoundsPerMinute: 82 };
  assert.equal(mapActivity(ride)?.told.average_cadence_spm, 82);
});

test('without a place the offset of the wall clock stands for the zone, where it is one', () => {
  const indoors = { ...SUMMARY, startingLatitudeInDegree: undefined, startingLongitudeInDegree: undefined };
  assert.equal(mapActivity(indoors)?.told.timezone, 'Etc/GMT-8');
  assert.equal(mapActivity({ ...indoors, startTimeOffsetInSeconds: 20_700 })?.told.timezone, null);
  assert.equal(mapActivity({ ...indoors, startTimeOffsetInSeconds: 999_999 })?.told.timezone, null);
});

test('what a hand typed has no device; changed by hand it may be shorter than before', () => {
  const typed = { ...SUMMARY, deviceName: 'unknown', manual: true };
  assert.equal(mapActivity(typed)?.told.device_name, null);
  const edition = mapActivity(typed, { edited: true })?.edition ?? 0;
  assert.ok(edition > (mapActivity({ ...typed, durationInSeconds: 86_400 })?.edition ?? 0));
  assert.equal(mapActivity({ ...typed, durationInSeconds: 900 }, { edited: true })?.edition, edition);
});

test('of a multisport activity its parts come in, and the whole does not', () => {
  assert.equal(mapActivity({ ...SUMMARY, isParent: true }), null);
  const summary = { ...details().summary, isParent: true };
  assert.equal(mapDetails(details({ summary })), null);
  assert.notEqual(mapActivity({ ...SUMMARY, isParent: false, parentSummaryId: '1' }), null);
});

test('details without samples are no more than the activity: those of more than a day have none', () => {
  for (const samples of [undefined, null, [], {}, [null, 1, {}, { startTimeInSeconds: 'x' }]]) {
    const report = found(mapDetails(details({ samples })));
    assert.deepEqual([report.packed_streams, report.told.moving_time_s], [undefined, null]);
    assert.deepEqual([report.external_id, report.edition], ['20946172381', 600]);
  }
});

test('impossible values of a sample are left out, the sample is not', () => {
  const samples = details().samples.map((sample, index) =>
    index === 5 ? { ...sample, heartRate: 0, latitudeInDegree: 200, powerInWatts: 'x' } : sample,
  );
  const streams = streamsOf(found(mapDetails(details({ samples }))));
  assert.deepEqual([streams.heart_rate_bpm[5], streams.latlng[5], streams.power_w[5]], [null, null, null]);
  assert.equal(streams.distance_m[5], 16.5);
});

test('a pause begins another stretch; a second of rounding does not', () => {
  const segments = (samples: unknown): number[] => readSamples(samples, true).map(({ segment }) => segment);
  const { samples } = details();
  assert.deepEqual(
    Object.entries(Object.groupBy(segments(samples), String)).map(([segment, all]) => [segment, all?.length]),
    [
      ['0', 301],
      ['1', 300],
    ],
  );
  const rounded = samples
    .slice(0, 300)
    .map((sample, index) => ({ ...sample, clockDurationInSeconds: index + (index % 2) }));
  assert.equal(Math.max(...segments(rounded)), 0);
});

test('a count of motion that cannot be is not believed', () => {
  const samples = details().samples.map((sample) => ({ ...sample, movingDurationInSeconds: 1 }));
  assert.equal(mapDetails(details({ samples }))?.told.moving_time_s, 600);
});

test('laps are as many as were pressed inside the activity, in the order of time', () => {
  const at = (seconds: number) => ({ startTimeInSeconds: START_S + seconds });
  const lapsOf = (laps: unknown) => mapDetails(details({ laps }))?.told.laps.map((lap) => lap.duration_s);
  assert.deepEqual(lapsOf([at(400), at(0), at(400), null, {}, at(9_999)]), [400, 260]);
  assert.deepEqual(lapsOf('none'), []);
  assert.deepEqual(lapsOf(Array.from({ length: 1_001 }, (_, index) => at(index / 2))), []);
});

const SENSELESS: Readonly<Record<string, unknown>> = {
  'no id': { activityId: undefined, summaryId: undefined },
  'an id with spaces': { activityId: 'a b' },
  'no start': { startTimeInSeconds: undefined },
  milliseconds: { startTimeInSeconds: START_S * 1_000 },
  'no duration': { durationInSeconds: 0 },
  'a negative duration': { durationInSeconds: -5 },
  'a speed beyond any sport': { distanceInMeters: 9_000_000 },
};
for (const [what, change] of Object.entries(SENSELESS)) {
  test(`an activity with ${what} makes no sense`, () => {
    assert.throws(() => mapActivity({ ...SUMMARY, ...Object(change) }), /./);
  });
}

test('an id may also be text, or stand in that of the summary alone', () => {
  assert.equal(mapActivity({ ...SUMMARY, activityId: '77' })?.external_id, '77');
  assert.equal(mapActivity({ ...SUMMARY, activityId: undefined })?.external_id, '20946172381');
  assert.equal(
    mapDetails(details({ activityId: undefined, summary: { ...SUMMARY, activityId: undefined } }))
      ?.external_id,
    '20946172381',
  );
});

/** Names that somebody collected, where they exist beside the repository. */
const NAMES = new URL('../../../../../../shared/facts/samples/garmin/activity-types.json', import.meta.url);
test(
  'the names that Garmin has for sports are known',
  existsSync(NAMES) ? {} : { skip: 'they are not here' },
  () => {
    const { all, treat_as_run } = JSON.parse(readFileSync(NAMES, 'utf8'));
    const unknown = all.filter((name: string) => sportFromWord(name) === 'other');
    const NO_SPORT_OF_OURS =
      /^(?:OTHER|STOP_WATCH|(?:WINTER|WATER|PARA)_SPORTS|BOATING|FISHING|SNOWMOBILING|WAKEBOARDING|WATERSKIING)(?:_V2|_WS)?$/;
    assert.deepEqual(
      unknown.filter((name: string) => !NO_SPORT_OF_OURS.test(name)),
      [],
    );
    for (const name of treat_as_run) assert.match(sportFromWord(name), /run$/);
  },
);
