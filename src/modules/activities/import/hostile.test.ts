import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { AppError } from '../../../shared/errors.ts';
import { at, encodeTestFit, semicircles, type TestMessage, testRun } from '../../../test/encode-test-fit.ts';
import { parseRecording } from '../../../test/parse-recording.ts';
import type { ImportedActivity } from './types.ts';

/** Any bytes give either a refusal with a text or activities with finite numbers. */
function survives(bytes: Uint8Array): void {
  let activities: ImportedActivity[];
  try {
    activities = parseRecording(bytes, 'hostile');
  } catch (error) {
    assert.ok(error instanceof AppError, String(error instanceof Error ? error.stack : error));
    assert.equal(error.code, 'validation_error');
    assert.equal(error.status, 400);
    assert.ok(error.message.length > 20 && error.message.length < 500);
    return;
  }
  assert.ok(activities.length > 0);
  for (const activity of activities) {
    const { latlng } = activity.streams;
    for (const place of latlng ?? []) {
      if (place !== null) assert.ok(Math.abs(place[0]) <= 90 && Math.abs(place[1]) <= 180);
    }
    for (const column of Object.values(activity.streams))
      assert.equal(column.length, activity.streams.time_s.length);
    assert.ok(activity.duration_s > 0 && activity.moving_time_s >= 0);
    assert.ok(activity.moving_time_s <= activity.duration_s + 0.1);
  }
  assertFinite(activities);
}

function assertFinite(value: unknown): void {
  if (typeof value === 'number') assert.ok(Number.isFinite(value));
  else if (value instanceof Date) assert.ok(Number.isFinite(value.getTime()));
  else if (Array.isArray(value)) for (const item of value) assertFinite(item);
  else if (typeof value === 'object' && value !== null) assertFinite(Object.values(value));
  else assert.notEqual(value, undefined);
}

const TRIATHLON: readonly TestMessage[] = [
  ...testRun(30),
  ['session', { startTime: at(30), sport: 'cycling', totalElapsedTime: 20, totalTimerTime: 20 }],
  [
    'record',
    { timestamp: at(40), positionLat: semicircles(46.501), positionLong: semicircles(15.601), power: 200 },
  ],
  [
    'record',
    { timestamp: at(50), positionLat: semicircles(46.502), positionLong: semicircles(15.601), power: 200 },
  ],
];
const FIT = Buffer.from(encodeTestFit(TRIATHLON));
const GPX = Buffer.from(
  `<?xml version="1.0"?><gpx creator="x"><metadata><time>2024-05-01T06:00:00Z</time></metadata><trk><name>a</name><type>9</type><trkseg>${[
    0, 1, 2, 3,
  ]
    .map(
      (n) => `<trkpt lat="46.5${n}" lon="15.6"><ele>30${n}</ele><time>2024-05-01T06:0${n}:00Z</time></trkpt>`,
    )
    .join('')}</trkseg></trk></gpx>`,
);
const TCX = Buffer.from(
  `<TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap StartTime="2024-05-01T06:00:00Z"><TotalTimeSeconds>180</TotalTimeSeconds><DistanceMeters>500</DistanceMeters><Track>${[
    0, 1, 2, 3,
  ]
    .map(
      (n) =>
        `<Trackpoint><Time>2024-05-01T06:0${n}:00Z</Time><DistanceMeters>${n}00</DistanceMeters><Cadence>8${n}</Cadence></Trackpoint>`,
    )
    .join('')}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`,
);
const SEEDS: readonly (readonly [string, Buffer])[] = [
  ['FIT', FIT],
  ['GPX', GPX],
  ['TCX', TCX],
  ['gzip', gzipSync(FIT)],
];

test('the seeds themselves are imported', () => {
  assert.equal(parseRecording(FIT, '').length, 2);
  for (const [, seed] of SEEDS) survives(seed);
});

for (const [kind, seed] of SEEDS) {
  test(`${kind} cut off anywhere`, () => {
    const step = Math.max(1, Math.floor(seed.length / 250));
    for (let length = 0; length < seed.length; length += step) survives(seed.subarray(0, length));
  });

  test(`${kind} with bytes changed`, () => {
    const change = fc.record({ at: fc.nat(seed.length - 1), to: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const bytes = Buffer.from(seed);
        for (const { at: index, to } of changes) bytes[index] = to;
        survives(bytes);
      }),
      { numRuns: 400 },
    );
  });

  test(`${kind} with a piece cut out or doubled`, () => {
    fc.assert(
      fc.property(fc.nat(seed.length), fc.nat(seed.length), fc.boolean(), (one, two, isDoubled) => {
        const [from, to] = [Math.min(one, two), Math.max(one, two)];
        const middle = isDoubled ? [seed.subarray(from, to), seed.subarray(from, to)] : [];
        survives(Buffer.concat([seed.subarray(0, from), ...middle, seed.subarray(to)]));
      }),
      { numRuns: 150 },
    );
  });
}

test('random bytes, also behind the header of each format', () => {
  const heads = ['', '\x0e\x20\x54\x08\xff\x00\x00\x00.FIT', '<gpx>', '\x1f\x8b\x08', 'PK\x03\x04'];
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 400 }), (head, bytes) => {
      survives(Buffer.concat([Buffer.from(head, 'latin1'), bytes]));
    }),
    { numRuns: 500 },
  );
});

test('numbers and times of any shape in XML', () => {
  const words = [
    'NaN',
    'Infinity',
    '-1',
    '1e308',
    '1e999',
    '9'.repeat(300),
    '0x10',
    '',
    ' ',
    '-0',
    '1,5',
    'null',
  ];
  const odd = fc.oneof(
    fc.constantFrom(...words),
    fc.double().map(String),
    fc.stringMatching(/^[\w .:+-]{0,30}$/),
  );
  fc.assert(
    fc.property(odd, odd, odd, odd, (first, second, third, fourth) => {
      const gpx = GPX.toString()
        .replace('lat="46.51"', `lat="${first}"`)
        .replace('lon="15.6"', `lon="${second}"`)
        .replace('<ele>301', `<ele>${third}`)
        .replace('2024-05-01T06:02:00Z', fourth);
      survives(Buffer.from(gpx));
      const tcx = TCX.toString()
        .replace('>180<', `>${first}<`)
        .replace('>500<', `>${second}<`)
        .replace('>200<', `>${third}<`)
        .replace('2024-05-01T06:03:00Z', fourth);
      survives(Buffer.from(tcx));
    }),
    { numRuns: 300, examples: [['5e-324', '8.881784197001253e-19', '0', 'NaN']] },
  );
});

test('laps that last for ever, without starts', () => {
  const lap = '<Lap><TotalTimeSeconds>9999999999</TotalTimeSeconds></Lap>'.repeat(1_500);
  const track = TCX.toString().replace('<Lap ', `${lap}<Lap><DistanceMeters>1</DistanceMeters></Lap><Lap `);
  survives(Buffer.from(track));
});

test('dates at the ends of time', () => {
  for (const year of ['0000', '0001', '1899', '1969', '1970', '1989', '2099', '2100', '9999']) {
    survives(Buffer.from(GPX.toString().replaceAll('2024', year)));
    survives(Buffer.from(TCX.toString().replaceAll('2024', year)));
  }
});

test('FIT fields of the wrong size and type', () => {
  // Each definition byte of the first messages is replaced by hostile values.
  for (let index = 14; index < 140; index += 1) {
    for (const value of [0x00, 0x01, 0x07, 0x0d, 0x8e, 0x8f, 0xff]) {
      const bytes = Buffer.from(FIT);
      bytes[index] = value;
      survives(bytes);
    }
  }
});

test('streams of which nothing is known', () => {
  const blank = Array.from({ length: 50 }, (_, second): TestMessage => ['record', { timestamp: at(second) }]);
  survives(encodeTestFit([['fileId', { type: 'activity' }], ...blank]));
});

test('millions of empty messages are refused before they become objects', () => {
  // A definition of one record with one byte, and then that record again and again.
  const data = Buffer.alloc(3_000_000, 0);
  const definition = Buffer.from([0x40, 0, 0, 20, 0, 1, 3, 1, 2]);
  const header = Buffer.from([12, 0x10, 0, 0, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54]);
  header.writeUInt32LE(data.length + definition.length, 4);
  const bytes = Buffer.concat([header, definition, data]);
  assert.throws(() => parseRecording(bytes, 'x.fit'), { message: /more than 400,000 data points/ });
});

const DATA = new URL('../../../../../shared/data/', import.meta.url);
const skip = existsSync(DATA) ? false : 'the real recordings are not on this machine';

test('real recordings cut off at a third, a half and nine tenths', { skip }, () => {
  for (const folder of ['fit', 'gpx', 'tcx']) {
    for (const file of readdirSync(new URL(folder, DATA))) {
      const url = new URL(`${folder}/${file}`, DATA);
      if (statSync(url).size > 100_000) continue;
      const bytes = readFileSync(url);
      for (const part of [1 / 3, 1 / 2, 0.9]) survives(bytes.subarray(0, Math.floor(bytes.length * part)));
    }
  }
});
