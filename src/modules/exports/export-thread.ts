import { setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { deflateRawSync } from 'node:zlib';
import { pino } from 'pino';
import type { Transaction } from '../../infra/db/database.ts';
import { openPostgres } from '../../infra/db/postgres.ts';
import { SNAPSHOT } from '../../infra/db/queryable.ts';
import { shareSnapshot } from '../../infra/db/share-snapshot.ts';
import { sql } from '../../infra/db/sql.ts';
import { BELOW_NORMAL } from '../../infra/threads/below-normal.ts';
import { type CopiedRows, copyRows } from './copy-rows.ts';
import { type FilePlan, openFile } from './file-plan.ts';
import { createPace, type Load } from './give-way.ts';
import { type ManifestFacts, manifestFile } from './manifest.ts';
import { writeArchive } from './write-archive.ts';

/** Reads, packs and hashes one archive on a thread, with its own database connection, a lower priority where possible, and bounded memory. */

export type ThreadTask = {
  readonly url: string;
  /** As `pg_export_snapshot()` names it, in a transaction that is open until the thread is ready. */
  readonly snapshot: string;
  readonly files: readonly FilePlan<CopiedRows>[];
  readonly manifest: ManifestFacts;
  readonly modified_at: Date;
  /** Of the event loop that answers requests. */
  readonly load: Load;
};

/** A buffer for the next bytes of the archive; the thread writes no more than it has room for. */
export type Room = Uint8Array<ArrayBuffer>;

/** What the thread says. */
export type ThreadMessage =
  | { readonly kind: 'ready' }
  /** So many bytes at the start of a buffer that it was given. */
  | { readonly kind: 'bytes'; readonly room: Room; readonly length: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly error: ThreadError };

/** An error in a form that can cross threads, with the database's code. */
export type ThreadError = { message: string; stack?: string | undefined; code?: unknown; severity?: unknown };

/** An upload can be silent for longer than a transaction may be by default. */
const LONGEST_SILENCE = '10min';
async function run(port: MessagePort, task: ThreadTask): Promise<void> {
  if (BELOW_NORMAL > 0) setPriority(BELOW_NORMAL);
  const say = (message: ThreadMessage): void =>
    port.postMessage(message, message.kind === 'bytes' ? [message.room.buffer] : []);
  try {
    const db = await openPostgres({ url: task.url, logger: pino({ level: 'silent' }), poolSize: 1 });
    try {
      await db.transaction((tx) => writeFrom(tx, task, say, port), SNAPSHOT);
    } finally {
      await db.close();
    }
    say({ kind: 'end' });
  } catch (error) {
    say({ kind: 'failed', error: plain(error) });
  }
  port.close();
}

async function writeFrom(
  tx: Transaction,
  task: ThreadTask,
  say: (message: ThreadMessage) => void,
  port: MessagePort,
): Promise<void> {
  const { snapshot, files, manifest, modified_at, load } = task;
  await shareSnapshot(tx, snapshot);
  await tx.query(sql`SELECT set_config('idle_in_transaction_session_timeout', ${LONGEST_SILENCE}, true)`);
  say({ kind: 'ready' });
  const archive = writeArchive(
    {
      files: files.map((file) => openFile(file, (rows, counted) => copyRows(tx, rows, counted))),
      manifest: manifestFile(manifest),
      modified_at,
    },
    deflateRawSync,
  );
  const giveWay = createPace(load);
  const nextRoom = roomsFrom(port);
  let room = await nextRoom();
  let length = 0;
  for await (const part of archive) {
    for (let at = 0; at < part.length; ) {
      const taken = part.subarray(at, at + room.length - length);
      room.set(taken, length);
      at += taken.length;
      length += taken.length;
      if (length < room.length) break;
      say({ kind: 'bytes', room, length });
      room = await nextRoom();
      length = 0;
    }
    await giveWay();
  }
  if (length > 0) say({ kind: 'bytes', room, length });
}

function roomsFrom(port: MessagePort): () => Promise<Room> {
  const rooms: Room[] = [];
  let wake: (() => void) | undefined;
  port.on('message', (room: Room) => {
    rooms.push(room);
    wake?.();
  });
  return async () => {
    for (;;) {
      const room = rooms.shift();
      if (room !== undefined) return room;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
}

function plain(error: unknown): ThreadError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return { message, stack, code, severity };
}

if (parentPort !== null) await run(parentPort, workerData as ThreadTask);
