import assert from 'node:assert/strict';
import { createECDH, generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { describeConfig, parseConfig } from '../config.ts';

const PKCS8 = { type: 'pkcs8', format: 'pem' } as const;
const KEY = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export(PKCS8).toString();
const OTHER_KIND = generateKeyPairSync('ed25519').privateKey.export(PKCS8).toString();

const ACCOUNT = {
  type: 'service_account',
  project_id: 'club-4711',
  private_key_id: '0123456789abcdef',
  private_key: KEY,
  client_email: 'push@club-4711.iam.gserviceaccount.com',
  client_id: '1',
  token_uri: 'https://oauth2.googleapis.com/token',
};
const account = (changes: object = {}) => ({
  FCM_SERVICE_ACCOUNT: JSON.stringify({ ...ACCOUNT, ...changes }),
});

const pair = createECDH('prime256v1');
const VAPID = {
  VAPID_PUBLIC_KEY: pair.generateKeys('base64url'),
  // A key that begins with zeros is given without them.
  VAPID_PRIVATE_KEY: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
  VAPID_SUBJECT: 'mailto:club@example.org',
};

const folder = mkdtempSync(join(tmpdir(), 'ekiden-config-'));
after(() => rmSync(folder, { recursive: true }));
const file = (text: string): { FCM_SERVICE_ACCOUNT: string } => {
  const path = join(folder, `${randomUUID()}.json`);
  writeFileSync(path, text);
  return { FCM_SERVICE_ACCOUNT: path };
};

test('without an account and keys pushes go to the outbox, and `ekiden config` says so', () => {
  const config = parseConfig({});
  assert.deepEqual([config.push.fcm, config.push.web.vapid], [undefined, undefined]);
  const { FCM_SERVICE_ACCOUNT, VAPID_PUBLIC_KEY, FCM_URL, VAPID_PRIVATE_KEY } = describeConfig(config);
  assert.match(`${FCM_SERVICE_ACCOUNT} ${VAPID_PUBLIC_KEY}`, /outbox.*outbox/);
  assert.deepEqual([FCM_URL, VAPID_PRIVATE_KEY], [undefined, undefined]);
});

test('a service account is given as it was downloaded, as JSON or as a file', () => {
  const { project_id, private_key_id, private_key, client_email } = ACCOUNT;
  const token_url = 'https://oauth2.googleapis.com/token';
  const expected = {
    account: { project_id, client_email, private_key_id, private_key, token_url },
    api_url: 'https://fcm.googleapis.com',
  };
  assert.deepEqual(parseConfig(account()).push.fcm, expected);
  assert.deepEqual(parseConfig(file(JSON.stringify(ACCOUNT, null, 2))).push.fcm, expected);
  const there = 'http://127.0.0.1:7301';
  const elsewhere = {
    ...account({ token_uri: `${there}/token`, private_key_id: undefined }),
    FCM_URL: `${there}/`,
  };
  assert.deepEqual(parseConfig(elsewhere).push.fcm, {
    account: { ...expected.account, private_key_id: null, token_url: `${there}/token` },
    api_url: there,
  });
});

test('browsers are posted to at the services there are, or those that are named', () => {
  const { origins } = parseConfig({}).push.web;
  assert.ok(
    origins.includes('https://fcm.googleapis.com') && origins.includes('https://*.notify.windows.com'),
  );
  const { subject, public_key } = parseConfig(VAPID).push.web.vapid ?? {};
  assert.deepEqual([subject, public_key], [VAPID.VAPID_SUBJECT, VAPID.VAPID_PUBLIC_KEY]);
  const WEB_PUSH_ORIGINS =
    'https://Push.example.org:443/, https://*.push.example.org,http://127.0.0.1:7301,https://*.push.example.org:8443';
  const named = [
    'https://push.example.org',
    'https://*.push.example.org',
    'http://127.0.0.1:7301',
    'https://*.push.example.org:8443',
  ];
  const config = parseConfig({ WEB_PUSH_ORIGINS });
  assert.deepEqual(config.push.web.origins, named);
  assert.equal(describeConfig(config).WEB_PUSH_ORIGINS, named.join(','));
});

test('what is in force is shown without secrets', () => {
  const described = describeConfig(parseConfig({ ...account(), ...VAPID }));
  const shown = JSON.stringify(described);
  assert.doesNotMatch(shown, /PRIVATE KEY/);
  assert.ok(!shown.includes(VAPID.VAPID_PRIVATE_KEY) && !shown.includes(KEY.slice(100, 140)));
  assert.match(described.FCM_SERVICE_ACCOUNT ?? '', /^push@club-4711\./);
  assert.equal(described.FCM_URL, 'https://fcm.googleapis.com');
  assert.equal(described.VAPID_PUBLIC_KEY, VAPID.VAPID_PUBLIC_KEY);
});

const SECRET = 'hush-hush';
const KEY_OF_OTHERS = createECDH('prime256v1').generateKeys('base64url');
const WRONG: [env: Record<string, string>, message: RegExp][] = [
  [{ FCM_URL: 'http://fcm.example.org' }, /^FCM_URL must be an https address/],
  [
    { FCM_SERVICE_ACCOUNT: join(folder, 'none.json') },
    /^FCM_SERVICE_ACCOUNT must be the JSON .* \(ENOENT\)\.$/,
  ],
  [{ FCM_SERVICE_ACCOUNT: folder }, /^FCM_SERVICE_ACCOUNT must be the JSON .* \(EISDIR\)\.$/],
  [
    { FCM_SERVICE_ACCOUNT: `{"private_key": "${SECRET}` },
    /^FCM_SERVICE_ACCOUNT is no JSON object; it must be/,
  ],
  [file('[1]'), /^FCM_SERVICE_ACCOUNT must be the key of a service account/],
  [
    account({ type: 'authorized_user' }),
    /^FCM_SERVICE_ACCOUNT must be the key .*"type" is "service_account"\.$/,
  ],
  [account({ project_id: '../x' }), /^FCM_SERVICE_ACCOUNT has no usable "project_id"/],
  [account({ client_email: 7 }), /^FCM_SERVICE_ACCOUNT has no usable "client_email"/],
  [
    account({ private_key: SECRET }),
    /^FCM_SERVICE_ACCOUNT has no usable "private_key": it must be an RSA key/,
  ],
  [account({ private_key: OTHER_KIND }), /^FCM_SERVICE_ACCOUNT has no usable "private_key"/],
  [
    account({ token_uri: 'http://id.example.org/token' }),
    /^FCM_SERVICE_ACCOUNT has a "token_uri" that must be an https/,
  ],
  [{ VAPID_SUBJECT: 'mailto:a@example.org' }, /^VAPID_PUBLIC_KEY must be set, because VAPID_SUBJECT is\.$/],
  [{ ...VAPID, VAPID_SUBJECT: '' }, /^VAPID_SUBJECT must be set, because VAPID_PUBLIC_KEY is\.$/],
  [{ ...VAPID, VAPID_SUBJECT: 'club@example.org' }, /^VAPID_SUBJECT must be an address such as mailto:/],
  [{ ...VAPID, VAPID_SUBJECT: 'mailto:club' }, /^VAPID_SUBJECT /],
  [{ ...VAPID, VAPID_PUBLIC_KEY: 'abc' }, /^VAPID_PUBLIC_KEY must be 65 bytes in base64url\.$/],
  [{ ...VAPID, VAPID_PRIVATE_KEY: `${VAPID.VAPID_PRIVATE_KEY}=` }, /^VAPID_PRIVATE_KEY must be 32 bytes/],
  [{ ...VAPID, VAPID_PUBLIC_KEY: KEY_OF_OTHERS }, /^VAPID_PUBLIC_KEY must be the one that belongs to/],
  [{ ...VAPID, VAPID_PRIVATE_KEY: 'A'.repeat(43) }, /^VAPID_PUBLIC_KEY must be the one/],
  ...[
    'http://push.example.org',
    'https://push.example.org/x',
    'https://*.org',
    'https://a.*.example.org',
    'https://u@example.org',
    ',',
    'example.org',
    'https://*',
  ].map((origins): [Record<string, string>, RegExp] => [
    { WEB_PUSH_ORIGINS: origins },
    /^WEB_PUSH_ORIGINS must be a comma-separated list of origins/,
  ]),
];

test('a wrong setting is named in one line, which quotes no secret', () => {
  for (const [env, message] of WRONG) {
    assert.throws(
      () => parseConfig(env),
      (error: Error) => {
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /\n|hush-hush|PRIVATE KEY/);
        return true;
      },
      JSON.stringify(env),
    );
  }
});
