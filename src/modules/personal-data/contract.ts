import Type from 'typebox';
import { Message, NO_NUL, Ok, Shape } from '../../http/schemas.ts';
import { MAX_ID_TOKEN_CHARS } from '../../infra/openid/index.ts';
import { MAX_PASSWORD_CHARS } from '../accounts/index.ts';

export const DeleteAccountBody = Type.Object(
  {
    password: Type.Optional(
      Type.String({
        ...NO_NUL,
        minLength: 1,
        maxLength: MAX_PASSWORD_CHARS,
        description: 'Of the account.',
        examples: ['Sakura-1964'],
      }),
    ),
    id_token: Type.Optional(
      Type.String({
        ...NO_NUL,
        minLength: 1,
        maxLength: MAX_ID_TOKEN_CHARS,
        description:
          'Of a provider that the account is known to, for whoever signs in with one; given out within the last five minutes.',
        examples: ['eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiIyNDgyODk3NjEwMDEifQ.c2lnbmF0dXJl'],
      }),
    ),
  },
  {
    title: 'DeleteAccount',
    description: 'One of the two.',
    examples: [{ password: 'Sakura-1964' }],
  },
);

export const DeleteAccountResponse = Shape(
  { status: Ok, message: Message('Your account and all that was kept about you are deleted.') },
  { title: 'DeleteAccountResponse' },
);
