import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AppDeps, type AppOptions, buildApp } from './app.ts';
import { scheduledBackups, warnOfOldBackup } from './backups.ts';
import type { Config } from './config.ts';
import { createDeps, type Deps, type Substitutes } from './deps.ts';
import { answerLocalRequests } from './infra/backup/index.ts';
import { migrate } from './infra/db/migrate.ts';
import { cleanOutbox } from './infra/outbox/clean-up.ts';
import { enqueueRemerge, partSources } from './modules/activities/index.ts';
import { createProviders, createReader, type Reader } from './modules/integrations/index.ts';
import { fillNameKeys } from './modules/organizations/index.ts';
import { jobRegistrations } from './worker.ts';

export const MIGRATIONS = new URL('../migrations/', import.meta.url);

export type RunningServer = {
  readonly deps: AppDeps & { readonly reader: Reader };
  /** Where it listens; null without the `api` role. */
  readonly url: string | null;
  /** Orderly: stop accepting, finish requests and running jobs, then close everything. Twice is once. */
  stop(): Promise<void>;
};

/** How long running jobs may take to finish at shutdown, in milliseconds, before they are cut and taken up later. */
const JOBS_GRACE_MS = 20_000;

/** Opens everything, applies missing migrations and starts the roles of this process. */
export async function startServer(
  config: Config,
  options: Substitutes & AppOptions = {},
): Promise<RunningServer> {
  const opened = await createDeps(config, options);
  const reader = createReader();
  const deps = { ...opened, reader, providers: createProviders({ ...opened, reader }) };
  let app: FastifyInstance | null = null;
  let requests: Closable | null = null;
  try {
    const applied = await migrate(deps.db, MIGRATIONS);
    if (applied.length > 0) deps.logger.info({ migrations: applied }, 'migrations applied');
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
    if (worker) await deps.jobs.work(registrations);
    if (app !== null) await listen(app, { host: config.host, port: config.port });
    requests = await answerLocalRequests(deps.db, join(config.dataDir, 'db'), deps.logger);
    const running = app;
    const answering = requests;
    let stopping: Promise<void> | undefined;
    return {
      deps,
      url: running && addressOf(running),
      stop: () => (stopping ??= stop(running, deps, answering)),
    };
  } catch (error) {
    // What had begun by then, such as the look for jobs, would keep the process from ending.
    await stop(app, deps, requests);
    throw error;
  }
}

/** The job runs in one process of all, and each may have an outbox of its own. One that cannot be read keeps no server from starting. */
async function cleanOwnOutbox({ outboxFolder, clock, logger }: Deps): Promise<void> {
  try {
    await cleanOutbox(outboxFolder, clock.now());
  } catch (error) {
    logger.error({ err: error }, 'old files of the outbox could not be removed');
  }
}

async function listen(app: FastifyInstance, address: Pick<Config, 'host' | 'port'>): Promise<void> {
  try {
    await app.listen(address);
  } catch (error) {
    throw listenError(address, error);
  }
}

/** Says which setting to change when the address cannot be listened at. */
export function listenError(
  { host, port, setting = 'PORT' }: Pick<Config, 'host' | 'port'> & { setting?: string },
  cause: unknown,
): Error {
  const message =
    cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
      ? `Port ${port} is in use: stop what listens there, or set ${setting} to another one.`
      : `Cannot listen at HOST ${host}, ${setting} ${port}: ${cause instanceof Error ? cause.message : String(cause)}`;
  return new Error(message, { cause });
}

type Closable = { close(): Promise<void> };

async function stop(
  app: FastifyInstance | null,
  deps: RunningServer['deps'],
  requests: Closable | null,
): Promise<void> {
  try {
    await requests?.close();
    await app?.close();
    await deps.jobs.stop({ timeout_ms: JOBS_GRACE_MS });
  } finally {
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
