import Type, { type Static } from 'typebox';
import {
  Data,
  Flag,
  IDS,
  Message,
  NO_NUL,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../http/schemas.ts';
import { ignoresUnknown } from '../../http/unknown-names.ts';
import { MAX_TOKEN_CHARS } from '../../infra/crypto/access-tokens.ts';
import { MAX_ID_TOKEN_CHARS } from '../../infra/openid/index.ts';
import type { Role } from '../../shared/access.ts';
import {
  Email,
  MAX_EMAIL_CHARS,
  MembershipRoleField,
  NewNotificationSettings,
  nameInputs,
  PreferencesInput,
  Username,
  UserProfile,
} from '../users/index.ts';
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from './password-rules.ts';
import { REFRESH_TOKEN_CHARS, REFRESH_TOKEN_PATTERN } from './refresh-tokens.ts';
import { TOKEN_LIFETIME_S } from './request-verification.ts';
import { RESET_ORIGINS } from './reset-origin.ts';

/** Ours have 43. */
const MAX_MAILED_TOKEN_CHARS = 512;

export const mailedToken = (description: string, example: string) =>
  Type.String({
    ...NO_NUL,
    minLength: 1,
    maxLength: MAX_MAILED_TOKEN_CHARS,
    description,
    examples: [example],
  });
const VerificationToken = mailedToken(
  'From the verification mail.',
  'kq3V0m5hWnY0m1c8nq1lGv1W9m6c0m2nq0aTz8wQ4sE',
);

const invitationToken = {
  invitation_token: Type.Optional(
    mailedToken(
      'Of an invitation that can still be accepted: needed where the operator has set `REGISTRATION=invite`, and not looked at elsewhere. The account is not put on a roster by it.',
      'Vf0s1m7Y2b4n8Qw6c3x9Zt5Lk1J0h2G4f6D8s0A1p3U',
    ),
  ),
};

export const RequestVerificationBody = Type.Object(
  { email: Email, ...invitationToken },
  { title: 'RequestVerification' },
);
export const RequestVerificationResponse = Shape(
  {
    status: Ok,
    message: Message('A mail with a verification token is on its way.'),
    data: Data({
      email: { ...Email, description: 'As sent.' },
      expires_in_seconds: Type.Literal(TOKEN_LIFETIME_S, {
        description: 'How long the token of the mail is valid.',
      }),
    }),
  },
  { title: 'RequestVerificationResponse' },
);

export const VerifyTokenBody = Type.Object({ token: VerificationToken }, { title: 'VerifyToken' });
export const VerifyTokenResponse = Shape(
  {
    status: Ok,
    data: Data({
      valid: Flag('Whether the token can complete a sign-up.'),
      email: Type.Optional({ ...Email, description: 'When valid: whose address the token proves.' }),
      reason: Type.Optional(
        Text(
          200,
          'When not valid: why, for people to read.',
          'This token has expired: it was valid for 24 hours. Request a new one.',
        ),
      ),
    }),
  },
  {
    title: 'VerifyTokenResponse',
    examples: [{ status: 'ok', data: { valid: true, email: 'yuki@example.org' } }],
  },
);

/** What somebody may say of themself when they sign up. */
const newProfileFields = {
  username: Type.Optional(Username),
  ...nameInputs,
  membership_role: Type.Optional(MembershipRoleField),
  notification_settings: Type.Optional(NewNotificationSettings),
  platform: Type.Optional(
    Type.String({
      ...NO_NUL,
      maxLength: 50,
      description: 'What the person signs up with, as the client names itself.',
      examples: ['ios'],
    }),
  ),
  preferences: Type.Optional(PreferencesInput),
};
const NewProfile = Type.Object(newProfileFields);
export type NewProfileFields = Static<typeof NewProfile>;

export const CompleteSignupBody = Type.Object(
  {
    token: VerificationToken,
    password: Type.String({
      ...NO_NUL,
      maxLength: MAX_PASSWORD_CHARS,
      description: `8 to ${MAX_PASSWORD_CHARS} characters with an uppercase letter, a lowercase letter and a digit.`,
      examples: ['Sakura-1964'],
    }),
    ...newProfileFields,
  },
  { ...ignoresUnknown('sign_up'), title: 'CompleteSignup', description: 'Other fields are ignored.' },
);

const EXAMPLE_ID_TOKEN =
  'eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.eyJpc3MiOiJodHRwczovL2FjY291bnRzLmV4YW1wbGUub3JnIiwic3ViIjoiMjQ4MjI4MSJ9.c2lnbmF0dXJl';

export const SignUpBody = Type.Object(
  {
    id_token: Type.String({
      pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
      minLength: 1,
      maxLength: MAX_ID_TOKEN_CHARS,
      errorMessage:
        'must be the ID token as the provider gave it out: three parts in base64url with dots between',
      description:
        'From an OpenID provider that the operator has named, asked with the scopes `openid` and `email`.',
      examples: [EXAMPLE_ID_TOKEN],
    }),
    nonce: Type.Optional(
      Type.String({
        ...NO_NUL,
        minLength: 1,
        maxLength: 512,
        description: 'What the provider was asked with. When it is sent, the ID token must hold the same.',
        examples: ['n-0S6_WzA2Mj'],
      }),
    ),
    ...invitationToken,
    ...newProfileFields,
  },
  { ...ignoresUnknown('sign_up'), title: 'SignUp', description: 'Other fields are ignored.' },
);

const EXAMPLE_TOKEN =
  'eyJhbGciOiJFZERTQSIsImtpZCI6InhWbTQifQ.eyJzdWIiOiIwMTljYmY1MC1jNjdlLTdjYTktYTEzMS0zZjk5ZjYxMzZjNDQifQ.c2lnbmF0dXJl';

const EXAMPLE_REFRESH_TOKEN =
  'T2Zr0m5hWnY0m1c8nq1lGv1W9m6c0m2nq0aTz8wQ4sEXw9c2mYt0qg6cS3vQe1bJr8nUo5hKd7zLp4aTf2iWsE';

const ROLES = ['user', 'coach', 'admin'] as const satisfies readonly Role[];
const Roles = Type.Array(OneOf(ROLES, { description: 'A role of the account.' }), {
  maxItems: ROLES.length,
  uniqueItems: true,
  description: '`user` always, `coach` with the membership role, `admin` for platform admins.',
  examples: [['user']],
});
const tokenFields = {
  access_token: Type.String({
    pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
    maxLength: MAX_TOKEN_CHARS,
    description: 'A JWT, sent as `Authorization: Bearer <access_token>`.',
    examples: [EXAMPLE_TOKEN],
  }),
  token_type: Type.Literal('Bearer', { description: 'How it is sent.' }),
  expires_at: timestamp('When it stops working.', '2026-07-15T22:15:00.000Z'),
};

const RefreshToken = Type.String({
  pattern: REFRESH_TOKEN_PATTERN,
  minLength: REFRESH_TOKEN_CHARS,
  maxLength: REFRESH_TOKEN_CHARS,
  errorMessage: `must be a refresh token: ${REFRESH_TOKEN_CHARS} characters of base64url`,
  description: 'Opaque. Good for one use, which gives the next one.',
  examples: [EXAMPLE_REFRESH_TOKEN],
});
const refreshFields = {
  refresh_token: RefreshToken,
  refresh_expires_at: timestamp(
    'When the session ends if it is not used until then: 60 days from now.',
    '2026-09-12T22:15:00.000Z',
  ),
};
const emailVerified = Flag('Whether the e-mail address is proven to be theirs.');
const isActive = Flag('Whether the account may do anything at all.');

const sessionFields = {
  success: Type.Literal(true, { description: 'Tells a success from a failure.' }),
  user_id: IDS.user_id,
  ...tokenFields,
  ...refreshFields,
  credentials: Shape(
    { roles: Roles, email_verified: emailVerified, is_active: isActive },
    { title: 'AccountCredentials', description: 'What the account may do.' },
  ),
  profile: UserProfile,
};
export const SessionResponse = Shape(sessionFields, { title: 'Session' });
export const SignUpResponse = Shape(
  { ...sessionFields, is_new_user: Flag('Whether this request has made the account.') },
  { title: 'SignUpSession' },
);

export const LoginBody = Type.Object(
  {
    email: Type.String({
      ...NO_NUL,
      minLength: 1,
      maxLength: MAX_EMAIL_CHARS,
      description: 'Compared regardless of case.',
      examples: ['yuki@example.org'],
    }),
    password: Type.String({
      ...NO_NUL,
      minLength: 1,
      maxLength: MAX_PASSWORD_CHARS,
      description: 'As chosen at sign-up.',
      examples: ['Sakura-1964'],
    }),
  },
  { title: 'Login' },
);

/** By one of the two somebody shows that it is still them. */
export const proofFields = {
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
};

export const RequestPasswordResetBody = Type.Object(
  {
    email: { ...Email, description: 'Compared regardless of case.' },
    origin: OneOf(RESET_ORIGINS, {
      default: 'web',
      description:
        'Where the new password is to be set, and so which mail is sent. Both link to `/reset-password?token=…` of this ' +
        'server; `app` adds `&origin=app`, for an app that claims the address (universal links, app links), and shows ' +
        'the token as a code to enter in the app.',
    }),
  },
  { title: 'RequestPasswordReset' },
);
export const RequestPasswordResetResponse = Shape(
  {
    status: Ok,
    message: Message(
      'If an active account has this e-mail address, a mail with a link to set a new password is on its way.',
    ),
  },
  { title: 'RequestPasswordResetResponse' },
);

export const ConfirmPasswordResetBody = Type.Object(
  {
    token: mailedToken(
      'From the mail, where it is the `token` of the link.',
      'Xw9c2mYt0qg6cS3vQe1bJr8nUo5hKd7zLp4aTf2iWsE',
    ),
    new_password: Type.String({
      ...NO_NUL,
      minLength: MIN_PASSWORD_CHARS,
      maxLength: MAX_PASSWORD_CHARS,
      description: `${MIN_PASSWORD_CHARS} to ${MAX_PASSWORD_CHARS} characters of any kind.`,
      examples: ['correct horse battery staple'],
    }),
  },
  { title: 'ConfirmPasswordReset' },
);
export const ConfirmPasswordResetResponse = Shape(
  { status: Ok, message: Message('Your password is set. Sign in with it.') },
  { title: 'ConfirmPasswordResetResponse' },
);

export const RefreshBody = Type.Object(
  { refresh_token: Type.Optional(RefreshToken) },
  {
    title: 'RefreshAccessToken',
    description: 'Instead of an access token. Other fields are ignored.',
    examples: [{ refresh_token: EXAMPLE_REFRESH_TOKEN }],
  },
);
export const RefreshResponse = Shape(
  {
    status: Ok,
    data: Data({
      ...tokenFields,
      refresh_token: Type.Optional({
        ...RefreshToken,
        description: 'For one who came with a refresh token: the next one.',
      }),
      refresh_expires_at: Type.Optional(refreshFields.refresh_expires_at),
    }),
  },
  { title: 'RefreshedToken' },
);

export const MeResponse = Shape(
  {
    status: Ok,
    data: Data({
      user_id: IDS.user_id,
      email: Email,
      roles: Roles,
      email_verified: emailVerified,
      is_active: isActive,
      last_login_at: Nullable(timestamp('When the user last signed in.', '2026-07-14T21:55:00.000Z')),
    }),
  },
  { title: 'Me' },
);

export const LogoutResponse = Shape(
  { status: Ok, message: Message('Signed out. Forget the access token.') },
  { title: 'LogoutResponse' },
);

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
