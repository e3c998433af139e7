import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { listSettings } from './config/setting.ts';
import { SETTINGS } from './config/settings.ts';
import { describeConfig, parseConfig } from './config.ts';

test('every setting has a working default', () => {
  const config = parseConfig({});
  assert.equal(config.baseUrl, 'http://127.0.0.1:4000');
  assert.equal(config.dataDir, path.resolve('data'));
  assert.deepEqual(config.roles, ['api', 'worker']);
  assert.equal(config.databaseUrl, undefined);
  assert.equal(config.s3, undefined);
  assert.equal(config.defaultOrgTier, 'club');
  assert.equal(config.accessTokenTtlS, 86_400);
  assert.ok(Object.isFrozen(config));
});

test('each quota is a whole number, 0 for none at all, and no more than what can be answered', () => {
  const { quotas } = parseConfig({ QUOTA_GROUPS: '7', QUOTA_DRAFTS: '0' });
  assert.deepEqual([quotas.groups, quotas.drafts, quotas.recording_bytes], [7, 0, 10_737_418_240]);
  const shown = describeConfig(parseConfig({ QUOTA_UPLOADS_PER_DAY: '12' }));
  assert.equal(shown.QUOTA_UPLOADS_PER_DAY, '12');
  const wrong = ['-1', '1.5', '10 GB', 'unlimited'];
  for (const QUOTA_RECORDING_BYTES of wrong) {
    assert.throws(
      () => parseConfig({ QUOTA_RECORDING_BYTES }),
      /^Error: QUOTA_RECORDING_BYTES must be a whole number/,
    );
  }
  assert.throws(
    () => parseConfig({ QUOTA_LIBRARY_WORKOUTS: '2001' }),
    /^Error: QUOTA_LIBRARY_WORKOUTS must be a whole number from 0 to 2000\.$/,
  );
});

test('proxies are trusted by name, address or range, none by default', () => {
  assert.deepEqual(parseConfig({}).trustProxy, []);
  const config = parseConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32,192.0.2.1' });
  assert.deepEqual(config.trustProxy, ['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.1']);
  assert.equal(describeConfig(config).TRUST_PROXY, 'loopback,10.0.0.0/8,2001:db8::/32,192.0.2.1');
});

test('a blank setting counts as not set', () => {
  assert.deepEqual(parseConfig({ PORT: '', DATABASE_URL: ' ', APP_KEYS: ' , ' }), parseConfig({}));
});

test('the public address follows HOST and PORT unless it is given', () => {
  assert.equal(parseConfig({ HOST: '::1', PORT: '8080' }).baseUrl, 'http://[::1]:8080');
  assert.equal(parseConfig({ HOST: '0.0.0.0' }).baseUrl, 'http://localhost:4000');
  assert.equal(parseConfig({ BASE_URL: 'https://run.example.org/' }).baseUrl, 'https://run.example.org');
});

test('the platforms of the demo are beside the server unless they are put elsewhere', () => {
  const portsOf = (env: Record<string, string>): number[] => {
    const { demoStravaPort, demoGarminPort } = parseConfig(env);
    return [demoStravaPort, demoGarminPort];
  };
  assert.deepEqual(portsOf({}), [4001, 4002]);
  assert.deepEqual(portsOf({ PORT: '8080', DEMO_GARMIN_PORT: '9000' }), [8081, 9000]);
  assert.deepEqual(portsOf({ PORT: '65534' }), [65_533, 65_532]);
  assert.deepEqual(portsOf({ PORT: '0' }), [0, 0]);
});

function oidc(wrong: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([{ issuer: 'https://id.example.org', audience: 'ekiden', ...wrong }]);
}

test('OpenID providers are none unless named, with TLS or on loopback', () => {
  assert.deepEqual(parseConfig({}).oidcIssuers, []);
  assert.equal(describeConfig(parseConfig({})).OIDC_ISSUERS, 'none');
  for (const issuer of [
    'https://accounts.example.org',
    'https://tenant.example.org/v2.0/',
    'http://127.0.0.1:7301',
    'http://[::1]:7301',
    'http://localhost:7301/realms/club',
  ]) {
    const issuers = [
      { issuer, audience: 'ekiden-ios' },
      { issuer, audience: 'ekiden-web' },
    ];
    const config = parseConfig({ OIDC_ISSUERS: JSON.stringify(issuers) });
    assert.deepEqual(config.oidcIssuers, issuers);
    assert.equal(describeConfig(config).OIDC_ISSUERS, JSON.stringify(issuers));
  }
});

const WRONG: [env: Record<string, string>, message: RegExp][] = [
  [{ PORT: '70000' }, /^PORT must be a whole number from 0 to 65535\.$/],
  [{ PORT: '4e3' }, /^PORT /],
  [{ BASE_URL: 'ftp://example.org' }, /^BASE_URL must be a URL/],
  [{ BASE_URL: 'https://u:p@example.org' }, /^BASE_URL must be an address alone/],
  [{ BASE_URL: 'https://example.org/?a=b' }, /^BASE_URL must be an address alone/],
  [{ ROLES: 'api,cook' }, /^ROLES must be a comma-separated list of api, worker; cook is not one\.$/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must be a comma-separated list of IP addresses, CIDR ranges/],
  [{ TRUST_PROXY: '127.0.0.1,example.org' }, /^TRUST_PROXY /],
  [{ TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY /],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY /],
  [{ TRUST_PROXY: '10.0.0.0/8/8' }, /^TRUST_PROXY /],
  [{ DATABASE_URL: 'mysql://localhost/x' }, /^DATABASE_URL must be a URL that starts with postgres:\/\//],
  [{ SMTP_URL: 'mail.example.org' }, /^SMTP_URL /],
  [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, /^S3_BUCKET must be set, because S3_ENDPOINT is\.$/],
  [{ S3_BUCKET: 'ekiden' }, /^S3_ACCESS_KEY_ID must be set, because S3_BUCKET is\.$/],
  [{ APP_KEYS: 'short' }, /^APP_KEYS must be a comma-separated list of keys of at least 16 characters\.$/],
  [
    { SECRETS_KEY: 'x', SECRETS_KEY_FILE: '/run/secrets/ekiden' },
    /^SECRETS_KEY_FILE must not be set together with SECRETS_KEY: keep the one that holds your keys\.$/,
  ],
  [{ ACCESS_TOKEN_TTL: '1' }, /^ACCESS_TOKEN_TTL /],
  [{ REGISTRATION: 'Open' }, /^REGISTRATION must be one of open, invite, closed\.$/],
  [{ ORGANIZATION_CREATION: 'nobody' }, /^ORGANIZATION_CREATION must be one of coaches, admins\.$/],
  [{ DEFAULT_ORG_TIER: 'gold' }, /^DEFAULT_ORG_TIER must be one of free, coach, club\.$/],
  [{ SOURCE_POLICY: '{"garmin":{"export":"no"}}' }, /^SOURCE_POLICY garmin\.export must be true or false/],
  ...[
    ['[{', /^OIDC_ISSUERS must be a JSON array such as \[\{"issuer": "https:\/\//],
    ['{"issuer":"https://id.example.org","audience":"a"}', /^OIDC_ISSUERS must be a JSON array/],
    ['["https://id.example.org"]', /^OIDC_ISSUERS must be a JSON array/],
    ['[null]', /^OIDC_ISSUERS must be a JSON array/],
    [oidc({ issuer: undefined }), /^OIDC_ISSUERS \[0\]\.issuer must be the https address/],
    [oidc({ issuer: 'http://id.example.org' }), /^OIDC_ISSUERS \[0\]\.issuer must be the https/],
    [oidc({ issuer: 'http://127.0.0.1.example.org' }), /^OIDC_ISSUERS \[0\]\.issuer /],
    [oidc({ issuer: 'http://localhost.example.org' }), /^OIDC_ISSUERS \[0\]\.issuer /],
    [oidc({ issuer: 'id.example.org' }), /^OIDC_ISSUERS \[0\]\.issuer /],
    [oidc({ issuer: 'https://id.example.org/?x=1' }), /^OIDC_ISSUERS \[0\]\.issuer /],
    [oidc({ issuer: 'https://id.example.org/#x' }), /^OIDC_ISSUERS \[0\]\.issuer /],
    [oidc({ issuer: 'https://me:secret@id.example.org' }), /^OIDC_ISSUERS \[0\]\.issuer /],
    [oidc({ issuer: 'https://id.example.org/ x' }), /^OIDC_ISSUERS \[0\]\.issuer /],
    [oidc({ audience: '' }), /^OIDC_ISSUERS \[0\]\.audience must be a client id/],
    [oidc({ audience: ['a'] }), /^OIDC_ISSUERS \[0\]\.audience /],
    [
      oidc({ clientId: 'a' }),
      /^OIDC_ISSUERS \[0\]\.clientId is not known; an entry has issuer and audience\.$/,
    ],
  ].map(([OIDC_ISSUERS, message]): [Record<string, string>, RegExp] => [
    { OIDC_ISSUERS: String(OIDC_ISSUERS) },
    message as RegExp,
  ]),
  [{ MAIL_REQUESTS_PER_HOUR: '0' }, /^MAIL_REQUESTS_PER_HOUR must be a whole number from 1 to /],
  [{ EXPORTS_AT_ONCE: '0' }, /^EXPORTS_AT_ONCE must be a whole number from 1 to 16\.$/],
  [
    { NOTIFICATION_STREAM_SECONDS: '-1' },
    /^NOTIFICATION_STREAM_SECONDS must be a whole number from 0 to 86400\.$/,
  ],
  [{ STRAVA_CLIENT_ID: '42' }, /^STRAVA_CLIENT_SECRET must be set, because STRAVA_CLIENT_ID is\.$/],
  [
    { STRAVA_WEBHOOK_VERIFY_TOKEN: 'hello' },
    /^STRAVA_CLIENT_ID must be set, because STRAVA_WEBHOOK_VERIFY_TOKEN is\.$/,
  ],
  [{ STRAVA_CLIENT_ID: '4 2', STRAVA_CLIENT_SECRET: 'x' }, /^STRAVA_CLIENT_ID must be 1 to 255 characters/],
  [{ STRAVA_API_URL: 'http://strava.example.org' }, /^STRAVA_API_URL must be an https address/],
  [{ STRAVA_WEB_URL: 'https://a:b@strava.example.org' }, /^STRAVA_WEB_URL must be an https address/],
  [{ STRAVA_SIGNATURE_REQUIRED: 'yes' }, /^STRAVA_SIGNATURE_REQUIRED must be true or false\.$/],
  [{ GARMIN_CONSUMER_SECRET: 's' }, /^GARMIN_CONSUMER_KEY must be set, because GARMIN_CONSUMER_SECRET is\.$/],
  [{ GARMIN_PUSH_API_KEY: 's' }, /^GARMIN_CONSUMER_KEY must be set, because GARMIN_PUSH_API_KEY is\.$/],
  [{ GARMIN_TOKEN_URL: 'ftp://127.0.0.1' }, /^GARMIN_TOKEN_URL must be an https address/],
  [{ GARMIN_OAUTH: '2' }, /^GARMIN_OAUTH must be one of 1\.0a, 2\.0\.$/],
  [{ RETURN_URLS: 'https://club.example.org/app' }, /^RETURN_URLS must be a comma-separated list of origins/],
  [{ RETURN_URLS: 'https://*.example.org' }, /^RETURN_URLS .*is not one\.$/],
  [{ RETURN_URLS: 'https://me@club.example.org' }, /^RETURN_URLS .*is not one\.$/],
  [{ RETURN_URLS: 'https://' }, /^RETURN_URLS .*https:\/\/ is not one\.$/],
  [{ RETURN_URLS: 'javascript://' }, /^RETURN_URLS .*javascript:\/\/ is not one\.$/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of /],
  [{ LOG_FORMAT: 'text' }, /^LOG_FORMAT must be one of pretty, json\.$/],
];

test('a wrong setting is named in one line', () => {
  for (const [env, message] of WRONG) {
    assert.throws(
      () => parseConfig(env),
      (error: Error) => {
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      },
      JSON.stringify(env),
    );
  }
});

test('a platform is where it says, unless the operator names another address', () => {
  assert.deepEqual(parseConfig({}).platforms.strava, undefined);
  const app = { STRAVA_CLIENT_ID: '42', STRAVA_CLIENT_SECRET: 's' };
  const { strava } = parseConfig(app).platforms;
  assert.deepEqual(
    [strava?.web_url, strava?.api_url, strava?.webhook_verify_token],
    ['https://www.strava.com', 'https://www.strava.com/api/v3', null],
  );
  const subscribed = { ...app, STRAVA_SUBSCRIPTION_ID: '120475' };
  assert.equal(parseConfig(subscribed).platforms.strava?.subscription_id, '120475');
  assert.equal(strava?.subscription_id, null);
  const there = 'http://127.0.0.1:7301';
  for (const [STRAVA_API_URL, api_url] of [
    [there, `${there}/api/v3`],
    [`${there}/`, `${there}/api/v3`],
    [`${there}/api/v3/`, `${there}/api/v3`],
  ] as const) {
    assert.equal(parseConfig({ ...app, STRAVA_API_URL }).platforms.strava?.api_url, api_url);
  }
  const { garmin } = parseConfig({
    GARMIN_CONSUMER_KEY: 'k',
    GARMIN_CONSUMER_SECRET: 's',
    GARMIN_OAUTH_URL: there,
    GARMIN_API_URL: there,
  }).platforms;
  assert.deepEqual(garmin, {
    consumer_key: 'k',
    consumer_secret: 's',
    push_api_key: null,
    web_url: 'https://connect.garmin.com',
    oauth_url: `${there}/oauth-service/oauth`,
    api_url: `${there}/wellness-api/rest`,
    oauth: '1.0a',
    token_url: 'https://diauth.garmin.com/di-oauth2-service/oauth/token',
  });
});

test('people return to the server itself and to the app, unless other places are named', () => {
  const { returnUrls } = parseConfig({ BASE_URL: 'https://run.example.org/ekiden' }).platforms;
  assert.deepEqual(returnUrls, { origins: ['https://run.example.org'], schemes: ['ekiden'] });
  const RETURN_URLS = 'https://Club.example.org:443/, http://127.0.0.1:3000,EKIDEN-dev://';
  const config = parseConfig({ RETURN_URLS });
  assert.deepEqual(config.platforms.returnUrls, {
    origins: ['https://club.example.org', 'http://127.0.0.1:3000'],
    schemes: ['ekiden-dev'],
  });
  const named = 'https://club.example.org,http://127.0.0.1:3000,ekiden-dev://';
  assert.equal(describeConfig(config).RETURN_URLS, named);
});

test('the key file may lie anywhere, and the description says where it is', () => {
  assert.equal(parseConfig({}).secretsKeyFile, path.resolve('data/secrets.key'));
  assert.match(describeConfig(parseConfig({})).SECRETS_KEY_FILE ?? '', /data\/secrets\.key$/);
  const described = describeConfig(parseConfig({ SECRETS_KEY_FILE: '/etc/ekiden/secrets.key' }));
  assert.equal(described.SECRETS_KEY_FILE, '/etc/ekiden/secrets.key');
  assert.equal(described.SECRETS_KEY, 'in the file SECRETS_KEY_FILE');
});

test('the description masks every secret', () => {
  const secret = 'hunter2-hunter2-hunter2';
  const described = describeConfig(
    parseConfig({
      DATABASE_URL: `postgres://ekiden:${secret}@db.example.org/ekiden`,
      SMTP_URL: `smtp://ekiden:${secret}@mail.example.org`,
      S3_BUCKET: 'ekiden',
      S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      S3_SECRET_ACCESS_KEY: secret,
      APP_KEYS: secret,
      SECRETS_KEY: secret,
      REDIS_URL: `redis://:${secret}@cache.example.org`,
      STRAVA_CLIENT_ID: '42',
      STRAVA_CLIENT_SECRET: secret,
      STRAVA_WEBHOOK_VERIFY_TOKEN: secret,
      GARMIN_CONSUMER_KEY: 'garmin-key',
      GARMIN_CONSUMER_SECRET: secret,
      GARMIN_PUSH_API_KEY: secret,
    }),
  );
  assert.doesNotMatch(JSON.stringify(described), new RegExp(secret));
  assert.match(described.DATABASE_URL ?? '', /db\.example\.org/);
  for (const { name, type } of listSettings(SETTINGS).filter((one) => one.type.secret === true)) {
    const account = { client_email: 'push@example.org', private_key: secret };
    const value = { APP_KEYS: [secret], FCM_SERVICE_ACCOUNT: account }[name] ?? secret;
    assert.match(type.show(value), /^(?:push@example\.org, key )?\*{8}$/, name);
  }
});

test('a secret in the query of a URL is masked as well', () => {
  const secret = 'hunter2-hunter2';
  const described = describeConfig(
    parseConfig({
      DATABASE_URL: `postgres://db.example.org/ekiden?user=ekiden&password=${secret}&sslmode=require`,
      SMTP_URL: `smtps://mail.example.org?auth.user=ekiden&auth.pass=${secret}`,
    }),
  );
  assert.doesNotMatch(JSON.stringify(described), new RegExp(secret));
  assert.match(described.DATABASE_URL ?? '', /user=ekiden&.*sslmode=require/);
});

test('a value that a setting does not take stops the start with one line that names the setting', () => {
  const strict = listSettings(SETTINGS).filter(({ type }) => !/^(?:a text|a path)$/.test(type.accepts));
  assert.ok(strict.length > 60);
  for (const { name, type } of strict) {
    const wrong = type.accepts.startsWith('a comma-separated') ? 'hush hush,, ://' : '{hush hush';
    assert.throws(
      () => parseConfig({ [name]: wrong }),
      ({ message }: Error) => {
        assert.match(message, new RegExp(`^${name} .*\\bmust be .+\\.$`));
        if (type.secret === true) assert.doesNotMatch(message, /hush/);
        return true;
      },
      name,
    );
  }
});

test('secrets and addresses with a password are read from files, and never from two places', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'value');
  await writeFile(file, 'postgres://ekiden:hush@db.example.org/ekiden\n');
  const { databaseUrl } = parseConfig({ DATABASE_URL_FILE: file });
  assert.equal(databaseUrl, 'postgres://ekiden:hush@db.example.org/ekiden');

  const key = path.join(folder, 'key');
  await writeFile(key, 'hush-hush');
  const s3 = { S3_BUCKET: 'ekiden', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY_FILE: key };
  assert.equal(parseConfig(s3).s3?.secretAccessKey, 'hush-hush');

  const wrong: readonly [Record<string, string>, RegExp][] = [
    [
      { ...s3, S3_SECRET_ACCESS_KEY: 'other' },
      /^S3_SECRET_ACCESS_KEY_FILE must not be set together with S3_S/,
    ],
    [
      { SMTP_URL_FILE: path.join(folder, 'none') },
      /^SMTP_URL_FILE must be a file that can be read: ENOENT.*\.$/,
    ],
    [{ DATABASE_URL_FILE: key }, /^DATABASE_URL must be a URL that starts with postgres/],
  ];
  for (const [env, message] of wrong) {
    assert.throws(
      () => parseConfig(env),
      (error: Error) => {
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /hush|\n/);
        return true;
      },
    );
  }
});
