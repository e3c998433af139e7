import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Decoder, Stream } from '@garmin/fitsdk';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { fromBufferPromise } from 'yauzl';
import { gzipFile, zipFile } from '../../src/test/pack-file.ts';
import { parseRecording } from '../../src/test/parse-recording.ts';
import { describeActivity } from './describe-activity.ts';
import { exampleSimulation } from './example-simulation.ts';
import { enduranceRide, poolSwim, repetitions, steadyRun, strengthSession } from './plan-session.ts';
import type { Recording } from './recording.ts';
import { type Simulation, simulateActivity } from './simulate-activity.ts';
import { writeFit } from './write-fit.ts';
import { writeGpx } from './write-gpx.ts';
import { writeTcx } from './write-tcx.ts';

const ROAD = steadyRun(6000);
const TREADMILL = steadyRun(4000, { treadmill: true });
const POOL = poolSwim({ sets: 4, set_m: 100, rest_s: 20, pool_length_m: 25 });
const TRACK = repetitions({
  warm_up_m: 1600,
  times: 4,
  work: { distance_m: 400 },
  effort: 1.05,
  recovery: { duration_s: 90 },
  cool_down_m: 1000,
  surface: 'track',
});
const SESSIONS = { ROAD, TREADMILL, POOL, TRACK, RIDE: enduranceRide(12_000), GYM: strengthSession(20) };

function simulate(session: Simulation['session'], changes: Partial<Simulation> = {}): Recording {
  // A seed that meets three red lights on the road.
  return simulateActivity(exampleSimulation(session, { seed: 'canal', ...changes }));
}

function decode(file: Uint8Array) {
  const decoder = new Decoder(Stream.fromByteArray(file));
  assert.ok(decoder.isFIT());
  assert.ok(decoder.checkIntegrity());
  const { messages, errors } = decoder.read();
  assert.deepEqual(errors, []);
  return messages;
}

function near(actual: number | undefined, expected: number | null, tolerance: number): void {
  assert.ok(
    Math.abs((actual ?? Number.NaN) - (expected ?? Number.NaN)) <= tolerance,
    `${actual} is not ${expected}`,
  );
}

for (const [name, session] of Object.entries(SESSIONS)) {
  test(`FIT of ${name} decodes without an error, and its sums agree`, () => {
    const recording = simulate(session);
    const activity = describeActivity(recording);
    const {
      fileIdMesgs,
      sessionMesgs,
      lapMesgs = [],
      recordMesgs = [],
      eventMesgs = [],
      lengthMesgs = [],
    } = decode(writeFit([recording]));
    assert.equal(fileIdMesgs?.[0]?.type, 'activity');
    assert.equal(sessionMesgs?.length, 1);
    const total = sessionMesgs?.[0];
    near(total?.totalElapsedTime, activity.duration_s, 0.01);
    near(total?.totalTimerTime, activity.moving_time_s, 0.01);
    assert.equal(total?.numLaps, lapMesgs.length);
    near(
      lapMesgs.reduce((sum, lap) => sum + (lap.totalTimerTime ?? 0), 0),
      activity.moving_time_s,
      0.1,
    );
    assert.equal(recordMesgs.length, recording.samples.time_s.length);
    assert.equal(eventMesgs.length, 2 + 2 * recording.pauses.length);
    const last = recordMesgs.at(-1);
    if (activity.distance_m === null) assert.equal(total?.totalDistance, undefined);
    else {
      near(total?.totalDistance, activity.distance_m, 0.06);
      near(last?.distance, activity.distance_m, 0.06);
      near(
        lapMesgs.reduce((sum, lap) => sum + (lap.totalDistance ?? 0), 0),
        activity.distance_m,
        1,
      );
    }
    if (recording.pool_length_m !== null) {
      near(
        lengthMesgs.filter((length) => length.lengthType === 'active').length * 25,
        activity.distance_m,
        0.01,
      );
      assert.equal(total?.numActiveLengths, (activity.distance_m ?? 0) / 25);
      for (const lap of lapMesgs) near((lap.numActiveLengths ?? 0) * 25, lap.totalDistance ?? null, 0.01);
    }
    const index = 100;
    assert.equal(recordMesgs[index]?.heartRate, recording.samples.heart_rate_bpm?.[index]);
    const lat = recording.samples.latitude_deg?.[index];
    if (lat === undefined) assert.equal(recordMesgs[index]?.positionLat, undefined);
    else near(((recordMesgs[index]?.positionLat ?? 0) * 180) / 2 ** 31, lat, 1e-6);
  });
}

test('FIT counts one foot, and keeps the half', () => {
  const recording = simulate(ROAD);
  const { recordMesgs = [] } = decode(writeFit([recording]));
  for (const [index, steps] of (recording.samples.cadence_per_min ?? []).entries()) {
    const { cadence = 0, fractionalCadence = 0 } = recordMesgs[index] ?? {};
    near(2 * (cadence + fractionalCadence), steps, 0.02);
  }
});

test('FIT tells the local time of the watch', () => {
  for (const [start, timezone, offset_s] of [
    ['2026-07-04T06:30:00Z', 'Europe/London', 3600],
    ['2026-01-04T06:30:00Z', 'America/Denver', -7 * 3600],
    ['2026-01-04T06:30:00Z', 'Asia/Kathmandu', 20_700],
  ] as const) {
    const { activityMesgs } = decode(writeFit([simulate(TREADMILL, { start: new Date(start), timezone })]));
    const { timestamp, localTimestamp } = activityMesgs?.[0] ?? {};
    assert.ok(timestamp instanceof Date);
    // Seconds from 1989-12-31, as if the local time were UTC.
    assert.equal(Number(localTimestamp) * 1000 + 631_065_600_000 - timestamp.getTime(), offset_s * 1000);
  }
});

test('a triathlon is one multisport file with a session for each sport', () => {
  const start = new Date('2026-06-07T07:00:00Z');
  const swim = simulate(POOL, { start });
  const later = (recording: Recording): Date =>
    new Date(recording.start.getTime() + (recording.duration_s + 90) * 1000);
  const ride = simulate(enduranceRide(12_000), { start: later(swim) });
  const run = simulate(ROAD, { start: later(ride) });
  const { sessionMesgs = [], activityMesgs, lapMesgs = [] } = decode(writeFit([swim, ride, run]));
  assert.deepEqual(
    sessionMesgs.map((session) => session.sport),
    ['swimming', 'cycling', 'running'],
  );
  assert.equal(activityMesgs?.[0]?.numSessions, 3);
  assert.equal(activityMesgs?.[0]?.type, 'autoMultiSport');
  assert.deepEqual(
    lapMesgs.map((lap) => lap.messageIndex),
    lapMesgs.map((_, index) => index),
  );
  assert.equal(
    sessionMesgs[2]?.firstLapIndex,
    (sessionMesgs[0]?.numLaps ?? 0) + (sessionMesgs[1]?.numLaps ?? 0),
  );
  assert.throws(() => writeFit([run, swim]), /starts before/);
});

type XmlDocument = { texts: (name: string) => string[]; count: (name: string) => number };

function parseXml(xml: string): XmlDocument {
  const elements: { name: string; text: string }[] = [];
  const open: { name: string; text: string }[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const element = { name: tag.name, text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    for (const element of open.slice(-1)) element.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  return {
    texts: (name) => elements.filter((element) => element.name === name).map((element) => element.text),
    count: (name) => elements.filter((element) => element.name === name).length,
  };
}

const sum = (texts: string[]): number => texts.reduce((total, text) => total + Number(text), 0);

for (const [name, session] of Object.entries(SESSIONS)) {
  test(`TCX of ${name} is well-formed, and its sums agree`, () => {
    const recording = simulate(session);
    const activity = describeActivity(recording);
    const xml = parseXml(writeTcx(recording));
    near(sum(xml.texts('TotalTimeSeconds')), activity.moving_time_s, 0.1);
    assert.equal(xml.count('Lap'), activity.laps.length);
    assert.equal(xml.count('Trackpoint'), recording.samples.time_s.length);
    assert.equal(xml.count('Position'), recording.samples.latitude_deg?.length ?? 0);
    assert.equal(xml.texts('Id')[0], recording.start.toISOString());
    const metres = xml.texts('DistanceMeters');
    near(Number(metres.at(-1)), activity.distance_m ?? 0, 0.06);
    // A pause inside a lap splits its track.
    const inside = recording.pauses.filter(
      (pause) => !recording.laps.some((lap) => lap.start_s === pause.start_s),
    );
    assert.equal(xml.count('Track'), activity.laps.length + inside.length);
  });
}

for (const [name, session] of Object.entries(SESSIONS)) {
  test(`the import reads ${name} back as it was described`, () => {
    const recording = simulate(session);
    const described = describeActivity(recording);
    const [fit, ...none] = parseRecording(writeFit([recording]), `${name}.fit`);
    const [tcx] = parseRecording(new TextEncoder().encode(writeTcx(recording)), `${name}.tcx`);
    assert.ok(fit !== undefined && tcx !== undefined);
    assert.deepEqual(none, []);
    assert.equal(fit.sport_type, described.sport_type);
    assert.equal(fit.device_name, described.device_name);
    for (const read of [fit, tcx]) {
      assert.deepEqual(read.start_time, described.start_time);
      assert.equal(read.duration_s, described.duration_s);
      assert.equal(read.moving_time_s, described.moving_time_s);
      // TCX gives the distance by laps, each of them rounded.
      if (described.distance_m === null) assert.equal(read.distance_m, null);
      else near(read.distance_m ?? undefined, described.distance_m, 0.11);
      assert.equal(read.average_heart_rate_bpm, described.average_heart_rate_bpm);
      assert.equal(read.max_heart_rate_bpm, described.max_heart_rate_bpm);
      assert.deepEqual(read.start_latlng, described.start_latlng);
      assert.deepEqual(Object.keys(read.streams).sort(), Object.keys(described.streams).sort());
      assert.equal(read.streams.time_s.length, described.streams.time_s.length);
      // A reader may take the distance from rounded samples: a tenth of a second.
      for (const [index, effort] of described.best_efforts.entries()) {
        near(read.best_efforts[index]?.duration_s, effort.duration_s, 0.11);
      }
      assert.deepEqual(
        read.laps.map((lap) => lap.duration_s),
        described.laps.map((lap) => lap.duration_s),
      );
    }
  });
}

test('GPX is well-formed, with a segment after each pause; without positions there is none', () => {
  const recording = simulate(ROAD);
  assert.ok(recording.pauses.length > 0);
  const xml = parseXml(writeGpx(recording));
  assert.equal(xml.count('trkpt'), recording.samples.time_s.length);
  assert.equal(xml.count('trkseg'), 1 + recording.pauses.length);
  assert.equal(
    sum(xml.texts('gpxtpx:hr')),
    recording.samples.heart_rate_bpm?.reduce((a, b) => a + b, 0),
  );
  assert.throws(() => writeGpx(simulate(TREADMILL)), /no positions/);
});

test('any name survives XML and FIT', () => {
  const short = steadyRun(100);
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constant('<朝ラン> & "Zoë"\u0000\uFFFE')),
      (name) => {
        const recording = simulate(short, { name: name || 'x' });
        // A bare carriage return is read back as a line feed, by the rules of XML.
        const expected = (name || 'x').replaceAll(
          /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu,
          '',
        );
        const folded = expected.replaceAll(/\r\n?/g, '\n');
        assert.equal(parseXml(writeTcx(recording)).texts('Notes')[0], folded);
        assert.equal(parseXml(writeGpx(recording)).texts('name')[0], folded);
        decode(writeFit([recording]));
      },
    ),
    { numRuns: 60 },
  );
});

test('packed files unpack to the same bytes', async () => {
  const file = writeFit([simulate(TREADMILL)]);
  assert.deepEqual(new Uint8Array(gunzipSync(await gzipFile(file))), file);
  const zip = await fromBufferPromise(Buffer.from(await zipFile('朝.fit', file)));
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName);
    assert.deepEqual(new Uint8Array(await buffer(await zip.openReadStreamPromise(entry))), file);
  }
  assert.deepEqual(names, ['朝.fit']);
});
