/**
 * Gives feedback by a write with a key and is killed at once: inside of its transaction, or after it, before anybody is answered.
 *
 *     node src/test/give-and-die.ts <data directory> <PostgreSQL URL or nothing> <JSON of what to give>
 */
import path from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../infra/db/database.ts';
import { giveFeedback } from '../modules/feedback/give-feedback.ts';
import { findSessionsOfPeople } from '../modules/sessions/index.ts';
import { DEFAULT_SOURCE_POLICIES } from '../privacy/index.ts';

export type Given = {
  readonly user_id: string;
  readonly activity_id: string;
  readonly key: string;
  /** SHA-256 of the request, in hexadecimal. */
  readonly fingerprint: string;
  readonly now: string;
  readonly dies_inside: boolean;
  readonly rpe: number;
  readonly note: string;
};

const [dataDir = '', url = '', json = ''] = process.argv.slice(2);
const { user_id, activity_id, key, now, dies_inside, rpe, note, ...given } = JSON.parse(json) as Given;
const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};
const db = await openDatabase({
  url: url === '' ? undefined : url,
  dataDir: path.join(dataDir, 'db'),
  logger: pino({ level: 'silent' }),
});
const deps = {
  db,
  clock: { now: () => new Date(now) },
  events: {
    emit: async () => {
      if (dies_inside) die();
    },
  },
  sourcePolicies: DEFAULT_SOURCE_POLICIES,
  findSessionsOfPeople,
};
const actor = { type: 'user', user_id } as Parameters<typeof giveFeedback>[1];
await giveFeedback(deps, actor, {
  named: { activity_id },
  members: { rpe, note, feel: null, pain: null },
  occurred_at: null,
  write_key: { user_id, key, fingerprint: Buffer.from(given.fingerprint, 'hex') },
});
die();
