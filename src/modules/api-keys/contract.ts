import Type, { type Static } from 'typebox';
import { Id, Nullable, OneOf, Shape, Timestamp } from '../../http/schemas.ts';
import { SCOPE_ALIASES, SCOPES, type Scope, type ScopeAlias } from '../../shared/access.ts';

const GRANTS: readonly (Scope | ScopeAlias)[] = [...SCOPES, ...(Object.keys(SCOPE_ALIASES) as ScopeAlias[])];

const Scopes = Type.Array(OneOf(GRANTS), {
  description:
    'As given when the key was made. `read` stands for the five reading scopes, `admin` for all scopes.',
  examples: [['read']],
});

const fields = {
  id: Id,
  name: Type.String({ examples: ['Weekly report'] }),
  prefix: Type.String({
    description: 'The first 12 characters of the secret, to recognise it by.',
    examples: ['ekiden_4fQ9z'],
  }),
  scopes: Scopes,
  created_at: Timestamp,
  expires_at: Nullable({ ...Timestamp, description: 'Null: the key does not expire.' }),
  last_used_at: Nullable({ ...Timestamp, description: 'Up to 10 s late.' }),
  created_by: { ...Id, description: 'The user who made the key.' },
};

export const ApiKey = Shape(fields, { title: 'ApiKey' });
export type ApiKey = Static<typeof ApiKey>;

export const CreatedApiKey = Shape(
  {
    ...fields,
    secret: Type.String({
      description: 'Shown this once. Sent as `Authorization: Bearer <secret>` or `X-API-Key: <secret>`.',
    }),
  },
  { title: 'CreatedApiKey' },
);

export const CreatedApiKeyResponse = Shape(
  { message: Type.String(), api_key: CreatedApiKey },
  { title: 'CreatedApiKeyResponse' },
);

export const ApiKeyList = Shape(
  {
    api_keys: Type.Array(ApiKey, { description: 'Neither revoked nor expired, the oldest first.' }),
    count: Type.Integer(),
  },
  { title: 'ApiKeyList' },
);

export const CreateApiKeyBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      errorMessage: 'must not be blank',
      examples: ['Weekly report'],
    }),
    scopes: Type.Optional({ ...Scopes, minItems: 1, maxItems: 20, default: ['read'] }),
    expires_at: Type.Optional(
      Nullable(
        Type.String({
          description:
            'ISO 8601 with `Z` or an offset, or a date (midnight UTC); in the future. Blank or missing: no expiry.',
          examples: ['2027-01-31T00:00:00Z'],
        }),
      ),
    ),
  },
  { title: 'CreateApiKey' },
);
