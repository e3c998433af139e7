import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import polyline from '@mapbox/polyline';
import { RUN, streamsOf, told, unpack } from '../../../../test/strava-payloads.ts';
import { isObject } from '../members.ts';
import { mapActivity } from './map-activity.ts';
import { readJson } from './read-json.ts';

const SAMPLES = new URL('../../../../../../shared/facts/samples/strava/', import.meta.url);

describe('a Strava activity', () => {
  test('in the units and words of ours', () => {
    const report = mapActivity(
      {
        ...RUN,
        description: 'Easy with 6 strides',
        device_name: 'Garmin Forerunner 965',
        average_speed: 3.333,
        max_speed: 5.2,
        average_heartrate: 151.6,
        max_heartrate: 172,
        average_cadence: 86.2,
        average_watts: 250.4,
        total_elevation_gain: 62,
        elev_high: 48.2,
        calories: 642,
        start_latlng: [25.033, 121.5654],
        map: {
          polyline: polyline.encode([
            [25.033, 121.5654],
            [25.034, 121.566],
          ]),
        },
      },
      null,
    );
    assert.equal(report?.source, 'strava');
    assert.equal(report.external_id, '16000000001');
    assert.equal(report.packed_streams, null);
    assert.partialDeepStrictEqual(report.told, {
      sport_type: 'run',
      name: 'Morning Run',
      description: 'Easy with 6 strides',
      device_name: 'Garmin Forerunner 965',
      start_time: new Date('2026-10-18T05:49:52Z'),
      start_is: 'exact',
      timezone: 'Asia/Taipei',
      duration_s: 3_041,
      moving_time_s: 3_006,
      distance_m: 10_020.4,
      average_speed_mps: 3.333,
      max_speed_mps: 5.2,
      average_heart_rate_bpm: 152,
      max_heart_rate_bpm: 172,
      average_cadence_spm: 172.4,
      average_power_w: 250,
      elevation_gain_m: 62,
      calories_kcal: 642,
      start_latlng: [25.033, 121.5654],
      is_race: false,
      workout_type: null,
      private: false,
    });
    assert.ok(report.told.map_polyline);
  });

  test('with its streams it looks like an uploaded recording', () => {
    const report = mapActivity(
      { ...RUN, distance: 3_597, elapsed_time: 1_199, moving_time: 1_199 },
      streamsOf(1_200),
    );
    assert.ok(report);
    const streams = unpack(report);
    assert.deepEqual(Object.keys(streams).sort(), [
      'altitude_m',
      'cadence_spm',
      'distance_m',
      'heart_rate_bpm',
      'latlng',
      'power_w',
      'speed_mps',
      'temperature_c',
      'time_s',
    ]);
    assert.deepEqual(
      Object.values(streams).map(({ length }) => length),
      Array(9).fill(1_200),
    );
    assert.equal(streams.cadence_spm?.[5], 172, 'both feet');
    const { best_efforts, map_polyline, start_latlng, elevation_gain_m, average_cadence_spm } = report.told;
    assert.ok(best_efforts.some(({ name }) => name === '1 km'));
    assert.ok(map_polyline);
    assert.deepEqual(start_latlng, [25, 121.5]);
    assert.ok(elevation_gain_m !== null && elevation_gain_m > 5);
    assert.equal(average_cadence_spm, 172);
  });

  test('a list of streams is read like streams by type; what is missing or too short is unknown', () => {
    const { time, heartrate, distance } = streamsOf(100);
    const list = [
      { type: 'time', ...time },
      { type: 'heartrate', data: heartrate?.data.slice(0, 50) },
      { type: 'distance', ...distance },
      { type: 'watts', data: null },
      { type: null },
      null,
    ];
    const report = mapActivity({ ...RUN, distance: 297, elapsed_time: 99, moving_time: 99 }, list);
    assert.ok(report);
    const streams = unpack(report);
    assert.deepEqual(Object.keys(streams).sort(), ['distance_m', 'heart_rate_bpm', 'speed_mps', 'time_s']);
    assert.equal(streams.heart_rate_bpm?.[49], 120 + 9);
    assert.equal(streams.heart_rate_bpm?.[50], null);
  });

  test('steps are counted by both feet, turns of a crank as they are', () => {
    const cadence = (sport_type: string, average_cadence: unknown) =>
      told({ sport_type, average_cadence, distance: 1_000 }).average_cadence_spm;
    assert.equal(cadence('TrailRun', 78.7), 157.4);
    assert.equal(cadence('Walk', 55), 110);
    assert.equal(cadence('Ride', 88), 88);
    assert.equal(cadence('Run', 0), null);
  });

  test('a ride whose power is a guess has none', () => {
    const ride = { sport_type: 'Ride', average_watts: 180, distance: 10_000 };
    assert.equal(told({ ...ride, device_watts: false }).average_power_w, null);
    assert.equal(told({ ...ride, device_watts: true }).average_power_w, 180);
    const guessed = { ...ride, device_watts: false, elapsed_time: 99, moving_time: 99, distance: 297 };
    const report = mapActivity({ ...RUN, ...guessed }, streamsOf(100));
    assert.ok(report);
    assert.equal('power_w' in unpack(report), false);
  });

  test('sports, some of them not yet invented', () => {
    for (const [change, sport] of [
      [{ sport_type: 'TrailRun', type: 'Run' }, 'trail_run'],
      [{ sport_type: 'VirtualRun' }, 'virtual_run'],
      [{ sport_type: 'EMountainBikeRide' }, 'e_bike_ride'],
      [{ sport_type: 'HighIntensityIntervalTraining' }, 'hiit'],
      [{ sport_type: 'WeightTraining' }, 'strength_training'],
      [{ sport_type: 'Run', trainer: true }, 'treadmill_run'],
      [{ sport_type: 'Ride', trainer: true }, 'indoor_ride'],
      [{ sport_type: 'Swim', trainer: true }, 'swim'],
      [{ sport_type: 'Quidditch', type: 'Workout' }, 'other'],
      [{ sport_type: null, type: 'Hike' }, 'hike'],
      [{ sport_type: undefined, type: undefined }, 'other'],
      [{ sport_type: 7, type: {} }, 'other'],
    ] as const) {
      assert.equal(told(change).sport_type, sport, JSON.stringify(change));
    }
  });

  test('what only the athlete sees is private, and so is what nobody says', () => {
    for (const [visibility, only_me, expected] of [
      ['everyone', false, false],
      ['followers_only', false, false],
      ['only_me', true, true],
      ['only_me', false, true],
      ['everyone', true, true],
      ['everyone', 'true', true],
      ['close_friends', false, true],
      [undefined, false, false],
      [null, true, true],
      ['everyone', undefined, false],
      [undefined, undefined, true],
      [null, null, true],
      [7, null, true],
    ] as const) {
      assert.equal(told({ visibility, private: only_me }).private, expected, `${visibility} ${only_me}`);
    }
    assert.equal(told({ hide_from_home: true, flagged: true }).private, false);
  });

  test('races and long runs', () => {
    for (const [sport_type, workout_type, expected] of [
      ['Run', 1, ['race', true]],
      ['Run', 2, ['long-run', false]],
      ['Run', 3, [null, false]],
      ['Run', 0, [null, false]],
      ['Run', null, [null, false]],
      ['Run', '1', [null, false]],
      ['Ride', 11, ['race', true]],
      ['Ride', 2, [null, false]],
    ] as const) {
      const run = told({ sport_type, workout_type });
      assert.deepEqual([run.workout_type, run.is_race], expected, `${sport_type} ${workout_type}`);
    }
  });

  test('laps', () => {
    const { laps } = told({
      laps: [
        {
          elapsed_time: 1_508,
          moving_time: 1_500,
          start_date: '2026-10-18T05:49:52Z',
          distance: 5_000,
          average_cadence: 86,
        },
        {
          elapsed_time: 1_533,
          moving_time: 1_506,
          start_date: '2026-10-18T06:15:00Z',
          distance: 5_020.4,
          max_heartrate: 172,
        },
        { elapsed_time: -1, distance: 'far', start_date: 'soon' },
        null,
      ],
      average_cadence: 86,
    });
    assert.equal(laps.length, 3);
    assert.partialDeepStrictEqual(laps[0], {
      start_time: '2026-10-18T05:49:52.000Z',
      duration_s: 1_508,
      moving_time_s: 1_500,
      distance_m: 5_000,
      average_cadence_spm: 172,
    });
    assert.partialDeepStrictEqual(laps[1], {
      start_time: '2026-10-18T06:15:00.000Z',
      max_heart_rate_bpm: 172,
    });
    assert.equal(laps[2]?.distance_m, null);
    assert.equal(
      told({ laps: Array.from({ length: 5_000 }, () => ({ elapsed_time: 1 })) }).laps.length,
      2_000,
    );
  });
});

describe('published payloads', {
  skip: existsSync(SAMPLES) ? false : 'they are not beside the repository',
}, () => {
  const sample = (name: string): unknown => readJson(readFileSync(new URL(name, SAMPLES)));

  test('a whole activity with its streams', () => {
    const [detail, streams] = [sample('activity-detail.json'), sample('activity-streams.json')];
    assert.ok(isObject(detail) && isObject(streams));
    const report = mapActivity(detail, streams.response);
    assert.ok(report);
    assert.partialDeepStrictEqual(report.told, {
      sport_type: 'run',
      start_time: new Date('2026-10-18T05:49:52Z'),
      timezone: 'Asia/Taipei',
      distance_m: 10_020.4,
      calories_kcal: 642,
      average_cadence_spm: 172.4,
      private: false,
    });
    assert.equal(unpack(report).time_s?.length, 12);
    assert.ok(report.told.laps.length > 0);
  });

  test('a page of summaries: one is Only You, one hides its start', () => {
    const page = sample('athlete-activities.json');
    assert.ok(Array.isArray(page));
    const reports = page.filter(isObject).map((one) => mapActivity(one, undefined)?.told);
    assert.equal(reports.length, page.length);
    assert.deepEqual(
      reports.slice(0, 3).map((one) => [one?.private, one?.start_is]),
      [
        [false, 'exact'],
        [true, 'exact'],
        [false, 'day'],
      ],
    );
  });
});
