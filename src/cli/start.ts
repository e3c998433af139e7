import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { type RunningServer, startServer } from '../main.ts';
import { SECOND_MS } from '../shared/time.ts';
import { createAnnouncer } from './announce.ts';
import { lookRequests } from './doctor/stored-checks.ts';
import { LEAST_OPEN_FILES, openFileLimit } from './open-file-limit.ts';
import { type StopSignals, watchStopSignals } from './stop-signals.ts';
import type { CommandContext } from './terminal.ts';

/** After this time a shutdown that hangs is ended, in milliseconds. */
const SHUTDOWN_LIMIT_MS = 40_000;

/** Refuses a limit under which requests would fail at random. */
function requireOpenFiles(): void {
  const limit = openFileLimit();
  if (limit === null || limit >= LEAST_OPEN_FILES) return;
  throw new Error(
    `This process may have ${limit} files and connections open at once, and needs ${LEAST_OPEN_FILES}: raise it with ulimit -n, LimitNOFILE of a systemd unit or --ulimit nofile of a container.`,
  );
}

export async function start(context: CommandContext): Promise<number> {
  const { config } = context;
  requireOpenFiles();
  const signals = watchStopSignals();
  const server = await startServer(config, { requests: (deps) => lookRequests(config, deps) });
  const facts = server.url === null ? { url: null } : { url: config.baseUrl, docs: `${config.baseUrl}/docs` };
  createAnnouncer(context).ready(welcome(server, config), facts);
  return await untilStopped(server, signals, config);
}

function welcome({ url }: RunningServer, config: Config): string {
  if (url === null) return 'Ekiden does background work only (ROLES=worker).';
  return [
    '',
    `  Ekiden is ready at ${config.baseUrl}`,
    '',
    `  API reference     ${config.baseUrl}/docs`,
    `  Application API   ${config.baseUrl}/api/v1`,
    `  Developer API     ${config.baseUrl}/developer/v1`,
    config.smtpUrl === undefined ? `  Mails             ${config.dataDir}/outbox` : '',
    '',
    '  Next: sign up with POST /api/v1/auth/request-verification; docs/tour.md is a tour of five minutes.',
    '  Stop with Ctrl+C.',
    '',
  ].join('\n');
}

/**
 * Serves until told to stop, then stops in order; a shutdown that hangs is ended. With `STOP_DELAY_SECONDS` it first
 * reports not ready and serves on while balancers notice.
 */
export async function untilStopped(
  server: RunningServer,
  signals: StopSignals,
  { stopDelayS }: Pick<Config, 'stopDelayS'>,
): Promise<number> {
  await signals.untilAsked();
  server.leave();
  if (stopDelayS > 0) {
    server.deps.logger.info(
      { seconds: stopDelayS },
      'not ready any more: stopping once nothing new is sent here',
    );
    await sleep(stopDelayS * SECOND_MS);
  }
  server.deps.logger.info('stopping');
  setTimeout(() => {
    server.deps.logger.error('shutdown took too long; ending now');
    process.exit(1);
  }, SHUTDOWN_LIMIT_MS).unref();
  await server.stop();
  server.deps.logger.info('stopped');
  return 0;
}
