import type { ApiKeyActor, AppActor, UserActor } from '../../http/actor.ts';
import type { AuditEvent } from './events.ts';

/** Who acted: a caller that a guard admitted, or the server in a job or command. */
export type AuditActor = UserActor | AppActor | ApiKeyActor | { readonly type: 'system' };

export type AuditEntry = {
  id: string;
  org_id: string;
  event_type: AuditEvent;
  actor_type: AuditActor['type'];
  actor_id: string | null;
  target_id: string | null;
  target_name: string | null;
  data: Readonly<Record<string, unknown>>;
  created_at: Date;
};
