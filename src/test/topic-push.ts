import { sql } from '../infra/db/sql.ts';
import { newId } from '../shared/ids.ts';
import type { TestOrganization } from './factories.ts';
import type { TestServer } from './harness.ts';

/** A push of the head coach to an organization that has gone out, by its id. */
export async function topicPushOf(
  { deps }: TestServer,
  { org_id, coach }: Pick<TestOrganization, 'org_id' | 'coach'>,
): Promise<string> {
  const id = newId();
  const words = { title: 'Track is closed', body: 'We meet at the river.' };
  await deps.db.execute(sql`
    INSERT INTO outgoing_messages (id, kind, org_id, topic, channels, title, body, data, created_by, created_at, state,
      counts, finished_at)
    VALUES (${id}, 'topic', ${org_id}, ${`org-${org_id}`}, ${['push']}, ${words.title}, ${words.body}, '{}',
      ${coach.user_id}, now(), 'done', '[]', now())`);
  return id;
}
