import Type, { type Static } from 'typebox';
import {
  Count,
  Data,
  EXAMPLE_IDS,
  Flag,
  IDS,
  Message,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../http/schemas.ts';
import { SCOPE_ALIASES, SCOPES, type Scope, type ScopeAlias } from '../../shared/access.ts';
import { DAY_OR_TIME_IN_WORDS, DAY_OR_TIME_PATTERN, MAX_TIME_CHARS } from '../../shared/read-time.ts';
import { MAX_ACTIVE_KEYS, MAX_OVERLAP_S, UNUSED_DAYS } from './api-key.ts';
import { KEY_KINDS } from './key-sight.ts';

const GRANTS: readonly (Scope | ScopeAlias)[] = [...SCOPES, ...(Object.keys(SCOPE_ALIASES) as ScopeAlias[])];

const Scopes = Type.Array(OneOf(GRANTS, { description: 'A scope, or a word for several.' }), {
  description:
    'As given when the key was made. `read` stands for the five reading scopes, `admin` for all scopes.',
  examples: [['read']],
});

const fields = {
  id: IDS.key_id,
  name: Text(100, 'For people, to tell keys apart.', 'Weekly report'),
  prefix: Type.String({
    pattern: '^ekiden_[0-9A-Za-z]{5}$',
    maxLength: 12,
    description: 'The first 12 characters of the secret, to recognise it by.',
    examples: ['ekiden_4fQ9z'],
  }),
  scopes: { ...Scopes, maxItems: GRANTS.length, uniqueItems: true },
  created_at: timestamp('When it was made.', '2026-07-01T07:05:19.436Z'),
  expires_at: Nullable(timestamp('When it ends; null: never.', '2026-09-29T07:05:19.000Z')),
  last_used_at: Nullable(timestamp('When it was last used, up to 10 s late.', '2026-07-15T02:30:00.512Z')),
  created_by: Nullable({
    ...IDS.user_id,
    description:
      'The user who made the key; null once they have deleted their account. The key ends with their role or account.',
    examples: [EXAMPLE_IDS.coach_id],
  }),
  replaced_by: Nullable({
    ...IDS.key_id,
    description:
      'The key that was issued in its place; this one ends at its `expires_at`. Null: it has not been replaced.',
    examples: [null],
  }),
  never_expires: Flag('Whether it works until somebody revokes it.', false),
  unused_since: Nullable(
    timestamp(
      `When it was last used, or else made, where that is ${UNUSED_DAYS} days ago or longer; null: it is in use. The head coach and the ` +
        'admins are told of a key that is not and that never expires.',
      '2026-03-01T02:30:00.512Z',
    ),
  ),
};

export const ApiKey = Shape(fields, { title: 'ApiKey', description: 'A key, without its secret.' });
export type ApiKey = Static<typeof ApiKey>;

const CreatedApiKey = Shape(
  {
    ...fields,
    last_used_at: { ...fields.last_used_at, examples: [null] },
    unused_since: { ...fields.unused_since, examples: [null] },
    secret: Type.String({
      pattern: '^ekiden_[0-9A-Za-z]{43}$',
      maxLength: 50,
      description: 'Shown this once. Sent as `Authorization: Bearer <secret>` or `X-API-Key: <secret>`.',
      examples: ['ekiden_4fQ9zExampleOfASecretThatIsNoKeyAnywhere012'],
    }),
  },
  { title: 'CreatedApiKey', description: 'A new key, with its secret.' },
);

export const CreatedApiKeyResponse = Shape(
  { message: Message('API key created. Its secret is shown this once.'), api_key: CreatedApiKey },
  { title: 'CreatedApiKeyResponse' },
);

export const RerolledApiKeyResponse = Shape(
  {
    status: Ok,
    message: Message('API key replaced. The secret of the new one is shown this once.'),
    data: Data({
      api_key: CreatedApiKey,
      replaced_key: {
        ...ApiKey,
        title: 'ReplacedApiKey',
        description: 'The old key, as it is now: when it ends, and what has taken its place.',
        examples: [
          {
            id: '019cc0a1-5d5c-7d6b-9d53-0f5b8a7f2c11',
            name: 'Weekly report',
            prefix: 'ekiden_9hT2b',
            scopes: ['read'],
            created_at: '2026-03-05T21:11:00.060Z',
            expires_at: '2026-07-02T07:05:19.436Z',
            last_used_at: '2026-07-01T02:30:00.512Z',
            created_by: EXAMPLE_IDS.coach_id,
            replaced_by: EXAMPLE_IDS.key_id,
            never_expires: false,
            unused_since: null,
          },
        ],
      },
    }),
  },
  { title: 'RerolledApiKeyResponse' },
);

export const ApiKeyList = Shape(
  {
    api_keys: Type.Array(ApiKey, {
      // As many again may be in their last hours.
      maxItems: 2 * MAX_ACTIVE_KEYS,
      description:
        'Neither revoked nor expired, the oldest first; those among them that have been replaced say so in `replaced_by`.',
    }),
    count: Count('How many they are.', 1),
  },
  { title: 'ApiKeyList' },
);

const expiryInput = (missing: string) =>
  Type.Optional(
    Nullable(
      Type.String({
        pattern: `^(?:\\s*|${DAY_OR_TIME_PATTERN})$`,
        maxLength: MAX_TIME_CHARS,
        errorMessage: `${DAY_OR_TIME_IN_WORDS}, or blank for no expiry`,
        description: `ISO 8601 with \`Z\` or an offset, or a date (midnight UTC); in the future. ${missing}`,
        examples: ['2026-09-29T07:05:19Z'],
      }),
    ),
  );

export const CreateApiKeyBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      errorMessage: 'must not be blank',
      description: 'For people, to tell keys apart. Spaces around it are cut off.',
      examples: ['Weekly report'],
    }),
    scopes: {
      ...Scopes,
      minItems: 1,
      maxItems: 20,
      default: ['read'],
      description: 'What the key may do. `read` stands for the five reading scopes, `admin` for all scopes.',
    },
    expires_at: expiryInput('Blank or missing: no expiry.'),
  },
  { title: 'CreateApiKey' },
);

export const PreviewApiKeyBody = Type.Object(
  { scopes: CreateApiKeyBody.properties.scopes },
  { title: 'PreviewApiKey' },
);

const ScopeName = OneOf(SCOPES, { description: 'A scope.', examples: ['activities:read'] });

export const PreviewApiKeyResponse = Shape(
  {
    status: Ok,
    data: Data({
      scopes: Type.Array(ScopeName, {
        maxItems: SCOPES.length,
        uniqueItems: true,
        description: 'All that the key could do, each by its own name.',
        examples: [['activities:read']],
      }),
      athletes: Count('Athletes of the organization, whatever they share.', 34),
      sees: Type.Array(
        Shape(
          {
            kind: OneOf(KEY_KINDS, {
              description:
                'What it is: `profile` with the data of the membership, `names` first and last ones, `plan_paces` what plans give away of ' +
                'zones, `archives` activities in exports.',
              examples: ['paces'],
            }),
            scope: { ...ScopeName, description: 'The scope that opens it.' },
            athletes: Count('How many athletes share it with such a key.', 29),
          },
          { title: 'SeenByKey' },
        ),
        { maxItems: KEY_KINDS.length, description: 'What the scopes open; the rest the key would not see.' },
      ),
    }),
  },
  { title: 'ApiKeyPreview' },
);

export const RerollApiKeyBody = Type.Object(
  {
    overlap_s: Type.Integer({
      format: 'int32',
      minimum: 0,
      maximum: MAX_OVERLAP_S,
      default: MAX_OVERLAP_S,
      description:
        'For how many seconds the old key goes on working, unless it ends earlier by itself. 0 revokes it at once: for a key ' +
        'that others may know. Left out: 24 hours.',
      examples: [MAX_OVERLAP_S],
    }),
    expires_at: expiryInput(
      'Blank or null: no expiry. Missing: the new key lives as long as the old one was to live when it was made.',
    ),
  },
  { title: 'RerollApiKey' },
);
