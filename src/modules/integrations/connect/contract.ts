import Type from 'typebox';
import {
  Count,
  Data,
  Flag,
  Message,
  NO_NUL,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../../http/schemas.ts';
import { ignoresUnknown } from '../../../http/unknown-names.ts';
import { PROVIDERS } from '../../users/index.ts';
import { CONNECTED_PLATFORMS } from '../provider.ts';
import { DEEP_LINK, FAILURE_REASONS, MAX_RETURN_URL_CHARS } from './return-url.ts';

export const AuthorizeQuery = Type.Object({
  return_url: Type.Optional(
    Type.String({
      ...NO_NUL,
      description:
        'Where the athlete is sent afterwards, with what came of it in its query: see the callback. It has to begin with an ' +
        `origin or a scheme that the operator has listed (\`RETURN_URLS\`). Left out: \`${DEEP_LINK}\`.`,
      maxLength: MAX_RETURN_URL_CHARS,
      examples: [DEEP_LINK],
    }),
  ),
  code_challenge: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      maxLength: 43,
      errorMessage: 'must be the SHA-256 of the code_verifier in base64url without padding: 43 characters',
      description:
        'For apps, as in PKCE (RFC 7636, S256): base64url of the SHA-256 of a `code_verifier` that the app keeps. Nothing is connected ' +
        'then before the app confirms it (`POST /integrations/confirm`). Left out: `authorize_url` leads to a page here that says which ' +
        'account it is for, and the athlete has to come back in the same browser.',
      examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    }),
  ),
});

export const ConfirmConnectionBody = Type.Object(
  {
    confirm_code: Type.String({
      ...NO_NUL,
      maxLength: 200,
      description: 'As it came to `return_url`.',
      examples: ['qH7lmw3Jb0cZkq7yJm2dS8nTn1m9vX4eRr0uYp5aWcI'],
    }),
    code_verifier: Type.String({
      pattern: '^[A-Za-z0-9._~-]{43,128}$',
      maxLength: 128,
      errorMessage: 'must be 43 to 128 letters, digits, dots, hyphens, underscores and tildes',
      description: 'Whose SHA-256 the `code_challenge` is.',
      examples: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
    }),
  },
  { title: 'ConfirmConnection' },
);

export const ConfirmedConnection = Shape(
  {
    provider: OneOf(CONNECTED_PLATFORMS, { description: 'The platform.', examples: ['strava'] }),
    status: OneOf(['success', 'error'], { description: 'Whether it is connected now.' }),
    provider_user_id: Nullable(
      Text(200, 'Who the athlete is there; null where it is not connected.', '4711'),
    ),
    error: Nullable(
      OneOf(FAILURE_REASONS, { description: 'Why it is not connected; null where it is.', examples: [null] }),
    ),
  },
  { title: 'ConfirmedConnection', description: 'What came of it.' },
);
export const ConfirmConnectionResponse = Shape(
  { status: Ok, data: ConfirmedConnection },
  { title: 'ConfirmConnectionResponse' },
);

export const AuthorizeUrlResponse = Shape(
  {
    status: Ok,
    data: Data({
      authorize_url: Type.String({
        format: 'uri',
        maxLength: 4_000,
        description:
          'To be opened in the athlete’s browser within ten minutes: a page of this server that leads on to the platform’s consent page, or, ' +
          'where a `code_challenge` was given, that page itself.',
        examples: ['https://ekiden.example.org/connect/start?state=eyJ1c2VyX2lkIjoi'],
      }),
    }),
  },
  { title: 'AuthorizeUrlResponse' },
);

const brought = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ ...NO_NUL, maxLength, description, examples: [example] }));

const BROUGHT = {
  code: brought(2_000, 'To be exchanged for tokens.', 'b7d9e1'),
  state: brought(2_000, 'As it was in the address of the consent page: base64 of JSON.', 'eyJ1c2VyX2lkIjoi'),
  scope: brought(1_000, 'What the athlete allows.', 'read,activity:read_all'),
  error: brought(200, 'In place of a code: `access_denied` when the athlete says no.', 'access_denied'),
  oauth_token: brought(2_000, 'The request token of OAuth 1.0a.', '5a3c1b'),
  oauth_verifier: brought(2_000, 'Of OAuth 1.0a; `NULL` when the athlete says no.', '9f21d4'),
};

const { code, state, scope, error, oauth_token, oauth_verifier } = BROUGHT;

export const RETURN_QUERIES = {
  strava: Type.Object({ code, state, scope, error }, ignoresUnknown('platform_return')),
  garmin: Type.Object({ oauth_token, oauth_verifier, code, state, error }, ignoresUnknown('platform_return')),
} as const;

export const DisconnectResponse = Shape(
  { status: Ok, message: Message('Strava is disconnected. Your activities stay.') },
  { title: 'DisconnectResponse' },
);

const BACKFILL_STATES = ['waiting', 'running', 'done', 'failed'] as const;

const BackfillRecord = Shape(
  {
    state: OneOf(BACKFILL_STATES, {
      description: 'Whether it waits, is under way, has ended, or was given up.',
      examples: ['done'],
    }),
    imported: Count('How many workouts it has brought so far.', 42),
    remark: Nullable(
      Text(
        2_000,
        'For people: why it failed, or what of the past could not be had.',
        'Garmin gave one month.',
      ),
    ),
  },
  { title: 'Backfill', description: 'The last two months, brought over after connecting.' },
);

const Integration = Shape(
  {
    provider: OneOf(PROVIDERS, { description: 'The platform.', examples: ['strava'] }),
    connected: Flag('False: the platform takes what it gave us no more; connect it again.'),
    connected_at: timestamp('When it was connected.', '2026-07-01T06:30:00.000Z'),
    last_sync_at: Nullable(
      timestamp('When it last told us something; null: never.', '2026-07-14T06:30:00.000Z'),
    ),
    token_expired_at: Nullable(
      timestamp(
        'Since when the platform refuses what it gave us; null: it does not.',
        '2026-07-14T06:30:00.000Z',
      ),
    ),
    scopes: Type.Array(Text(100, 'One of them, in the platform’s words.', 'activity:read_all'), {
      maxItems: 50,
      description: 'What the athlete allows there.',
    }),
    backfill: Nullable(BackfillRecord),
  },
  { title: 'Integration', description: 'A platform that somebody has connected.' },
);

export const IntegrationList = Shape(
  {
    status: Ok,
    data: Data({
      integrations: Type.Array(Integration, {
        maxItems: PROVIDERS.length,
        description: 'By the names of the platforms; those that were never connected are not in it.',
      }),
    }),
  },
  { title: 'IntegrationList' },
);
