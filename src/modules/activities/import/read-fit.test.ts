import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, encodeTestFit, semicircles, type TestMessage, testRun } from '../../../test/encode-test-fit.ts';
import { parseRecording } from '../../../test/parse-recording.ts';
import type { ImportedActivity } from './types.ts';

function parse(messages: readonly TestMessage[]): ImportedActivity[] {
  return parseRecording(encodeTestFit(messages), 'test.fit');
}

function one(messages: readonly TestMessage[]): ImportedActivity {
  const activities = parse(messages);
  const [activity] = activities;
  assert.equal(activities.length, 1);
  assert.ok(activity !== undefined);
  return activity;
}

const ACTIVITY: TestMessage = [
  'fileId',
  { type: 'activity', manufacturer: 'suunto', product: 1, timeCreated: at(0) },
];

test('a plain run', () => {
  const run = one(testRun(600));
  assert.equal(run.sport_type, 'run');
  assert.equal(run.start_time.toISOString(), '2024-05-01T06:00:00.000Z');
  assert.equal(run.duration_s, 600);
  assert.equal(run.moving_time_s, 600);
  assert.equal(run.distance_m, 1_800);
  assert.equal(run.average_speed_mps, 3);
  assert.equal(run.max_speed_mps, 3);
  assert.equal(run.average_heart_rate_bpm, 150);
  assert.equal(run.average_cadence_spm, 170, 'one foot in the file, two on the athlete');
  assert.equal(run.elevation_gain_m, 0);
  assert.equal(run.timezone, 'Europe/Ljubljana');
  assert.equal(run.device_name, 'Garmin Forerunner 965');
  assert.deepEqual(run.start_latlng, [46.5, 15.6]);
  assert.equal(run.name, null);
  assert.equal(run.average_power_w, null);
  assert.equal(run.calories_kcal, null);
  assert.deepEqual(
    run.best_efforts.map(({ name, duration_s }) => [name, duration_s]),
    [
      ['400 m', 133.3],
      ['1/2 mile', 268.2],
      ['1 km', 333.3],
      ['1 mile', 536.4],
    ],
  );
  assert.equal(run.laps.length, 1);
  assert.equal(run.laps[0]?.average_cadence_spm, 170);
  assert.equal(run.streams.time_s.length, 601);
  assert.deepEqual(Object.keys(run.streams), [
    'time_s',
    'distance_m',
    'latlng',
    'altitude_m',
    'speed_mps',
    'heart_rate_bpm',
    'cadence_spm',
  ]);
  assert.equal(run.streams.cadence_spm?.[10], 170);
});

test('indoors without GPS: the zone comes from the local time of the watch', () => {
  const run = one(
    testRun(60, { subSport: 'treadmill' }).map(([name, { positionLat: _, positionLong: __, ...rest }]) => [
      name,
      rest,
    ]),
  );
  assert.equal(run.sport_type, 'treadmill_run');
  assert.equal(run.timezone, 'Etc/GMT-2');
  assert.equal(run.start_latlng, null);
  assert.equal(run.map_polyline, null);
  assert.equal(run.streams.latlng, undefined);
  assert.equal(run.distance_m, 180);
});

test('a cyclist turns once a turn, and apps that count both feet are not doubled', () => {
  assert.equal(one(testRun(60, { sport: 'cycling', avgCadence: 85 })).average_cadence_spm, 85);
  const bothFeet = testRun(60).map(
    ([name, fields]): TestMessage => [name, 'cadence' in fields ? { ...fields, cadence: 168 } : fields],
  );
  assert.equal(one(bothFeet).average_cadence_spm, 168);
});

test('a pause lengthens the duration, not the moving time', () => {
  const pausing = testRun(100, { totalElapsedTime: 400, totalTimerTime: 100 });
  const later: TestMessage = ['record', { timestamp: at(400), distance: 300 }];
  const run = one([...pausing.slice(0, 102), later, ...pausing.slice(102)]);
  assert.equal(run.duration_s, 400);
  assert.equal(run.moving_time_s, 100);
  assert.equal(run.average_speed_mps, 3);
});

test('elapsed is never the shorter: swapped ones are swapped back, rounded ones are rounded', () => {
  const swapped = one(testRun(488, { totalElapsedTime: 171.4, totalTimerTime: 488 }));
  assert.deepEqual([swapped.duration_s, swapped.moving_time_s], [488, 171.4]);
  const roundedDown = one(testRun(1_808, { totalElapsedTime: 1_807, totalTimerTime: 1_808 }));
  assert.deepEqual([roundedDown.duration_s, roundedDown.moving_time_s], [1_807, 1_807]);
  const noElapsed = one(testRun(300, { totalElapsedTime: 0, totalTimerTime: 250 }));
  assert.deepEqual([noElapsed.duration_s, noElapsed.moving_time_s], [300, 250]);
});

test('without a total the timer events tell the pauses', () => {
  const run = one([
    ACTIVITY,
    ['event', { timestamp: at(0), event: 'timer', eventType: 'start' }],
    ['record', { timestamp: at(0), distance: 0 }],
    ['event', { timestamp: at(100), event: 'timer', eventType: 'stopAll' }],
    ['event', { timestamp: at(160), event: 'timer', eventType: 'start' }],
    ['record', { timestamp: at(200), distance: 500 }],
    ['event', { timestamp: at(200), event: 'timer', eventType: 'stopAll' }],
    ['session', { startTime: at(0), sport: 'running', totalElapsedTime: 200 }],
  ]);
  assert.equal(run.duration_s, 200);
  assert.equal(run.moving_time_s, 140);
});

test('multisport gives each sport its own records, laps and start', () => {
  const records = Array.from(
    { length: 91 },
    (_, second): TestMessage => [
      'record',
      // This device does not reset its distance between sports.
      { timestamp: at(second), distance: second * 2, heartRate: 100 + second },
    ],
  );
  const parts = [
    ['swimming', 'openWater', 0, 40],
    ['transition', 'generic', 40, 50],
    ['running', 'generic', 50, 90],
  ] as const;
  const laps = parts.map(
    ([, , from, to]): TestMessage => [
      'lap',
      {
        startTime: at(from),
        totalElapsedTime: to - from,
        totalTimerTime: to - from,
        totalDistance: (to - from) * 2,
      },
    ],
  );
  // Summaries first, and their timestamp is that of the file: newer watches write so.
  const sessions = parts.map(
    ([sport, subSport, from, to], index): TestMessage => [
      'session',
      {
        timestamp: at(0),
        startTime: at(from),
        sport,
        subSport,
        totalElapsedTime: to - from,
        totalTimerTime: to - from,
        totalDistance: (to - from) * 2,
        firstLapIndex: index,
        numLaps: 1,
      },
    ],
  );
  const activities = parse([ACTIVITY, ...sessions, ...laps, ...records]);
  assert.deepEqual(
    activities.map(({ sport_type, session_index, duration_s, distance_m }) => [
      session_index,
      sport_type,
      duration_s,
      distance_m,
    ]),
    [
      [0, 'open_water_swim', 40, 80],
      [1, 'transition', 10, 20],
      [2, 'run', 40, 80],
    ],
  );
  const [, transition, run] = activities;
  assert.equal(run?.start_time.toISOString(), at(50).toISOString());
  assert.equal(run?.streams.time_s[0], 0);
  assert.equal(run?.streams.distance_m?.[0], 0);
  assert.equal(run?.streams.distance_m?.at(-1), 80);
  assert.equal(transition?.laps.length, 1);
  assert.equal(transition?.laps[0]?.start_time, at(40).toISOString());
});

test('records out of order, twice at a moment, split in two and at 0/0 come out right', () => {
  const run = one([
    ACTIVITY,
    ['record', { timestamp: at(0), distance: 0, positionLat: 0, positionLong: 0 }],
    ['record', { timestamp: at(20), distance: 60 }],
    ['record', { timestamp: at(10), heartRate: 140 }],
    ['record', { timestamp: at(10), distance: 30 }],
    [
      'record',
      { timestamp: at(30), distance: 90, positionLat: semicircles(46.5), positionLong: semicircles(15.6) },
    ],
    [
      'session',
      { startTime: at(0), sport: 'running', totalElapsedTime: 30, totalDistance: 90, avgHeartRate: 0 },
    ],
  ]);
  assert.deepEqual(run.streams.time_s, [0, 10, 20, 30]);
  assert.deepEqual(run.streams.distance_m, [0, 30, 60, 90]);
  assert.deepEqual(run.streams.heart_rate_bpm, [null, 140, null, null]);
  assert.deepEqual(run.streams.latlng?.[0], null);
  assert.deepEqual(run.start_latlng, [46.5, 15.6]);
  assert.equal(run.average_heart_rate_bpm, 140, 'a stated 0 is not a heart rate');
});

test('an activity without records is what its session says', () => {
  const [, ...rest] = testRun(600).filter(([name]) => name !== 'record');
  const run = one([ACTIVITY, ...rest]);
  assert.equal(run.distance_m, 1_800);
  assert.deepEqual(run.streams, { time_s: [] });
  assert.deepEqual(run.best_efforts, []);
});

test('an activity without a session is what its records say', () => {
  const run = one(testRun(100).filter(([name]) => name !== 'session' && name !== 'lap'));
  assert.equal(run.duration_s, 100);
  assert.equal(run.distance_m, 300);
  assert.equal(run.sport_type, 'other');
});

const REFUSALS: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
  [
    'settings',
    () => encodeTestFit([['fileId', { type: 'settings', manufacturer: 'garmin' }]]),
    /kind "settings"/,
  ],
  ['nothing but a file id', () => encodeTestFit([ACTIVITY]), /neither a session nor records/],
  [
    'a watch whose clock was not set',
    () =>
      encodeTestFit([
        ACTIVITY,
        ['session', { startTime: new Date(Date.UTC(1990, 6, 9)), totalElapsedTime: 60 }],
      ]),
    /clock of the device was not set/,
  ],
  [
    'cut off before the summary',
    () => encodeTestFit(testRun(300)).slice(0, 3_000),
    /damaged or cut off at byte [\d,]+, before its summary/,
  ],
  [
    'an implausible speed',
    () => encodeTestFit(testRun(60, { totalDistance: 9_000_000 })),
    /9,000,000 m in 60 s/,
  ],
  ['an implausible length', () => encodeTestFit(testRun(60, { totalElapsedTime: 2_000_000 })), /23 days/],
];
for (const [what, bytes, says] of REFUSALS) {
  test(`refuses ${what}`, () => {
    assert.throws(() => parseRecording(bytes(), 'x.fit'), {
      code: 'validation_error',
      status: 400,
      message: says,
    });
  });
}

test('a tail that is missing costs nothing when session and records are there', () => {
  const whole = encodeTestFit(testRun(300));
  const [run] = parseRecording(whole.slice(0, whole.length - 10), 'cut.fit');
  assert.equal(run?.distance_m, 900);
});

test('summary first and records cut off is refused, not imported with a tenth of the way', () => {
  const messages = testRun(600);
  const summaryFirst = [...messages.slice(0, 1), ...messages.slice(602), ...messages.slice(1, 602)];
  const whole = encodeTestFit(summaryFirst);
  assert.equal(parseRecording(whole, 'x.fit').length, 1);
  assert.throws(() => parseRecording(whole.slice(0, whole.length / 3), 'x.fit'), {
    message: /damaged or cut off at byte [\d,]+, after 1\d\d of 600 seconds/,
  });
});

test('chained files are read as one', () => {
  const messages = testRun(120);
  const settings = encodeTestFit([['fileId', { type: 'settings', manufacturer: 'garmin' }]]);
  const [run] = parseRecording(Buffer.concat([encodeTestFit(messages), settings]), 'chained.fit');
  assert.equal(run?.distance_m, 360);
});

test('compressed timestamps of older watches are expanded', () => {
  const [run] = parseRecording(withCompressedTimestamps(), 'fr60.fit');
  assert.deepEqual(run?.streams.time_s, [0, 5, 20, 35, 66]);
  assert.deepEqual(run?.streams.heart_rate_bpm, [120, 121, 122, 123, 124]);
});

/** Garmin's encoder cannot write compressed timestamps: five records with five bits of time in the header. */
function withCompressedTimestamps(): Uint8Array {
  const start = at(0).getTime() / 1000 - 631_065_600;
  const u32 = (value: number): number[] => [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);
  const compressed = (seconds: number, heartRate: number): number[] => [
    0x80 | (1 << 5) | ((start + seconds) & 0x1f),
    heartRate,
  ];
  const data = [
    // session: start_time, elapsed, sport
    ...[0x40, 0, 0, 18, 0, 3, 2, 4, 0x86, 7, 4, 0x86, 5, 1, 0],
    ...[0x00, ...u32(start), ...u32(66_000), 1],
    // record with its time, then the same local type without
    ...[0x41, 0, 0, 20, 0, 2, 253, 4, 0x86, 3, 1, 2],
    ...[0x01, ...u32(start), 120],
    ...[0x41, 0, 0, 20, 0, 1, 3, 1, 2],
    ...compressed(5, 121),
    ...compressed(20, 122),
    ...compressed(35, 123),
    ...compressed(66, 124),
  ];
  const header = [12, 0x10, 0, 0, ...u32(data.length), 0x2e, 0x46, 0x49, 0x54];
  return Uint8Array.from([...header, ...data, 0, 0]);
}

test('a sensor that writes 0 throughout was not there', () => {
  const zero = testRun(60, { avgPower: 0, maxSpeed: 0, totalDistance: 0 }).map(
    ([name, fields]): TestMessage =>
      name === 'record'
        ? [name, { timestamp: fields.timestamp, power: 0, distance: 0, speed: 0, cadence: 0 }]
        : [name, fields],
  );
  const run = one(zero);
  assert.deepEqual(Object.keys(run.streams), ['time_s']);
  assert.equal(run.average_power_w, null);
  assert.equal(run.distance_m, null);
  assert.equal(run.max_speed_mps, null);
  assert.equal(run.average_speed_mps, null);
});
