import type { Database } from '../../../infra/db/database.ts';
import { fewRecords, type PersonalData } from '../../users/index.ts';
import { findSetAsideOf } from './operator-queries.ts';

/** Of one body as much as this: what is longer holds what nobody could read, over and over. */
const MOST_BYTES = 64 * 1024;

/**
 * What platforms have told of a person that could not be read or stored: an operator looks at it for some weeks. It goes with
 * them, by cascade. What still waits belongs to nobody until it is read, which takes moments.
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
