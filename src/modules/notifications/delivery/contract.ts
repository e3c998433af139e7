import Type, { type Static } from 'typebox';
import { Count, OneOf, Shape } from '../../../http/schemas.ts';
import { CHANNELS, FEW_PEOPLE } from './outgoing.ts';

const MAX_TITLE = 120;

export const titleField = (description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_TITLE,
    pattern: '^(?!\\s*$)[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*$',
    errorMessage: 'must be one line, not blank and without control characters',
    description,
    examples: [example],
  });

export const textField = (maxLength: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^(?!\\s*$)[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]*$',
    errorMessage: 'must not be blank, and have no control characters but tabs and line ends',
    description,
    examples: [example],
  });

export const ChannelField = OneOf(CHANNELS, {
  description: 'By which it goes out: to devices, mailboxes or chats.',
  examples: ['push'],
});

export const Skipped = Shape(
  {
    opted_out: Count('Wants no messages of the organization.', 2),
    switched_off: Count('Has switched such notifications off.', 0),
    email_off: Count('Wants no mails.', 0),
    no_device: Count('Has no device that a push can reach.', 5),
    no_verified_email: Count('Has no address that is known to be theirs.', 0),
    no_chat: Count('Has connected no chat.', 0),
  },
  {
    title: 'SkippedPeople',
    description:
      'People to whom nothing goes by this channel, by the reason. Zeros where it is counted in people.',
  },
);

export const ChannelDeliveries = Shape(
  {
    channel: ChannelField,
    counted_in: OneOf(['addresses', 'people'], {
      description:
        `\`people\` where it is for fewer than ${FEW_PEOPLE}, whoever of them has a device, an address or a chat: then only how many ` +
        'of them it has reached (`sent`) and has not (`not_reached`) is said, since more would show what one person has set. ' +
        'Platform admins see `addresses` always.',
      examples: ['addresses'],
    }),
    recipients: Count(
      'Devices, mailboxes or chats that it is for, or people: the sum of the next seven. Grows while people are still being looked for.',
      40,
    ),
    waiting: Count('Not sent yet, or just being sent; also until the end of quiet hours.', 0),
    sent: Count('Taken by the service that delivers it; of people, by at least one.', 38),
    failed: Count('Refused by it, or given up after many attempts.', 0),
    gone: Count('Where nothing was there any more; such a device or chat is forgotten.', 1),
    unknown: Count(
      'Of which nobody knows whether they have arrived: the service broke off, or the server ended, while they were handed over. They are not sent again.',
      1,
    ),
    cancelled: Count(
      'Not sent any more: the message was cancelled, or they have left, opted out or switched such things off meanwhile.',
      0,
    ),
    not_reached: Count(
      'People whom it has not reached, or not yet; zero where it is counted in addresses.',
      0,
    ),
    skipped: Skipped,
  },
  { title: 'ChannelDeliveries', description: 'What became of it by one channel.' },
);
export type ChannelDeliveries = Static<typeof ChannelDeliveries>;

export const Deliveries = Type.Array(ChannelDeliveries, {
  maxItems: CHANNELS.length,
  description:
    'What became of it, channel by channel. While it is still being looked for whom it is for, a channel is left out until it is known whether ' +
    `they are fewer than ${FEW_PEOPLE} (platform admins see it at once): empty at first, and of a campaign before it begins.`,
});
