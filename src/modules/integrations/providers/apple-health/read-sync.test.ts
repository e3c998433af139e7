import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { AppError } from '../../../../shared/errors.ts';
import type { SyncBody } from './contract.ts';
import { externalId, sportOf, toRecording } from './phone-workout.ts';
import { readSync } from './read-sync.ts';

const NOW = new Date('2026-11-01T00:00:00Z');
const read = (body: object) => readSync(body as SyncBody, { now: NOW, timezone: 'Asia/Taipei' });
const batch = (data: object) => read({ data });

function refusal(body: object): string {
  try {
    read(body);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return 'taken';
}

const RUN = {
  workout_type: 'HKWorkoutActivityTypeRunning',
  start_date: '2026-10-18T13:49:55+08:00',
  end_date: '2026-10-18T14:40:36+08:00',
  total_distance: 10_018.2,
};
const EXPORTED = {
  name: 'Outdoor Run',
  start: '2026-10-18 13:49:55 +0800',
  end: '2026-10-18 14:40:36 +0800',
};

describe('workouts of phones', () => {
  test('are of a sport in each of the three spellings, and indoors where the phone says so', () => {
    const sports = ['HKWorkoutActivityTypeRunning', 'running', 'Outdoor Run', 'Indoor Run'].map((kind) =>
      sportOf({ kind, is_indoor: false }),
    );
    assert.deepEqual(sports, ['run', 'run', 'run', 'treadmill_run']);
    assert.equal(sportOf({ kind: 'cycling', is_indoor: true }), 'indoor_ride');
    assert.equal(sportOf({ kind: 'swimming', is_indoor: true }), 'swim');
  });

  test('are the same by their id, or else by sport, start, end and writer, in whatever zone they are written', () => {
    const idOf = (change: object): string => {
      const [workout] = read({ workouts: [{ ...RUN, ...change }] }).workouts;
      assert.ok(workout);
      return externalId(workout);
    };
    const id = idOf({});
    assert.equal(idOf({ start_date: '2026-10-18T05:49:55.400Z', workout_type: 'Outdoor Run' }), id);
    assert.equal(idOf({ total_distance: 9_000, heart_rate_avg: 150 }), id);
    assert.notEqual(idOf({ source_bundle_id: 'com.example' }), id);
    assert.notEqual(idOf({ start_date: '2026-10-18T05:49:56Z' }), id);
    assert.notEqual(idOf({ workout_type: 'yoga' }), id);
    assert.equal(idOf({ uuid: 'ABC-1' }), idOf({ uuid: 'abc-1', start_date: '2026-10-18T05:00:00Z' }));
  });

  test('need times with an offset, of a calendar, not long ago and not to come, in their order', () => {
    const start = (text: string) => refusal({ workouts: [RUN, { ...RUN, start_date: text }] });
    const words = /^workouts\.1\.start_date: must be a time with its offset/;
    assert.match(start('2026-10-18T13:49:55'), words);
    assert.match(start('2026-10-18'), words);
    assert.equal(start('2026-10-18T13:49:55+0800'), 'taken');
    assert.equal(start('2026-10-18 13:49:55 +0800'), 'taken');
    assert.match(start('2026-02-30T13:49:55Z'), /^workouts\.1\.start_date: is no moment of any calendar/);
    assert.match(start('2026-10-18T25:49:55Z'), /no moment/);
    assert.match(start('0001-01-01T00:00:00Z'), /must not be before 1990/);
    assert.match(start('9999-12-31T00:00:00Z'), /lies in the future/);
    assert.match(start('2026-10-18T14:40:36+08:00'), /^workouts\.1\.end_date: must be after the start/);
    assert.match(start('2026-10-01T13:49:55+08:00'), /at most 14 days/);
    assert.match(
      refusal({ workouts: [{ ...RUN, total_distance: 5_000_000 }] }),
      /^workouts\.0\.total_distance: is too far/,
    );
    assert.match(refusal({ sync_date: '2026-10-19T12:00:00', workouts: [] }), /^sync_date: /);
  });

  test('of Health Auto Export have units, which are converted and never taken for granted', () => {
    const distanceOf = (qty: number, units: string) =>
      batch({ workouts: [{ ...EXPORTED, distance: { qty, units } }] }).workouts[0]?.distance_m;
    assert.equal(distanceOf(10, 'km'), 10_000);
    assert.equal(distanceOf(10, 'mi'), 16_093.44);
    assert.equal(distanceOf(1_000, 'yd'), 914.4);
    assert.equal(distanceOf(400, 'm'), 400);
    assert.match(
      refusal({ data: { workouts: [{ ...EXPORTED, distance: { qty: 1, units: '公里' } }] } }),
      /^data\.workouts\.0\.distance\.units: must be one of m, km, mi, yd/,
    );
    assert.match(refusal({ data: { workouts: [{ ...EXPORTED, distance: { qty: 1 } }] } }), /units: must be/);
    const energy = (member: object) =>
      batch({ workouts: [{ ...EXPORTED, ...member }] }).workouts[0]?.energy_kcal;
    assert.equal(energy({ activeEnergyBurned: { qty: 418.4, units: 'kJ' } }), 100);
    assert.equal(energy({ activeEnergy: { qty: 200, units: 'kcal' } }), 200);
    assert.equal(energy({ activeEnergy: [{ qty: 10, units: 'kcal' }] }), null);
    assert.match(
      refusal({ data: { workouts: [{ ...EXPORTED, avgHeartRate: { qty: '150', units: 'bpm' } }] } }),
      /^data\.workouts\.0\.avgHeartRate\.qty: must be a number from 0 to 350/,
    );
    assert.match(refusal({ data: { workouts: [{ ...EXPORTED, name: null }] } }), /name: is required/);
    assert.match(
      refusal({ data: { workouts: [{ ...EXPORTED, route: [1] }] } }),
      /route\.0: must be an object/,
    );
  });

  test('bring route and heart together, second by second', () => {
    const [workout] = batch({
      workouts: [
        {
          ...EXPORTED,
          heartRateData: [{ date: '2026-10-18 13:50:00 +0800', Avg: 98.5, units: 'bpm' }],
          route: [
            {
              latitude: 25.033,
              longitude: 121.5654,
              altitude: 12,
              speed: -1,
              timestamp: '2026-10-18 13:50:00 +0800',
            },
            { lat: 25.034, lon: 121.5654, timestamp: '2026-10-18 13:50:05 +0800' },
          ],
        },
      ],
    }).workouts;
    assert.ok(workout);
    const { samples, utc_offset_s } = toRecording(workout, []);
    assert.equal(utc_offset_s, 8 * 3_600);
    assert.deepEqual(
      samples.map(({ lat, heart_rate_bpm, speed_mps }) => ({ lat, heart_rate_bpm, speed_mps })),
      [
        { lat: 25.033, heart_rate_bpm: 98.5, speed_mps: null },
        { lat: 25.034, heart_rate_bpm: null, speed_mps: null },
      ],
    );
  });
});

describe('days of phones', () => {
  const metric = (name: string, units: string, data: readonly object[]) => ({ name, units, data });
  const dayOf = (...metrics: object[]) => batch({ metrics }).days;

  test('add up what is counted, by the device that counted more', () => {
    const at = (hour: string, qty: number, source: string) => ({
      date: `2026-10-18 ${hour}:00:00 +0800`,
      qty,
      source,
    });
    const [day] = dayOf(
      metric('step_count', '步', [
        at('08', 4_000, 'Watch'),
        at('09', 3_000, 'Watch'),
        at('08', 5_000, 'Phone'),
      ]),
      metric('walking_running_distance', 'mi', [at('08', 2, 'Watch')]),
      metric('active_energy', 'kJ', [at('08', 4_184, 'Watch')]),
    );
    assert.equal(day?.day, '2026-10-18');
    const { steps, distance_m, active_energy_kcal, floors_climbed } = day?.activity ?? {};
    assert.deepEqual([steps, distance_m, active_energy_kcal, floors_climbed], [7_000, 3_219, 1_000, null]);
  });

  test('belong to the clock that wrote them, or to the athlete’s zone where it only says UTC', () => {
    const resting = (date: string) =>
      dayOf(metric('resting_heart_rate', 'count/min', [{ date, qty: 48 }]))[0]?.day;
    assert.equal(resting('2026-10-18 23:30:00 -0700'), '2026-10-18');
    assert.equal(resting('2026-10-18T23:30:00Z'), '2026-10-19');
  });

  test('have a night that is summed up, or is put together from its stages', () => {
    const summed = metric('sleep_analysis', 'hr', [
      {
        date: '2026-10-18',
        totalSleep: 7.5,
        core: 4,
        deep: 1.5,
        rem: 2,
        awake: 0.5,
        sleepStart: '2026-10-17 22:40:00 +0800',
        sleepEnd: '2026-10-18 06:32:00 +0800',
      },
    ]);
    const night = {
      start_time: '2026-10-17T14:40:00.000Z',
      duration_s: 27_000,
      deep_s: 5_400,
      light_s: 14_400,
      rem_s: 7_200,
      awake_s: 1_800,
      score: null,
      is_final: true,
    };
    assert.deepEqual(dayOf(summed), [{ source: 'apple_health', day: '2026-10-18', sleep: night }]);
    const stage = (value: string, from: string, to: string, source = 'Watch') => ({
      value,
      startDate: `2026-10-${from} +0800`,
      endDate: `2026-10-${to} +0800`,
      source,
    });
    const staged = metric('sleep_analysis', 'hr', [
      stage('Core', '17 22:40:00', '18 02:40:00'),
      stage('HKCategoryValueSleepAnalysisAsleepDeep', '18 02:40:00', '18 04:10:00'),
      stage('REM', '18 04:10:00', '18 06:10:00'),
      stage('Awake', '18 06:10:00', '18 06:40:00'),
      stage('InBed', '17 22:00:00', '18 07:00:00', 'Phone'),
    ]);
    assert.deepEqual(dayOf(staged), [{ source: 'apple_health', day: '2026-10-18', sleep: night }]);
    const wrong = metric('sleep_analysis', 'hr', [stage('Snoring', '17 22:40:00', '18 02:40:00')]);
    assert.match(
      refusal({ data: { metrics: [wrong] } }),
      /^data\.metrics\.0\.data\.0\.value: must be a stage/,
    );
  });

  test('leave metrics aside that are not kept, whatever is in them', () => {
    const data = {
      metrics: [
        { name: 'vo2_max', units: '?', data: [7, { date: 'yesterday' }] },
        { name: 'x', data: null },
      ],
    };
    assert.deepEqual(batch(data), { workouts: [], samples: [], days: [] });
    assert.deepEqual(batch({}), { workouts: [], samples: [], days: [] });
    assert.match(
      refusal({ data: { metrics: [{ name: 'heart_rate', units: 'Hz', data: [] }] } }),
      /units: must be/,
    );
  });
});

test('a body that tells nothing says what is missing', () => {
  assert.match(refusal({}), /^workouts: is required, or heart_rate_samples, hrv_samples or data/);
  assert.match(refusal({ sync_date: '2026-10-19T12:00:00Z' }), /^workouts: is required/);
});

const SAMPLES = new URL('../../../../../../shared/facts/samples/apple-health/', import.meta.url);
const skip = existsSync(SAMPLES) ? false : 'the samples are not here';
const sample = (name: string) => JSON.parse(readFileSync(new URL(name, SAMPLES), 'utf8'));

describe('samples of platforms', { skip }, () => {
  test('each name of a workout has a sport that fits; few are none of ours', () => {
    const names: string[] = sample('workout-activity-types.json').names;
    assert.equal(names.length, 84);
    const others = names.filter((kind) => sportOf({ kind, is_indoor: false }) === 'other');
    assert.deepEqual(others, [
      'Archery',
      'Bowling',
      'Fencing',
      'Fishing',
      'Gymnastics',
      'Hunting',
      'Other',
      'Play',
      'SnowSports',
      'WaterSports',
      'Wrestling',
    ]);
    for (const name of names) {
      const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
      const spelled = [`HKWorkoutActivityType${name}`, `${name[0]?.toLowerCase()}${name.slice(1)}`, words];
      const sports = new Set(spelled.map((kind) => sportOf({ kind, is_indoor: false })));
      assert.equal(sports.size, 1, name);
    }
  });

  test('all forms of the same run come to the same', () => {
    const bodies = [
      'sync-request-with-extras.json',
      'health-auto-export-workouts-v2.json',
      'healthkit-sdk-batch.json',
    ];
    const runs = bodies.map((name) => read(sample(name)).workouts[0]);
    for (const run of runs) {
      assert.ok(run);
      assert.equal(externalId(run), '7e0c2c9a-5d0b-4c3e-9c1e-2a3b4c5d6e7f');
      assert.equal(sportOf(run), 'run');
      assert.equal(run.start.at.toISOString(), '2026-10-18T05:49:55.000Z');
      assert.equal(run.distance_m, 10_018.2);
      assert.equal(run.energy_kcal, 638);
      assert.equal(Math.round(run.average_heart_rate_bpm ?? 0), 151);
    }
  });

  test('metrics and records come to samples and days', () => {
    const metrics = read(sample('health-auto-export-metrics.json'));
    assert.deepEqual(
      metrics.samples.map(({ kind, value, lowest, highest }) => [kind, value, lowest, highest]),
      [
        ['heart_rate_bpm', 98.5, 96, 101],
        ['hrv_sdnn_ms', 58.3, null, null],
      ],
    );
    const sdk = read(sample('healthkit-sdk-batch.json'));
    assert.deepEqual(
      sdk.samples.map(({ value }) => value),
      [58.3],
    );
    assert.deepEqual(
      sdk.days.map(({ day, sleep }) => [day, sleep?.deep_s]),
      [['2026-10-18', 3_600]],
    );
  });
});

const RECORDED = new URL(
  '../../../../../../shared/data/apple-health/irvinlim_health_auto_export_payloads.json',
  import.meta.url,
);
test('bodies of a real phone are read', { skip: existsSync(RECORDED) ? false : 'not here' }, () => {
  const bodies: SyncBody[] = JSON.parse(readFileSync(RECORDED, 'utf8'));
  const days: string[] = [];
  for (const [index, body] of bodies.entries()) {
    // One stage is longer than its own times say, and has no date, so its times are used.
    days.push(...readSync(body, { now: NOW, timezone: 'UTC' }).days.map(({ day }) => `${index} ${day}`));
  }
  assert.ok(days.includes('0 2021-12-24') && days.includes('2 2021-12-18') && days.includes('3 2021-12-18'));
});
