import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { reasonOf } from '../../shared/errors.ts';
import { copyCluster } from '../db/copy-cluster.ts';
import type { Database } from '../db/database.ts';
import { type BackupNote, noteBackup } from './last-backup.ts';

/**
 * What a command asks of the process that has the embedded database open: by a socket in the folder of the database, which only the
 * system's user of the server may enter.
 */
type LocalRequest =
  | { readonly kind: 'copy'; readonly to: string }
  | { readonly kind: 'note'; readonly note: BackupNote };
type LocalAnswer = { readonly ok: true } | { readonly reason: string };

/** What systems allow for the path of a socket, less the zero at its end: 104 bytes on BSD and macOS. */
const SOCKET_PATH_BYTES = 103;

const socketIn = (dataDir: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\ekiden-${Buffer.from(path.resolve(dataDir)).toString('hex').slice(-120)}`
    : path.join(dataDir, 'requests.sock');

/** Answers such requests until it is closed. Nothing is listened at for a server of PostgreSQL, which needs nobody in between. */
export async function answerLocalRequests(
  db: Database,
  dataDir: string,
  logger: Logger,
): Promise<{ close(): Promise<void> }> {
  const { holdFiles } = db;
  const nothing = { close: async () => undefined };
  if (holdFiles === null) return nothing;
  const socket = socketIn(dataDir);
  // Whoever made it is gone: this process holds the lock of the folder.
  await rm(socket, { force: true });
  const answer = async (request: LocalRequest): Promise<LocalAnswer> => {
    if (request.kind === 'copy') await holdFiles((folder) => copyCluster(folder, request.to));
    else {
      const { snapshot_at, finished_at, ...note } = request.note;
      await noteBackup(db, {
        ...note,
        snapshot_at: new Date(snapshot_at),
        finished_at: new Date(finished_at),
      });
    }
    return { ok: true };
  };
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    connection.on('error', () => undefined);
    whole(connection)
      .then((asked) => answer(JSON.parse(asked) as LocalRequest))
      .catch((error: unknown): LocalAnswer => ({ reason: reasonOf(error) }))
      .then((said) => connection.end(JSON.stringify(said)));
  });
  try {
    if (Buffer.byteLength(socket) > SOCKET_PATH_BYTES) throw new Error('DATA_DIR is too long for a socket');
    await listen(server, socket);
  } catch (error) {
    // Some file systems have no sockets. The server itself needs none.
    logger.warn({ err: error }, 'no socket for ekiden backup, which needs the server to be stopped');
    return nothing;
  }
  server.unref();
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** All that the other side says, after which this one can still answer: reading a stream as an iterable would end it. */
async function whole(connection: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  connection.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(connection, 'end');
  return Buffer.concat(chunks).toString('utf8');
}

async function listen(server: Server, socket: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(socket, resolve);
  await promise;
  server.off('error', reject);
}

/**
 * Asks the process that has the database of a folder open.
 *
 * @returns false where none answers
 * @throws Error with its reason where it could not do it
 */
export async function askLocally(dataDir: string, request: LocalRequest): Promise<boolean> {
  const connection = createConnection({ path: socketIn(dataDir), allowHalfOpen: true });
  let said: string;
  try {
    connection.end(JSON.stringify(request));
    said = await text(connection);
  } catch {
    return false;
  }
  if (said === '') return false;
  const answer = JSON.parse(said) as LocalAnswer;
  if ('reason' in answer) throw new Error(answer.reason);
  return true;
}
