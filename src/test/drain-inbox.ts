/**
 * Works off the inbox of a database until it is empty or is killed, with the toy of `note-notices.ts` behind it: a line for each
 * transaction that has stored what it was told, and is about to commit.
 *
 *     node src/test/drain-inbox.ts <PostgreSQL URL> <how many minutes its clock is ahead>
 */
import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { openDatabase } from '../infra/db/database.ts';
import { drainHandler } from '../modules/integrations/inbox/drain.ts';
import { readDelivery } from '../modules/integrations/providers/garmin/read-delivery.ts';
import { MINUTE_MS, systemClock } from '../shared/time.ts';
import { noteNotices } from './note-notices.ts';

const STDOUT = 1;

const ahead_ms = Number(process.argv[3]) * MINUTE_MS;
const logger = pino({ level: 'silent' });
const db = await openDatabase({ url: process.argv[2], dataDir: '', logger });
const note = noteNotices(new Set());
const drain = drainHandler({
  db,
  logger,
  clock: { now: () => new Date(systemClock.now().getTime() + ahead_ms) },
  jobs: { enqueue: async () => null },
  read: async (_provider, body) => readDelivery(body),
  apply: async (tx, provider, notices) => {
    await note(tx, provider, notices);
    writeSync(STDOUT, '.\n');
  },
});
await drain({}, { job_id: '', attempt: 1, signal: new AbortController().signal, logger });
await db.close();
