import type { ChatService } from '../../../infra/chat/index.ts';
import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { ConnectedChat } from './chat.ts';

export async function findChats(db: Queryable, user_id: string): Promise<ConnectedChat[]> {
  return await db.query<ConnectedChat>(sql`
    SELECT service, linked_at FROM chat_accounts WHERE user_id = ${user_id} ORDER BY service`);
}

export async function findOwnChats(
  db: Queryable,
  user_id: string,
): Promise<(ConnectedChat & { readonly chat_id: string })[]> {
  return await db.query(sql`
    SELECT service, chat_id, linked_at FROM chat_accounts WHERE user_id = ${user_id} ORDER BY service`);
}

type NewCode = {
  readonly user_id: string;
  readonly service: ChatService;
  readonly code_hash: Buffer;
  readonly expires_at: Date;
};

export async function upsertCode(
  tx: Transaction,
  { user_id, service, code_hash, expires_at }: NewCode,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO chat_link_codes (code_hash, user_id, service, expires_at)
    VALUES (${code_hash}, ${user_id}, ${service}, ${expires_at})
    ON CONFLICT (user_id, service) DO UPDATE
    SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`);
}

/** @returns whether there was a chat, or a code that could have connected one */
export async function deleteChat(
  tx: Transaction,
  { user_id, service, now }: { user_id: string; service: ChatService; now: Date },
): Promise<boolean> {
  const chats = await tx.execute(sql`
    DELETE FROM chat_accounts WHERE user_id = ${user_id} AND service = ${service}`);
  const codes = await tx.execute(sql`
    DELETE FROM chat_link_codes WHERE user_id = ${user_id} AND service = ${service} AND expires_at > ${now}`);
  return codes + chats > 0;
}

export async function deleteExpiredCodes(db: Queryable, now: Date): Promise<number> {
  return await db.execute(sql`DELETE FROM chat_link_codes WHERE expires_at <= ${now}`);
}

export type SentCodes = {
  readonly service: ChatService;
  readonly chat_ids: readonly string[];
  readonly code_hashes: readonly Buffer[];
  readonly now: Date;
};

/**
 * Locks everybody whom codes may concern, so that those of one person or chat take turns: the owners of the codes, the present owners
 * of the chats, and the chats themselves, always in one order. Chats take turns before any person is locked: otherwise a chat could
 * change its owner meanwhile, and the new owner would have to be locked out of order. Those who are told of it are among them, and
 * their centres are locked last.
 */
export async function holdWhomCodesConcern(
  tx: Transaction,
  { service, chat_ids, code_hashes }: SentCodes,
): Promise<void> {
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(hashtext('notifications.chat'), key)
    FROM (SELECT DISTINCT hashtext(chat_id) AS key FROM unnest(${chat_ids}::text[]) AS chat_id ORDER BY key) AS keys`);
  await tx.execute(sql`
    SELECT 1 FROM users WHERE user_id IN (
      SELECT user_id FROM chat_link_codes WHERE service = ${service} AND code_hash = ANY(${code_hashes}::bytea[])
      UNION SELECT user_id FROM chat_accounts WHERE service = ${service} AND chat_id = ANY(${chat_ids}::text[]))
    ORDER BY user_id FOR NO KEY UPDATE`);
  await tx.execute(sql`
    SELECT 1 FROM chat_accounts WHERE service = ${service} AND (
      chat_id = ANY(${chat_ids}::text[])
      OR user_id IN (SELECT user_id FROM chat_link_codes WHERE service = ${service} AND code_hash = ANY(${code_hashes}::bytea[])))
    ORDER BY user_id FOR UPDATE`);
}

export type ConnectedNow = {
  readonly chat_id: string;
  readonly username: string;
  readonly language: string | null;
  readonly former_id: string | null;
  readonly former_language: string | null;
};

/** Uses up the valid codes. A code that several chats have sent connects one of them. @returns who is connected now */
export async function connectChats(
  tx: Transaction,
  { service, chat_ids, code_hashes, now }: SentCodes,
): Promise<ConnectedNow[]> {
  const taken = await tx.query<ConnectedNow & { readonly user_id: string }>(sql`
    WITH sent AS (SELECT * FROM unnest(${chat_ids}::text[], ${code_hashes}::bytea[]) AS s (chat_id, code_hash)),
    taken AS (
      DELETE FROM chat_link_codes c USING sent
      WHERE c.service = ${service} AND c.code_hash = sent.code_hash AND c.expires_at > ${now}
      RETURNING sent.chat_id, c.user_id
    )
    SELECT t.chat_id, u.user_id, u.username, u.preferences ->> 'language' AS language,
      former.user_id AS former_id, former.preferences ->> 'language' AS former_language
    FROM taken t JOIN users u USING (user_id)
    LEFT JOIN chat_accounts c ON c.service = ${service} AND c.chat_id = t.chat_id AND c.user_id <> t.user_id
    LEFT JOIN users former ON former.user_id = c.user_id`);
  if (taken.length === 0) return [];
  const users = taken.map(({ user_id }) => user_id);
  await tx.execute(sql`
    DELETE FROM chat_accounts WHERE service = ${service} AND user_id = ANY(${users}::uuid[])`);
  await tx.execute(sql`
    INSERT INTO chat_accounts (user_id, service, chat_id, linked_at)
    SELECT user_id, ${service}, chat_id, ${now}
    FROM unnest(${users}::uuid[], ${taken.map(({ chat_id }) => chat_id)}::text[]) AS t (user_id, chat_id)
    ORDER BY user_id
    ON CONFLICT (service, chat_id) DO UPDATE SET user_id = excluded.user_id, linked_at = excluded.linked_at`);
  return taken;
}

export async function findConnected(
  db: Queryable,
  { service, chat_ids }: Pick<SentCodes, 'service' | 'chat_ids'>,
): Promise<ReadonlySet<string>> {
  const found = await db.query<{ chat_id: string }>(sql`
    SELECT chat_id FROM chat_accounts WHERE service = ${service} AND chat_id = ANY(${chat_ids}::text[])`);
  return new Set(found.map(({ chat_id }) => chat_id));
}

/** Deletes the chats that asked for it, unless they were connected later than they asked. @returns them, each with its owner's language */
export async function disconnectChats(
  tx: Transaction,
  {
    service,
    chat_ids,
    asked_at,
  }: {
    readonly service: ChatService;
    readonly chat_ids: readonly string[];
    readonly asked_at: readonly Date[];
  },
): Promise<{ readonly chat_id: string; readonly language: string | null }[]> {
  return await tx.query(sql`
    WITH ended AS (
      SELECT c.user_id, c.chat_id FROM chat_accounts c
      JOIN unnest(${chat_ids}::text[], ${asked_at}::timestamptz[]) AS a (chat_id, asked_at) USING (chat_id)
      WHERE c.service = ${service} AND c.linked_at <= a.asked_at
      ORDER BY c.user_id FOR UPDATE OF c
    ), deleted AS (
      DELETE FROM chat_accounts c USING ended e
      WHERE c.service = ${service} AND c.user_id = e.user_id AND c.chat_id = e.chat_id RETURNING c.user_id, c.chat_id
    )
    SELECT d.chat_id, u.preferences ->> 'language' AS language FROM deleted d JOIN users u USING (user_id)`);
}
