import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { reasonOf } from '../../shared/errors.ts';

/** What the process that has the embedded database open does for commands on the same machine, by name. */
export type LocalRequests = Readonly<
  Record<
    string,
    (input: unknown, io: { readonly signal: AbortSignal; say(told: unknown): void }) => Promise<void>
  >
>;

type Line = { readonly said: unknown } | { readonly done: true } | { readonly reason: string };

/** The longest path of a socket without its final zero: 104 bytes on BSD and macOS. */
const SOCKET_PATH_BYTES = 103;

/** In the embedded database's folder, which only the server's user may enter. */
const socketIn = (dataDir: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\ekiden-${Buffer.from(path.resolve(dataDir)).toString('hex').slice(-120)}`
    : path.join(dataDir, 'requests.sock');

/**
 * Answers commands until it is closed. A failure is only logged because the server works without it.
 * @param dataDir the embedded database's folder, which this process has locked
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
    // A left-over socket: this process holds the folder's lock.
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
 * Asks the process that has a folder's database open.
 * @returns false where none answers
 * @throws Error with its reason where it failed or ended; nothing where the signal was aborted
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
