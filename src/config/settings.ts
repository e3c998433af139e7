import { parseSourcePolicy, type SourcePolicies } from '../privacy/index.ts';
import { MOST_PER_WINDOW, ORGANIZATION_CREATORS, REGISTRATIONS, TIERS } from '../shared/access.ts';
import { QUOTA_NAMES, QUOTAS, type QuotaName } from '../shared/quotas.ts';
import { origins, proxies, publicUrl, returnUrls, url, webUrl } from './addresses.ts';
import { BACKUPS } from './backups.ts';
import { oidcIssuers } from './oidc-issuers.ts';
import { CHAT, GARMIN, LANGUAGE_MODEL, PUSH, STRAVA } from './services.ts';
import { allOrNone, REQUIRED, type Setting, setting, unset } from './setting.ts';
import {
  flag,
  type InForce,
  list,
  oneOf,
  path,
  type SettingType,
  secret,
  text,
  wholeNumber,
} from './setting-types.ts';
import { TRACING } from './tracing.ts';

const ROLES = ['api', 'worker'] as const;
const DAY_S = 86_400;
const perWindow = wholeNumber(1, MOST_PER_WINDOW);

/** An app key creates organizations for anyone, so a guessable one is refused. */
const appKeys = list('keys of at least 16 characters', (key) => (key.length < 16 ? undefined : key), {
  secret: true,
});

const sourcePolicies: SettingType<SourcePolicies> = {
  accepts: 'a JSON object such as {"strava": {"export": false, "keep_days": 7}}',
  read: parseSourcePolicy,
  show: JSON.stringify,
};

const serverUrl = url('postgres:', 'postgresql:');
const besideDatabaseUrl: typeof serverUrl = {
  ...serverUrl,
  read(text, inForce) {
    const address = serverUrl.read(text, inForce);
    if (address !== undefined && inForce.DATABASE_URL === undefined)
      throw new Error('is set, but DATABASE_URL is not');
    return address;
  },
};

/** The port beside the server's, before it where there is no room behind. Port 0 stays 0, any port. */
const portBeside = (steps: number) => ({
  says: `\`PORT\` + ${steps}`,
  from: ({ PORT }: InForce): string => {
    const port = Number(PORT);
    if (port === 0) return '0';
    return String(port + 2 > 65_535 ? port - steps : port + steps);
  },
});

const quotas = Object.fromEntries(
  QUOTA_NAMES.map((name) => {
    const { of, usual, most, counts } = QUOTAS[name];
    const about = `${counts}, of an ${of}`;
    return [name, setting(`QUOTA_${name.toUpperCase()}`, wholeNumber(0, most), String(usual), about)];
  }),
) as { readonly [Name in QuotaName]: Setting<number> };

/**
 * Every setting: its environment variable, how it is written and whether it is secret, what holds where it is not given, and what it
 * is for; what other services need is in `services.ts`. The shape of the table is the shape of `Config`. `docs/self-hosting.md` shows it: `npm run settings` writes that.
 */
export const SETTINGS = {
  host: setting('HOST', text, '127.0.0.1', 'the address served'),
  port: setting('PORT', wholeNumber(0, 65_535), '4000', 'the port served'),
  workerPort: setting(
    'WORKER_PORT',
    wholeNumber(0, 65_535),
    unset('none'),
    'where a process without the role `api` answers `/healthz` and `/readyz`, on `HOST`: [Operations](operations.md#health)',
  ),
  metricsPort: setting(
    'METRICS_PORT',
    wholeNumber(0, 65_535),
    unset('none: nothing is counted'),
    'where `/metrics` is served for Prometheus, by processes of both roles: [Operations](operations.md#metrics)',
  ),
  metricsHost: setting(
    'METRICS_HOST',
    text,
    '127.0.0.1',
    'the address of `METRICS_PORT`; whoever reaches it reads all of them',
  ),
  tracing: TRACING,
  baseUrl: setting(
    'BASE_URL',
    publicUrl,
    {
      says: 'from `HOST` and `PORT`',
      from: ({ HOST = '', PORT }) => {
        // A wildcard address is none that a browser can open.
        const host = ['0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST;
        return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
      },
    },
    'the public address',
  ),
  dataDir: setting(
    'DATA_DIR',
    path,
    './data',
    'the folder of the embedded database, files, outbox and generated key',
  ),
  roles: setting(
    'ROLES',
    list(ROLES.join(', '), (role) => ROLES.find((known) => known === role), { least: 1 }),
    'api,worker',
    'what this process does: serve HTTP, run background jobs',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    proxies,
    '',
    'the proxies whose `X-Forwarded-For` is believed. Without it all clients behind a proxy share its address, and the limit of failed sign-ins with it',
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    origins,
    '',
    'origins whose pages may call the application API from a browser, each exactly; never `*`, and not the developer API ([why](decisions/cross-origin.md))',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    serverUrl,
    unset('embedded, in DATA_DIR/db'),
    '`postgres://user:password@host/database`; PostgreSQL 15 or later',
  ),
  backupBeforeMigrating: setting(
    'BACKUP_BEFORE_MIGRATING',
    flag,
    'true',
    'whether a backup is made before an upgrade changes the tables of a database: [upgrading](upgrading.md)',
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    wholeNumber(2, 1_000),
    '10',
    'connections one process keeps to it at most: [how many](several-machines.md#postgresql-and-its-connections)',
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    besideDatabaseUrl,
    unset('none: DATABASE_URL leads to the server itself'),
    'the same database without a pooler, where `DATABASE_URL` leads through PgBouncer: [how](several-machines.md#pgbouncer)',
  ),
  databaseReplicaUrl: setting(
    'DATABASE_REPLICA_URL',
    besideDatabaseUrl,
    unset('none: everything is read from DATABASE_URL'),
    'a streaming replica, for exports and lists of the developer API: [how](several-machines.md#a-replica)',
  ),
  redisUrl: setting(
    'REDIS_URL',
    url('redis:', 'rediss:', 'valkey:', 'valkeys:'),
    unset('none: each process counts rate limits by itself'),
    'rate limits counted together by several processes (`rediss://` with TLS; Valkey too)',
  ),
  s3: allOrNone('local disk, in DATA_DIR/objects', {
    bucket: setting('S3_BUCKET', text, REQUIRED, 'the bucket; the four below only with it'),
    endpoint: setting('S3_ENDPOINT', webUrl, unset('Amazon’s own'), 'any other S3 service'),
    region: setting('S3_REGION', text, 'us-east-1', 'the region'),
    accessKeyId: setting('S3_ACCESS_KEY_ID', text, REQUIRED, 'the id of the access key'),
    secretAccessKey: setting('S3_SECRET_ACCESS_KEY', secret(text), REQUIRED, 'its secret'),
  }),
  smtpUrl: setting(
    'SMTP_URL',
    url('smtp:', 'smtps:'),
    unset('outbox files, in DATA_DIR/outbox'),
    'the mail server; user and password percent-encoded',
  ),
  mailFrom: setting('MAIL_FROM', text, 'Ekiden <ekiden@localhost>', 'the sender of all mails'),
  appKeys: setting('APP_KEYS', appKeys, '', 'with which apps create organizations for others (`X-API-Key`)'),
  secretsKey: setting(
    'SECRETS_KEY',
    secret(text),
    unset('in the file SECRETS_KEY_FILE'),
    '32 bytes in base64; several for rotation, newest first, separated by commas',
  ),
  secretsKeyFile: setting(
    'SECRETS_KEY_FILE',
    path,
    { says: '`secrets.key` in `DATA_DIR`', from: ({ DATA_DIR }) => `${DATA_DIR}/secrets.key` },
    'a file with the same content as `SECRETS_KEY`, best outside of `DATA_DIR`: [below](#the-secrets-key). It is generated where it is missing. Only one of the two is set',
  ),
  accessTokenTtlS: setting(
    'ACCESS_TOKEN_TTL',
    wholeNumber(60, 30 * DAY_S),
    String(DAY_S),
    'seconds an access token lasts',
  ),
  oidcIssuers: setting(
    'OIDC_ISSUERS',
    oidcIssuers,
    { says: 'none', from: () => '[]' },
    'OpenID providers with whose ID tokens people sign up and in: [below](#sign-in-with-other-providers)',
  ),
  registration: setting(
    'REGISTRATION',
    oneOf(REGISTRATIONS),
    'open',
    'who may make an account: `open` anybody, `invite` whoever has an invitation of an organization, `closed` nobody: [above](#the-first-admin-and-who-else-may-come-in)',
  ),
  organizationCreation: setting(
    'ORGANIZATION_CREATION',
    oneOf(ORGANIZATION_CREATORS),
    'coaches',
    'who may create organizations over the API: `coaches`, or platform `admins` only; app keys always may',
  ),
  defaultOrgTier: setting(
    'DEFAULT_ORG_TIER',
    oneOf(TIERS),
    'club',
    'the tier of a new organization; `club` has everything',
  ),
  rateLimitPerMinute: setting(
    'RATE_LIMIT_PER_MINUTE',
    perWindow,
    '60',
    'requests of one API key on the developer API in a minute; a single key can have others: `ekiden key limits`',
  ),
  rateLimitPerHour: setting('RATE_LIMIT_PER_HOUR', perWindow, '1000', 'the same in an hour'),
  exportsPerHour: setting(
    'EXPORTS_PER_HOUR',
    perWindow,
    '5',
    'exports one API key creates, or one person in one organization',
  ),
  mailRequestsPerHour: setting(
    'MAIL_REQUESTS_PER_HOUR',
    perWindow,
    '60',
    'requests for verification and password mails from one network (an IPv4 address, an IPv6 /64)',
  ),
  exportsAtOnce: setting(
    'EXPORTS_AT_ONCE',
    wholeNumber(1, 16),
    '1',
    'exports one process makes at a time; the others wait as `pending`. Each takes about 90 MB and, on PostgreSQL, a connection of its own',
  ),
  notificationStreamS: setting(
    'NOTIFICATION_STREAM_SECONDS',
    wholeNumber(0, DAY_S),
    '3600',
    'how long a stream of somebody’s notifications lasts before the app asks again; below what a proxy in front allows a response; 0: it says what there is and ends',
  ),
  stopDelayS: setting(
    'STOP_DELAY_SECONDS',
    wholeNumber(0, 300),
    '0',
    'how long a server that is told to stop still answers while `/readyz` says that it goes, so that a balancer sends it nothing more: [rolling upgrades](upgrading.md#several-nodes-without-a-pause)',
  ),
  quotas,
  sourcePolicies: setting(
    'SOURCE_POLICY',
    sourcePolicies,
    { says: 'see `ekiden config`', from: () => '{}' },
    'what each platform’s terms allow. What is left out keeps its default',
  ),
  platforms: {
    strava: STRAVA,
    garmin: GARMIN,
    returnUrls: setting(
      'RETURN_URLS',
      returnUrls,
      {
        says: 'the origin of `BASE_URL`, `ekiden://`',
        from: ({ BASE_URL = '' }) => `${new URL(BASE_URL).origin},ekiden://`,
      },
      'where people may be sent after a platform’s consent page: exact origins and schemes of apps',
    ),
  },
  demoStravaPort: setting(
    'DEMO_STRAVA_PORT',
    wholeNumber(0, 65_535),
    portBeside(1),
    'where `npm run demo` plays Strava, on 127.0.0.1, unless it is configured above',
  ),
  demoGarminPort: setting('DEMO_GARMIN_PORT', wholeNumber(0, 65_535), portBeside(2), 'the same of Garmin'),
  backup: BACKUPS,
  push: PUSH,
  chat: CHAT,
  languageModel: LANGUAGE_MODEL,
  logLevel: setting(
    'LOG_LEVEL',
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'from which level on is logged',
  ),
  logFormat: setting(
    'LOG_FORMAT',
    oneOf(['pretty', 'json']),
    { says: '`pretty` on a terminal, else `json`', from: () => 'json' },
    'how the log is written. `npm run demo` is `pretty` unless this says `json`',
  ),
};
