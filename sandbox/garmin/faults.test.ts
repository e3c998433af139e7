import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { AppAnswer, Token } from '../../src/test/garmin-app.ts';
import { type Stage, setStage } from '../../src/test/garmin-stand-in.ts';
import { CALLS, type CallName } from './platform.ts';

describe('faults of the stand-in for Garmin', () => {
  let stage: Stage;
  let token: Token;
  beforeEach(async () => {
    stage = await setStage({
      settings: { heart_rate_every_s: 3_600, sample_every_s: 10, backfill_delay_s: 0 },
    });
    token = await stage.connect();
  });
  afterEach(() => stage.stop());

  const USER_ID = '/wellness-api/rest/user/id';
  const read = (): Promise<AppAnswer> => stage.app.call('GET', USER_ID, { token });

  /** An address of each call; what it would answer does not matter. */
  const PATHS: Readonly<Record<CallName, readonly [method: string, path: string]>> = {
    request_token: ['POST', '/oauth-service/oauth/request_token'],
    oauth_confirm: ['GET', '/oauthConfirm'],
    access_token: ['POST', '/oauth-service/oauth/access_token'],
    oauth2_confirm: ['GET', '/oauth2Confirm'],
    oauth2_token: ['POST', '/di-oauth2-service/oauth/token'],
    token_exchange: ['POST', '/partner-gateway/rest/user/token-exchange'],
    user_id: ['GET', USER_ID],
    user_permissions: ['GET', '/wellness-api/rest/user/permissions'],
    registration: ['DELETE', '/wellness-api/rest/user/registration'],
    backfill: ['GET', '/wellness-api/rest/backfill/dailies'],
    pull: ['GET', '/wellness-api/rest/dailies'],
    activity_file: ['GET', '/wellness-api/rest/activityFile'],
  };

  test('every call can fail, for so many times or until it is enough', async () => {
    const { garmin, app } = stage;
    for (const call of CALLS) {
      garmin.faults.add(call, { kind: 'status', status: 429, times: 1 });
      const [method, path] = PATHS[call];
      assert.equal((await app.call(method, path, { token })).status, 429, call);
      assert.equal(garmin.calls.at(-1)?.call, call);
      assert.notEqual((await app.call(method, path, { token })).status, 429, call);
      token = await stage.connect();
    }
    garmin.faults.add('all', { kind: 'status', status: 500 });
    assert.deepEqual([(await read()).status, (await read()).status], [500, 500]);
    garmin.faults.clear('all');
    // Every call is one that an app makes.
    garmin.faults.add('all', { kind: 'drop' });
    garmin.syncDay(stage.person.user_id, '2026-10-17', { types: ['hrv'] });
    await garmin.deliverDue();
    assert.equal(garmin.posts.at(-1)?.state, 'delivered');
    garmin.faults.clear();
    garmin.faults.add('user_id', { kind: 'status', status: 401, times: 2 });
    garmin.faults.add('user_id', { kind: 'html', times: 1 });
    assert.deepEqual([(await read()).status, (await read()).status], [401, 401]);
    assert.match((await read()).text, /^<!doctype html>/);
    assert.equal((await read()).status, 200);
  });

  test('a connection drops before the work or after it', async () => {
    const { garmin, app } = stage;
    const path = '/wellness-api/rest/user/registration';
    garmin.faults.add('registration', { kind: 'drop', times: 1 });
    await assert.rejects(app.call('DELETE', path, { token }));
    assert.equal((await read()).status, 200);
    garmin.faults.add('registration', { kind: 'drop', after_work: true, times: 1 });
    await assert.rejects(app.call('DELETE', path, { token }));
    assert.equal((await read()).status, 403);
    assert.equal(garmin.calls.findLast(({ call }) => call === 'registration')?.status, null);
  });

  test('half an answer comes, or a late one, or none', async () => {
    const { garmin, app, clock } = stage;
    garmin.faults.add('user_id', { kind: 'half', times: 1 });
    await assert.rejects(read());
    garmin.faults.add('user_id', { kind: 'slow', ms: 30, times: 1 });
    assert.equal((await read()).status, 200);
    garmin.faults.add('user_id', { kind: 'silent', times: 1 });
    const answer = fetch(garmin.url + USER_ID, { signal: AbortSignal.timeout(30) });
    await assert.rejects(answer, { name: 'TimeoutError' });
    // A stand-in stops whatever hangs.
    garmin.faults.add('all', { kind: 'slow', ms: 60_000 });
    const hanging = assert.rejects(app.call('GET', USER_ID, { token }));
    clock.pass(1);
    while (garmin.calls.length < 4) await new Promise((resolve) => setTimeout(resolve, 2));
    await stage.stop();
    await hanging;
    stage = await setStage();
  });

  test('what is posted breaks off, comes half, slowly, as a page, or never', async () => {
    const { garmin, person, receiver, clock } = stage;
    for (const [fault, outcome, read_whole] of [
      [{ kind: 'drop' }, 'broken', 0],
      [{ kind: 'half' }, 'broken', 0],
      [{ kind: 'silent' }, 'timeout', 0],
      [{ kind: 'slow', ms: 10 }, 200, 1],
      [{ kind: 'html' }, 200, 1],
    ] as const) {
      receiver.received.length = 0;
      // Only what is never answered is worth no waiting: on a busy machine an answer takes as long as it takes.
      garmin.settings.answer_within_ms = fault.kind === 'silent' ? 60 : 30_000;
      garmin.faults.add('push', { ...fault, times: 1 });
      garmin.syncDay(person.user_id, '2026-10-17', { types: ['dailies'] });
      await garmin.deliverDue();
      const post = garmin.posts.at(-1);
      assert.deepEqual(
        post?.attempts.map(({ status, failure }) => status ?? failure),
        [outcome],
        fault.kind,
      );
      assert.equal(receiver.received.length, read_whole, fault.kind);
      // The next attempt is well.
      garmin.settings.answer_within_ms = 30_000;
      clock.pass(60);
      await garmin.deliverDue();
      assert.equal(post?.state, 'delivered');
    }
  });

  test('addresses and methods that are none are refused', async () => {
    const { app } = stage;
    assert.equal((await app.call('GET', '/nothing', { token })).status, 404);
    assert.equal((await app.call('POST', USER_ID, { token })).status, 405);
    assert.equal((await app.call('GET', `${USER_ID}?a=%zz`, { token })).status, 400);
  });
});
