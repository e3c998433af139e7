import Type, { type Static } from 'typebox';
import { Id, Nullable, OneOf, Shape, Timestamp } from '../../http/schemas.ts';
import { AUDIT_EVENTS } from './events.ts';

export const AuditLogEntry = Shape(
  {
    id: Id,
    org_id: Id,
    event_type: OneOf(AUDIT_EVENTS),
    actor_type: OneOf(['user', 'api_key', 'app', 'system'], {
      description: 'Who acted: a person, an API key, an application with an app key, or the server itself.',
    }),
    actor_id: Nullable(
      Type.String({ description: 'The user id or the key id; null for applications and the server.' }),
    ),
    target_id: Nullable(
      Type.String({ description: 'What the event is about: a user, group, key or export.' }),
    ),
    target_name: Nullable(Type.String({ description: 'Its name at the time.' })),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'More about the event, such as the names of the fields that changed.',
    }),
    created_at: Timestamp,
  },
  { title: 'AuditLogEntry', description: 'One entry of the append-only log of an organization.' },
);
export type AuditLogEntry = Static<typeof AuditLogEntry>;
