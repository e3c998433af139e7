import { sql } from '../infra/db/sql.ts';
import type { Announcement } from '../modules/notifications/centre/notification.ts';
import { holdCentres } from '../modules/notifications/centre/queries.ts';
import { type TellDeps, tell } from '../modules/notifications/centre/tell.ts';
import { newId } from '../shared/ids.ts';
import type { TestServer } from './harness.ts';

/** Something to tell, and nothing that was told before unless `fields` say so. */
export function someNews(fields: Partial<Announcement> = {}): Announcement {
  const subject = newId();
  const said = { title: `News ${subject}`, message: 'Something has happened.' };
  return {
    category: 'social',
    type: 'test_news',
    subject,
    texts: { en: said, 'zh-TW': said, ja: said },
    data: { about: subject },
    ...fields,
  };
}

/** Tells people something as the listeners do. @param deps other than the server's */
export async function tellPeople(
  server: TestServer,
  user_ids: readonly string[],
  fields: Partial<Announcement> = {},
  deps: Partial<TellDeps> = {},
): Promise<Announcement> {
  const news = someNews(fields);
  await server.deps.db.transaction(async (tx) => {
    await holdCentres(tx, user_ids);
    await tell({ ...server.deps, ...deps }, tx, user_ids, news);
  });
  return news;
}

/** A notification in somebody's centre, by its id. */
export async function notificationOf(server: TestServer, user_id: string): Promise<string> {
  const { subject } = await tellPeople(server, [user_id]);
  const { id } = await server.deps.db.one<{ id: string }>(
    sql`SELECT id FROM notifications WHERE user_id = ${user_id} AND subject = ${subject}`,
  );
  return id;
}
