import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createMessenger, type Messenger } from './infra/chat/index.ts';
import {
  createTokenSigner,
  type TokenKey,
  type TokenSigner,
  tokenKeyFromSeed,
} from './infra/crypto/access-tokens.ts';
import { createPasswordHasher, type PasswordHasher } from './infra/crypto/passwords.ts';
import { createSecretBox, type SecretBox } from './infra/crypto/secret-box.ts';
import { loadOrCreateSecretsKey, parseSecretsKeys } from './infra/crypto/secrets-key.ts';
import { type Database, type DatabaseOptions, openDatabase } from './infra/db/database.ts';
import { createReads, type ReadDatabase } from './infra/db/replica-reads.ts';
import { createEvents, type Events } from './infra/events/index.ts';
import { createHttpClient, type HttpClient } from './infra/http-client/index.ts';
import type { InstanceFiles } from './infra/instance/index.ts';
import { createJobs, type Jobs } from './infra/jobs/index.ts';
import { createLanguageModel, type LanguageModel } from './infra/llm/index.ts';
import { createLogger } from './infra/logger.ts';
import { createMailer, type Mailer } from './infra/mail/index.ts';
import type { Metrics } from './infra/metrics/index.ts';
import { createObjectStore, type ObjectStore } from './infra/object-store/index.ts';
import { createIdTokenVerifier, type IdTokenVerifier } from './infra/openid/index.ts';
import { createPusher, type Pusher } from './infra/push/index.ts';
import { openRateLimiter, type RateLimiter, type RateWindows } from './infra/rate-limit/index.ts';
import { createSignals, type Signals } from './infra/signals/index.ts';
import type { Tracing } from './infra/tracing/index.ts';
import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS, systemClock } from './shared/time.ts';

const { version: VERSION } = createRequire(import.meta.url)('../package.json') as { version: string };

const PASSED_ON = [
  'baseUrl',
  'appKeys',
  'trustProxy',
  'corsOrigins',
  'registration',
  'organizationCreation',
  'defaultOrgTier',
  'quotas',
  'sourcePolicies',
  'platforms',
  'chat',
  'exportsPerHour',
  'mailRequestsPerHour',
  'exportsAtOnce',
  'notificationStreamS',
] as const satisfies readonly (keyof Config)[];
type PassedOn = Pick<Config, (typeof PASSED_ON)[number]>;

export type Deps = PassedOn & {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly db: Database;
  /** For exports and lists of the developer API: a replica may answer in its place. */
  readonly reads: ReadDatabase;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly signals: Signals;
  readonly store: ObjectStore;
  readonly files: InstanceFiles;
  readonly mailer: Mailer;
  readonly pusher: Pusher;
  readonly messenger: Messenger;
  readonly secretBox: SecretBox;
  readonly passwords: PasswordHasher;
  readonly tokens: TokenSigner;
  readonly httpClient: HttpClient;
  /** Undefined where nobody scrapes them: then nothing is counted. */
  readonly metrics: Metrics | undefined;
  /** Undefined where there is no collector: then nothing is traced. */
  readonly tracing: Tracing | undefined;
  /** Undefined where no provider is configured. */
  readonly idTokens: IdTokenVerifier | undefined;
  /** Undefined where no provider is configured; rules write the plans then. */
  readonly llm: LanguageModel | undefined;
  /** Plans by the model per day, for one organization and in total. */
  readonly modelPlansPerDay: { readonly of_an_organization: number; readonly in_all: number };
  readonly modelSummariesPerDay: number;
  readonly rateLimiter: RateLimiter;
  /** The folder for mails, pushes and chat messages of channels that are not configured. */
  readonly outboxFolder: string;
  readonly keyWindows: RateWindows;
  /** Aborted when this process begins to stop. */
  readonly leaving: AbortController;
  /** Closes what was opened, in reverse order. */
  close(): Promise<void>;
};

/** What a test or a tool may bring instead of the real thing. */
export type Substitutes = {
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly db?: Database;
  readonly passwords?: PasswordHasher;
};

/** The composition root: opens everything that the configuration names. */
export async function createDeps(config: Config, substitutes: Substitutes = {}): Promise<Deps> {
  const clock = substitutes.clock ?? systemClock;
  const logger = substitutes.logger ?? (await createLogger(config.logLevel, config.logFormat));
  const closers: (() => Promise<void>)[] = [];
  const opened = <T extends { close(): Promise<void> }>(resource: T): T => {
    closers.unshift(() => resource.close());
    return resource;
  };
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0)) await closer();
  };
  try {
    const tracing = await openTracing(config, logger);
    if (tracing !== undefined) opened(tracing);
    // The database comes before what keeps anything: its lock on the data directory keeps a second process from touching that.
    const ownDb = opened(substitutes.db ?? (await openDatabase({ ...databaseOptions(config), logger })));
    const db = watched(ownDb, tracing?.traceDatabase);
    const metrics = await openMetrics(config, db);
    const { databaseReplicaUrl: replicaUrl, databasePoolSize: poolSize } = config;
    const reads = createReads({ primary: db, replicaUrl, poolSize, logger, trace: tracing?.traceDatabase });
    if (replicaUrl !== undefined) opened(reads);
    const secretBox = await openSecretBox(config);
    const mailer = opened(
      createMailer({
        smtp_url: config.smtpUrl,
        from: config.mailFrom,
        data_dir: config.dataDir,
        logger,
        clock,
      }),
    );
    const pusher = opened(createPusher({ ...config.push, data_dir: config.dataDir, logger, clock }));
    const messenger = opened(createMessenger({ ...config.chat, data_dir: config.dataDir, logger, clock }));
    const store = opened(
      await openStore(config, { secrets: secretBox.deriveKeys('signed file urls'), clock, logger }),
    );
    const rateLimiter = opened(
      await openRateLimiter({ url: config.redisUrl, clock, redisClock: substitutes.clock, logger }),
    );
    const httpClient = watched(createHttpClient(), metrics?.countCalls, tracing?.traceCalls);
    const llm = config.languageModel && openLanguageModel(config.languageModel, logger);
    const jobs = createJobs({ db, logger });
    return {
      ...passOn(config),
      logger,
      clock,
      db,
      reads,
      jobs,
      events: createEvents(jobs),
      signals: createSignals(),
      store,
      files: { store, place: placeOfFiles(config) },
      mailer: watched(mailer, metrics?.countMails, tracing?.traceMails),
      pusher: watched(pusher, metrics?.countPushes, tracing?.tracePushes),
      messenger: watched(messenger, metrics?.countChats, tracing?.traceChats),
      secretBox,
      passwords: substitutes.passwords ?? createPasswordHasher(),
      tokens: createTokenSigner({
        keys: tokenKeys(secretBox),
        issuer: config.baseUrl,
        audience: config.baseUrl,
        ttl_s: config.accessTokenTtlS,
        clock,
      }),
      httpClient,
      metrics,
      tracing,
      idTokens:
        config.oidcIssuers.length === 0
          ? undefined
          : createIdTokenVerifier({ issuers: config.oidcIssuers, clock, http: httpClient }),
      llm: llm && watched(llm, tracing?.traceModel),
      modelPlansPerDay: {
        of_an_organization: config.languageModel?.plans_per_day ?? 0,
        in_all: config.languageModel?.plans_per_day_in_all ?? 0,
      },
      modelSummariesPerDay: config.languageModel?.summaries_per_day ?? 0,
      rateLimiter: watched(rateLimiter, metrics?.countRefusals),
      outboxFolder: join(config.dataDir, 'outbox'),
      keyWindows: [
        { name: 'minute', limit: config.rateLimitPerMinute, seconds: MINUTE_MS / SECOND_MS },
        { name: 'hour', limit: config.rateLimitPerHour, seconds: HOUR_MS / SECOND_MS },
      ],
      leaving: new AbortController(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A service with whatever watches it around it. */
function watched<T>(service: T, ...watchers: readonly (((service: T) => T) | undefined)[]): T {
  return watchers.reduce((inner, watch) => watch?.(inner) ?? inner, service);
}

/** Loaded only where somebody asks for them. */
async function openMetrics(config: Config, db: Database): Promise<Metrics | undefined> {
  if (config.metricsPort === undefined) return undefined;
  const { createMetrics } = await import('./infra/metrics/index.ts');
  const metrics = createMetrics({ version: VERSION, roles: config.roles, engine: db.engine });
  metrics.watchDatabase(db);
  return metrics;
}

/** Loaded only where there is somebody to send to. */
async function openTracing({ tracing }: Config, logger: Logger): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined;
  const { createTracing } = await import('./infra/tracing/index.ts');
  return createTracing({ ...tracing, version: VERSION, logger });
}

/** How the configuration says that the database is opened. */
export function databaseOptions(config: Config): Omit<DatabaseOptions, 'logger'> {
  return {
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    poolSize: config.databasePoolSize,
    dataDir: join(config.dataDir, 'db'),
  };
}

function passOn(config: Config): PassedOn {
  return Object.fromEntries(PASSED_ON.map((name) => [name, config[name]])) as PassedOn;
}

/** The keys come from the configuration, a file that it names, or the data directory. */
export async function openSecretBox(config: Config): Promise<SecretBox> {
  return createSecretBox(await secretsKeys(config));
}

async function secretsKeys({ dataDir, secretsKey, secretsKeyFile }: Config): Promise<Buffer[]> {
  if (secretsKey !== undefined) return parseSecretsKeys(secretsKey);
  return await loadOrCreateSecretsKey(secretsKeyFile, { formerly: join(dataDir, 'secrets.key') });
}

/** One signing key per secrets key: all nodes share them and they rotate together. */
function tokenKeys(secretBox: SecretBox): [TokenKey, ...TokenKey[]] {
  const [newest, ...older] = secretBox.deriveKeys('access token signing');
  return [tokenKeyFromSeed(newest), ...older.map(tokenKeyFromSeed)];
}

function openLanguageModel(settings: NonNullable<Config['languageModel']>, logger: Logger): LanguageModel {
  return createLanguageModel({
    ...settings,
    timeout_ms: settings.timeout_s * SECOND_MS,
    idle_timeout_ms: settings.idle_timeout_s * SECOND_MS,
    logger,
  });
}

function openStore(
  config: Config,
  { secrets, clock, logger }: { secrets: readonly [Buffer, ...Buffer[]]; clock: Clock; logger: Logger },
): Promise<ObjectStore> {
  const links = { baseUrl: config.baseUrl, secrets, clock };
  if (config.s3 !== undefined) return createObjectStore({ s3: { ...config.s3, links }, logger });
  return createObjectStore({ disk: { root: join(config.dataDir, 'objects'), ...links }, logger });
}

function placeOfFiles({ s3, dataDir }: Config): string {
  return s3 === undefined ? join(dataDir, 'objects') : `bucket ${s3.bucket} (S3_BUCKET)`;
}

/** Opens the files without keys, for commands that only check which database they belong to. A missing folder is not created. */
export async function openInstanceFiles(config: Config, logger: Logger): Promise<InstanceFiles> {
  const place = placeOfFiles(config);
  if (config.s3 === undefined && !existsSync(place)) return { store: null, place };
  const store = await openStore(config, { secrets: [randomBytes(32)], clock: systemClock, logger });
  return { store, place };
}
