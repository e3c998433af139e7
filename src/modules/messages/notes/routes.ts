import { type Route, route } from '../../../http/route.ts';
import { forbidden } from '../../../shared/errors.ts';
import type { NoteDeps as ReadLogDeps } from '../../audit/index.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { noSuchNote, notYourNote, postLimit } from '../errors.ts';
import type * as wire from './contract.ts';
import {
  NoteBody,
  NoteDeletedResponse,
  NoteParams,
  NoteResponse,
  NotesParams,
  NotesQuery,
  NotesResponse,
} from './contract.ts';
import type { CoachNote } from './note.ts';
import { readNotes } from './read-notes.ts';
import { changeNote, deleteNote, type NoteDeps, writeNote } from './write-note.ts';

type Deps = NoteDeps & ReadLogDeps;

const COMMON = { guard: { kind: 'user' }, tag: 'Coach notes' } as const;
const PATH = '/organizations/:org_id/athletes/:user_id/coach-notes';
const errors = [forbidden, noSuchOrganization, noSuchMember];

export function noteRoutes(deps: Deps): readonly Route[] {
  return [listRoute(deps), writeRoute(deps), changeRoute(deps), deleteRoute(deps)];
}

function presentNote(note: CoachNote): wire.CoachNote {
  return {
    id: note.id,
    author: { user_id: note.author_id, name: note.author_name, role: note.author_role },
    text: note.text,
    created_at: note.created_at.toISOString(),
    updated_at: note.updated_at.toISOString(),
  };
}

const listRoute = (deps: Deps): Route =>
  route({
    ...COMMON,
    operation_id: 'listCoachNotes',
    method: 'GET',
    path: PATH,
    summary: 'Read the notes of the coaches on an athlete',
    description:
      'For coaches of the organization, of an athlete who is in it. The athlete sees in their list of accesses that notes were read, and ' +
      'gets them with their data.',
    params: NotesParams,
    query: NotesQuery,
    responses: { 200: NotesResponse },
    errors,
    handler: async ({ actor, params, query: { cursor, limit } }) => {
      const { rows, next_cursor } = await readNotes(deps, actor, { ...params, page: { cursor, limit } });
      const data = { notes: rows.map(presentNote), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const writeRoute = (deps: Deps): Route =>
  route({
    ...COMMON,
    operation_id: 'writeCoachNote',
    method: 'POST',
    path: PATH,
    summary: 'Write a note on an athlete',
    description:
      'For coaches of the organization. It is in the organization’s log that one was written, not what it says.',
    params: NotesParams,
    body: NoteBody,
    takes_write_key: true,
    responses: { 201: NoteResponse },
    errors: [...errors, noSuchNote, postLimit],
    handler: async ({ actor, params, body: { text }, write_key }) => {
      const note = await writeNote(deps, actor, { ...params, text, write_key });
      return { status: 201, body: { status: 'ok' as const, data: { note: presentNote(note) } } };
    },
  });

const changeRoute = (deps: Deps): Route =>
  route({
    ...COMMON,
    operation_id: 'changeCoachNote',
    method: 'PATCH',
    path: `${PATH}/:note_id`,
    summary: 'Change a note on an athlete',
    description: 'For its author, while they coach the organization. What it said before is not kept.',
    params: NoteParams,
    body: NoteBody,
    takes_write_key: true,
    responses: { 200: NoteResponse },
    errors: [...errors, noSuchNote, notYourNote, postLimit],
    handler: async ({ actor, params, body: { text }, write_key }) => {
      const note = await changeNote(deps, actor, { ...params, text, write_key });
      return { status: 200, body: { status: 'ok' as const, data: { note: presentNote(note) } } };
    },
  });

const deleteRoute = (deps: Deps): Route =>
  route({
    ...COMMON,
    operation_id: 'deleteCoachNote',
    method: 'DELETE',
    path: `${PATH}/:note_id`,
    summary: 'Delete a note on an athlete',
    description: 'For its author, and for the head coach. It takes no body.',
    params: NoteParams,
    takes_write_key: true,
    responses: { 200: NoteDeletedResponse },
    errors: [...errors, noSuchNote, notYourNote],
    handler: async ({ actor, params, write_key }) => {
      await deleteNote(deps, actor, { ...params, write_key });
      return { status: 200, body: { status: 'ok' as const, message: 'The note is deleted.' } };
    },
  });
