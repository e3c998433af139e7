import type { Database } from '../../../infra/db/database.ts';
import { fewRecords, type PersonalData } from '../../users/index.ts';
import { findOwnChats } from './queries.ts';

/** The chats of a person, which are deleted with them. Codes are in no archive, since only their hashes are stored. */
export function chatData(deps: { db: Database }): PersonalData {
  const chats = async (user_id: string): Promise<object[]> =>
    (await findOwnChats(deps.db, user_id)).map(({ service, chat_id, linked_at }) => ({
      service,
      chat_id,
      linked_at: linked_at.toISOString(),
    }));
  return {
    name: 'chats',
    columns: ['chat_accounts.user_id', 'chat_link_codes.user_id'],
    files: { 'chats.json': 'The chats that messages to you go to, by their ids at the messengers.' },
    async *collect(user_id) {
      yield { name: 'chats.json', records: fewRecords(() => chats(user_id)) };
    },
  };
}
