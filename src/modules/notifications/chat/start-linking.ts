import type { UserActor } from '../../../http/actor.ts';
import type { ChatService } from '../../../infra/chat/index.ts';
import type { Database } from '../../../infra/db/database.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { holdUser } from '../../users/index.ts';
import type { ChatSettings } from './chat.ts';
import { chatNotConfigured } from './errors.ts';
import { CODE_LIFE_MS, hashCode, linkAddress, newLinkCode } from './link-code.ts';
import { upsertCode } from './queries.ts';

/**
 * Makes a code that connects the chat from which it is sent to the caller. It is shown once, and voids the code before it.
 *
 * @throws chatNotConfigured; unauthenticated when the caller has just deleted their account
 */
export async function startLinking(
  { db, clock, chat }: { db: Database; clock: Clock; chat: ChatSettings },
  { user_id }: UserActor,
  service: ChatService,
): Promise<{ code: string; url: string; expires_at: Date }> {
  const code = newLinkCode();
  const url = linkAddress(service, code, chat);
  if (url === null) throw chatNotConfigured();
  const expires_at = new Date(clock.now().getTime() + CODE_LIFE_MS);
  await db.transaction(async (tx) => {
    if (!(await holdUser(tx, user_id))) throw unauthenticated();
    await upsertCode(tx, { user_id, service, code_hash: hashCode(code), expires_at });
  });
  return { code, url, expires_at };
}
