import type { UserActor } from '../../../http/actor.ts';
import type { ChatService } from '../../../infra/chat/index.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Clock } from '../../../shared/time.ts';
import { noSuchChat } from './errors.ts';
import { deleteChat } from './queries.ts';

/**
 * Disconnects the caller's chat at a messenger, and voids a code that has not been used yet. It works also where the operator has no
 * account there now.
 *
 * @throws noSuchChat
 */
export async function endChat(
  { db, clock }: { db: Database; clock: Clock },
  { user_id }: UserActor,
  service: ChatService,
): Promise<void> {
  const now = clock.now();
  if (!(await db.transaction((tx) => deleteChat(tx, { user_id, service, now })))) throw noSuchChat();
}
