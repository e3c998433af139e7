import type { Config } from '../config.ts';
import { type RunningServer, startServer } from '../main.ts';
import { createAnnouncer } from './announce.ts';
import { answerOperator } from './doctor/operator-socket.ts';
import { type StopSignals, watchStopSignals } from './stop-signals.ts';
import type { CommandContext } from './terminal.ts';

/** Past this, a shutdown that hangs is cut, in milliseconds. */
const SHUTDOWN_LIMIT_MS = 40_000;

/** `ekiden start`: serves until it is told to stop; resolves to the exit code. */
export async function start(context: CommandContext): Promise<number> {
  const { config } = context;
  const signals = watchStopSignals();
  const server = await startServer(config);
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

/** Serves until it is told to stop, then stops in order; a shutdown that hangs is cut. */
export async function untilStopped(
  server: RunningServer,
  signals: StopSignals,
  config: Config,
): Promise<number> {
  const operator = await answerOperator(config, server.deps);
  await signals.untilAsked();
  server.deps.logger.info('stopping');
  setTimeout(() => {
    server.deps.logger.error('shutdown took too long; ending now');
    process.exit(1);
  }, SHUTDOWN_LIMIT_MS).unref();
  await operator?.close();
  await server.stop();
  server.deps.logger.info('stopped');
  return 0;
}
