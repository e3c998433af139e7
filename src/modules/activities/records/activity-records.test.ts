import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { exampleSimulation } from '../../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../../sandbox/recordings/write-fit.ts';
import { writeTcx } from '../../../../sandbox/recordings/write-tcx.ts';
import { DEFAULT_SOURCE_POLICIES } from '../../../privacy/index.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { signUp, type TestUser, uploadFile } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { insertActivities } from '../../../test/insert-activities.ts';
import { makeActivity } from '../../../test/random-activities.ts';
import { reportOf } from '../../../test/tell-workouts.ts';
import { findUser } from '../../users/index.ts';
import type { IncomingReport } from './activity-record.ts';
import { storeReports } from './store-reports.ts';

const RUN = simulateActivity(exampleSimulation(steadyRun(1_500), { resolution_s: 5 }));

describe('the records of an activity', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const tell = async ({ user_id }: TestUser, ...reports: IncomingReport[]) => {
    const user = await findUser(server.deps.db, user_id);
    assert.ok(user);
    const given = {
      user,
      reports,
      policies: DEFAULT_SOURCE_POLICIES,
      now: server.clock.now(),
      events: server.deps.events,
    };
    return (await server.deps.db.transaction((tx) => storeReports(tx, given))).activity_ids as string[];
  };
  /** As a platform tells of the run that is uploaded. */
  const copy = (source: 'garmin' | 'strava', external_id: string, values = {}) =>
    reportOf(source, external_id, {
      start_time: RUN.start,
      duration_s: RUN.duration_s,
      distance_m: 1_500,
      ...values,
    });
  const call = async (person: TestUser, method: string, path: string, body?: unknown) => {
    const options = { token: person.token, ...(body === undefined ? {} : { body }) };
    return await server.request(method, `/api/v1/activities${path}`, options);
  };
  const listed = async (person: TestUser) =>
    (await call(person, 'GET', '')).body.data.activities as { id: string; source: string }[];
  const recordsOf = async (person: TestUser, id: string) =>
    (await call(person, 'GET', `/${id}/records`)).body.data.records as {
      id: string;
      source: string;
      has_streams: boolean;
    }[];

  test('an upload joins what a platform told; its samples show, and leave with it', async () => {
    const person = await signUp(server);
    const [id = ''] = await tell(
      person,
      copy('garmin', '7', { name: 'Taipei Running', device_name: 'Forerunner' }),
    );
    const uploaded = await uploadFile(server, person, writeFit([RUN]));
    assert.deepEqual([uploaded.status, uploaded.body.data.activities[0].id], [201, id]);
    assert.equal(uploaded.body.data.activities[0].source, 'upload');
    const other = await uploadFile(server, person, writeTcx(RUN));
    assert.deepEqual(
      [other.status, other.body.data.activities[0].id],
      [201, id],
      'another file of the same run',
    );
    const records = await recordsOf(person, id);
    assert.deepEqual(
      records.map(({ source, has_streams }) => `${source} ${has_streams}`),
      ['garmin false', 'upload true', 'upload true'],
    );
    const { id: _, told_at, ...garmin } = { told_at: '', ...records[0] };
    assert.deepEqual(garmin, {
      source: 'garmin',
      external_id: '7',
      start_time: RUN.start.toISOString(),
      name: 'Taipei Running',
      device_name: 'Forerunner',
      distance_m: 1_500,
      duration_s: RUN.duration_s,
      has_streams: false,
    });
    assert.ok(Date.parse(told_at) > 0);
    const streams = (await call(person, 'GET', `/${id}/streams`)).body.data.streams;
    assert.ok(streams.time_s.length > 50);
    assert.equal((await call(person, 'DELETE', `/${id}`)).status, 200);
    assert.deepEqual(await Array.fromAsync(server.deps.store.list(`uploads/${person.user_id}/`)), []);
    const anew = await uploadFile(server, person, writeFit([RUN]));
    assert.equal(anew.status, 201);
    assert.notEqual(anew.body.data.activities[0].id, id);
  });

  test('a record that is split off stays apart, whatever is told later, until it is joined again', async () => {
    const person = await signUp(server);
    const strava = copy('strava', '9');
    const [id = ''] = await tell(person, copy('garmin', '7'), strava);
    await call(person, 'PATCH', `/${id}`, { private: true, name: 'Mine' });
    const [record] = (await recordsOf(person, id)).filter(({ source }) => source === 'strava');
    const split = await call(person, 'POST', `/${id}/split`, { record_id: record?.id });
    const { id: own, source, name } = split.body.data.activity;
    assert.deepEqual(
      [split.status, source, name, split.body.data.activity.private],
      [201, 'strava', 'Morning run', true],
    );
    assert.equal((await recordsOf(person, own)).length, 1);
    assert.equal((await call(person, 'GET', `/${id}`)).body.data.activity.name, 'Mine');

    assert.deepEqual(await tell(person, copy('strava', '9', { calories_kcal: 90 }), copy('garmin', '7')), [
      own,
      id,
    ]);
    await uploadFile(server, person, writeFit([RUN]));
    assert.equal((await listed(person)).length, 2, 'another report joins one of them, and not both');

    const joined = await call(person, 'POST', `/${own}/join`, { activity_id: id });
    assert.deepEqual([joined.status, joined.body.data.activity.id], [200, id], 'the older one goes on');
    assert.equal((await call(person, 'GET', `/${own}`)).status, 404);
    assert.deepEqual(await tell(person, strava, copy('garmin', '7', { distance_m: 1_490 })), [id, id]);
    assert.equal((await recordsOf(person, id)).length, 3);
  });

  test('what is joined by hand stays together, whatever it tells: also when one of three leaves or is split off', async () => {
    const person = await signUp(server);
    const later = (hours: number) => ({ start_time: new Date(RUN.start.getTime() + hours * 3_600_000) });
    const ids = await tell(person, ...[0, 2, 4, 6].map((hours) => copy('garmin', `${hours}`, later(hours))));
    const [begun = '', ...others] = ids;
    let first = begun;
    for (const activity_id of others) {
      const joined = await call(person, 'POST', `/${first}/join`, { activity_id });
      assert.equal(joined.status, 200);
      first = joined.body.data.activity.id;
    }
    assert.equal((await recordsOf(person, first)).length, 4);
    await tell(person, copy('garmin', '2', later(3)));
    const byId = (await recordsOf(person, first)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    // The first holds the others together.
    const split = await call(person, 'POST', `/${first}/split`, { record_id: byId[0]?.id });
    assert.equal(split.status, 201);
    const sizes = await Promise.all(
      (await listed(person)).map(async ({ id }) => (await recordsOf(person, id)).length),
    );
    assert.deepEqual(sizes.toSorted(), [1, 3]);
    await tell(
      person,
      ...[0, 2, 4, 6].map((hours) => copy('garmin', `${hours}`, { ...later(hours), distance_m: 1_501 })),
    );
    const again = await Promise.all(
      (await listed(person)).map(async ({ id }) => (await recordsOf(person, id)).length),
    );
    assert.deepEqual(again.toSorted(), [1, 3]);
  });

  test('two who split and join at the same moment do not undo each other', async () => {
    const person = await signUp(server);
    const [id = ''] = await tell(person, copy('garmin', '7'), copy('strava', '9'));
    const records = await recordsOf(person, id);
    const answers = await Promise.all(
      records.map(({ id: record_id }) => call(person, 'POST', `/${id}/split`, { record_id })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
    assert.equal((await listed(person)).length, 2);
  });

  test('says what is wrong', async () => {
    const [person, stranger] = [await signUp(server), await signUp(server)];
    const [id = ''] = await tell(person, copy('garmin', '7'));
    const [theirs = ''] = await tell(stranger, copy('garmin', '7'));
    const [record] = await recordsOf(person, id);
    const [foreign] = await recordsOf(stranger, theirs);
    const [far = ''] = await tell(
      person,
      copy('garmin', '8', { start_time: new Date(RUN.start.getTime() + DAY_MS + 1) }),
    );
    const codes = async (path: string, body: unknown): Promise<unknown[]> => {
      const answer = await call(person, 'POST', path, body);
      return [answer.status, answer.body.code];
    };
    assert.deepEqual(await codes(`/${id}/split`, { record_id: record?.id }), [409, 'only_record']);
    assert.deepEqual(await codes(`/${id}/split`, { record_id: foreign?.id }), [404, 'not_found']);
    assert.deepEqual(await codes(`/${id}/split`, { record_id: newId() }), [404, 'not_found']);
    assert.deepEqual(await codes(`/${theirs}/split`, { record_id: foreign?.id }), [404, 'not_found']);
    assert.deepEqual(await codes(`/${id}/join`, { activity_id: theirs }), [404, 'not_found']);
    assert.deepEqual(await codes(`/${theirs}/join`, { activity_id: id }), [404, 'not_found']);
    assert.deepEqual(await codes(`/${id}/join`, { activity_id: id.toUpperCase() }), [
      400,
      'validation_error',
    ]);
    assert.deepEqual(await codes(`/${id}/join`, { activity_id: far }), [400, 'validation_error']);
    assert.deepEqual(await codes(`/${id}/join`, {}), [400, 'validation_error']);
    assert.equal((await call(person, 'GET', `/${theirs}/records`)).status, 404);
    assert.equal((await call(person, 'GET', `/${newId()}/records`)).status, 404);
    assert.equal((await listed(person)).length, 2);
    assert.equal((await listed(stranger)).length, 1);
  });

  test('an activity that was stored without records is read, changed and deleted all the same', async () => {
    const person = await signUp(server);
    const activity = makeActivity(person.user_id);
    await insertActivities(server.deps.db, [activity]);
    assert.deepEqual(await recordsOf(person, activity.id), []);
    const changed = await call(person, 'PATCH', `/${activity.id}`, { private: true, name: 'Mine' });
    assert.deepEqual([changed.status, changed.body.data.activity.name], [200, 'Mine']);
    assert.deepEqual((await call(person, 'GET', `/${activity.id}/streams`)).body.data.streams, {});
    assert.equal((await call(person, 'DELETE', `/${activity.id}`)).status, 200);
    assert.deepEqual(await listed(person), []);
  });
});
