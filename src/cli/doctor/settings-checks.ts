import { stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { listSettings } from '../../config/setting.ts';
import { SETTINGS } from '../../config/settings.ts';
import type { Config } from '../../config.ts';
import { editsBetween } from '../../http/describe-fault.ts';
import { parseSecretsKeys, readSecretsKeyFile } from '../../infra/crypto/secrets-key.ts';
import { reasonOf } from '../../shared/errors.ts';
import type { Terminal } from '../terminal.ts';
import { type Check, error, note, ok, warning } from './finding.ts';

type SettingsDeps = { readonly config: Config; readonly env: Terminal['env'] };

/** What nobody but this program names its variables by: another name that begins so was meant for it. */
const OWN_FAMILIES = /^(?:EKIDEN|STRAVA|GARMIN|QUOTA|VAPID|TELEGRAM|FCM|S3|SMTP|OIDC|AI)_/;
const CLOSE_EDITS = 2;
/** Of shorter names, many are two letters from another. */
const LEAST_CHARS = 7;

const unknownSettings: Check<SettingsDeps> = {
  name: 'settings',
  run: ({ env }) => {
    const known = listSettings(SETTINGS).map(({ name }) => name);
    const given = Object.keys(env).filter((name) => (env[name] ?? '').trim() !== '');
    const strangers = given
      .filter((name) => !known.includes(name) && /^[A-Z][A-Z0-9_]*$/.test(name))
      .map((name) => ({ name, nearest: nearestOf(name, known) }))
      .filter(
        ({ name, nearest }) =>
          OWN_FAMILIES.test(name) || (name.length >= LEAST_CHARS && nearest.edits <= CLOSE_EDITS),
      )
      .filter(({ name }) => !name.startsWith('EKIDEN_TEST_'));
    const set = given.filter((name) => known.includes(name)).length;
    if (strangers.length === 0) return [ok(`${set} of ${known.length} settings are given, none is unknown`)];
    return strangers.map(({ name, nearest }) =>
      warning(
        `${name} is set and no setting`,
        `unset it, or write ${nearest.one} if that was meant (ekiden config)`,
      ),
    );
  },
};

function nearestOf(name: string, known: readonly string[]): { one: string; edits: number } {
  const [nearest = { one: '', edits: Number.POSITIVE_INFINITY }] = known
    .map((one) => ({ one, edits: editsBetween(name, one) }))
    .sort((a, b) => a.edits - b.edits);
  return nearest;
}

export const isLoopbackHost = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);

/** Each takes its own manner, and says nothing where there is nothing to say. */
const SUSPICIOUS: readonly ((config: Config, env: Terminal['env']) => ReturnType<typeof warning> | null)[] = [
  ({ baseUrl }) =>
    baseUrl.startsWith('http:') && !isLoopbackHost(new URL(baseUrl).hostname)
      ? warning(
          `BASE_URL ${baseUrl} is not https: passwords and tokens can be read on the way`,
          'put a proxy with TLS in front (docs/proxy) and set BASE_URL to its https address',
        )
      : null,
  ({ baseUrl, smtpUrl }) =>
    smtpUrl === undefined && !isLoopbackHost(new URL(baseUrl).hostname)
      ? warning(
          'SMTP_URL is not set: mails are files in the outbox, and nobody can verify an address or get a new password',
          'set SMTP_URL and MAIL_FROM',
        )
      : null,
  ({ smtpUrl, mailFrom }) =>
    smtpUrl !== undefined && /@localhost>?$/.test(mailFrom)
      ? warning(
          'MAIL_FROM ends in @localhost: mail servers refuse it',
          'set MAIL_FROM to an address of yours',
        )
      : null,
  ({ roles }) =>
    roles.length < 2
      ? note(`ROLES is ${roles.join(',')}: another process has to do the rest`, 'ROLES=api,worker does both')
      : null,
  ({ databaseUrl }) =>
    databaseUrl !== undefined && !isEncrypted(databaseUrl)
      ? warning(
          'DATABASE_URL leads to another machine without TLS: its password and all data can be read on the way',
          'add ?sslmode=verify-full to DATABASE_URL, or keep to a network that nobody else is in',
        )
      : null,
  ({ databaseUrl, redisUrl }) =>
    databaseUrl !== undefined && redisUrl === undefined
      ? note(
          'REDIS_URL is not set: each process counts rate limits by itself',
          'set REDIS_URL where several serve',
        )
      : null,
  ({ platforms: { strava } }) =>
    strava !== undefined && strava.webhook_verify_token === null
      ? warning(
          'STRAVA_WEBHOOK_VERIFY_TOKEN is not set: Strava cannot send its events here',
          'set it, restart, and run ekiden strava subscribe',
        )
      : null,
  ({ platforms: { garmin } }) =>
    garmin !== undefined && garmin.push_api_key === null
      ? warning('GARMIN_PUSH_API_KEY is not set: no push of Garmin is taken', 'set GARMIN_PUSH_API_KEY')
      : null,
  (_config, { LOG_LEVEL = '' }) =>
    /^(?:silent|fatal)$/.test(LOG_LEVEL.trim())
      ? note(`LOG_LEVEL is ${LOG_LEVEL.trim()}: errors are not logged`, 'LOG_LEVEL=info')
      : null,
];

function isEncrypted(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = hostname || (searchParams.get('host') ?? '');
  const mode = searchParams.get('sslmode') ?? 'disable';
  return (
    host === '' || host.startsWith('/') || isLoopbackHost(host) || !/^(?:disable|allow|prefer)$/.test(mode)
  );
}

const suspiciousSettings: Check<SettingsDeps> = {
  name: 'configuration',
  run: ({ config, env }) => {
    const seen = SUSPICIOUS.flatMap((look) => look(config, env) ?? []);
    return seen.length > 0 ? seen : [ok('nothing about the settings is suspicious')];
  },
};

const LEAST_SECRET_CHARS = 16;
const LEAST_DIFFERENT = 8;
/** Words of examples, of documentation and of default passwords. */
const EXAMPLES =
  /change.?me|example|secret|password|postgres|minio|admin|default|sample|demo|test|1234|qwerty|abcd/i;

/** Why a secret is none; null where nothing speaks against it. Quotes nothing of it. */
function weaknessOf(secret: string): string | null {
  if (secret.length < LEAST_SECRET_CHARS) return `has ${secret.length} characters`;
  if (EXAMPLES.test(secret)) return 'looks like an example or a default';
  const different = new Set(secret).size;
  return different < LEAST_DIFFERENT ? `has ${different} different characters` : null;
}

const weakSecrets: Check<SettingsDeps> = {
  name: 'secrets',
  run: async ({ config }) => {
    const { platforms, chat, s3, appKeys, databaseUrl } = config;
    const given: readonly (readonly [name: string, secret: string | null | undefined])[] = [
      ...appKeys.map((key, index) => [`key ${index + 1} of APP_KEYS`, key] as const),
      ['STRAVA_WEBHOOK_VERIFY_TOKEN', platforms.strava?.webhook_verify_token],
      ['GARMIN_PUSH_API_KEY', platforms.garmin?.push_api_key],
      ['TELEGRAM_WEBHOOK_SECRET', chat.telegram?.webhook_secret],
      ['S3_SECRET_ACCESS_KEY', s3?.secretAccessKey],
      ['the password in DATABASE_URL', remotePassword(databaseUrl)],
    ];
    const weak = given.flatMap(([name, secret]) => {
      const why = secret === null || secret === undefined ? null : weaknessOf(secret);
      return why === null
        ? []
        : [warning(`${name} ${why}: it may be guessed`, 'take one of: openssl rand -base64 32')];
    });
    return [...weak, ...(await secretsKey(config))];
  },
};

/** That of a database on this machine is often none at all, and nobody else can ask it. */
function remotePassword(databaseUrl: string | undefined): string | null {
  if (databaseUrl === undefined) return null;
  const { hostname, password } = new URL(databaseUrl);
  return isLoopbackHost(hostname) || hostname === '' || password === '' ? null : decodeURIComponent(password);
}

/** Of 32 random bytes, fewer than 20 different ones come once in more than 10^8 keys. */
const LEAST_DIFFERENT_BYTES = 20;

/** Those that the server has, without making any. */
export async function readSecretsKeys({ secretsKey, secretsKeyFile }: Config): Promise<Buffer[] | null> {
  return secretsKey === undefined ? await readSecretsKeyFile(secretsKeyFile) : parseSecretsKeys(secretsKey);
}

async function secretsKey(config: Config) {
  const { secretsKey, secretsKeyFile, dataDir, databaseUrl } = config;
  const where = secretsKey === undefined ? secretsKeyFile : 'SECRETS_KEY';
  let keys: Buffer[] | null;
  try {
    keys = await readSecretsKeys(config);
  } catch (cause) {
    const mend =
      'set SECRETS_KEY or SECRETS_KEY_FILE as the server has them; without its key no server starts';
    return [error(`the secrets key cannot be read: ${reasonOf(cause).replace(/\.$/, '')}`, mend)];
  }
  if (keys === null) {
    const isNew = databaseUrl === undefined && (await stat(join(dataDir, 'db')).catch(() => null)) === null;
    return isNew
      ? [note(`there is no secrets key yet; the first start makes ${secretsKeyFile}`)]
      : [
          error(
            `there is no secrets key in ${secretsKeyFile}: what is sealed in the database cannot be opened, and the next start makes a new key`,
            'put the file back from where you keep it, or set SECRETS_KEY or SECRETS_KEY_FILE as the server has them',
          ),
        ];
  }
  const seen = keys
    .filter((key) => new Set(key).size < LEAST_DIFFERENT_BYTES)
    .map(() =>
      error(
        `a key in ${where} is not random`,
        'put one of openssl rand -base64 32 before it, see docs/self-hosting.md',
      ),
    );
  if (secretsKey === undefined) seen.push(...(await secretsKeyPlace(secretsKeyFile, dataDir)));
  return [...seen, ok(`${keys.length === 1 ? '1 secrets key' : `${keys.length} secrets keys`} in ${where}`)];
}

async function secretsKeyPlace(file: string, dataDir: string) {
  const { mode } = await stat(file);
  const others = (mode & 0o077) !== 0;
  return [
    ...(others
      ? [
          warning(
            `${file} can be read by other users (mode ${(mode & 0o777).toString(8)})`,
            `chmod 600 ${file}`,
          ),
        ]
      : []),
    ...(file.startsWith(dataDir + sep)
      ? [
          note(
            `the secrets key lies in DATA_DIR: whoever has a copy of the folder has both`,
            'move it and set SECRETS_KEY_FILE',
          ),
        ]
      : []),
  ];
}

export const SETTINGS_CHECKS = [unknownSettings, suspiciousSettings, weakSecrets];
