import Type, { type Static } from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  Flag,
  IDS,
  NextCursor,
  Nullable,
  Shape,
  Text,
} from '../../../http/schemas.ts';
import {
  answer,
  at,
  MAX_NAME,
  MAX_PAGE_SIZE,
  PAGE_SIZE,
  Post,
  ThreadSubject,
  threadId,
  unread,
  WHOSE,
} from '../contract.ts';

const UNREAD = {
  unread_messages: Count('Messages in conversations that you have not read.', 3),
  unread_comments: Count('Comments on workouts, weeks and the like that you have not read.', 2),
};
export const UnreadThread = Shape(
  {
    id: threadId,
    ...WHOSE,
    subject: ThreadSubject,
    unread,
    last_post_at: at('When somebody wrote in it last.'),
  },
  { title: 'UnreadThread', description: 'A thread with something that you have not read.' },
);
export type UnreadThread = Static<typeof UnreadThread>;
export const UnreadResponse = answer(
  'UnreadResponse',
  Data({
    ...UNREAD,
    threads: Type.Array(UnreadThread, {
      maxItems: MAX_PAGE_SIZE,
      description: 'Where it is, the latest first. A page may hold fewer than were asked for.',
    }),
    next_cursor: NextCursor,
  }),
);

const Waiting = Nullable(
  at('Since when the athlete waits for an answer of any coach; null where nobody waits.'),
);
const Conversation = Shape(
  {
    thread_id: threadId,
    athlete: Shape(
      {
        user_id: { ...IDS.user_id, description: 'Of the athlete.' },
        name: Text(MAX_NAME, 'As coaches know them.', 'Aki Sato'),
      },
      { title: 'ConversationAthlete', description: 'With whom.' },
    ),
    unread,
    waiting_since: Waiting,
    last_post_at: at('When somebody wrote in it last.'),
    last_post: Post,
  },
  { title: 'Conversation', description: 'With one athlete. All coaches answer in it, each by name.' },
);
export const InboxResponse = answer(
  'ConversationListResponse',
  Data({
    conversations: Type.Array(Conversation, { maxItems: MAX_PAGE_SIZE, description: 'The latest first.' }),
    next_cursor: NextCursor,
  }),
);
export const InboxQuery = Type.Object({
  ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE),
  unread: Type.Optional(Flag('Only those with something that you have not read.')),
});

const OwnConversation = Shape(
  {
    thread_id: threadId,
    org_id: IDS.org_id,
    org_name: Text(MAX_NAME, 'Of the organization whose coaches it is with.', 'Lakeside Runners'),
    unread,
    last_post_at: at('When somebody wrote in it last.'),
    last_post: Post,
  },
  { title: 'OwnConversation', description: 'With the coaches of one organization.' },
);
export const OwnConversationsResponse = answer(
  'OwnConversationListResponse',
  Data({
    conversations: Type.Array(OwnConversation, {
      maxItems: MAX_PAGE_SIZE,
      description: 'One for each organization, the latest first.',
    }),
    next_cursor: NextCursor,
  }),
);
