import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { reasonOf } from '../../shared/errors.ts';

/** What a process that has the embedded database open does for commands on the same machine, by name. */
export type LocalRequests = Readonly<
  Record<
    string,
    (input: unknown, io: { readonly signal: AbortSignal; say(told: unknown): void }) => Promise<void>
  >
>;

/** The last line of an answer: that all was done, or why not. Each line before it is something that was said. */
type Line = { readonly said: unknown } | { readonly done: true } | { readonly reason: string };

/** What systems allow for the path of a socket, less the zero at its end: 104 bytes on BSD and macOS. */
const SOCKET_PATH_BYTES = 103;

/** In the folder of the embedded database, which only the system's user of the server may enter. */
const socketIn = (dataDir: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\ekiden-${Buffer.from(path.resolve(dataDir)).toString('hex').slice(-120)}`
    : path.join(dataDir, 'requests.sock');

/**
 * Answers commands until it is closed. A server without it serves as well, so what keeps it from being there is logged and no more.
 *
 * @param dataDir the folder of the embedded database, which this process holds
 */
export async function answerLocally(
  dataDir: string,
  requests: LocalRequests,
  logger: Logger,
): Promise<{ close(): Promise<void> } | null> {
  const socket = socketIn(dataDir);
  const stopping = new AbortController();
  const server = createServer((asked, answer) => {
    void answerOne(requests, asked, answer, stopping.signal);
  });
  try {
    if (Buffer.byteLength(socket) > SOCKET_PATH_BYTES) throw new Error('DATA_DIR is too long for a socket');
    // Whoever made it is gone: this process holds the lock of the folder.
    await rm(socket, { force: true });
    server.listen(socket);
    await once(server, 'listening');
    if (process.platform !== 'win32') await chmod(socket, 0o600);
  } catch (error) {
    // Some file systems have no sockets.
    logger.warn(
      { err: error },
      'ekiden backup, doctor and check cannot ask this server: they need it to be stopped',
    );
    return null;
  }
  server.unref();
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

async function answerOne(
  requests: LocalRequests,
  asked: IncomingMessage,
  answer: ServerResponse,
  stopping: AbortSignal,
): Promise<void> {
  const gone = new AbortController();
  answer.once('close', () => gone.abort());
  const write = (line: Line): void => {
    if (!answer.destroyed) answer.write(`${JSON.stringify(line)}\n`);
  };
  try {
    const name = asked.url?.slice(1) ?? '';
    const work = Object.hasOwn(requests, name) ? requests[name] : undefined;
    if (work === undefined)
      throw new Error(`the server does not know what ${name} is: it is of another version`);
    const signal = AbortSignal.any([gone.signal, stopping]);
    await work(await json(asked), { signal, say: (said) => write({ said }) });
    if (!signal.aborted) write({ done: true });
  } catch (error) {
    write({ reason: reasonOf(error) });
  }
  answer.end();
}

/**
 * Asks the process that has the database of a folder open.
 *
 * @returns false where none answers
 * @throws Error with its reason where it could not do it, or ended meanwhile; nothing where the signal was aborted
 */
export async function askLocally(
  dataDir: string,
  name: string,
  input: unknown,
  options: { readonly signal?: AbortSignal; hear?(told: unknown): void } = {},
): Promise<boolean> {
  const { signal, hear } = options;
  const asked = request({
    socketPath: socketIn(dataDir),
    path: `/${name}`,
    method: 'POST',
    ...(signal && { signal }),
  });
  asked.end(JSON.stringify(input));
  let last: Line | undefined;
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    for await (const line of createInterface({ input: answer })) {
      last = JSON.parse(line) as Line;
      if ('said' in last) hear?.(last.said);
    }
  } catch (error) {
    if (signal?.aborted === true) return true;
    if (last === undefined) return false;
    throw new Error('the server that was asked ended meanwhile', { cause: error });
  }
  if (signal?.aborted === true) return true;
  if (last !== undefined && 'reason' in last) throw new Error(last.reason);
  if (last === undefined || 'said' in last) throw new Error('the server that was asked ended meanwhile');
  return true;
}
