import Type, { type Static } from 'typebox';
import {
  AnyJson,
  EXAMPLE_IDS,
  IDS,
  Id,
  Nullable,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../http/schemas.ts';
import { AUDIT_EVENTS } from './events.ts';

/** More than any event says: names and ids of what it is about. */
export const MAX_DATA_BYTES = 64 * 1024;

export const AuditLogEntry = Shape(
  {
    id: { ...Id, description: 'Of the entry.', examples: ['019f1c7f-1950-7657-a4db-330888b2011e'] },
    org_id: IDS.org_id,
    event_type: OneOf(AUDIT_EVENTS, { description: 'What happened.', examples: ['api_key_created'] }),
    actor_type: OneOf(['user', 'api_key', 'app', 'system'], {
      description: 'Who acted: a person, an API key, an application with an app key, or the server itself.',
    }),
    actor_id: Nullable({
      ...Id,
      description: 'The user id or the key id; null for applications and the server.',
      examples: [EXAMPLE_IDS.coach_id],
    }),
    target_id: Nullable({
      ...Id,
      description:
        'What the event is about: a user, group, key, export, invitation, campaign, or the organization.',
      examples: [EXAMPLE_IDS.key_id],
    }),
    target_name: Nullable(
      Text(
        256,
        'Its name at the time; null for a person who has deleted their account since.',
        'Weekly report',
      ),
    ),
    data: Type.Record(Type.String(), AnyJson(MAX_DATA_BYTES), {
      description: 'More about the event, such as the names of the fields that changed.',
      examples: [{ scopes: ['read'], expires_at: '2026-09-29T07:05:19.000Z' }],
    }),
    created_at: timestamp('When it happened.', '2026-07-01T07:05:19.436Z'),
  },
  { title: 'AuditLogEntry', description: 'One entry of the append-only log of an organization.' },
);
export type AuditLogEntry = Static<typeof AuditLogEntry>;
