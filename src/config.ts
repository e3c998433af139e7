import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { type ChatSettings, describeChat, parseChat } from './config/chat.ts';
import { parseCorsOrigins } from './config/cors-origins.ts';
import {
  describeLanguageModel,
  type LanguageModelSettings,
  parseLanguageModel,
} from './config/language-model.ts';
import { type OidcIssuer, parseOidcIssuers } from './config/oidc-issuers.ts';
import { describePlatforms, type PlatformSettings, parsePlatforms } from './config/platforms.ts';
import { describePush, type PushSettings, parsePush } from './config/push.ts';
import { describeQuotas, parseQuotas } from './config/quotas.ts';
import { parseSourcePolicy, type SourcePolicies } from './privacy/index.ts';
import {
  MOST_PER_WINDOW,
  ORGANIZATION_CREATORS,
  type OrganizationCreators,
  REGISTRATIONS,
  type Registration,
  TIERS,
  type Tier,
} from './shared/access.ts';
import type { Quotas } from './shared/quotas.ts';

export type Role = 'api' | 'worker';

/** Of the log: words for people or a line of JSON each. */
export type LogFormat = 'pretty' | 'json';

export type S3Config = {
  /** Null for Amazon's own. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** Everything the environment decides, read once, checked and frozen. */
export type Config = {
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly roles: readonly Role[];
  /** Whose `X-Forwarded-For` is believed: addresses, CIDR ranges, `loopback`, `linklocal`, `uniquelocal`. */
  readonly trustProxy: readonly string[];
  /** The pages of which origins may call the application API from a browser. */
  readonly corsOrigins: readonly string[];
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly s3: S3Config | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly appKeys: readonly string[];
  readonly secretsKey: string | undefined;
  /** The file with the keys, where `secretsKey` is not given; undefined: `secrets.key` in the data directory. */
  readonly secretsKeyFile: string | undefined;
  readonly accessTokenTtlS: number;
  /** Whose ID tokens people sign up with. */
  readonly oidcIssuers: readonly OidcIssuer[];
  readonly registration: Registration;
  readonly organizationCreation: OrganizationCreators;
  readonly defaultOrgTier: Tier;
  /** What each API key may do on the developer API. */
  readonly rateLimitPerMinute: number;
  readonly rateLimitPerHour: number;
  readonly exportsPerHour: number;
  /** How many mails with a token may be asked for from one network. */
  readonly mailRequestsPerHour: number;
  /** How many exports this process makes at a time. */
  readonly exportsAtOnce: number;
  /** How long a stream of somebody’s notifications lasts, in seconds; 0: it says what there is. */
  readonly notificationStreamS: number;
  /** How much accounts and organizations may have. */
  readonly quotas: Quotas;
  readonly sourcePolicies: SourcePolicies;
  readonly platforms: PlatformSettings;
  readonly push: PushSettings;
  readonly chat: ChatSettings;
  /** Undefined: plans and texts are written by rules. */
  readonly languageModel: LanguageModelSettings | undefined;
  /** Where the demo's Strava and Garmin listen. */
  readonly demoStravaPort: number;
  readonly demoGarminPort: number;
  readonly logLevel: string;
  readonly logFormat: LogFormat;
};

type Env = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const LOG_FORMATS: readonly LogFormat[] = ['pretty', 'json'];

/**
 * Reads the settings from the environment.
 *
 * @throws Error of one line, naming the first setting that is wrong and what it should be.
 */
export function parseConfig(env: Env): Config {
  const host = text(env, 'HOST') ?? '127.0.0.1';
  const port = integer(env, 'PORT', 4000, 0, 65_535);
  const servedAt = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const baseUrl = (publicUrl(env) ?? servedAt).replace(/\/+$/, '');
  return Object.freeze({
    host,
    port,
    baseUrl,
    dataDir: resolve(text(env, 'DATA_DIR') ?? './data'),
    roles: words(env, 'ROLES', ['api', 'worker']),
    trustProxy: trustProxy(env),
    corsOrigins: parsed(env, 'CORS_ORIGINS', parseCorsOrigins),
    databaseUrl: databaseUrl(env),
    redisUrl: redisUrl(env),
    s3: s3(env),
    smtpUrl: smtpUrl(env),
    mailFrom: text(env, 'MAIL_FROM') ?? 'Ekiden <ekiden@localhost>',
    appKeys: appKeys(env),
    secretsKey: text(env, 'SECRETS_KEY'),
    secretsKeyFile: secretsKeyFile(env),
    accessTokenTtlS: integer(env, 'ACCESS_TOKEN_TTL', 86_400, 60, 30 * 86_400),
    oidcIssuers: parsed(env, 'OIDC_ISSUERS', parseOidcIssuers),
    registration: oneOf(env, 'REGISTRATION', REGISTRATIONS, 'open'),
    organizationCreation: oneOf(env, 'ORGANIZATION_CREATION', ORGANIZATION_CREATORS, 'coaches'),
    defaultOrgTier: oneOf(env, 'DEFAULT_ORG_TIER', TIERS, 'club'),
    rateLimitPerMinute: integer(env, 'RATE_LIMIT_PER_MINUTE', 60, 1, MOST_PER_WINDOW),
    rateLimitPerHour: integer(env, 'RATE_LIMIT_PER_HOUR', 1_000, 1, MOST_PER_WINDOW),
    exportsPerHour: integer(env, 'EXPORTS_PER_HOUR', 5, 1, MOST_PER_WINDOW),
    mailRequestsPerHour: integer(env, 'MAIL_REQUESTS_PER_HOUR', 60, 1, MOST_PER_WINDOW),
    exportsAtOnce: integer(env, 'EXPORTS_AT_ONCE', 1, 1, 16),
    notificationStreamS: integer(env, 'NOTIFICATION_STREAM_SECONDS', 3_600, 0, 86_400),
    quotas: parseQuotas((name, usual, least, most) => integer(env, name, usual, least, most)),
    sourcePolicies: parsed(env, 'SOURCE_POLICY', parseSourcePolicy),
    platforms: parsePlatforms(env, baseUrl),
    push: parsePush(env),
    chat: parseChat(env),
    languageModel: parseLanguageModel(env),
    demoStravaPort: integer(env, 'DEMO_STRAVA_PORT', portBeside(port, 1), 0, 65_535),
    demoGarminPort: integer(env, 'DEMO_GARMIN_PORT', portBeside(port, 2), 0, 65_535),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: oneOf(env, 'LOG_FORMAT', LOG_FORMATS, 'json'),
  });
}

/** What is in force, by the names of the settings, secrets masked: for `ekiden config`. */
export function describeConfig(config: Config): Record<string, string> {
  const mask = (secret: string | undefined, otherwise: string): string =>
    secret === undefined ? otherwise : '********';
  return {
    HOST: config.host,
    PORT: String(config.port),
    BASE_URL: config.baseUrl,
    DATA_DIR: config.dataDir,
    ROLES: config.roles.join(','),
    TRUST_PROXY: config.trustProxy.length === 0 ? 'none' : config.trustProxy.join(','),
    CORS_ORIGINS: config.corsOrigins.length === 0 ? 'none' : config.corsOrigins.join(','),
    DATABASE_URL:
      config.databaseUrl === undefined
        ? `embedded, in ${join(config.dataDir, 'db')}`
        : maskUrl(config.databaseUrl),
    REDIS_URL:
      config.redisUrl === undefined
        ? 'none: each process counts rate limits by itself'
        : maskUrl(config.redisUrl),
    S3_BUCKET:
      config.s3 === undefined ? `local disk, in ${join(config.dataDir, 'objects')}` : config.s3.bucket,
    S3_ENDPOINT: config.s3?.endpoint ?? '-',
    S3_REGION: config.s3?.region ?? '-',
    S3_ACCESS_KEY_ID: config.s3?.accessKeyId ?? '-',
    S3_SECRET_ACCESS_KEY: mask(config.s3?.secretAccessKey, '-'),
    SMTP_URL:
      config.smtpUrl === undefined
        ? `outbox files, in ${join(config.dataDir, 'outbox')}`
        : maskUrl(config.smtpUrl),
    MAIL_FROM: config.mailFrom,
    APP_KEYS: config.appKeys.length === 0 ? 'none' : config.appKeys.map(() => '********').join(','),
    SECRETS_KEY: mask(
      config.secretsKey,
      config.secretsKeyFile === undefined
        ? `generated, in ${join(config.dataDir, 'secrets.key')}`
        : `in ${config.secretsKeyFile}`,
    ),
    SECRETS_KEY_FILE: config.secretsKeyFile ?? '-',
    ACCESS_TOKEN_TTL: String(config.accessTokenTtlS),
    OIDC_ISSUERS: config.oidcIssuers.length === 0 ? 'none' : JSON.stringify(config.oidcIssuers),
    REGISTRATION: config.registration,
    ORGANIZATION_CREATION: config.organizationCreation,
    DEFAULT_ORG_TIER: config.defaultOrgTier,
    RATE_LIMIT_PER_MINUTE: String(config.rateLimitPerMinute),
    RATE_LIMIT_PER_HOUR: String(config.rateLimitPerHour),
    EXPORTS_PER_HOUR: String(config.exportsPerHour),
    MAIL_REQUESTS_PER_HOUR: String(config.mailRequestsPerHour),
    EXPORTS_AT_ONCE: String(config.exportsAtOnce),
    NOTIFICATION_STREAM_SECONDS: String(config.notificationStreamS),
    ...describeQuotas(config.quotas),
    SOURCE_POLICY: JSON.stringify(config.sourcePolicies),
    ...describePlatforms(config.platforms),
    ...describePush(config.push),
    ...describeChat(config.chat),
    ...describeLanguageModel(config.languageModel),
    DEMO_STRAVA_PORT: String(config.demoStravaPort),
    DEMO_GARMIN_PORT: String(config.demoGarminPort),
    LOG_LEVEL: config.logLevel,
    LOG_FORMAT: config.logFormat,
  };
}

function text(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw wrong(name, `must be a whole number from ${min} to ${max}`);
  return number;
}

/** The next ones, before it where there is no room behind. Port 0 is any, and so is the one beside it. */
function portBeside(port: number, steps: number): number {
  if (port === 0) return 0;
  return port + 2 > 65_535 ? port - steps : port + steps;
}

function oneOf<const T extends string>(env: Env, name: string, allowed: readonly T[], fallback: T): T {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const found = allowed.find((word) => word === value);
  if (found === undefined) throw wrong(name, `must be one of ${allowed.join(', ')}`);
  return found;
}

function words<const T extends string>(env: Env, name: string, allowed: readonly T[]): readonly T[] {
  const value = text(env, name);
  if (value === undefined) return allowed;
  const named = value.split(',').map((word) => word.trim());
  if (!named.every((word) => allowed.some((known) => known === word))) {
    throw wrong(name, `must be a comma-separated list of ${allowed.join(', ')}`);
  }
  return allowed.filter((word) => named.includes(word));
}

const PROXY_WORDS = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Proxies whose word on the client's address counts. Without it all clients behind a proxy share its address, and the limit
 * of failed sign-ins with it; were everybody trusted, each could claim a new address for every guess.
 */
function trustProxy(env: Env): readonly string[] {
  const proxies = (text(env, 'TRUST_PROXY') ?? '')
    .split(',')
    .map((proxy) => proxy.trim())
    .filter((proxy) => proxy !== '');
  if (!proxies.every((proxy) => PROXY_WORDS.includes(proxy) || isNetwork(proxy))) {
    throw wrong(
      'TRUST_PROXY',
      `must be a comma-separated list of IP addresses, CIDR ranges (10.0.0.0/8) or ${PROXY_WORDS.join(', ')}`,
    );
  }
  return proxies;
}

function isNetwork(proxy: string): boolean {
  const [address = '', bits, ...more] = proxy.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  // A prefix of 0 would trust everybody.
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

function url(env: Env, name: string, protocols: readonly string[]): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    throw wrong(
      name,
      `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
  }
  return value;
}

const webUrl = (env: Env, name: string): string | undefined => url(env, name, ['http:', 'https:']);
/** Links are made by putting paths behind it, and it is in mails: nothing but an address. */
function publicUrl(env: Env): string | undefined {
  const value = webUrl(env, 'BASE_URL');
  if (value === undefined) return undefined;
  const { username, password, search, hash } = new URL(value);
  if (username !== '' || password !== '' || search !== '' || hash !== '') {
    throw wrong('BASE_URL', 'must be an address alone, without a user, a query or a fragment');
  }
  return value;
}

const databaseUrl = (env: Env): string | undefined => url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
const redisUrl = (env: Env): string | undefined =>
  url(env, 'REDIS_URL', ['redis:', 'rediss:', 'valkey:', 'valkeys:']);
const smtpUrl = (env: Env): string | undefined => url(env, 'SMTP_URL', ['smtp:', 'smtps:']);

function s3(env: Env): S3Config | undefined {
  const bucket = text(env, 'S3_BUCKET');
  if (bucket === undefined) {
    const stray = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].find(
      (name) => text(env, name) !== undefined,
    );
    if (stray !== undefined) throw wrong('S3_BUCKET', `must name the bucket, because ${stray} is set`);
    return undefined;
  }
  const required = (name: string): string => {
    const value = text(env, name);
    if (value === undefined) throw wrong(name, 'must be set, because S3_BUCKET is');
    return value;
  };
  return {
    endpoint: webUrl(env, 'S3_ENDPOINT') ?? null,
    region: text(env, 'S3_REGION') ?? 'us-east-1',
    bucket,
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
  };
}

function secretsKeyFile(env: Env): string | undefined {
  const file = text(env, 'SECRETS_KEY_FILE');
  if (file === undefined) return undefined;
  if (text(env, 'SECRETS_KEY') !== undefined) {
    throw wrong(
      'SECRETS_KEY_FILE',
      'must not be set together with SECRETS_KEY: keep the one that holds your keys',
    );
  }
  return resolve(file);
}

/** An app key creates organizations for anyone, so a guessable one is refused. */
const MIN_APP_KEY_LENGTH = 16;

function appKeys(env: Env): readonly string[] {
  const keys = (text(env, 'APP_KEYS') ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  if (keys.some((key) => key.length < MIN_APP_KEY_LENGTH)) {
    throw wrong(
      'APP_KEYS',
      `must hold keys of at least ${MIN_APP_KEY_LENGTH} characters, separated by commas`,
    );
  }
  return keys;
}

/** A setting that is read elsewhere, by a function whose errors go on from the setting's name. */
function parsed<T>(env: Env, name: string, parse: (value: string | undefined) => T): T {
  try {
    return parse(text(env, name));
  } catch (error) {
    throw wrong(name, error instanceof Error ? error.message : 'is not valid');
  }
}

function wrong(name: string, message: string): Error {
  return new Error(`${name} ${message}.`);
}

function maskUrl(value: string): string {
  const masked = new URL(value);
  if (masked.password !== '') masked.password = '********';
  // Drivers take credentials there too: `?password=` of PostgreSQL, `?auth.pass=` of SMTP.
  for (const name of masked.searchParams.keys().toArray()) {
    if (/pass|secret|token|key/i.test(name)) masked.searchParams.set(name, '********');
  }
  return masked.toString();
}
