import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { startReceiver, subscribe } from '../../../../test/strava-app.ts';
import { stravaStage } from '../../../../test/strava-stage.ts';
import { UnreadableDelivery } from '../../platform-error.ts';
import { readEvent } from './read-event.ts';
import type { StravaSettings } from './settings.ts';

const SAMPLES = new URL('../../../../../../shared/facts/samples/strava/webhook-events.json', import.meta.url);

const SETTINGS: StravaSettings = {
  client_id: '99001',
  client_secret: 'a secret',
  webhook_verify_token: 'ours',
  web_url: 'http://127.0.0.1:1',
  api_url: 'http://127.0.0.1:1/api/v3',
  signature_required: false,
  subscription_id: null,
};

const EVENT = {
  aspect_type: 'create',
  event_time: 1_790_001_234,
  object_id: 16_000_000_001,
  object_type: 'activity',
  owner_id: 134_815,
  subscription_id: 120_475,
  updates: {},
};

const read = (event: unknown, settings: Partial<StravaSettings> = {}) =>
  readEvent(Buffer.from(JSON.stringify(event)), { ...SETTINGS, ...settings });

const CHANGED = { provider_user_id: '134815', kind: 'activity_changed', external_id: '16000000001' };

describe('events of Strava', () => {
  test('a new activity, and one that has changed, are to be asked about', () => {
    assert.deepEqual(read(EVENT), [CHANGED]);
    for (const updates of [{}, { title: 'Renamed' }, { type: 'Walk' }, { sport_type: 'Walk' }, null, 7, []])
      assert.deepEqual(read({ ...EVENT, aspect_type: 'update', updates }), [CHANGED]);
  });

  test('one that only the athlete shall see is believed at once; that it is shown again is not', () => {
    const update = { ...EVENT, aspect_type: 'update' };
    assert.deepEqual(read({ ...update, updates: { private: 'true' } }), [{ ...CHANGED, private: true }]);
    assert.deepEqual(read({ ...update, updates: { private: true } }), [{ ...CHANGED, private: true }]);
    assert.deepEqual(read({ ...update, updates: { private: 'false' } }), [CHANGED]);
    assert.deepEqual(read({ ...update, updates: { private: { toString: null } } }), [CHANGED]);
  });

  test('one that is deleted is hidden, and gone once the platform says so, or where events are signed', () => {
    const deleted = { ...EVENT, aspect_type: 'delete' };
    assert.deepEqual(read(deleted), [{ ...CHANGED, private: true }]);
    assert.deepEqual(read(deleted, { signature_required: true }), [{ ...CHANGED, kind: 'activity_deleted' }]);
  });

  test('an athlete who takes back what they allowed, in either way of saying so', () => {
    const athlete = { ...EVENT, object_type: 'athlete', object_id: 134_815 };
    const over = [{ provider_user_id: '134815', kind: 'disconnected' }];
    const authorized = (value: unknown) => ({
      ...athlete,
      aspect_type: 'update',
      updates: { authorized: value },
    });
    assert.deepEqual(read(authorized('false')), over);
    assert.deepEqual(read(authorized(false)), over);
    assert.deepEqual(read({ ...athlete, aspect_type: 'delete' }), over);
    assert.deepEqual(read({ ...athlete, aspect_type: 'delete', owner_id: undefined }), over);
    assert.deepEqual(read(authorized('true')), []);
    assert.deepEqual(read({ ...athlete, aspect_type: 'update' }), []);
  });

  test('kinds that nobody knows yet say nothing', () => {
    assert.deepEqual(read({ ...EVENT, object_type: 'segment' }), []);
    assert.deepEqual(read({ ...EVENT, aspect_type: 'archive' }), []);
  });

  test('ids keep their digits', () => {
    const text = JSON.stringify(EVENT).replace('16000000001', '9007199254740993');
    const [notice] = readEvent(Buffer.from(text), SETTINGS);
    assert.ok(notice?.kind === 'activity_changed');
    assert.equal(notice.external_id, '9007199254740993');
  });

  test('of our subscription, where we know which it is', () => {
    const settings = { subscription_id: '120475' };
    assert.equal(read(EVENT, settings).length, 1);
    assert.equal(read({ ...EVENT, subscription_id: '120475' }, settings).length, 1);
    for (const subscription_id of [1, undefined, null, 'x'])
      assert.throws(() => read({ ...EVENT, subscription_id }, settings), UnreadableDelivery);
  });

  test('what is none is set aside', () => {
    for (const bytes of [
      Buffer.from(''),
      Buffer.from('{'),
      Buffer.from('<html>'),
      Buffer.from('null'),
      Buffer.from('7'),
      Buffer.from('[]'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(JSON.stringify({ ...EVENT, padding: 'x'.repeat(100_000) })),
    ]) {
      assert.throws(() => readEvent(bytes, SETTINGS), UnreadableDelivery);
    }
    for (const change of [
      { object_type: undefined },
      { object_type: 7 },
      { aspect_type: null },
      { object_id: 'x' },
      { object_id: null },
      { object_id: -1 },
      { owner_id: undefined },
      { owner_id: {} },
      { object_type: 'athlete', owner_id: null, object_id: null },
    ]) {
      assert.throws(() => read({ ...EVENT, ...change }), UnreadableDelivery, JSON.stringify(change));
    }
  });

  test('any JSON is notices or set aside', () => {
    const anything = fc.oneof(fc.jsonValue(), fc.constantFrom('activity', 'athlete', 'update', 'delete'));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(EVENT)), anything), (change) => {
        try {
          for (const { provider_user_id } of read({ ...EVENT, ...change }))
            assert.match(provider_user_id, /^\d+$/);
        } catch (error) {
          assert.ok(error instanceof UnreadableDelivery);
        }
      }),
    );
  });

  test('published payloads', {
    skip: existsSync(SAMPLES) ? false : 'they are not beside the repository',
  }, () => {
    const events: Record<string, unknown> = JSON.parse(readFileSync(SAMPLES, 'utf8'));
    const kinds = Object.entries(events).map(([name, event]) => [
      name,
      ...read(event).map(({ kind }) => kind),
    ]);
    assert.deepEqual(Object.fromEntries(kinds), {
      activity_create: 'activity_changed',
      activity_update_title: 'activity_changed',
      activity_update_type: 'activity_changed',
      activity_update_sport_type: 'activity_changed',
      activity_update_to_only_you: 'activity_changed',
      activity_update_to_visible: 'activity_changed',
      activity_delete: 'activity_changed',
      athlete_deauthorization: 'disconnected',
    });
  });

  test('a forged deletion hides an activity until the platform is asked, a true one ends it', async () => {
    const at = await stravaStage();
    const receiver = await startReceiver();
    try {
      const { id } = at.strava.addAthlete();
      const session = await at.connect(id);
      assert.equal((await subscribe(at.strava, receiver.url)).status, 201);
      const run = at.strava.addActivity(id, { manual: { distance_m: 5_000, duration_s: 1_800 } });
      at.strava.postToApp({ ...EVENT, aspect_type: 'delete', object_id: run.id, owner_id: id });
      at.strava.changeActivity(run.id, { name: 'Renamed' });
      at.strava.deleteActivity(run.id);
      at.strava.revokeByAthlete(id);
      await at.strava.events.settled();
      const notices = await Promise.all(
        receiver.heard.map(({ raw }) => at.provider.readDelivery(Buffer.from(raw))),
      );
      const [own, external_id] = [String(id), String(run.id)];
      const changed = { provider_user_id: own, kind: 'activity_changed', external_id };
      assert.deepEqual(notices.flat(), [
        changed,
        { ...changed, private: true },
        changed,
        { ...changed, private: true },
        { provider_user_id: own, kind: 'disconnected' },
      ]);
      assert.equal(await at.provider.stillConsents(session), false);
      const again = await at.connect(id);
      const [gone] = await at.provider.fetchActivity(again, external_id);
      assert.equal(gone?.kind, 'activity_deleted');
    } finally {
      await at.stop();
      await receiver.stop();
    }
  });
});
