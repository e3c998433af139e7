import Type, { type Static, type TSchema } from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  EXAMPLE_IDS,
  IDS,
  NextCursor,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../http/schemas.ts';
import {
  ATTACHMENT_KINDS,
  MAX_ATTACHMENTS,
  MAX_MENTIONS,
  MAX_READERS,
  MAX_TEXT,
  SIDES,
  THREAD_KINDS,
} from './thread.ts';

export const PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 100;
/** First and last name with a space between, where somebody has chosen no other. */
export const MAX_NAME = 201;
const MAX_REASON = 500;
const MAX_LAPS = 10_000;
/** A hundred days in seconds: longer than any workout that is kept. */
const MAX_STRETCH_S = 8_640_000;

const POST_ID = '019f4c10-2a6b-7d3e-9c51-7e08b4a6f1d2';
const THREAD_ID = '019f4c0f-91d4-7b27-8e30-55c2d9a80b64';
const postId = { ...IDS.user_id, description: 'Of the comment or message.', examples: [POST_ID] };
export const threadId = { ...IDS.user_id, description: 'Of the thread.', examples: [THREAD_ID] };
export const PostParams = Type.Object({ post_id: postId });
export const ThreadParams = Type.Object({ thread_id: threadId });

/** Neither blank, nor with control characters but ends of lines and tabs, nor with marks that turn the direction of text. */
const WRITTEN = {
  minLength: 1,
  pattern:
    '^(?!\\s*$)[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\u2028-\\u202E\\u2066-\\u2069]*$',
  errorMessage: 'must not be blank, nor have control characters or marks that turn the direction of text',
} as const;

export function writtenText(maxLength: number, description: string, example: string) {
  return Type.String({ ...WRITTEN, maxLength, description, examples: [example] });
}

const TextInput = writtenText(
  MAX_TEXT,
  `Plain text: 1 to ${MAX_TEXT} characters, in which HTML is text as well. Spaces around it are cut off.`,
  'The third kilometre was the best one. How did the calf feel after that?',
);
const MentionsInput = Type.Optional(
  Type.Array(IDS.user_id, {
    maxItems: MAX_MENTIONS,
    uniqueItems: true,
    description: 'Who is spoken to by name: people who may read it. The text is never searched for names.',
    examples: [[EXAMPLE_IDS.coach_id]],
  }),
);

const ATTACHMENT = {
  kind: OneOf(ATTACHMENT_KINDS, { description: 'What it links to.', examples: ['activity'] }),
  activity_id: Type.Optional({ ...IDS.activity_id, description: 'Of an `activity` of the athlete.' }),
  plan_id: Type.Optional({
    ...IDS.plan_id,
    description: 'Of a `plan`, or a `planned_workout`: the athlete’s own copy.',
  }),
  workout_id: Type.Optional({ ...IDS.workout_id, description: 'Of a `planned_workout`, in that copy.' }),
};
const OF_ATTACHMENT = 'A link to a workout or a plan that both sides see.';
const Attachment = Shape(ATTACHMENT, { title: 'MessageAttachment', description: OF_ATTACHMENT });
const AttachmentInput = Type.Object(ATTACHMENT, { description: OF_ATTACHMENT });
export type AttachmentInput = Static<typeof AttachmentInput>;

const LAP = Type.Integer({
  format: 'int32',
  minimum: 1,
  maximum: MAX_LAPS,
  description: 'A lap, counted from 1. Not with `from_s`.',
  examples: [3],
});
const stretch = (description: string, example: number) =>
  Type.Integer({ format: 'int32', minimum: 0, maximum: MAX_STRETCH_S, description, examples: [example] });
const PLACE = {
  lap_number: Type.Optional(LAP),
  from_s: Type.Optional(stretch('Where a stretch begins, seconds from the start; with `to_s`.', 600)),
  to_s: Type.Optional(stretch('Where it ends.', 780)),
};
const OF_PLACE = {
  description: 'A lap, or a stretch of time, that a comment on a workout hangs on.',
  examples: [{ lap_number: 3 }],
};
const PostPlaceShape = Shape(PLACE, { title: 'CommentPlace', ...OF_PLACE });
const PlaceInput = Type.Object(PLACE, OF_PLACE);
export type PlaceInput = Static<typeof PlaceInput>;

export const CommentBody = Type.Object({ text: TextInput, mentions: MentionsInput });
export const ActivityCommentBody = Type.Object({
  text: TextInput,
  mentions: MentionsInput,
  place: Type.Optional(PlaceInput),
});
export const MessageBody = Type.Object({
  text: TextInput,
  mentions: MentionsInput,
  attachments: Type.Optional(
    Type.Array(AttachmentInput, {
      maxItems: MAX_ATTACHMENTS,
      description: 'Links to workouts and plans of the athlete that both sides see.',
      examples: [[{ kind: 'activity', activity_id: EXAMPLE_IDS.activity_id }]],
    }),
  ),
});
export const EditBody = Type.Object({
  text: TextInput,
  mentions: Type.Optional({
    ...MentionsInput,
    description: 'Instead of those of before; left out, they stay.',
  }),
});
export const HideBody = Type.Object({
  reason: writtenText(
    MAX_REASON,
    'Why: told to its author, and to nobody else.',
    'Please keep the names of other athletes out of this.',
  ),
});
export const ReadBody = Type.Object({
  post_id: { ...postId, description: 'The last that was read: it, and what came before.' },
});

export const at = (description: string) => timestamp(description, '2026-07-01T06:42:10.000Z');
const ROLE = OneOf(SIDES, {
  description:
    'As what it was written: by the athlete, by a coach of the organization, or by somebody who takes part in a session of the club.',
  examples: ['coach'],
});

export const Post = Shape(
  {
    id: postId,
    thread_id: threadId,
    author: Shape(
      {
        user_id: Nullable({
          ...IDS.user_id,
          description: 'Null for a former member, whose account is deleted.',
        }),
        name: Nullable(
          Text(MAX_NAME, 'Who wrote it; null for a former member, whose account is deleted.', 'Fiona Chen'),
        ),
        role: ROLE,
      },
      { title: 'PostAuthor', description: 'Who wrote it.' },
    ),
    state: OneOf(['shown', 'deleted', 'hidden'], {
      description:
        'Whether it is there to be read; deleted by its author, or with their account; or hidden by the head coach.',
      examples: ['shown'],
    }),
    text: Nullable(
      Text(
        MAX_TEXT,
        'Plain text; null where it is deleted, and to everybody but its author where it is hidden.',
        'The third kilometre was the best one. How did the calf feel after that?',
      ),
    ),
    mentions: Type.Array(IDS.user_id, {
      maxItems: MAX_MENTIONS,
      description: 'User ids of those who are spoken to by name.',
      examples: [[EXAMPLE_IDS.user_id]],
    }),
    attachments: Type.Array(Attachment, {
      maxItems: MAX_ATTACHMENTS,
      description: 'Links to workouts and plans, as far as you may see these now.',
    }),
    place: Nullable(PostPlaceShape),
    created_at: at('When it was written; no two of a thread have the same.'),
    edited_at: Nullable(at('When its text was changed last; null where it never was.')),
    hidden_reason: Nullable(
      Text(MAX_REASON, 'Why it was hidden: to its author alone, else null.', 'Please keep to running.'),
    ),
  },
  { title: 'Post', description: 'A comment or a message.' },
);
export type Post = Static<typeof Post>;

export const ThreadSubject = Shape(
  {
    kind: OneOf(THREAD_KINDS, {
      description: 'What it is about; a `conversation` is between an athlete and the coaches.',
      examples: ['activity'],
    }),
    activity_id: Type.Optional({ ...IDS.activity_id, description: 'Of an `activity`.' }),
    plan_id: Type.Optional({
      ...IDS.plan_id,
      description: 'Of a `planned_workout`: the athlete’s own copy.',
    }),
    workout_id: Type.Optional({ ...IDS.workout_id, description: 'Of a `planned_workout`, in that copy.' }),
    week_start: Type.Optional(
      Type.String({
        format: 'date',
        maxLength: 10,
        description: 'Of a `week`: its Monday, YYYY-MM-DD.',
        examples: ['2026-06-29'],
      }),
    ),
    session_id: Type.Optional({ ...IDS.club_session_id, description: 'Of a `session` of the club.' }),
  },
  { title: 'ThreadSubject', description: 'What a thread is about.' },
);
export type ThreadSubject = Static<typeof ThreadSubject>;

const ReadMark = Shape(
  {
    user_id: { ...IDS.user_id, description: 'Who has read.' },
    read_until: at('When the last post that they have marked as read was written.'),
  },
  { title: 'ReadMark' },
);
const readBy = Type.Array(ReadMark, {
  maxItems: MAX_READERS,
  description:
    'How far who has read, by user id; who has read nothing is left out. In threads about sessions of the club members see how far coaches are, and members who share their profile.',
});
export const unread = Count('Posts of others that you have not read, and that are still there.', 2);

export const WHOSE = {
  org_id: IDS.org_id,
  athlete_id: Nullable({ ...IDS.athlete_id, description: 'Whose it is; null for what is the club’s.' }),
};

export const ThreadPage = Data({
  thread: Shape(
    {
      id: Nullable({ ...threadId, description: 'Of the thread; null where nobody has written yet.' }),
      ...WHOSE,
      subject: ThreadSubject,
      unread,
      read_by: readBy,
    },
    { title: 'Thread', description: 'What is said about one thing in one organization.' },
  ),
  posts: Type.Array(Post, { maxItems: MAX_PAGE_SIZE, description: 'The newest first.' }),
  next_cursor: NextCursor,
});
export const answer = <D extends TSchema>(title: string, data: D) => Shape({ status: Ok, data }, { title });
export const ThreadResponse = answer('ThreadResponse', ThreadPage);
export const PostResponse = answer('PostResponse', Data({ post: Post }));
export const PageQuery = Type.Object(cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE));

export const VersionsResponse = answer(
  'PostVersionsResponse',
  Data({
    versions: Type.Array(
      Shape(
        {
          text: Text(MAX_TEXT, 'What it said then.', 'The 3rd km was the best one.'),
          written_at: at('When that was written.'),
        },
        { title: 'PostVersion' },
      ),
      { maxItems: MAX_PAGE_SIZE, description: 'What it said before it was changed, the latest first.' },
    ),
    next_cursor: NextCursor,
  }),
);

export const ReadResponse = answer(
  'ThreadReadResponse',
  Data({ thread_id: threadId, unread, read_by: readBy }),
);
