import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AppDeps, type AppOptions, buildApp } from './app.ts';
import { backupBeforeMigrating, scheduledBackups, warnOfOldBackup } from './backups.ts';
import type { Config } from './config.ts';
import { createDeps, type Deps, type Substitutes } from './deps.ts';
import { healthChecks } from './health-checks.ts';
import { createHealth } from './http/health.ts';
import { healthServer, metricsServer } from './http/operator-server.ts';
import { backupRequests } from './infra/backup/index.ts';
import { answerLocally, type LocalRequests } from './infra/db/local-requests.ts';
import {
  type BackupBeforeMigrating,
  markInstance,
  type PrepareOptions,
  prepareDatabase,
} from './infra/instance/index.ts';
import { cleanOutbox } from './infra/outbox/clean-up.ts';
import { enqueueRemerge, partSources } from './modules/activities/index.ts';
import {
  CONNECTED_PLATFORMS,
  createProviders,
  createReader,
  type Reader,
} from './modules/integrations/index.ts';
import { fillNameKeys } from './modules/organizations/index.ts';
import { jobRegistrations } from './worker.ts';

export const MIGRATIONS = new URL('../migrations/', import.meta.url);

export type RunningServer = {
  readonly deps: AppDeps & { readonly reader: Reader };
  readonly url: string | null;
  /** Makes `/readyz` report the coming stop while everything else is still answered. */
  leave(): void;
  readonly metrics_url: string | null;
  /** The address for probes of a process without the `api` role; null where there is none. */
  readonly health_url: string | null;
  stop(): Promise<void>;
};

export type StartOptions = Substitutes &
  AppOptions & {
    readonly backupBeforeMigrating?: BackupBeforeMigrating;
    /** What commands may ask of a process with the embedded database, besides backups. */
    readonly requests?: (deps: Deps) => LocalRequests;
  };

/** How long running jobs may take at shutdown, in milliseconds, before they are aborted and retried later. */
const JOBS_GRACE_MS = 20_000;

export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const opened = await createDeps(config, options);
  const reader = createReader();
  const deps = { ...opened, reader, providers: createProviders({ ...opened, reader }) };
  let app: FastifyInstance | null = null;
  const operators: Operators = { metrics: null, health: null, requests: null };
  try {
    const applied = await prepareDatabase(deps, prepareOptions(config, deps, options.backupBeforeMigrating));
    if (applied.length > 0) deps.logger.info({ migrations: applied }, 'migrations applied');
    await markInstance(deps);
    await partSources(deps);
    await fillNameKeys(deps);
    await cleanOwnOutbox(deps);
    if (config.roles.includes('api')) {
      const { checkResponses = false, demo = null } = options;
      app = await buildApp(deps, { checkResponses, demo });
    }
    const backups = scheduledBackups(config, deps.secretBox);
    await warnOfOldBackup(deps, backups);
    const registrations = jobRegistrations({ ...deps, backups });
    const worker = config.roles.includes('worker');
    await deps.jobs.start(
      registrations.map(({ job }) => job),
      { worker },
    );
    await enqueueRemerge(deps);
    if (worker) await deps.jobs.work(registrations.map(deps.tracing?.traceJob ?? ((one) => one)));
    if (app !== null) await listen(app, { host: config.host, port: config.port });
    watch(deps, worker ? registrations.map(({ job }) => job.name) : []);
    if (deps.db.holdFiles !== null) {
      const requests = { ...backupRequests(deps.db), ...options.requests?.(deps) };
      operators.requests = await answerLocally(join(config.dataDir, 'db'), requests, deps.logger);
    }
    await serveOperators(operators, config, deps);
    const running = app;
    let stopping: Promise<void> | undefined;
    return {
      deps,
      url: running && addressOf(running),
      leave: () => deps.leaving.abort(),
      metrics_url: operators.metrics && addressOf(operators.metrics),
      health_url: operators.health && addressOf(operators.health),
      stop: () => (stopping ??= stop(running, operators, deps)),
    };
  } catch (error) {
    await stop(app, operators, deps);
    throw error;
  }
}

/**
 * The options by which any process migrates.
 * @param make makes the backup instead of the configured one
 */
export function prepareOptions(
  config: Config,
  deps: Pick<Deps, 'db' | 'secretBox'>,
  make: BackupBeforeMigrating | undefined = backupBeforeMigrating(config, deps),
): PrepareOptions {
  const backup = { wanted: config.backupBeforeMigrating, ...(make === undefined ? {} : { make }) };
  return { migrations: MIGRATIONS, backup };
}

/** The job runs in one process of all, and each may have its own outbox. An unreadable outbox does not keep a server from starting. */
async function cleanOwnOutbox({ outboxFolder, clock, logger }: Deps): Promise<void> {
  try {
    await cleanOutbox(outboxFolder, clock.now());
  } catch (error) {
    logger.error({ err: error }, 'old files of the outbox could not be removed');
  }
}

/** What operators ask: metrics, probes, and requests of commands on this machine. */
type Operators = {
  metrics: FastifyInstance | null;
  health: FastifyInstance | null;
  requests: { close(): Promise<void> } | null;
};

/**
 * Connects the metrics, if any, to what runs.
 * @param running the jobs of this process
 */
function watch({ metrics, jobs, providers }: RunningServer['deps'], running: readonly string[]): void {
  metrics?.watchJobs(jobs, running);
  for (const platform of CONNECTED_PLATFORMS)
    metrics?.watchAllowance(platform, () => providers[platform].allowance());
}

async function serveOperators(operators: Operators, config: Config, deps: Deps): Promise<void> {
  const { metrics, logger } = deps;
  if (metrics !== undefined && config.metricsPort !== undefined) {
    operators.metrics = metricsServer(metrics, logger);
    const address = { host: config.metricsHost, port: config.metricsPort };
    await listen(operators.metrics, { ...address, setting: 'METRICS_PORT', host_setting: 'METRICS_HOST' });
  }
  if (!config.roles.includes('api') && config.workerPort !== undefined) {
    operators.health = healthServer(createHealth(deps.db, healthChecks(deps), deps.leaving.signal), logger);
    await listen(operators.health, { host: config.host, port: config.workerPort, setting: 'WORKER_PORT' });
  }
}

type Listening = Pick<Config, 'host' | 'port'> & { setting?: string; host_setting?: string };

async function listen(app: FastifyInstance, { host, port, ...settings }: Listening): Promise<void> {
  const address = { host, port };
  try {
    await app.listen(address);
  } catch (error) {
    throw listenError({ ...address, ...settings }, error);
  }
}

/** Words the failure to listen, naming the setting to change. */
export function listenError(
  { host, port, setting = 'PORT', host_setting = 'HOST' }: Listening,
  cause: unknown,
): Error {
  const message =
    cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
      ? `Port ${port} is in use: stop what listens there, or set ${setting} to another one.`
      : `Cannot listen at ${host_setting} ${host}, ${setting} ${port}: ${cause instanceof Error ? cause.message : String(cause)}`;
  return new Error(message, { cause });
}

async function stop(
  app: FastifyInstance | null,
  operators: Operators,
  deps: RunningServer['deps'],
): Promise<void> {
  try {
    await operators.requests?.close();
    // Reports not ready, and alive until everything is closed, so that the last figures of a stop are seen.
    await operators.health?.close();
    await app?.close();
    await deps.jobs.stop({ timeout_ms: JOBS_GRACE_MS });
  } finally {
    await operators.metrics?.close();
    await deps.reader.close();
    await deps.close();
  }
}

function addressOf(app: FastifyInstance): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen on a port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
