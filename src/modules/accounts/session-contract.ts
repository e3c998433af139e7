import Type from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  Flag,
  IDS,
  Message,
  NextCursor,
  NO_NUL,
  Nullable,
  Ok,
  Shape,
  Text,
  timestamp,
} from '../../http/schemas.ts';
import { Email } from '../users/index.ts';
import { mailedToken, proofFields } from './contract.ts';
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from './password-rules.ts';
import { MAX_DEVICE_CHARS } from './read-client.ts';
import { EMAIL_CHANGE_LIFETIME_S } from './request-email-change.ts';
import { MAX_SESSIONS } from './start-session.ts';

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;
/** An IPv6 address with an IPv4 one in it, and its zone. */
const MAX_ADDRESS_CHARS = 100;

export const OpenSession = Shape(
  {
    session_id: IDS.session_id,
    created_at: timestamp('When they signed in.', '2026-07-14T21:55:00.000Z'),
    last_seen_at: timestamp('When it was last used, to the hour.', '2026-07-15T06:12:00.000Z'),
    expires_at: timestamp('When it ends if it is not used until then.', '2026-09-13T06:12:00.000Z'),
    device: Nullable(
      Text(
        MAX_DEVICE_CHARS,
        'What the client called itself (`User-Agent`).',
        'Ekiden/2.1 (iPhone; iOS 20.1)',
      ),
    ),
    address: Text(
      MAX_ADDRESS_CHARS,
      'The network address from which it was signed in or refreshed last.',
      '203.0.113.7',
    ),
    is_current: Flag('Whether this request came with it.'),
  },
  { title: 'OpenSession', description: 'One sign-in, with all the tokens that came of it.' },
);

export const SessionListQuery = Type.Object({
  ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE),
});
export const SessionListResponse = Shape(
  {
    status: Ok,
    data: Data({
      sessions: Type.Array(OpenSession, { maxItems: MAX_PAGE_SIZE, description: 'Newest sign-in first.' }),
      next_cursor: NextCursor,
    }),
  },
  { title: 'SessionList' },
);

export const SessionParams = Type.Object({ session_id: IDS.session_id });
export const EndSessionResponse = Shape(
  { status: Ok, message: Message('The session has ended.') },
  { title: 'EndSessionResponse' },
);
export const EndOtherSessionsResponse = Shape(
  {
    status: Ok,
    message: Message('All other sessions have ended.'),
    data: Data({ ended: { ...Count('How many there were.', 3), maximum: MAX_SESSIONS } }),
  },
  { title: 'EndOtherSessionsResponse' },
);

export const EndCookieSessionResponse = Shape(
  { status: Ok, message: Message('You are signed out in this browser.') },
  { title: 'EndCookieSessionResponse' },
);

export const ChangePasswordBody = Type.Object(
  {
    ...proofFields,
    new_password: Type.String({
      ...NO_NUL,
      minLength: MIN_PASSWORD_CHARS,
      maxLength: MAX_PASSWORD_CHARS,
      description: `${MIN_PASSWORD_CHARS} to ${MAX_PASSWORD_CHARS} characters of any kind.`,
      examples: ['correct horse battery staple'],
    }),
  },
  {
    title: 'ChangePassword',
    description: '`password` is the one until now; either that or `id_token`.',
    examples: [{ password: 'Sakura-1964', new_password: 'correct horse battery staple' }],
  },
);
export const ChangePasswordResponse = Shape(
  { status: Ok, message: Message('Your password is changed. All other devices are signed out.') },
  { title: 'ChangePasswordResponse' },
);

export const ChangeEmailBody = Type.Object(
  { ...proofFields, new_email: { ...Email, description: 'The address to have instead.' } },
  {
    title: 'ChangeEmail',
    description: 'Either `password` or `id_token`.',
    examples: [{ password: 'Sakura-1964', new_email: 'yuki@new.example.org' }],
  },
);
export const ChangeEmailResponse = Shape(
  {
    status: Ok,
    message: Message('If nobody has this address, a mail with a link to confirm it is on its way there.'),
    data: Data({
      new_email: { ...Email, description: 'As sent.' },
      expires_in_seconds: Type.Literal(EMAIL_CHANGE_LIFETIME_S, {
        description: 'How long the token of the mail is valid.',
      }),
    }),
  },
  { title: 'ChangeEmailResponse' },
);

export const ConfirmEmailChangeBody = Type.Object(
  {
    token: mailedToken(
      'From the mail, where it is the `token` of the link.',
      'mB2x7cYt0qg6cS3vQe1bJr8nUo5hKd7zLp4aTf2iWsE',
    ),
  },
  { title: 'ConfirmEmailChange', description: 'Other fields are ignored.' },
);
export const ConfirmEmailChangeResponse = Shape(
  { status: Ok, message: Message('Your e-mail address is changed. Sign in with the new one.') },
  { title: 'ConfirmEmailChangeResponse' },
);
