import { randomUUID } from 'node:crypto';
import { sql } from '../../infra/db/sql.ts';
import type { Book, Origin } from './canaries.ts';
import type { LeakStage } from './client.ts';
import type { Activity, Club, Person } from './model.ts';

/** A thread of one post, written past HTTP: nobody is told of it, and its coach has not read it. */
type Words = {
  readonly club: Club;
  /** Null for what is the club's. */
  readonly athlete: Person | null;
  readonly kind: 'activity' | 'conversation' | 'session';
  readonly key: string;
  readonly author: Person;
  readonly role: 'athlete' | 'coach';
  readonly word: Origin;
};

/** What an athlete and a club say to each other: comments on each workout, a conversation, and a note that the athlete does not read. */
export async function plantWords(
  stage: LeakStage,
  book: Book,
  { club, person }: { readonly club: Club; readonly person: Person },
): Promise<void> {
  const ofPerson = { club, subject: person };
  for (const activity of person.activities)
    await plantThread(stage, book, {
      ...{ club, athlete: person, kind: 'activity', key: activity.id, ...inTurn(activity, ofPerson) },
      word: { what: 'comment', field: 'comment on a workout', ...ofPerson, activities: [activity] },
    });
  await plantThread(stage, book, {
    ...{ club, athlete: person, kind: 'conversation', key: '', author: person, role: 'athlete' },
    word: { what: 'message', field: 'message', ...ofPerson },
  });
  const { db, clock } = stage.deps;
  const now = clock.now();
  const note = book.text({ what: 'coach_note', field: 'note of a coach', ...ofPerson });
  const id = randomUUID();
  await db.execute(sql`
    INSERT INTO coach_notes (id, org_id, athlete_id, member_since, author_id, author_role, text, created_at, updated_at)
    SELECT ${id}, org_id, user_id, joined_at, ${club.head.user_id}, 'head_coach', ${`Knows ${note}.`}, ${now}, ${now}
    FROM organization_members WHERE org_id = ${club.org_id} AND user_id = ${person.user_id}`);
  club.ids.note_id?.push(id);
}

/** Of one workout the athlete writes, of the next the coach. */
function inTurn(activity: Activity, { club, subject }: { readonly club: Club; readonly subject: Person }) {
  return subject.activities.indexOf(activity) % 2 === 0
    ? ({ author: subject, role: 'athlete' } as const)
    : ({ author: club.head, role: 'coach' } as const);
}

/** A word of the head coach about a session, which all members are told. */
export async function plantSessionWords(
  stage: LeakStage,
  book: Book,
  { club, session_id }: { readonly club: Club; readonly session_id: string },
): Promise<void> {
  await plantThread(stage, book, {
    ...{ club, athlete: null, kind: 'session', key: session_id, author: club.head, role: 'coach' },
    word: { what: 'session_comment', field: 'comment on a session', club },
  });
}

async function plantThread({ deps: { db, clock } }: LeakStage, book: Book, words: Words): Promise<void> {
  const { club, athlete, kind, key, author, role } = words;
  const [thread_id, post_id] = [randomUUID(), randomUUID()];
  const now = clock.now();
  const athlete_id = athlete?.user_id ?? null;
  const origin = { ...words.word, author };
  const text = `Felt ${book.text(origin)}.`;
  const former = `Said ${book.text({ ...origin, field: `${origin.field}, as it was before` })}.`;
  await db.execute(sql`
    INSERT INTO message_threads (id, org_id, athlete_id, member_since, kind, key, created_at, last_post_id, last_post_at)
    VALUES (${thread_id}, ${club.org_id}, ${athlete_id}, (
      SELECT joined_at FROM organization_members WHERE org_id = ${club.org_id} AND user_id = ${athlete_id}), ${kind}, ${key},
      ${now}, ${post_id}, ${now})`);
  await db.execute(sql`
    INSERT INTO message_posts (id, thread_id, author_id, author_role, text, created_at, edited_at)
    VALUES (${post_id}, ${thread_id}, ${author.user_id}, ${role}, ${text}, ${now}, ${now})`);
  await db.execute(sql`
    INSERT INTO message_post_versions (id, post_id, text, written_at) VALUES (${randomUUID()}, ${post_id}, ${former}, ${now})`);
  club.ids.post_id?.push(post_id);
  club.ids.thread_id?.push(thread_id);
}
