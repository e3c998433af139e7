import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { signUp, uploadFile } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { everySecond, type TestPoint, writeTestGpx } from '../../test/write-test-gpx.ts';

function twoLegs(again_s: number, again_m: number): [TestPoint[], TestPoint[]] {
  return [
    everySecond(0, 300, (time_s) => ({ north_m: 3 * time_s, altitude_m: 300 })),
    everySecond(again_s, again_s + 300, (time_s) => ({
      north_m: again_m + 3 * (time_s - again_s),
      altitude_m: 300,
    })),
  ];
}

describe('what an uploaded recording says is what happened', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  async function readBack(content: Uint8Array | string, name: string) {
    const user = await signUp(server);
    const uploaded = await uploadFile(server, user, content, name);
    assert.equal(uploaded.status, 201, JSON.stringify(uploaded.body));
    const [{ id }] = uploaded.body.data.activities;
    const path = `/api/v1/activities/${id}`;
    const read = await server.request('GET', path, { token: user.token });
    const samples = await server.request('GET', `${path}/streams`, { token: user.token });
    assert.deepEqual([read.status, samples.status], [200, 200]);
    return { activity: read.body.data.activity, streams: samples.body.data.streams };
  }

  test('the way between two segments is in no distance, pace, best effort or sample', async () => {
    const { activity, streams } = await readBack(writeTestGpx(twoLegs(900, 2_900)), 'segments.gpx');
    assert.equal(activity.duration_s, 1_200);
    assert.equal(activity.moving_time_s, 600);
    assert.equal(activity.distance_m, 1_800);
    assert.equal(activity.average_pace_s_per_km, 333.3);
    assert.equal(streams.distance_m.at(-1), 1_800);
    const mile = activity.best_efforts.find(({ name }: { name: string }) => name === '1 mile');
    assert.equal(mile.duration_s, Math.round(10 * (1_609.344 / 3 + 600)) / 10, 'the pause inside it counts');
  });

  test('six minutes in which only GPS moves, at 0.3 m/s, are no moving time and no distance', async () => {
    const [first, second] = twoLegs(660, 1_008);
    const standing = everySecond(301, 659, (time_s) => ({ north_m: 900 + 0.3 * (time_s - 300) }));
    const { activity, streams } = await readBack(writeTestGpx([[...first, ...standing, ...second]]), 'x.gpx');
    assert.equal(activity.duration_s, 960);
    assert.ok(Math.abs(activity.moving_time_s - 600) <= 20, `${activity.moving_time_s} s`);
    assert.ok(Math.abs(activity.distance_m - 1_800) <= 10, `${activity.distance_m} m`);
    assert.equal(streams.distance_m[350], streams.distance_m[600]);

    const only = await readBack(writeTestGpx([standing]), 'standing.gpx');
    assert.deepEqual([only.activity.moving_time_s, only.activity.distance_m], [0, null]);
    assert.equal(only.activity.average_pace_s_per_km, null);
  });

  test('an altimeter that settles before the start, and one that jumps, is no climb', async () => {
    const points = everySecond(0, 720, (time_s) => ({
      north_m: 3 * Math.max(0, time_s - 120),
      altitude_m: 300 + Math.max(0, 40 - time_s / 2) + (time_s >= 500 ? 25 : 0),
    }));
    const { activity, streams } = await readBack(writeTestGpx([points]), 'altimeter.gpx');
    assert.deepEqual([activity.elevation_gain_m, activity.elevation_loss_m], [0, 0]);
    assert.deepEqual([streams.altitude_m[0], streams.altitude_m.at(-1)], [340, 325], 'as recorded');
  });

  test('characters that XML forbids are skipped in GPX and TCX', async () => {
    const gpx = writeTestGpx(twoLegs(301, 903)).replace(
      '<trk>',
      '<trk>\x1f<name>Mor\x01ning&#x1; run</name>',
    );
    const { activity } = await readBack(gpx, 'dirty.gpx');
    assert.deepEqual([activity.name, activity.distance_m], ['Morning run', 1_800]);
    const points = [0, 60].map(
      (second) =>
        `<Trackpoint><Time>2024-05-01T06:0${second / 60}:00Z</Time><DistanceMeters>${3 * second}</DistanceMeters></Trackpoint>`,
    );
    const tcx = `<TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap><Track>${points.join('\x02')}</Track></Lap><Creator><Name>Watch&#x0;\x0b 5</Name></Creator></Activity></Activities></TrainingCenterDatabase>`;
    const read = await readBack(tcx, 'dirty.tcx');
    assert.deepEqual([read.activity.device_name, read.activity.distance_m], ['Watch 5', 180]);
    const user = await signUp(server);
    const refused = await uploadFile(server, user, `<!DOC\x01TYPE gpx [<!ENTITY a "b">]>${gpx}`, 'dtd.gpx');
    assert.equal(refused.status, 400);
    assert.match(refused.body.error, /document type/);
  });
});
