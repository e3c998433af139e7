import { chmod, rm } from 'node:fs/promises';
import { createServer, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { reasonOf } from '../../shared/errors.ts';
import type { Told } from './finding.ts';
import { lookAtStored, lookAtWhole } from './stored-checks.ts';

export type Look = 'doctor' | 'check';

/** Of a Unix socket's address, less the zero at its end, on the systems that take least. */
const MOST_PATH_BYTES = 103;

/** In the folder of the embedded database, which is its owner's alone. */
const socketOf = ({ dataDir }: Config): string => join(dataDir, 'db', 'operator.sock');

/**
 * Lets the operator's commands look at an embedded database, which nobody else can open meanwhile. With PostgreSQL they open it
 * themselves. A server without it serves as well, so what keeps it from being there is logged and no more.
 */
export async function answerOperator(config: Config, deps: Deps): Promise<{ close(): Promise<void> } | null> {
  const { db, logger } = deps;
  const path = socketOf(config);
  if (db.engine !== 'embedded') return null;
  const stopping = new AbortController();
  const server = createServer((asked, answer) => {
    const look = asked.url === '/check' ? lookAtWhole : asked.url === '/doctor' ? lookAtStored : null;
    if (look === null || asked.method !== 'POST') {
      answer.writeHead(404).end();
      return;
    }
    const gone = new AbortController();
    answer.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, stopping.signal]);
    const stored = { ...deps, config, isServer: true };
    look(stored, signal, (told) => write(answer, told)).then(
      () => answer.end(signal.aborted ? '' : `${JSON.stringify({ end: true })}\n`),
      (error: unknown) => {
        logger.error({ err: error }, 'a look for the operator failed');
        answer.destroy();
      },
    );
  });
  try {
    if (Buffer.byteLength(path) > MOST_PATH_BYTES)
      throw new Error(`the path of ${path} is too long for a socket`);
    // Whoever has the database is the only one, so what lies there is of a process that has ended.
    await rm(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    await chmod(path, 0o600);
  } catch (error) {
    logger.warn(
      { err: error },
      'ekiden doctor and ekiden check cannot ask this server, only look while it is stopped',
    );
    return null;
  }
  return {
    close: async () => {
      stopping.abort();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

function write(answer: ServerResponse, told: Told): void {
  if (!answer.destroyed) answer.write(`${JSON.stringify(told)}\n`);
}

/**
 * Has a running server look.
 *
 * @throws Error where none answers, or it ended meanwhile
 */
export async function askServer(
  config: Config,
  look: Look,
  signal: AbortSignal,
  hear: (told: Told) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const asked = request(
    { socketPath: socketOf(config), path: `/${look}`, method: 'POST', signal },
    (answer) => {
      let is_whole = false;
      const lines = createInterface({ input: answer });
      lines.on('line', (line) => {
        const told = JSON.parse(line) as Told | { end: true };
        if ('end' in told) is_whole = true;
        else hear(told);
      });
      lines.once('close', () =>
        is_whole || signal.aborted
          ? resolve()
          : reject(new Error('the server that was asked ended meanwhile')),
      );
      answer.once('error', () => undefined);
    },
  );
  asked.once('error', (cause) =>
    signal.aborted
      ? resolve()
      : reject(new Error(`the server that has it does not answer: ${reasonOf(cause)}`)),
  );
  asked.end();
  await promise;
}
