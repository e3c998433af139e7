import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actAsApp } from '../../src/test/garmin-app.ts';
import { startReceiver } from '../../src/test/garmin-receiver.ts';
import { setStage } from '../../src/test/garmin-stand-in.ts';
import type { App } from './accounts.ts';

test('two apps of one person know nothing of each other', async () => {
  const receiver = await startReceiver();
  const endpoint = { url: receiver.url };
  const keys: App = {
    client_id: 'the-other-key',
    client_secret: 'the-other-secret',
    callback_url: 'http://127.0.0.1:1/other',
    redirect_uris: ['http://127.0.0.1:1/other'],
    endpoints: { dailies: endpoint, hrv: endpoint, deregistrations: endpoint },
  };
  const settings = { backfill_delay_s: 0, heart_rate_every_s: 3_600 };
  const stage = await setStage({ settings, others: [keys] });
  const { garmin, app, person, clock } = stage;
  const other = actAsApp(garmin.url, keys, clock);
  const token = await stage.connect();
  const theirs = await other.connect();
  const idAs = async (who: typeof app, with_token: typeof token): Promise<number> =>
    (await who.call('GET', '/wellness-api/rest/user/id', { token: with_token })).status;
  assert.deepEqual([await idAs(app, token), await idAs(other, theirs)], [200, 200]);
  assert.deepEqual([await idAs(app, theirs), await idAs(other, token)], [403, 403]);

  // What one has been given, the other cannot exchange.
  const request = await app.requestToken();
  assert.equal((await other.accessToken(request, 'x')).status, 401);
  assert.equal(garmin.calls.at(-1)?.refusal, 'unknown request token');
  const { code, code_verifier } = await app.askForCode();
  assert.equal((await other.grant({ grant_type: 'authorization_code', code, code_verifier })).status, 400);
  const own = await app.askForCode();
  const { code: own_code, code_verifier: own_verifier } = own;
  const grant = { grant_type: 'authorization_code', code: own_code, code_verifier: own_verifier };
  const { refresh_token } = (await app.grant(grant)).json as { refresh_token: string };
  assert.equal((await other.grant({ grant_type: 'refresh_token', refresh_token })).status, 400);
  assert.equal((await app.grant({ grant_type: 'refresh_token', refresh_token })).status, 200);
  assert.ok((await other.askForCode()).code);
  assert.equal((await other.askForCode({ redirect_uri: 'http://127.0.0.1:1/else' })).code, '');
  assert.equal(await idAs(other, theirs), 200);

  // Both hear of what happens; of a backfill whoever asked for it, each at their own speed.
  const again = await stage.connect();
  garmin.syncDay(person.user_id, '2026-10-17', { types: ['hrv'] });
  await garmin.deliverDue();
  assert.deepEqual([stage.receiver.received.length, receiver.received.length], [1, 1]);
  const end_s = Math.floor(clock.now().getTime() / 1_000);
  garmin.settings.backfill_days_per_minute = 25;
  const query = `summaryStartTimeInSeconds=${end_s - 20 * 86_400}&summaryEndTimeInSeconds=${end_s}`;
  const path = `/wellness-api/rest/backfill/dailies?${query}`;
  assert.equal((await app.call('GET', path, { token: again })).status, 202);
  await garmin.deliverDue();
  assert.equal(receiver.received.length, 1);
  assert.ok(stage.receiver.received.length > 1);
  assert.equal((await other.call('GET', path, { token: theirs })).status, 202);

  garmin.revoke(person.user_id, keys.client_id);
  assert.deepEqual([await idAs(app, again), await idAs(other, theirs)], [200, 403]);
  await stage.stop();
  await receiver.stop();
});
