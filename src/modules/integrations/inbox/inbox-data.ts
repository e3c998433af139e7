import type { Database } from '../../../infra/db/database.ts';
import { fewRecords, type PersonalData } from '../../users/index.ts';
import { findSetAsideOf } from './operator-queries.ts';

/** Bytes of one body that go into an archive. A longer one repeats what nobody could read. */
const MOST_BYTES = 64 * 1024;

/**
 * Deliveries about a person that could not be read or stored, which an operator can see for some weeks. They are deleted with the
 * person, by cascade. A delivery that still waits has no owner until it is read, which takes moments.
 */
export function inboxData(deps: { readonly db: Database }): PersonalData {
  return {
    name: 'inbox',
    columns: ['webhook_deliveries.user_id'],
    files: {
      'unread_posts.json': 'What platforms told of you and could not be read or stored; kept for 30 days.',
    },
    async *collect(user_id) {
      yield { name: 'unread_posts.json', records: fewRecords(() => readSetAside(deps.db, user_id)) };
    },
  };
}

async function readSetAside(db: Database, user_id: string): Promise<object[]> {
  return (await findSetAsideOf(db, user_id, MOST_BYTES)).map((one) => ({
    provider: one.provider,
    received_at: one.received_at.toISOString(),
    set_aside_at: one.set_aside_at.toISOString(),
    because: one.because,
    text: Buffer.from(one.body).toString(),
  }));
}
