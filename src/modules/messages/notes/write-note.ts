import type { UserActor } from '../../../http/actor.ts';
import type { Database, Transaction } from '../../../infra/db/database.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import { newId } from '../../../shared/ids.ts';
import type { Clock } from '../../../shared/time.ts';
import { writeAudit } from '../../audit/index.ts';
import { findRosterName, holdMembership, holdOrganization, noSuchMember } from '../../organizations/index.ts';
import { holdUsers } from '../../users/index.ts';
import { countPost } from '../count-post.ts';
import { noSuchNote, notYourNote } from '../errors.ts';
import { readText } from '../posts/read-text.ts';
import type { CoachNote } from './note.ts';
import { deleteNoteRow, findNote, holdNote, insertNote, updateNote } from './queries.ts';
import { requireNoteKeeper } from './require-note-keeper.ts';

export type NoteDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly rateLimiter: RateLimiter;
};

type Athlete = { readonly org_id: string; readonly user_id: string };
type NoteEvent = 'coach_note_written' | 'coach_note_changed' | 'coach_note_deleted';

/** Holds what a note is of: people before what is theirs. @throws noSuchOrganization, noSuchMember for what is gone */
async function holdAthlete(tx: Transaction, actor: UserActor, { org_id, user_id }: Athlete): Promise<void> {
  await holdOrganization(tx, org_id);
  await holdUsers(tx, [actor.user_id, user_id]);
  const membership = await holdMembership(tx, { org_id, user_id });
  if (membership === null || membership.left_at !== null) throw noSuchMember();
  await requireNoteKeeper(tx, actor, { org_id, user_id });
}

async function logNote(
  tx: Transaction,
  actor: UserActor,
  {
    org_id,
    user_id,
    note_id,
    event_type,
    now,
  }: Athlete & { note_id: string; event_type: NoteEvent; now: Date },
): Promise<void> {
  const target_name = (await findRosterName(tx, { org_id, user_id })) ?? '';
  await writeAudit(tx, {
    org_id,
    event_type,
    actor,
    target_id: user_id,
    target_name,
    data: { note_id },
    now,
  });
}

/** Writes down something about an athlete. @throws as requireNoteKeeper; postLimit; writeKeyReused */
export async function writeNote(
  deps: NoteDeps,
  actor: UserActor,
  asked: Athlete & { readonly text: string; readonly write_key: WriteKey | undefined },
): Promise<CoachNote> {
  const { org_id, athlete_id, role } = await requireNoteKeeper(deps.db, actor, asked);
  await countPost(deps, actor.user_id);
  const now = deps.clock.now();
  const text = readText(asked.text);
  const { id } = await writeOnce(deps, asked.write_key, async (tx) => {
    await holdAthlete(tx, actor, { org_id, user_id: athlete_id });
    const note_id = newId();
    const note = {
      id: note_id,
      org_id,
      athlete_id,
      author_id: actor.user_id,
      author_role: role,
      text,
      created_at: now,
    };
    await insertNote(tx, note);
    await logNote(tx, actor, { org_id, user_id: athlete_id, note_id, event_type: 'coach_note_written', now });
    return { id: note_id };
  });
  const note = await findNote(deps.db, { org_id, athlete_id, id });
  // Sent again after somebody deleted it.
  if (note === null) throw noSuchNote();
  return note;
}

/** Changes what one has written down. @throws as requireNoteKeeper; noSuchNote; notYourNote; postLimit; writeKeyReused */
export async function changeNote(
  deps: NoteDeps,
  actor: UserActor,
  asked: Athlete & {
    readonly note_id: string;
    readonly text: string;
    readonly write_key: WriteKey | undefined;
  },
): Promise<CoachNote> {
  const { org_id, athlete_id } = await requireNoteKeeper(deps.db, actor, asked);
  const id = { org_id, athlete_id, id: asked.note_id };
  const known = await findNote(deps.db, id);
  if (known === null) throw noSuchNote();
  if (known.author_id !== actor.user_id) throw notYourNote();
  await countPost(deps, actor.user_id);
  const now = deps.clock.now();
  const text = readText(asked.text);
  await writeOnce(deps, asked.write_key, async (tx) => {
    await holdAthlete(tx, actor, { org_id, user_id: athlete_id });
    if (!(await holdNote(tx, id))) throw noSuchNote();
    const note = await findNote(tx, id);
    if (note === null) throw noSuchNote();
    if (note.text !== text) {
      await updateNote(tx, { ...id, text, now });
      const event_type = 'coach_note_changed';
      await logNote(tx, actor, { org_id, user_id: athlete_id, note_id: note.id, event_type, now });
    }
    return { id: note.id };
  });
  const note = await findNote(deps.db, id);
  if (note === null) throw noSuchNote();
  return note;
}

/** Deletes a note: its author, or the head coach. @throws as requireNoteKeeper; noSuchNote; notYourNote; writeKeyReused */
export async function deleteNote(
  deps: NoteDeps,
  actor: UserActor,
  asked: Athlete & { readonly note_id: string; readonly write_key: WriteKey | undefined },
): Promise<void> {
  const { org_id, athlete_id, role } = await requireNoteKeeper(deps.db, actor, asked);
  const id = { org_id, athlete_id, id: asked.note_id };
  await writeOnce(deps, asked.write_key, async (tx) => {
    await holdAthlete(tx, actor, { org_id, user_id: athlete_id });
    if (!(await holdNote(tx, id))) throw noSuchNote();
    const note = await findNote(tx, id);
    if (note === null) throw noSuchNote();
    if (note.author_id !== actor.user_id && role !== 'head_coach') throw notYourNote();
    await deleteNoteRow(tx, id);
    const event_type = 'coach_note_deleted';
    await logNote(tx, actor, {
      org_id,
      user_id: athlete_id,
      note_id: note.id,
      event_type,
      now: deps.clock.now(),
    });
    return { id: note.id };
  });
}
