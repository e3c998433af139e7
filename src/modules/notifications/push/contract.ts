import Type, { type Static } from 'typebox';
import {
  Count,
  Data,
  EXAMPLE_IDS,
  IDS,
  Message,
  NO_NUL,
  Nullable,
  Ok,
  OneOf,
  Shape,
  timestamp,
} from '../../../http/schemas.ts';
import { MAX_PUSH_BYTES } from '../../../infra/push/index.ts';
import { Deliveries, textField, titleField } from '../delivery/contract.ts';
import { MAX_DEVICES } from '../devices/device.ts';
import { TopicField } from '../settings/contract.ts';
import { NAMES_OF_THE_SERVER } from './push.ts';

const MAX_TEXT = 3_500;

const Title = titleField('One line.', 'Track is closed');
const words = (description: string) =>
  textField(MAX_TEXT, description, 'We meet at the river at 18:30 instead.');

const DataInput = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  additionalProperties: { type: 'string', ...NO_NUL, maxLength: MAX_PUSH_BYTES },
  description:
    'For the app: strings only. Not `from`, `message_type`, `collapse_key`, nor what begins with `google` or `gcm`: push ' +
    `services keep these for themselves; nor ${NAMES_OF_THE_SERVER.map((name) => `\`${name}\``).join(', ')}, by which the app knows ` +
    'what the server itself says. Title, text and data, with the `type` and `org_id` that the server adds, have at most ' +
    `${MAX_PUSH_BYTES} bytes together, as JSON in UTF-8; what is longer is refused by the name of what has to become shorter.`,
  examples: [{ open: '/calendar' }],
});

export const DirectPushBody = Type.Object(
  {
    user_id: { ...IDS.user_id, description: 'To whom.' },
    title: Title,
    message: words('The text.'),
    data: Type.Optional(DataInput),
  },
  { title: 'DirectPush' },
);

export const PushBody = Type.Object(
  {
    user_id: Type.Optional({
      ...IDS.user_id,
      description: 'To whom, where it is one person. Without it, the push goes to a topic.',
    }),
    topic: Type.Optional({
      ...TopicField,
      description:
        'To whom, where it is many: 1 to 900 letters, digits and `-_.~%`. Left out, `general`. Not with `user_id`.',
    }),
    title: Title,
    body: Type.Optional(words('The text for one person: required with `user_id`, and not read without.')),
    message: Type.Optional(words('The text for a topic: required without `user_id`, and not read with it.')),
    data: Type.Optional(DataInput),
  },
  {
    title: 'Push',
    description:
      'To one person: `user_id`, `title`, `body`, `data?`. To a topic: `topic?`, `title`, `message`, `data?`.',
    examples: [
      {
        user_id: EXAMPLE_IDS.user_id,
        title: 'Track is closed',
        body: 'We meet at the river at 18:30 instead.',
        data: { open: '/calendar' },
      },
    ],
  },
);
export type PushBody = Static<typeof PushBody>;

const tokens = (description: string, example: number) => ({
  ...Count(description, example),
  maximum: MAX_DEVICES,
});

export const DirectPushResponse = Shape(
  {
    status: Ok,
    message: Message('Sent to 2 of 3 devices.'),
    data: Data({
      tokens_sent: tokens('Devices for which the push service has taken it.', 2),
      failed_tokens: tokens(
        'Valid devices for which it has not, or nobody knows. Those that are no more are forgotten with this.',
        1,
      ),
    }),
  },
  { title: 'DirectPushResponse' },
);

const PUSH = {
  push_id: IDS.push_id,
  topic: { ...TopicField, description: 'To which it goes.' },
  state: OneOf(['spreading', 'sending', 'done', 'cancelled'], {
    description:
      '`spreading` while it is looked for who hears of the topic, `sending` while it goes out to them, which may last until the end of their quiet hours; then `done`.',
    examples: ['spreading'],
  }),
};

export const StartedPush = Shape(PUSH, {
  title: 'StartedPush',
  description: 'A push on its way to a topic.',
});
export type StartedPush = Static<typeof StartedPush>;
export const StartedPushResponse = Shape({ status: Ok, data: StartedPush }, { title: 'StartedPushResponse' });

export const SentPush = Shape(
  {
    ...PUSH,
    title: Title,
    message: words('The text.'),
    created_at: timestamp('When it was sent off.', '2026-07-01T06:30:00.000Z'),
    finished_at: Nullable(
      timestamp('When the last of it had gone out; null before.', '2026-07-01T06:30:04.120Z'),
    ),
    deliveries: Deliveries,
  },
  { title: 'SentPush', description: 'A push to a topic, and what became of it so far.' },
);
export type SentPush = Static<typeof SentPush>;
export const SentPushResponse = Shape({ status: Ok, data: SentPush }, { title: 'SentPushResponse' });
