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
import { PROVIDERS } from '../../users/index.ts';
import { DEEP_LINK, MAX_RETURN_URL_CHARS } from './return-url.ts';

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
});

export const AuthorizeUrlResponse = Shape(
  {
    status: Ok,
    data: Data({
      authorize_url: Type.String({
        format: 'uri',
        maxLength: 4_000,
        description: 'The platform’s consent page, to be opened in the athlete’s browser within ten minutes.',
        examples: ['https://www.strava.com/oauth/authorize?client_id=12345&state=eyJ1c2VyX2lkIjoi'],
      }),
    }),
  },
  { title: 'AuthorizeUrlResponse' },
);

const brought = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ ...NO_NUL, maxLength, description, examples: [example] }));

/** What platforms bring back; which of them, the platform's protocol says. */
const BROUGHT = {
  code: brought(2_000, 'To be exchanged for tokens.', 'b7d9e1'),
  state: brought(2_000, 'As it was in the address of the consent page: base64 of JSON.', 'eyJ1c2VyX2lkIjoi'),
  scope: brought(1_000, 'What the athlete allows.', 'read,activity:read_all'),
  error: brought(200, 'In place of a code: `access_denied` when the athlete says no.', 'access_denied'),
  oauth_token: brought(2_000, 'The request token of OAuth 1.0a.', '5a3c1b'),
  oauth_verifier: brought(2_000, 'Of OAuth 1.0a; `NULL` when the athlete says no.', '9f21d4'),
};

const { code, state, scope, error, oauth_token, oauth_verifier } = BROUGHT;

/** By platform. */
export const RETURN_QUERIES = {
  strava: Type.Object({ code, state, scope, error }),
  garmin: Type.Object({ oauth_token, oauth_verifier, code, state, error }),
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
