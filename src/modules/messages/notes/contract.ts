import Type, { type Static } from 'typebox';
import {
  cursorQuery,
  Data,
  IDS,
  Message,
  NextCursor,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../../http/schemas.ts';
import { MAX_NAME, writtenText } from '../contract.ts';
import { NOTE_ROLES } from './note.ts';

const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;
const MAX_NOTE = 5_000;

const noteId = {
  ...IDS.user_id,
  description: 'Of the note.',
  examples: ['019f4d21-6c0e-7a54-b3f7-90d1e8c2a735'],
};
export const NotesParams = Type.Object({
  org_id: IDS.org_id,
  user_id: { ...IDS.user_id, description: 'Of the athlete.' },
});
export const NoteParams = Type.Object({ ...NotesParams.properties, note_id: noteId });
export const NotesQuery = Type.Object(cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE));
export const NoteBody = Type.Object({
  text: writtenText(
    MAX_NOTE,
    `Plain text, 1 to ${MAX_NOTE} characters. The athlete gets it with their data, whenever they ask for these.`,
    'Starts too fast when others are there. Sent off last on Tuesday, and held the pace.',
  ),
});

const CoachNote = Shape(
  {
    id: noteId,
    author: Shape(
      {
        user_id: Nullable({ ...IDS.user_id, description: 'Null for who has deleted their account.' }),
        name: Nullable(Text(MAX_NAME, 'Null for who has deleted their account.', 'Fiona Chen')),
        role: OneOf(NOTE_ROLES, {
          description: 'What they were when they wrote it.',
          examples: ['assistant_coach'],
        }),
      },
      { title: 'NoteAuthor', description: 'Who wrote it.' },
    ),
    text: Text(MAX_NOTE, 'Plain text.', 'Starts too fast when others are there.'),
    created_at: timestamp('When it was written.', '2026-07-01T18:05:00.000Z'),
    updated_at: timestamp('When it was changed last, or written.', '2026-07-01T18:05:00.000Z'),
  },
  {
    title: 'CoachNote',
    description: 'What a coach wrote down about an athlete, for the coaches of the organization.',
  },
);
export type CoachNote = Static<typeof CoachNote>;

export const NotesResponse = Shape(
  {
    status: Ok,
    data: Data({
      notes: Type.Array(CoachNote, { maxItems: MAX_PAGE_SIZE, description: 'The newest first.' }),
      next_cursor: NextCursor,
    }),
  },
  { title: 'CoachNoteListResponse' },
);
export const NoteResponse = Shape(
  { status: Ok, data: Data({ note: CoachNote }) },
  { title: 'CoachNoteResponse' },
);
export const NoteDeletedResponse = Shape(
  { status: Ok, message: Message('The note is deleted.') },
  { title: 'CoachNoteDeletedResponse' },
);
