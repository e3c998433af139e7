import Type, { type Static } from 'typebox';
import {
  AnyJson,
  Count,
  CursorAsWell,
  Data,
  EpochMs,
  EXAMPLE_IDS,
  Flag,
  IDS,
  Message,
  NextCursorAsWell,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  TimeOrMs,
} from '../../../http/schemas.ts';
import { UnreadThread } from '../../messages/index.ts';
import { CATEGORIES } from './notification.ts';

/** The page size when the request gives none. */
export const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;
/** More than any notification carries: ids, names and the workouts of a day. */
const MAX_DATA_BYTES = 64 * 1024;

const CategoryField = OneOf(CATEGORIES, { description: 'What it is about.', examples: ['team'] });

export const Notification = Shape(
  {
    id: { ...IDS.notification_id, description: 'Of the notification.' },
    category: CategoryField,
    type: Text(
      64,
      'What kind it is, such as `data_exported` or `athlete_joined`, for clients that word or show kinds themselves; new kinds come without notice.',
      'athlete_joined',
    ),
    title: Text(
      500,
      'What it says, in a line: in the language of the profile at that time.',
      'An athlete joined',
    ),
    message: Text(10_000, 'The rest of it.', 'Aki has joined Lakeside Runners.'),
    data: Type.Record(Type.String(), AnyJson(MAX_DATA_BYTES), {
      description: 'What leads on from it, depending on `type`: ids of what it is about, and the like.',
      examples: [
        {
          org_id: EXAMPLE_IDS.org_id,
          org_name: 'Lakeside Runners',
          user_id: EXAMPLE_IDS.user_id,
          by_athlete: true,
        },
      ],
    }),
    is_read: Flag('Whether it was marked as read, by itself or with all others.', false),
    created_at: {
      ...EpochMs,
      description: 'When it came. No two of a person’s have the same. Epoch milliseconds, UTC.',
    },
  },
  { title: 'Notification', description: 'Something that the user was told.' },
);
export type Notification = Static<typeof Notification>;

const time = (description: string) => Type.Optional(TimeOrMs(description, 1_782_887_400_000));

const pageSize = (description: string) =>
  Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      description: `${description} ${PAGE_SIZE} where neither is said.`,
      examples: [PAGE_SIZE],
    }),
  );

export const ListQuery = Type.Object({
  page_size: pageSize('How many at the most.'),
  limit: pageSize('The same as `page_size`, by the name that other lists have for it; not with it.'),
  before: time('Only what came before: `next_before` of the page before this one. Not with `cursor`.'),
  cursor: CursorAsWell,
  category: Type.Optional({ ...CategoryField, description: 'Only those of this category.' }),
});

export type ListQuery = Static<typeof ListQuery>;

const NotificationList = Data({
  notifications: Type.Array(Notification, { maxItems: MAX_PAGE_SIZE, description: 'The newest first.' }),
  has_more: Flag('Whether there are older ones.'),
  next_before: Nullable({
    ...EpochMs,
    description:
      '`before` of the next page, which then neither skips nor repeats any; null on the last. Epoch milliseconds, UTC.',
  }),
  next_cursor: NextCursorAsWell,
});
export type NotificationList = Static<typeof NotificationList>;
export const NotificationListResponse = Shape(
  { status: Ok, data: NotificationList },
  { title: 'NotificationListResponse' },
);

const COUNTS = {
  unread: Count('How many of them are not read.', 3),
  total: Count('How many notifications the centre holds.', 25),
};
export const NotificationCounts = Shape(COUNTS, {
  title: 'NotificationCounts',
  description: 'Of what the notification centre holds.',
});
export type NotificationCounts = Static<typeof NotificationCounts>;

const done = (title: string, message: string) => Shape({ status: Ok, message: Message(message) }, { title });
export const NotificationReadResponse = done(
  'NotificationReadResponse',
  'The notification is marked as read.',
);
export const AllNotificationsReadResponse = done(
  'AllNotificationsReadResponse',
  'All notifications are marked as read.',
);
export const NotificationDeletedResponse = done(
  'NotificationDeletedResponse',
  'The notification is deleted.',
);

export const StreamQuery = Type.Object({
  after: time(
    '`created_at` of the newest notification that you have: those that came since are sent first. Left out, only what comes from now on.',
  ),
});

const named = <const N extends string>(name: N) =>
  Type.Literal(name, { description: 'Type of the event.', examples: [name] });

const UNREAD = {
  unread_messages: Count('Messages in conversations that you have not read.', 3),
  unread_comments: Count('Comments on workouts, weeks and the like that you have not read.', 2),
};

export const CENTRE_EVENTS = {
  notification: Shape(
    { type: named('notification'), notification: Notification },
    { title: 'NotificationEvent', description: 'Something new, each once and in the order of `created_at`.' },
  ),
  counts: Shape(
    { type: named('counts'), ...COUNTS },
    {
      title: 'NotificationCountsEvent',
      description:
        'At the beginning, and whenever they change: by what came, or by what was read or deleted, on any device.',
    },
  ),
  thread: Shape(
    { type: named('thread'), thread: UnreadThread },
    {
      title: 'ThreadEvent',
      description:
        'Something in a thread that you may read is other than it was: written, changed, deleted, hidden, or read by somebody. What, the thread says.',
    },
  ),
  unread: Shape(
    { type: named('unread'), ...UNREAD },
    {
      title: 'UnreadEvent',
      description:
        'At the beginning where something is unread, and whenever something in your threads has changed how much.',
    },
  ),
  'triage.changed': Shape(
    {
      type: named('triage.changed'),
      org_id: { ...IDS.org_id, description: 'Of the organization, which you coach.' },
    },
    {
      title: 'TriageChangedEvent',
      description:
        'The lists of who to look at are other than they were: by what athletes did or told, or by what another coach decided. Several changes within two seconds are one event. Who it is about, the lists say.',
    },
  ),
};
