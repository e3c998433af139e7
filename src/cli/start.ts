import type { Config } from '../config.ts';
import { type RunningServer, startServer } from '../main.ts';
import type { CommandContext } from './terminal.ts';

/** Past this, a shutdown that hangs is cut, in milliseconds. */
const SHUTDOWN_LIMIT_MS = 40_000;

/** `ekiden start`: serves until it is told to stop; resolves to the exit code. */
export async function start({ config, print }: CommandContext): Promise<number> {
  const server = await startServer(config);
  print(welcome(server, config));
  return await untilStopped(server);
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
    '  Next: sign up with POST /api/v1/auth/request-verification; the README has the five-minute tour.',
    '  Stop with Ctrl+C.',
    '',
  ].join('\n');
}

/** Waits for SIGINT or SIGTERM, then stops in order; a second signal, or a shutdown that hangs, ends at once. */
export async function untilStopped(server: RunningServer): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = false;
  const onSignal = (): void => {
    if (asked) process.exit(130);
    asked = true;
    resolve();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  await promise;
  server.deps.logger.info('stopping');
  setTimeout(() => {
    server.deps.logger.error('shutdown took too long; ending now');
    process.exit(1);
  }, SHUTDOWN_LIMIT_MS).unref();
  await server.stop();
  server.deps.logger.info('stopped');
  return 0;
}
