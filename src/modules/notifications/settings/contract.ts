import Type, { type Static } from 'typebox';
import { Data, IDS, Message, Nullable, Ok, Shape, Text, timestamp } from '../../../http/schemas.ts';
import { MAX_SHOWN_OPT_OUTS, MAX_TOPICS } from './settings.ts';
import { MAX_TOPIC_CHARS, TOPIC_IN_WORDS, TOPIC_PATTERN } from './topic.ts';

const timeOfDay = (description: string, example: string) =>
  Type.String({
    pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
    maxLength: 5,
    errorMessage: 'must be a time of day such as 22:00, from 00:00 to 23:59',
    description,
    examples: [example],
  });
const quietHours = {
  start: timeOfDay('When they begin.', '22:00'),
  end: timeOfDay('When they end: on the next day, if that is no later than the start.', '07:00'),
};
const QUIET_HOURS =
  'When pushes and chat messages wait, in the time zone of the profile. E-mail does not wait, nor does what a coach ' +
  'writes to the user alone. Null: never.';

export const ChangeSettingsBody = Type.Object(
  { quiet_hours: Type.Optional(Nullable(Type.Object(quietHours, { description: QUIET_HOURS }))) },
  { title: 'ChangeNotificationDelivery', description: 'What is left out stays as it is.' },
);

const CampaignOptOut = Shape(
  {
    org_id: IDS.org_id,
    org_name: Text(100, 'Its name.', 'Riverside Running Club'),
    opted_out_at: timestamp('Since when.', '2026-07-01T06:30:00.000Z'),
  },
  {
    title: 'CampaignOptOut',
    description: 'An organization whose campaigns, and pushes to its topic, the user does not want.',
  },
);

export const DeliverySettings = Shape(
  {
    quiet_hours: Nullable(Shape(quietHours, { description: QUIET_HOURS })),
    campaign_opt_outs: Type.Array(CampaignOptOut, {
      maxItems: MAX_SHOWN_OPT_OUTS,
      description:
        'Whose campaigns, and pushes to `org-<org_id>`, the user does not want, by any channel; the newest first.',
    }),
  },
  {
    title: 'NotificationDelivery',
    description: 'When and by whom the user is not disturbed. Which kinds of news go out is in the profile.',
  },
);
export type DeliverySettings = Static<typeof DeliverySettings>;

export const DeliverySettingsResponse = Shape(
  { status: Ok, data: DeliverySettings },
  { title: 'NotificationDeliveryResponse' },
);

export const TopicField = Type.String({
  pattern: TOPIC_PATTERN,
  maxLength: MAX_TOPIC_CHARS,
  errorMessage: TOPIC_IN_WORDS,
  description: 'What pushes are about: 1 to 900 letters, digits and `-_.~%`.',
  examples: ['trail-news'],
});

/** Any text is accepted here: the use case refuses what is no topic, as it refuses a field, instead of answering 404. */
export const TopicParams = Type.Object({
  topic: Type.String({
    minLength: 1,
    maxLength: 16_384,
    pattern: '^[\\s\\S]+$',
    description:
      'Of 1 to 900 letters, digits and `-_.~%`. Not `general`, of which everybody hears, nor one that begins with `org-`.',
    examples: ['trail-news'],
  }),
});

export const TopicSubscription = Shape(
  {
    topic: TopicField,
    subscribed_at: timestamp('Since when.', '2026-07-01T06:30:00.000Z'),
  },
  { title: 'TopicSubscription', description: 'A topic that the user has chosen to hear of.' },
);
export type TopicSubscription = Static<typeof TopicSubscription>;

export const TopicSubscriptionResponse = Shape(
  { status: Ok, data: TopicSubscription },
  { title: 'TopicSubscriptionResponse' },
);

export const TopicListResponse = Shape(
  {
    status: Ok,
    data: Data({
      topics: Type.Array(TopicSubscription, {
        maxItems: MAX_TOPICS,
        description: 'By name, without those that come by themselves.',
      }),
    }),
  },
  { title: 'TopicListResponse' },
);

export const UnsubscribeResponse = Shape(
  { status: Ok, message: Message('You do not hear of this topic any more.') },
  { title: 'UnsubscribeResponse' },
);
