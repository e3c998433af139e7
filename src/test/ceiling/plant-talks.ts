/** What people of a world write to each other, put into a server's database. */
import type { Transaction } from '../../infra/db/database.ts';
import { insert } from './insert.ts';
import type { Talk } from './told.ts';
import type { World } from './world.ts';

const THREAD_COLUMNS = {
  id: 'uuid',
  org_id: 'uuid',
  athlete_id: 'uuid',
  member_since: 'timestamptz',
  kind: 'text',
  key: 'text',
  created_at: 'timestamptz',
  last_post_id: 'uuid',
  last_post_at: 'timestamptz',
  waiting_since: 'timestamptz',
};
const POST_COLUMNS = {
  id: 'uuid',
  thread_id: 'uuid',
  author_id: 'uuid',
  author_role: 'text',
  text: 'text',
  attachments: 'jsonb',
  created_at: 'timestamptz',
};
const READ_COLUMNS = { user_id: 'uuid', thread_id: 'uuid', unread: 'integer', unread_since: 'timestamptz' };

/** The coach has read nothing of what was said in the first club. */
export async function plantTalks(tx: Transaction, world: World, coach_id: string): Promise<void> {
  const said = world.people.flatMap((person) =>
    person.memberships.flatMap((membership) => {
      const club = world.clubs[membership.club];
      if (club === undefined) return [];
      const of = {
        org_id: club.id,
        athlete_id: person.id,
        joined_at: membership.joined_at,
        place: membership.club,
      };
      return [
        ...(membership.conversation === null
          ? []
          : [{ ...of, kind: 'conversation', key: '', talk: membership.conversation }]),
        ...person.activities.flatMap(({ id: key, talks }) => {
          const talk = talks[membership.club] ?? null;
          return talk === null ? [] : [{ ...of, kind: 'activity', key, talk }];
        }),
      ];
    }),
  );
  const threads = said.map(({ talk, joined_at, ...of }) => ({
    ...of,
    id: talk.id,
    member_since: talk.is_of_before ? LONG_BEFORE : joined_at,
    created_at: firstOf(talk),
    last_post_id: talk.posts.at(-1)?.id,
    last_post_at: talk.posts.at(-1)?.at,
    waiting_since: of.kind === 'conversation' ? firstOf(talk) : null,
  }));
  await insert(tx, 'message_threads', THREAD_COLUMNS, threads);
  const posts = said.flatMap(({ talk, athlete_id }) =>
    talk.posts.map(({ at, ...post }) => ({
      ...post,
      thread_id: talk.id,
      author_id: athlete_id,
      author_role: 'athlete',
      attachments: [],
      created_at: at,
    })),
  );
  await insert(tx, 'message_posts', POST_COLUMNS, posts);
  const reads = said
    .filter(({ place }) => place === 0)
    .map(({ talk }) => ({
      user_id: coach_id,
      thread_id: talk.id,
      unread: talk.posts.length,
      unread_since: firstOf(talk),
    }));
  await insert(tx, 'message_reads', READ_COLUMNS, reads);
}

const LONG_BEFORE = new Date('1999-01-01T00:00:00Z');
const firstOf = ({ posts }: Talk): Date | undefined => posts[0]?.at;
