import Type, { type Static } from 'typebox';
import { Id, Nullable, Shape, Timestamp } from '../../http/schemas.ts';
import {
  MembershipRoleField,
  NotificationSettingsInput,
  nameInputs,
  PreferencesInput,
  Username,
  UserProfile,
} from '../users/index.ts';
import { MAX_PASSWORD_CHARS } from './password-rules.ts';
import { TOKEN_LIFETIME_S } from './request-verification.ts';

/** RFC 5321, 4.5.3.1: what fits into a path with its angle brackets. */
const MAX_EMAIL_CHARS = 254;
/** Ours have 43. */
const MAX_TOKEN_CHARS = 512;

/**
 * What the HTML standard takes for an e-mail address, and a dot in the domain: looser than RFC 5321 about dots in the
 * local part, because some Japanese carriers handed such addresses out.
 */
const EMAIL_PATTERN =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$";

const Ok = Type.Literal('ok');
const Email = Type.String({
  maxLength: MAX_EMAIL_CHARS,
  pattern: EMAIL_PATTERN,
  errorMessage:
    'must be an e-mail address such as name@example.org; write an international domain in its xn-- form',
  description:
    'Stored as typed, compared regardless of case. An international domain is written in its `xn--` form.',
  examples: ['yuki@example.org'],
});
const VerificationToken = Type.String({
  minLength: 1,
  maxLength: MAX_TOKEN_CHARS,
  description: 'From the verification mail.',
  examples: ['kq3V0m5hWnY0m1c8nq1lGv1W9m6c0m2nq0aTz8wQ4sE'],
});

export const RequestVerificationBody = Type.Object({ email: Email }, { title: 'RequestVerification' });
export const RequestVerificationResponse = Shape(
  {
    status: Ok,
    message: Type.String(),
    data: Shape({
      email: Type.String(),
      expires_in_seconds: Type.Integer({
        description: 'How long the token of the mail is valid, in seconds.',
        examples: [TOKEN_LIFETIME_S],
      }),
    }),
  },
  { title: 'RequestVerificationResponse' },
);

export const VerifyTokenBody = Type.Object({ token: VerificationToken }, { title: 'VerifyToken' });
export const VerifyTokenResponse = Shape(
  {
    status: Ok,
    data: Shape({
      valid: Type.Boolean(),
      email: Type.Optional(Type.String({ description: 'When valid: whose address the token proves.' })),
      reason: Type.Optional(Type.String({ description: 'When not valid: why, for people to read.' })),
    }),
  },
  { title: 'VerifyTokenResponse' },
);

export const CompleteSignupBody = Type.Object(
  {
    token: VerificationToken,
    password: Type.String({
      description: `8 to ${MAX_PASSWORD_CHARS} characters with an uppercase letter, a lowercase letter and a digit.`,
      examples: ['Sakura-1964'],
    }),
    username: Type.Optional(Username),
    ...nameInputs,
    membership_role: Type.Optional(MembershipRoleField),
    notification_settings: Type.Optional(NotificationSettingsInput),
    platform: Type.Optional(
      Type.String({
        maxLength: 50,
        description: 'What the person signs up with, as the client names itself.',
        examples: ['ios'],
      }),
    ),
    preferences: Type.Optional(PreferencesInput),
  },
  { title: 'CompleteSignup', description: 'Other fields are ignored.' },
);
export type CompleteSignupBody = Static<typeof CompleteSignupBody>;

const Roles = Type.Array(Type.String(), {
  description: '`user` always, `coach` with the membership role, `admin` for platform admins.',
  examples: [['user', 'coach']],
});
const tokenFields = {
  access_token: Type.String({ description: 'A JWT, sent as `Authorization: Bearer <access_token>`.' }),
  token_type: Type.Literal('Bearer'),
  expires_at: Timestamp,
};

export const SessionResponse = Shape(
  {
    success: Type.Literal(true),
    user_id: Id,
    ...tokenFields,
    credentials: Shape(
      { roles: Roles, email_verified: Type.Boolean(), is_active: Type.Boolean() },
      { title: 'AccountCredentials' },
    ),
    profile: UserProfile,
  },
  { title: 'Session' },
);

export const LoginBody = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: MAX_EMAIL_CHARS, examples: ['yuki@example.org'] }),
    password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_CHARS }),
  },
  { title: 'Login' },
);

export const RefreshResponse = Shape({ status: Ok, data: Shape(tokenFields) }, { title: 'RefreshedToken' });

export const MeResponse = Shape(
  {
    status: Ok,
    data: Shape({
      user_id: Id,
      email: Type.String(),
      roles: Roles,
      email_verified: Type.Boolean(),
      is_active: Type.Boolean(),
      last_login_at: Nullable(Timestamp),
    }),
  },
  { title: 'Me' },
);

export const LogoutResponse = Shape({ status: Ok, message: Type.String() }, { title: 'LogoutResponse' });

export const JwksResponse = Shape(
  {
    keys: Type.Array(
      Type.Object({
        kty: Type.String(),
        crv: Type.String(),
        x: Type.String(),
        kid: Type.String(),
        alg: Type.String(),
        use: Type.String(),
      }),
    ),
  },
  { title: 'JsonWebKeySet' },
);
