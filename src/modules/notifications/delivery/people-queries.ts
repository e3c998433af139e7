import type { Queryable } from '../../../infra/db/database.ts';
import { rawSql, type Sql, sql } from '../../../infra/db/sql.ts';
import { LOWEST_ID } from '../../../shared/ids.ts';
import {
  ACCOUNT_IS_ACTIVE,
  DEFAULT_NOTIFICATION_SETTINGS,
  DEFAULT_PREFERENCES,
  type User,
} from '../../users/index.ts';
import type { Reachable } from './decide.ts';
import type { QuietHours } from './quiet-hours.ts';

/** A person with an active account, with the data that decide what reaches them, and their addresses. */
export type Person = {
  readonly user_id: string;
  readonly preferences: Partial<User['preferences']>;
  readonly notification_settings: Partial<User['notification_settings']>;
  readonly is_verified: boolean;
  readonly quiet_hours: QuietHours | null;
  readonly has_opted_out: boolean;
  /** The SHA-256 of the token of each device that can get pushes. */
  readonly devices: readonly Buffer[];
  readonly chats: readonly string[];
};

/** SQL for the quiet hours in `q`, a row of `quiet_hours` that may be missing. */
export const QUIET_HOURS = rawSql(`
  CASE WHEN q.starts IS NULL THEN NULL ELSE jsonb_build_object('starts', q.starts, 'ends', q.ends) END`);

export function reachable(person: Person): Reachable {
  return {
    settings: { ...DEFAULT_NOTIFICATION_SETTINGS, ...person.notification_settings },
    preferences: { ...DEFAULT_PREFERENCES, ...person.preferences },
    quiet_hours: person.quiet_hours,
    has_device: person.devices.length > 0,
    has_verified_email: person.is_verified,
    has_chat: person.chats.length > 0,
    has_opted_out: person.has_opted_out,
  };
}

type Reading = {
  /** The organization whose messages a person may have opted out of; null for messages without such a choice. */
  readonly org_id: string | null;
  readonly devices_after: Date;
};

export async function findPeople(
  db: Queryable,
  { user_ids, ...reading }: Reading & { user_ids: readonly string[] },
): Promise<Person[]> {
  return await db.query<Person>(peopleAmong(sql`SELECT unnest(${user_ids}::uuid[]) AS user_id`, reading));
}

/**
 * The next page of an audience in the order of ids: the people with an active account, and the id after which the following page
 * begins, null when this was the last. A page can be empty without being the last.
 */
export async function findPageOfPeople(
  db: Queryable,
  page: Reading & { audience: Sql; after: string | null; limit: number },
): Promise<{ people: Person[]; next: string | null }> {
  const ids = await db.query<{ user_id: string }>(sql`
    SELECT user_id FROM (${page.audience}) audience (user_id)
    WHERE user_id > ${page.after ?? LOWEST_ID} ORDER BY user_id LIMIT ${page.limit}`);
  const user_ids = ids.map(({ user_id }) => user_id);
  const people = user_ids.length === 0 ? [] : await findPeople(db, { ...page, user_ids });
  return { people, next: user_ids.length < page.limit ? null : (user_ids.at(-1) ?? null) };
}

function peopleAmong(ids: Sql, { org_id, devices_after }: Reading): Sql {
  return sql`
    SELECT u.user_id, u.preferences, u.notification_settings, u.is_verified,
           ${QUIET_HOURS} AS quiet_hours,
           EXISTS (SELECT FROM campaign_opt_outs x
                   WHERE x.user_id = u.user_id AND x.org_id = ${org_id}::uuid) AS has_opted_out,
           ARRAY(SELECT d.token_hash FROM device_tokens d
                 WHERE d.user_id = u.user_id AND d.last_active_at > ${devices_after}) AS devices,
           ARRAY(SELECT c.service FROM chat_accounts c WHERE c.user_id = u.user_id ORDER BY c.service) AS chats
    FROM (${ids}) page
    JOIN users u ON u.user_id = page.user_id AND ${rawSql(ACCOUNT_IS_ACTIVE)}
    LEFT JOIN quiet_hours q ON q.user_id = u.user_id
    ORDER BY u.user_id`;
}
