import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newId } from '../../../shared/ids.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import { signUp } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { summarizeNow, tellWorkouts } from '../../../test/summarize-workouts.ts';
import { reportOf } from '../../../test/tell-workouts.ts';
import { notifyOfActivity, notifyOfWeeks } from './notify-of-summaries.ts';

describe('summaries of which an event is heard', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  test('are told once, in the words of then; those that are there no more are not', async () => {
    const person = await signUp(server);
    const { user_id, token } = person;
    const told = async (): Promise<[type: string, message: string][]> =>
      (await server.request('GET', '/api/v1/notifications/center', { token })).body.data.notifications.map(
        ({ type, message }: { type: string; message: string }) => [type, message],
      );
    const gone = { user_id, activity_id: newId(), may_be_told: true };
    await notifyOfActivity(server.deps, gone);
    await notifyOfWeeks(server.deps, { week_start: '2036-01-07', people: [{ user_id, may_be_told: true }] });
    assert.deepEqual(await told(), []);

    const start_time = new Date(server.clock.now().getTime() - HOUR_MS);
    const run = reportOf('garmin', '1', { start_time, duration_s: 3_000, distance_m: 10_000 });
    const [activity_id = ''] = await tellWorkouts(server, person, run);
    const nobody = { emit: async () => undefined };
    await summarizeNow(server, person, { events: nobody });
    const event = { user_id, activity_id, may_be_told: true };
    await Promise.all([notifyOfActivity(server.deps, event), notifyOfActivity(server.deps, event)]);
    const [only, ...more] = await told();
    assert.deepEqual([only?.[0], more], ['activity_summary', []]);
    assert.match(only?.[1] ?? '', /^(?:Run:|Run done:|In the books: run,) 10 km, 50 min/);
  });
});
