import Type, { type Static } from 'typebox';
import { Data, Flag, Message, Nullable, Ok, OneOf, Shape, Text, timestamp } from '../../../http/schemas.ts';
import { CHAT_SERVICES } from '../../../infra/chat/index.ts';
import { CODE_CHARS } from './link-code.ts';

const Service = OneOf(CHAT_SERVICES, { description: 'The messenger.', examples: ['telegram'] });

export const ChatParams = Type.Object({
  service: { ...Service, errorMessage: `is neither ${CHAT_SERVICES.join(' nor ')}` },
});

export const Chat = Shape(
  {
    service: Service,
    available: Flag('Whether it can be connected on this server: its operator has an account there.'),
    linked_at: Nullable(
      timestamp('Since when it is connected; null when it is not.', '2026-07-01T06:30:00.000Z'),
    ),
  },
  { title: 'Chat', description: 'A messenger, and whether messages to the user go there.' },
);
export type Chat = Static<typeof Chat>;

export const ChatListResponse = Shape(
  {
    status: Ok,
    data: Data({
      chats: Type.Array(Chat, {
        maxItems: CHAT_SERVICES.length,
        description: 'Every messenger there is, connected or not.',
      }),
    }),
  },
  { title: 'ChatListResponse' },
);

export const ChatLink = Shape(
  {
    code: Type.String({
      pattern: `^[0-9A-Z]{${CODE_CHARS}}$`,
      maxLength: CODE_CHARS,
      description: 'What to send to the account of this server at the messenger. A secret, and shown once.',
      examples: ['7K3MQ2XV9RTA'],
    }),
    url: Text(200, 'Opens the messenger with the code in it.', 'https://t.me/ekiden_bot?start=7K3MQ2XV9RTA'),
    expires_at: timestamp('When the code is good no more.', '2026-07-01T06:40:00.000Z'),
  },
  { title: 'ChatLink', description: 'How to connect a messenger: once, within ten minutes.' },
);
export type ChatLink = Static<typeof ChatLink>;

export const ChatLinkResponse = Shape({ status: Ok, data: ChatLink }, { title: 'ChatLinkResponse' });

export const ChatEndedResponse = Shape(
  { status: Ok, message: Message('Nothing more comes to you by this messenger.') },
  { title: 'ChatEndedResponse' },
);

export const Heard = Shape({ status: Ok }, { description: 'It is done.' });

/** Telegram performs the method that the answer to its post names. */
export const TelegramAnswer = Shape(
  {
    status: Ok,
    method: Type.Optional(Type.Literal('sendMessage', { description: 'What Telegram is to do.' })),
    chat_id: Type.Optional(Text(20, 'Whom to answer.', '123456789')),
    text: Type.Optional(
      Text(1_000, 'With what.', 'This chat is connected to the Ekiden account “aki_runs” now.'),
    ),
  },
  { description: 'It is done; where there is a method, that is the answer to whoever wrote.' },
);
