import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { after, before, test } from 'node:test';
import webPush from 'web-push';
import { checkVapid } from './check-vapid.ts';
import { decryptMessage, readHeader } from './decrypt-message.ts';
import { startWebPush, type WebPushSandbox } from './start-web-push.ts';

let service: WebPushSandbox;
before(async () => {
  service = await startWebPush();
});
after(() => service.stop());

/** The examples of RFC 8291, section 5, and of RFC 8292, section 2.4. */
const RFC_8291 = {
  plaintext: 'When I grow up, I want to be a watermelon',
  ua_private: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth_secret: 'BTBZMqHH6r4Tts7J_aSIgg',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95b' +
    'Qpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const RFC_8292 =
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6' +
  'Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, ' +
  'k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';

test('the examples of the standards are read, and what differs from them by a bit is not', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(RFC_8291.ua_private, 'base64url');
  const keys = { pair, auth: Buffer.from(RFC_8291.auth_secret, 'base64url') };
  const read = (body: Buffer): string | undefined => {
    const header = readHeader(body);
    return header === null ? undefined : decryptMessage(keys, header)?.toString();
  };
  const body = Buffer.from(RFC_8291.body, 'base64url');
  assert.equal(read(body), RFC_8291.plaintext);
  for (const place of [0, 20, 30, 90, body.length - 1]) {
    const changed = Buffer.from(body);
    changed.writeUInt8(body.readUInt8(place) ^ 1, place);
    assert.equal(read(changed), undefined, String(place));
  }
  assert.equal(read(body.subarray(0, 100)), undefined);

  const asked = { audience: 'https://push.example.net', now: new Date('2016-01-22T12:00:00Z') };
  const right = checkVapid(RFC_8292, asked);
  assert.equal(right.fault, null);
  for (const [wrong, words] of [
    [{ ...asked, audience: 'https://push.example.org' }, /aud/],
    [{ ...asked, now: new Date('2016-01-23T04:36:08Z') }, /exp/],
    [{ ...asked, now: new Date('2016-01-22T04:36:00Z') }, /exp/],
  ] as const)
    assert.match(checkVapid(RFC_8292, wrong).fault ?? '', words);
  assert.match(checkVapid(RFC_8292.replace('k=BA1', 'k=BA2'), asked).fault ?? '', /signature/);
  assert.match(checkVapid('vapid t=x, k=y', asked).fault ?? '', /ES256/);
});

/** What the library that most servers push with sends. */
function compose(browser: ReturnType<WebPushSandbox['subscribe']>, text = 'Hello') {
  const { VAPID_PUBLIC_KEY: publicKey = '', VAPID_PRIVATE_KEY: privateKey = '' } = service.env();
  const vapidDetails = { subject: 'mailto:a@example.org', publicKey, privateKey };
  const options = { TTL: 60, urgency: 'high' as const, contentEncoding: 'aes128gcm' as const, vapidDetails };
  const { headers, body } = webPush.generateRequestDetails(browser.subscription, text, options);
  return {
    url: browser.subscription.endpoint,
    headers: headers as Record<string, string>,
    body: new Uint8Array(body),
  };
}

async function post({ url, headers, body }: ReturnType<typeof compose>) {
  const { 'Content-Length': _, ...sent } = headers;
  const answer = await fetch(url, { method: 'POST', headers: { ...sent, TTL: String(sent.TTL) }, body });
  return { status: answer.status, words: await answer.text(), location: answer.headers.get('location') };
}

test('what the usual library sends is taken and read', async () => {
  service.pushes.forget();
  const browser = service.subscribe();
  const { status, location } = await post(compose(browser, 'Grüße, 跑者'));
  assert.equal(status, 201);
  assert.ok(location?.startsWith(`${service.url}/message/`));
  assert.deepEqual(browser.messages(), [{ text: 'Grüße, 跑者', ttl_s: 60, urgency: 'high' }]);
  const [push, ...more] = service.pushes.list();
  assert.deepEqual(
    [push?.status, push?.because, push?.claims?.aud, more.length],
    [201, null, service.url, 0],
  );
  assert.doesNotMatch(JSON.stringify(push), /eyJ/);
});

test('what is not as the standards have it is refused, each fault by its status', async () => {
  const browser = service.subscribe();
  type Composed = ReturnType<typeof compose>;
  const withHeader = (name: string, value: string) => (push: Composed) => ({
    ...push,
    headers: { ...push.headers, [name]: value },
  });
  const elsewhere = service.subscribe();
  const refused: [number, RegExp, (push: Composed) => Composed][] = [
    [
      401,
      /Authorization/,
      ({ headers: { Authorization: _, ...headers }, ...push }) => ({ ...push, headers }),
    ],
    [403, /ES256/, withHeader('Authorization', 'Bearer x')],
    [403, /signature/, (push) => withHeader('Authorization', `${push.headers.Authorization}A`)(push)],
    [404, /no such/, (push) => ({ ...push, url: `${service.url}/push/of-nobody` })],
    [400, /TTL/, withHeader('TTL', 'soon')],
    [400, /Urgency/, withHeader('Urgency', 'very-high')],
    [400, /Topic/, withHeader('Topic', 'a topic')],
    [400, /Encoding/, withHeader('Content-Encoding', 'aesgcm')],
    [400, /begin/, (push) => ({ ...push, body: push.body.subarray(1) })],
    [400, /decrypt/, (push) => ({ ...push, url: elsewhere.subscription.endpoint })],
    [413, /bytes/, () => compose(browser, 'x'.repeat(3_994))],
    [403, /another key/, () => compose(service.subscribe(webPush.generateVAPIDKeys().publicKey))],
  ];
  for (const [status, words, change] of refused) {
    const answer = await post(change(compose(browser)));
    assert.equal(answer.status, status, String(words));
    assert.match(answer.words, words);
  }
  assert.deepEqual([browser.messages(), elsewhere.messages()], [[], []]);
  assert.equal((await post(compose(browser, 'x'.repeat(3_993)))).status, 201);
  assert.equal((await fetch(browser.subscription.endpoint)).status, 405);
});

test('browsers meet with what a test has planned, and unsubscribe', async () => {
  const browser = service.subscribe(null);
  browser.meetWith({ status: 429, headers: { 'retry-after': '7' } }, 'drop');
  assert.equal((await post(compose(browser))).status, 429);
  await assert.rejects(post(compose(browser)));
  assert.equal((await post(compose(browser))).status, 201);
  browser.unsubscribe();
  assert.equal((await post(compose(browser))).status, 410);
  assert.equal(browser.messages().length, 1);
});
