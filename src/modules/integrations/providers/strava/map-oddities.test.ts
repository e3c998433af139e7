import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import polyline from '@mapbox/polyline';
import fc from 'fast-check';
import { AppError } from '../../../../shared/errors.ts';
import { RUN, streamsOf, told, unpack } from '../../../../test/strava-payloads.ts';
import { mapActivity } from './map-activity.ts';
import { readJson } from './read-json.ts';

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
    // A start that is hidden in either form never shows a time of day.
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
    const report = mapActivity({ ...RUN, elapsed_time: 99, moving_time: 99, distance: 297 }, streams);
    assert.ok(report);
    const { time_s, heart_rate_bpm, latlng, altitude_m } = unpack(report);
    assert.equal(time_s?.length, 98);
    assert.deepEqual(heart_rate_bpm?.slice(0, 3), [150, null, 150]);
    assert.deepEqual(latlng?.slice(0, 2), [[25, 121], null]);
    assert.equal(altitude_m, undefined);
  });

  test('streams that are none leave the totals', () => {
    for (const streams of [{}, [], { time: { data: [] } }, { distance: { data: [1, 2] } }, 'x', 7]) {
      const report = mapActivity(RUN, streams);
      assert.equal(report?.packed_streams, null, JSON.stringify(streams));
      assert.equal(report.told.distance_m, 10_020.4);
    }
  });

  test('a summary says nothing of samples', () => {
    assert.equal(mapActivity(RUN, undefined)?.packed_streams, undefined);
  });

  test('any member may be anything: there is a report, none, or a refusal that says why', () => {
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
          const report = mapActivity({ ...RUN, ...change }, streams);
          if (report === null) return;
          for (const value of Object.values(report.told))
            if (typeof value === 'number') assert.ok(value >= 0 && value <= 1e9);
          assert.ok(JSON.stringify(report.told).isWellFormed());
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
    const report = mapActivity({ ...RUN, id: '9007199254740993' }, null);
    assert.equal(report?.external_id, '9007199254740993');
  });

  test('what is no JSON is nothing', () => {
    for (const text of ['', '<!doctype html>', '{"id":', 'NaN', '{"a":1}{', '\ufeff{'])
      assert.equal(read(text), undefined, text);
    assert.equal(readJson(Buffer.from([0x22, 0xff, 0x22])), undefined, 'no UTF-8');
    assert.equal(read(`${'['.repeat(200_000)}1111111111111111`), undefined);
  });
});
