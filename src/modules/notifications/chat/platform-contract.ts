import Type from 'typebox';
import { Flag, NO_NUL } from '../../../http/schemas.ts';
import { MAX_DATE_MS } from '../../../shared/date-range.ts';

/*
 * What messengers post, for readers of the API document and for stand-ins of a messenger. They send more fields than are named here,
 * and unknown ones change nothing.
 */

/** The most events in one post of LINE's. */
const MOST_EVENTS = 1_000;
const MOST_TEXT = 5_000;

const text = (maxLength: number, description: string, example: string) =>
  Type.String({ ...NO_NUL, maxLength, description, examples: [example] });
const whole = (description: string, example: number, maximum = Number.MAX_SAFE_INTEGER) =>
  Type.Integer({ format: 'int64', minimum: 0, maximum, description, examples: [example] });

const LineEvent = Type.Object(
  {
    type: text(40, '`message`, `follow`, `unfollow`, and others that are not acted on.', 'message'),
    timestamp: Type.Optional(whole('When it happened, epoch milliseconds.', 1_784_066_280_000, MAX_DATE_MS)),
    source: Type.Optional(
      Type.Object(
        {
          type: text(40, '`user`: a chat with one person. Groups are not listened to.', 'user'),
          userId: Type.Optional(text(200, 'Of the person at LINE.', 'U4af4980629a0d1c8b6f0a7e2c9d13b57')),
        },
        { description: 'Where it happened.' },
      ),
    ),
    replyToken: Type.Optional(text(200, 'For one answer.', '0f3779fba3b349968c5d07db31eab56f')),
    message: Type.Optional(
      Type.Object(
        {
          type: text(40, 'Only `text` is read.', 'text'),
          text: Type.Optional(text(MOST_TEXT, 'What was said.', 'K7QM2XPA')),
        },
        { description: 'What was said.' },
      ),
    ),
    deliveryContext: Type.Optional(
      Type.Object(
        { isRedelivery: Flag('Whether it was posted before.', false) },
        { description: 'How it comes.' },
      ),
    ),
  },
  { title: 'LineEvent', description: 'Something that a person has done.' },
);

export const LinePost = Type.Object(
  { events: Type.Array(LineEvent, { maxItems: MOST_EVENTS, description: 'None in a test of the address.' }) },
  { title: 'LinePost', description: 'What people have done.' },
);

const said = {
  type: 'message',
  timestamp: 1_784_066_280_000,
  source: { type: 'user', userId: 'U4af4980629a0d1c8b6f0a7e2c9d13b57' },
  replyToken: '0f3779fba3b349968c5d07db31eab56f',
  deliveryContext: { isRedelivery: false },
  message: { type: 'text', text: 'K7QM2XPA' },
};
export const LINE_EXAMPLES = {
  said: { summary: 'Somebody sends the code of a link', value: { events: [said] } },
  blocked: {
    summary: 'Somebody blocks the account',
    value: { events: [{ type: 'unfollow', timestamp: said.timestamp, source: said.source }] },
  },
  test: { summary: 'LINE tests the address', value: { events: [] } },
};

const Chat = Type.Object(
  {
    id: Type.Integer({
      format: 'int64',
      minimum: -Number.MAX_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Of the chat.',
      examples: [123_456_789],
    }),
    type: text(40, '`private`: a chat with one person. Groups are not listened to.', 'private'),
  },
  { title: 'TelegramChat', description: 'Where it happened.' },
);
const date = whole('When it happened, seconds since 1970.', 1_784_066_280);

export const TelegramUpdate = Type.Object(
  {
    update_id: Type.Integer({
      format: 'int64',
      minimum: -Number.MAX_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Of the update.',
      examples: [874_201_553],
    }),
    message: Type.Optional(
      Type.Object(
        { chat: Chat, date, text: Type.Optional(text(MOST_TEXT, 'What was said.', '/start K7QM2XPA')) },
        { title: 'TelegramMessage', description: 'What somebody has said.' },
      ),
    ),
    my_chat_member: Type.Optional(
      Type.Object(
        {
          chat: Chat,
          date,
          new_chat_member: Type.Object(
            { status: text(40, '`kicked`: the bot is blocked.', 'kicked') },
            { description: 'What the bot is there now.' },
          ),
        },
        { title: 'TelegramChatMember', description: 'Somebody has blocked the bot, or let it in again.' },
      ),
    ),
  },
  { title: 'TelegramUpdate', description: 'Something that a person has done.' },
);

const chat = { id: 123_456_789, type: 'private' };
export const TELEGRAM_EXAMPLES = {
  said: {
    summary: 'Somebody opens the link',
    value: { update_id: 874_201_553, message: { chat, date: 1_784_066_280, text: '/start K7QM2XPA' } },
  },
  blocked: {
    summary: 'Somebody blocks the bot',
    value: {
      update_id: 874_201_554,
      my_chat_member: { chat, date: 1_784_066_290, new_chat_member: { status: 'kicked' } },
    },
  },
};
