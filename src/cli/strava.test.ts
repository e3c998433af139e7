import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type StravaSandbox, startStrava } from '../../sandbox/strava/start-strava.ts';
import { runCli } from '../test/run-cli.ts';
import { app, type Receiver, startReceiver } from '../test/strava-app.ts';

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

const SECRETS_KEY = randomBytes(32).toString('base64');

const run = (verb: string[], env: Record<string, string> = {}) =>
  runCli(
    {
      BASE_URL: new URL(receiver.url).origin,
      STRAVA_CLIENT_ID: String(strava.settings.client_id),
      STRAVA_CLIENT_SECRET: strava.settings.client_secret,
      STRAVA_WEBHOOK_VERIFY_TOKEN: 'ours',
      SECRETS_KEY,
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
  const advice = `STRAVA_SUBSCRIPTION_ID=${id} refuses events of other subscriptions.`;
  assert.equal(made.out, `Strava sends its events to ${address}\n${advice}`);
  assert.equal((await run(['subscribe'])).out, `Strava already sends its events to ${address}\n${advice}`);
  assert.equal((await run(['subscription'])).out, `Strava sends its events to ${address}\n${advice}`);
  const [registered, key] = strava.subscription()?.callback_url.split('?key=') ?? [];
  assert.equal(registered, address);
  assert.match(key ?? '', /^[\w-]{43}$/, 'what it is told and nobody is shown');
  assert.equal((await run(['unsubscribe'])).out, 'Strava sends its events nowhere any more.');
  assert.equal(strava.subscription(), null);
  assert.equal((await run(['unsubscribe'])).out, nowhere);
});

test('an address without a key, as it was registered before, is told of and replaced', async () => {
  const address = `${new URL(receiver.url).origin}/api/v1/activities/webhook/strava`;
  const form = { ...app(strava), callback_url: address, verify_token: 'ours' };
  const url = `${strava.url}/api/v3/push_subscriptions`;
  assert.equal((await fetch(url, { method: 'POST', body: new URLSearchParams(form) })).status, 201);
  assert.match((await run(['subscription'])).out, /Warning: .* has no key.*anybody.*ekiden strava subscribe/);
  const strict = await run(['subscription'], { STRAVA_SIGNATURE_REQUIRED: 'true' });
  assert.match(strict.out, /Warning: .* has no key.*are refused/);
  assert.match((await run(['subscribe'])).out, /which went elsewhere before/);
  assert.match(strava.subscription()?.callback_url ?? '', /\?key=/);
  assert.doesNotMatch((await run(['subscription'])).out, /key/);
  await run(['unsubscribe']);
});

test('the operator is told what to do where a subscription fails', async () => {
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
