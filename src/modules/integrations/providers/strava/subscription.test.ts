import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createHttpClient } from '../../../../infra/http-client/index.ts';
import { type Receiver, startReceiver } from '../../../../test/strava-app.ts';
import { type StravaStage, stravaStage } from '../../../../test/strava-stage.ts';
import { PlatformError, type PlatformFault } from '../../platform-error.ts';
import { askStrava, type Strava } from './ask-strava.ts';
import type { StravaSettings } from './settings.ts';
import { deleteSubscription, ensureSubscription, viewSubscription } from './subscription.ts';

const rejectsWith = (fault: PlatformFault) => (error: unknown) =>
  error instanceof PlatformError && error.fault === fault;

describe("the subscription to Strava's events", () => {
  let at: StravaStage;
  let strava: Strava;
  const receivers: Receiver[] = [];
  const receiver = async (): Promise<Receiver> => {
    const started = await startReceiver();
    receivers.push(started);
    return started;
  };
  const asking = (changes: Partial<StravaSettings> = {}): Strava =>
    askStrava({ ...at.settings, ...changes }, { http: createHttpClient(), clock: at.clock });
  before(async () => {
    at = await stravaStage();
    strava = asking();
  });
  after(async () => {
    await at.stop();
    for (const one of receivers) await one.stop();
  });

  test('is made once, and replaced when the address is another', async () => {
    assert.equal(await viewSubscription(strava), null);
    const [first, second] = [await receiver(), await receiver()];
    const created = await ensureSubscription(strava, first.url);
    assert.equal(created.outcome, 'created');
    assert.equal(first.asked[0]?.get('hub.verify_token'), 'ours');
    assert.deepEqual(await ensureSubscription(strava, first.url), { ...created, outcome: 'kept' });
    assert.equal(first.asked.length, 1);
    const replaced = await ensureSubscription(strava, second.url);
    assert.equal(replaced.outcome, 'replaced');
    assert.notEqual(replaced.id, created.id);
    assert.deepEqual(await viewSubscription(strava), { id: replaced.id, callback_url: second.url });
    await deleteSubscription(strava, replaced.id);
    await deleteSubscription(strava, replaced.id);
    assert.equal(await viewSubscription(strava), null);
  });

  test('is not made where the handshake fails, or nothing is agreed on for it', async () => {
    const one = await receiver();
    one.shakeWith('wrong');
    await assert.rejects(ensureSubscription(strava, one.url), rejectsWith('refused'));
    const silent = asking({ webhook_verify_token: null });
    await assert.rejects(ensureSubscription(silent, one.url), rejectsWith('refused'));
    const wrong = asking({ client_secret: 'another' });
    await assert.rejects(ensureSubscription(wrong, one.url), rejectsWith('refused'));
    assert.equal(at.strava.subscription(), null);
  });

  test('answers that are none', async () => {
    const one = await receiver();
    at.strava.faults.add('view_subscription', { kind: 'html', times: 1 });
    await assert.rejects(viewSubscription(strava), rejectsWith('unavailable'));
    at.strava.faults.add('view_subscription', { kind: 'says', body: '{}', times: 1 });
    await assert.rejects(viewSubscription(strava), rejectsWith('unavailable'));
    at.strava.faults.add('create_subscription', { kind: 'says', body: '{"id":null}', times: 1 });
    await assert.rejects(ensureSubscription(strava, one.url), rejectsWith('unavailable'));
    at.strava.faults.add('create_subscription', { kind: 'status', status: 500, after_work: true, times: 1 });
    await assert.rejects(ensureSubscription(strava, one.url), rejectsWith('unavailable'));
    assert.equal((await ensureSubscription(strava, one.url)).outcome, 'kept', 'its answer was lost');
  });

  test('no call is made where Strava is not configured', async () => {
    const none = askStrava(undefined, { http: createHttpClient(), clock: at.clock });
    await assert.rejects(viewSubscription(none), rejectsWith('refused'));
  });
});
