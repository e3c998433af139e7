import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Receiver, startReceiver } from '../../sandbox/strava/plain-app.ts';
import { type StravaSandbox, startStrava } from '../../sandbox/strava/start-strava.ts';
import { runCli } from '../test/run-cli.ts';

let strava: StravaSandbox;
let receiver: Receiver;
before(async () => {
  strava = await startStrava();
  receiver = await startReceiver();
});
after(async () => {
  await strava.stop();
  await receiver.stop();
});

const run = (verb: string[], env: Record<string, string> = {}) =>
  runCli(
    {
      BASE_URL: new URL(receiver.url).origin,
      STRAVA_CLIENT_ID: String(strava.settings.client_id),
      STRAVA_CLIENT_SECRET: strava.settings.client_secret,
      STRAVA_WEBHOOK_VERIFY_TOKEN: 'ours',
      STRAVA_WEB_URL: strava.url,
      STRAVA_API_URL: `${strava.url}/api/v3`,
      ...env,
    },
    'strava',
    ...verb,
  );

test('an operator has the events of Strava sent here, sees where they go, and ends it', async () => {
  const nowhere = 'Strava sends its events nowhere: see ekiden strava subscribe.';
  assert.equal((await run(['subscription'])).out, nowhere);
  const address = `${new URL(receiver.url).origin}/api/v1/activities/webhook/strava`;
  const made = await run(['subscribe']);
  const { id } = strava.subscription() ?? {};
  const advice = `STRAVA_SUBSCRIPTION_ID=${id} sets aside events of other subscriptions.`;
  assert.equal(made.out, `Strava sends its events to ${address}\n${advice}`);
  assert.equal((await run(['subscribe'])).out, `Strava already sends its events to ${address}\n${advice}`);
  assert.equal((await run(['subscription'])).out, `Strava sends its events to ${address}\n${advice}`);
  assert.equal((await run(['unsubscribe'])).out, 'Strava sends its events nowhere any more.');
  assert.equal(strava.subscription(), null);
  assert.equal((await run(['unsubscribe'])).out, nowhere);
});

test('and is told what to do where it does not work', async () => {
  receiver.shakeWith('wrong');
  const failed = await run(['subscribe']);
  assert.equal(failed.code, 1);
  assert.match(failed.err, /BASE_URL/);
  assert.doesNotMatch(failed.err, new RegExp(strava.settings.client_secret));
  receiver.shakeWith('right');
  const nameless = await run(['subscribe'], { STRAVA_WEBHOOK_VERIFY_TOKEN: '' });
  assert.match(nameless.err, /STRAVA_WEBHOOK_VERIFY_TOKEN/);
  const none = { STRAVA_CLIENT_ID: '', STRAVA_CLIENT_SECRET: '', STRAVA_WEBHOOK_VERIFY_TOKEN: '' };
  assert.match((await run(['subscription'], none)).err, /Strava is not configured/);
  for (const words of [[], ['subscribe', 'x'], ['dance']]) assert.equal((await run(words)).code, 2);
});
