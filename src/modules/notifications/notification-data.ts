import type { Database } from '../../infra/db/database.ts';
import { type PersonalData, pagesOf } from '../users/index.ts';
import { deleteNotificationsAbout, findOwnNotifications, type StoredNotification } from './queries.ts';
import { NAMING_AN_ATHLETE } from './roster-changed.ts';

const PAGE = 500;

/** What a person was told, and what others were told of them by name. Both go with them. */
export function notificationData(deps: { db: Database }): PersonalData {
  const records = async function* (user_id: string): AsyncGenerator<string[]> {
    const pages = pagesOf<StoredNotification>(PAGE, (page) =>
      findOwnNotifications(deps.db, { user_id, ...page }),
    );
    for await (const page of pages) yield page.map((one) => JSON.stringify(present(one)));
  };
  return {
    name: 'notifications',
    columns: ['notifications.user_id', 'notifications.data'],
    files: { 'notifications.json': 'What your notification centre holds.' },
    async *collect(user_id) {
      yield { name: 'notifications.json', records: records(user_id) };
    },
    release: (tx, { user_id }) => deleteNotificationsAbout(tx, { user_id, types: NAMING_AN_ATHLETE }),
  };
}

function present(one: StoredNotification): object {
  return {
    id: one.id,
    category: one.category,
    type: one.type,
    title: one.title,
    message: one.message,
    data: one.data,
    is_read: one.is_read,
    created_at: one.created_at.toISOString(),
  };
}
