import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import type { PagePosition } from '../../../shared/page-cursor.ts';
import { TEAM_PRIVACY } from '../../organizations/index.ts';
import type { NameColumns } from '../../users/index.ts';
import { shownName } from '../../users/index.ts';
import type { CoachNote } from './note.ts';

type NoteId = { readonly org_id: string; readonly athlete_id: string; readonly id: string };

type Row = Omit<CoachNote, 'author_name'> & { readonly username: string | null } & Omit<
    NameColumns,
    'username'
  >;

const SELECT = rawSql(`
  SELECT n.id, n.org_id, n.athlete_id, n.author_id, n.author_role, n.text, n.created_at, n.updated_at,
    u.username, u.display_name, u.first_name, u.last_name, ${TEAM_PRIVACY} AS privacy
  FROM coach_notes n
  LEFT JOIN users u ON u.user_id = n.author_id
  LEFT JOIN organization_members m ON m.org_id = n.org_id AND m.user_id = n.author_id`);

/** Of `coach_notes n`: whose athlete is in the organization as when it was written. */
const IS_OF_TODAY = rawSql(`EXISTS (
  SELECT FROM organization_members own
  WHERE own.org_id = n.org_id AND own.user_id = n.athlete_id AND own.left_at IS NULL AND own.joined_at = n.member_since)`);

function toNote({ username, display_name, first_name, last_name, privacy, ...note }: Row): CoachNote {
  const author_name =
    username === null ? null : shownName({ username, display_name, first_name, last_name, privacy }, 'coach');
  return { ...note, author_name };
}

/** A page of what coaches of an organization have written down about an athlete, the newest first. */
export async function findNotes(
  db: Queryable,
  page: {
    readonly org_id: string;
    readonly athlete_id: string;
    readonly after: PagePosition | null;
    readonly limit: number;
  },
): Promise<CoachNote[]> {
  const { org_id, athlete_id, after, limit } = page;
  const begins =
    after === null ? rawSql('') : sql`AND (n.created_at, n.id) < (${after.at}, ${after.id}::uuid)`;
  const rows = await db.query<Row>(sql`
    ${SELECT} WHERE n.org_id = ${org_id} AND n.athlete_id = ${athlete_id} AND ${IS_OF_TODAY} ${begins}
    ORDER BY n.created_at DESC, n.id DESC LIMIT ${limit}`);
  return rows.map(toNote);
}

/** A page of what coaches of any organization have written down about a person, by id. */
export async function findNotesAbout(
  db: Queryable,
  page: { readonly user_id: string; readonly after: string; readonly limit: number },
): Promise<CoachNote[]> {
  const rows = await db.query<Row>(sql`
    ${SELECT} WHERE n.athlete_id = ${page.user_id} AND n.id > ${page.after}::uuid ORDER BY n.id LIMIT ${page.limit}`);
  return rows.map(toNote);
}

export async function findNote(db: Queryable, { org_id, athlete_id, id }: NoteId): Promise<CoachNote | null> {
  const row = await db.maybeOne<Row>(sql`
    ${SELECT} WHERE n.id = ${id} AND n.org_id = ${org_id} AND n.athlete_id = ${athlete_id} AND ${IS_OF_TODAY}`);
  return row && toNote(row);
}

/** Holds a note until the transaction ends. @returns false where it is gone */
export async function holdNote(tx: Transaction, { org_id, athlete_id, id }: NoteId): Promise<boolean> {
  const held = await tx.execute(sql`
    SELECT 1 FROM coach_notes WHERE id = ${id} AND org_id = ${org_id} AND athlete_id = ${athlete_id} FOR UPDATE`);
  return held === 1;
}

export async function insertNote(
  tx: Transaction,
  note: Omit<CoachNote, 'author_name' | 'updated_at' | 'author_id'> & { readonly author_id: string },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO coach_notes (id, org_id, athlete_id, member_since, author_id, author_role, text, created_at, updated_at)
    SELECT ${note.id}, m.org_id, m.user_id, m.joined_at, ${note.author_id}, ${note.author_role}, ${note.text},
      ${note.created_at}, ${note.created_at}
    FROM organization_members m WHERE m.org_id = ${note.org_id} AND m.user_id = ${note.athlete_id}`);
}

export async function updateNote(
  tx: Transaction,
  { org_id, athlete_id, id, text, now }: NoteId & { readonly text: string; readonly now: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE coach_notes SET text = ${text}, updated_at = ${now}
    WHERE id = ${id} AND org_id = ${org_id} AND athlete_id = ${athlete_id}`);
}

export async function deleteNoteRow(tx: Transaction, { org_id, athlete_id, id }: NoteId): Promise<void> {
  await tx.execute(sql`
    DELETE FROM coach_notes WHERE id = ${id} AND org_id = ${org_id} AND athlete_id = ${athlete_id}`);
}

/** Deletes what was written down about an athlete in memberships that are over. */
export async function deleteNotesOfPast(
  tx: Transaction,
  { org_id, user_id }: { readonly org_id: string; readonly user_id: string },
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM coach_notes n WHERE n.org_id = ${org_id} AND n.athlete_id = ${user_id} AND NOT ${IS_OF_TODAY}`);
}
