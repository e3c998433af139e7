import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { ask } from '../../src/test/garmin-app.ts';
import { type Stage, setStage } from '../../src/test/garmin-stand-in.ts';

describe('connections of the stand-in for Garmin', () => {
  let stage: Stage;
  afterEach(() => stage.stop());

  const USER = '/wellness-api/rest/user';

  test('permissions can be read, also as a bare array, and not at once', async () => {
    stage = await setStage({ settings: { permissions_fail_after_consent: 2 } });
    const { app, garmin, person, keys } = stage;
    const token = await stage.connect(['ACTIVITY_EXPORT', 'HEALTH_EXPORT']);
    const read = (): ReturnType<typeof app.call> => app.call('GET', `${USER}/permissions`, { token });
    assert.deepEqual([(await read()).status, (await read()).status], [500, 500]);
    assert.deepEqual((await read()).json, { permissions: ['ACTIVITY_EXPORT', 'HEALTH_EXPORT'] });
    garmin.settings.permissions_shape = 'array';
    garmin.changePermissions(person.user_id, keys.client_id, ['HEALTH_EXPORT']);
    assert.deepEqual((await read()).json, ['HEALTH_EXPORT']);
    const [post] = await stage.delivered();
    const [change] = post?.body.userPermissionsChange ?? [];
    assert.deepEqual([change?.userId, change?.permissions], [person.user_id, ['HEALTH_EXPORT']]);
    garmin.settings.permissions_key = 'userPermissions';
    garmin.settings.event_method = 'PUT';
    garmin.changePermissions(person.user_id, keys.client_id, []);
    const [other] = await stage.delivered();
    assert.deepEqual([other?.method, Object.keys(other?.body ?? {})], ['PUT', ['userPermissions']]);
  });

  test('a connection that the app or the person ends is gone, and a notification says so', async () => {
    stage = await setStage();
    const { app, garmin, person, keys } = stage;
    const token = await stage.connect();
    const { status, text } = await app.call('DELETE', `${USER}/registration`, { token });
    assert.deepEqual([status, text], [204, '']);
    assert.equal((await app.call('GET', `${USER}/id`, { token })).status, 403);
    assert.equal((await app.call('DELETE', `${USER}/registration`, { token })).status, 403);
    const [post] = await stage.delivered();
    assert.deepEqual(post?.body, {
      deregistrations: [{ userId: person.user_id, userAccessToken: token.token }],
    });
    await stage.connect();
    garmin.revoke(person.user_id, keys.client_id);
    assert.equal((await stage.delivered()).length, 1);
    garmin.revoke(person.user_id, keys.client_id);
    assert.equal((await stage.delivered()).length, 0);
  });

  test('visitors of a demo find a page with the watches', async () => {
    stage = await setStage({ settings: { sample_every_s: 10, heart_rate_every_s: 3_600 } });
    const { garmin, person, keys } = stage;
    assert.match((await ask('GET', garmin.url)).text, /Ida &lt;Watch&gt;.*No app may have anything/s);
    await stage.connect();
    const click = (action: string): ReturnType<typeof ask> =>
      ask('POST', `${garmin.url}/`, {}, new URLSearchParams({ user_id: person.user_id, action }));
    const told = async (action: string): Promise<string[]> => {
      assert.equal((await click(action)).status, 303);
      return (await stage.delivered()).flatMap(({ body }) => Object.keys(body));
    };
    assert.ok((await told('run')).includes('activities'));
    assert.ok((await told('day')).includes('dailies'));
    assert.deepEqual(await told(keys.client_id), ['deregistrations']);
    assert.deepEqual(await told('nonsense'), []);
  });
});
