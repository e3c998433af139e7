import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import polyline from '@mapbox/polyline';
import fc from 'fast-check';
import { AppError } from '../../../../shared/errors.ts';
import type { ActivityTelling } from '../../../activities/index.ts';
import { mapActivity } from './map-activity.ts';
import { isObject, type Members, readJson } from './read-json.ts';

const SAMPLES = new URL('../../../../../../shared/facts/samples/strava/', import.meta.url);

const RUN: Members = {
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

const told = (changes: object = {}, streams?: unknown): ActivityTelling['told'] => {
  const telling = mapActivity({ ...RUN, ...changes }, streams);
  assert.ok(telling !== null);
  return telling.told;
};

/** A run at 3 m/s with a sample each second. */
function streamsOf(seconds: number): Record<string, { data: unknown[] }> {
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

function unpack({ packed_streams }: ActivityTelling): Record<string, unknown[]> {
  assert.ok(packed_streams);
  return JSON.parse(zstdDecompressSync(packed_streams).toString());
}

describe('a Strava activity', () => {
  test('in the units and words of ours', () => {
    const telling = mapActivity(
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
    assert.equal(telling?.source, 'strava');
    assert.equal(telling.external_id, '16000000001');
    assert.equal(telling.packed_streams, null);
    assert.partialDeepStrictEqual(telling.told, {
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
    assert.ok(telling.told.map_polyline);
  });

  test('with its streams it looks like an uploaded recording', () => {
    const telling = mapActivity(
      { ...RUN, distance: 3_597, elapsed_time: 1_199, moving_time: 1_199 },
      streamsOf(1_200),
    );
    assert.ok(telling);
    const streams = unpack(telling);
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
    const { best_efforts, map_polyline, start_latlng, elevation_gain_m, average_cadence_spm } = telling.told;
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
    const telling = mapActivity({ ...RUN, distance: 297, elapsed_time: 99, moving_time: 99 }, list);
    assert.ok(telling);
    const streams = unpack(telling);
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
    const telling = mapActivity({ ...RUN, ...guessed }, streamsOf(100));
    assert.ok(telling);
    assert.equal('power_w' in unpack(telling), false);
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

describe('the start of a Strava activity', () => {
  const start = (changes: object) => {
    const { start_time, start_is, timezone } = told(changes);
    return [start_time.toISOString(), start_is, timezone];
  };

  test('is UTC; the zone is the name behind an offset that is of winter', () => {
    assert.deepEqual(
      start({
        start_date: '2026-07-01T10:00:00Z',
        start_date_local: '2026-07-01T06:00:00Z',
        timezone: '(GMT-05:00) America/New_York',
        utc_offset: -14_400,
      }),
      ['2026-07-01T10:00:00.000Z', 'exact', 'America/New_York'],
    );
  });

  test('that is hidden is only a day, of the place where it was', () => {
    const hidden = { start_date: '2026-10-21T00:00:01Z', start_date_local: '2026-10-21T00:00:01Z' };
    assert.deepEqual(start(hidden), ['2026-10-20T16:00:01.000Z', 'day', 'Asia/Taipei']);
    const newYork = { ...hidden, timezone: '(GMT-05:00) America/New_York', utc_offset: -14_400 };
    assert.deepEqual(start(newYork), ['2026-10-21T04:00:01.000Z', 'day', 'America/New_York']);
    const nameless = { ...hidden, timezone: 'Nowhere/At_All', utc_offset: 3_600 };
    assert.deepEqual(start(nameless), ['2026-10-20T23:00:01.000Z', 'day', 'Etc/GMT-1']);
    // As if it were converted: whichever way it is written, nobody is shown a time of day.
    assert.equal(start({ ...hidden, start_date: '2026-10-20T16:00:01Z' })[1], 'day');
  });

  test('its laps keep their distance from it', () => {
    const { laps } = told({
      start_date: '2026-10-21T00:00:01Z',
      start_date_local: '2026-10-21T00:00:01Z',
      laps: [{ start_date: '2026-10-21T00:25:01Z', elapsed_time: 60 }],
    });
    assert.equal(laps[0]?.start_time, '2026-10-20T16:25:01.000Z');
  });

  test('can be found from the wall clock alone, or not quite', () => {
    const gone = { start_date: null };
    assert.deepEqual(start(gone), ['2026-10-18T05:49:52.000Z', 'exact', 'Asia/Taipei']);
    const zoneless = { ...gone, timezone: null, utc_offset: undefined };
    assert.deepEqual(start(zoneless), ['2026-10-18T13:49:52.000Z', 'local', null]);
  });

  test('is needed', () => {
    for (const change of [
      { start_date: null, start_date_local: null },
      { start_date: 'today', start_date_local: 7 },
      { id: null },
      { id: 0 },
      { id: -5 },
      { id: 1.5 },
      { id: '../../athlete' },
      { id: {} },
    ]) {
      assert.equal(mapActivity({ ...RUN, ...change }, null), null, JSON.stringify(change));
    }
    assert.throws(() => told({ start_date: '1812-06-24T00:00:00Z' }), AppError);
    assert.throws(() => told({ elapsed_time: null, moving_time: 0 }), AppError, 'no duration');
  });
});

describe('what Strava cannot mean', () => {
  test('is unknown, and the rest counts', () => {
    const absurd = [Number.NaN, Number.POSITIVE_INFINITY, -1, 1e12, '172', null, {}, [], true];
    for (const value of absurd) {
      const run = told({
        max_speed: value,
        average_heartrate: value,
        max_heartrate: value,
        average_cadence: value,
        average_watts: value,
        total_elevation_gain: value,
        calories: value,
        distance: value,
        workout_type: value,
        start_latlng: [value, 400],
        map: { polyline: value, summary_polyline: value },
        laps: value,
        utc_offset: value,
        description: value,
        device_name: value,
        trainer: value,
      });
      assert.partialDeepStrictEqual(run, {
        max_speed_mps: null,
        average_heart_rate_bpm: null,
        max_heart_rate_bpm: null,
        average_cadence_spm: null,
        average_power_w: null,
        elevation_gain_m: null,
        calories_kcal: null,
        distance_m: null,
        average_speed_mps: null,
        start_latlng: null,
        map_polyline: null,
        laps: [],
        is_race: false,
        duration_s: 3_041,
      });
    }
    for (const start_latlng of [[], null, [0, 0], [91, 0], [25], 'there'])
      assert.equal(told({ start_latlng }).start_latlng, null, JSON.stringify(start_latlng));
    const offEarth = polyline.encode([
      [95, 10],
      [96, 11],
    ]);
    for (const line of [
      offEarth,
      'not a line',
      'é',
      '`~oia@`~oia@',
      '?',
      '~'.repeat(100),
      'x'.repeat(70_000),
    ])
      assert.equal(told({ map: { polyline: line } }).map_polyline, null, line.slice(0, 30));
  });

  test('a climb of nothing where nothing has measured it', () => {
    assert.equal(told({ total_elevation_gain: 0 }).elevation_gain_m, null);
    assert.equal(told({ total_elevation_gain: 0, elev_high: 3 }).elevation_gain_m, 0);
  });

  test('in samples too', () => {
    const good = streamsOf(100);
    const streams = {
      ...good,
      time: { data: [...(good.time?.data ?? []).slice(0, 98), null, 'later'] },
      heartrate: { data: Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 150 : 1e9)) },
      latlng: { data: Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? [25, 121] : [at, null, 'x'])) },
      altitude: 'high',
    };
    const telling = mapActivity({ ...RUN, elapsed_time: 99, moving_time: 99, distance: 297 }, streams);
    assert.ok(telling);
    const { time_s, heart_rate_bpm, latlng, altitude_m } = unpack(telling);
    assert.equal(time_s?.length, 98);
    assert.deepEqual(heart_rate_bpm?.slice(0, 3), [150, null, 150]);
    assert.deepEqual(latlng?.slice(0, 2), [[25, 121], null]);
    assert.equal(altitude_m, undefined);
  });

  test('streams that are none leave the totals', () => {
    for (const streams of [{}, [], { time: { data: [] } }, { distance: { data: [1, 2] } }, 'x', 7]) {
      const telling = mapActivity(RUN, streams);
      assert.equal(telling?.packed_streams, null, JSON.stringify(streams));
      assert.equal(telling.told.distance_m, 10_020.4);
    }
  });

  test('a summary says nothing of samples', () => {
    assert.equal(mapActivity(RUN, undefined)?.packed_streams, undefined);
  });

  test('any member may be anything: there is a telling, none, or a refusal that says why', () => {
    const anything = fc.oneof(fc.jsonValue(), fc.constantFrom(Number.NaN, 1e308, -1e308, '', '\0\ud800'));
    const names = [
      ...Object.keys(RUN),
      'laps',
      'map',
      'start_latlng',
      'calories',
      'workout_type',
      'elev_high',
    ];
    const changes = fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 5 });
    fc.assert(
      fc.property(changes, anything, (change, streams) => {
        try {
          const telling = mapActivity({ ...RUN, ...change }, streams);
          if (telling === null) return;
          for (const value of Object.values(telling.told))
            if (typeof value === 'number') assert.ok(value >= 0 && value <= 1e9);
          assert.ok(JSON.stringify(telling.told).isWellFormed());
        } catch (error) {
          assert.ok(error instanceof AppError && error.status === 400, String(error));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('JSON of Strava', () => {
  const read = (text: string): unknown => readJson(Buffer.from(text));

  test('ids beyond what a double holds keep their digits', () => {
    assert.deepEqual(read('{"id": 9007199254740993, "n": 4294967297}'), {
      id: '9007199254740993',
      n: 4_294_967_297,
    });
    assert.deepEqual(read('[12345678901234567890, 1.2345678901234567, 1e400]'), [
      '12345678901234567890',
      1.2345678901234567,
      Number.POSITIVE_INFINITY,
    ]);
    const telling = mapActivity({ ...RUN, id: '9007199254740993' }, null);
    assert.equal(telling?.external_id, '9007199254740993');
  });

  test('what is no JSON is nothing', () => {
    for (const text of ['', '<!doctype html>', '{"id":', 'NaN', '{"a":1}{', '\ufeff{'])
      assert.equal(read(text), undefined, text);
    assert.equal(readJson(Buffer.from([0x22, 0xff, 0x22])), undefined, 'no UTF-8');
    assert.equal(read(`${'['.repeat(200_000)}1111111111111111`), undefined);
  });
});

describe('published payloads', {
  skip: existsSync(SAMPLES) ? false : 'they are not beside the repository',
}, () => {
  const sample = (name: string): unknown => readJson(readFileSync(new URL(name, SAMPLES)));

  test('a whole activity with its streams', () => {
    const [detail, streams] = [sample('activity-detail.json'), sample('activity-streams.json')];
    assert.ok(isObject(detail) && isObject(streams));
    const telling = mapActivity(detail, streams.response);
    assert.ok(telling);
    assert.partialDeepStrictEqual(telling.told, {
      sport_type: 'run',
      start_time: new Date('2026-10-18T05:49:52Z'),
      timezone: 'Asia/Taipei',
      distance_m: 10_020.4,
      calories_kcal: 642,
      average_cadence_spm: 172.4,
      private: false,
    });
    assert.equal(unpack(telling).time_s?.length, 12);
    assert.ok(telling.told.laps.length > 0);
  });

  test('a page of summaries: one is Only You, one hides its start', () => {
    const page = sample('athlete-activities.json');
    assert.ok(Array.isArray(page));
    const tellings = page.filter(isObject).map((one) => mapActivity(one, undefined)?.told);
    assert.equal(tellings.length, page.length);
    assert.deepEqual(
      tellings.slice(0, 3).map((one) => [one?.private, one?.start_is]),
      [
        [false, 'exact'],
        [true, 'exact'],
        [false, 'day'],
      ],
    );
  });
});
