import type { Transaction } from '../../infra/db/queryable.ts';
import type { Events } from '../../infra/events/index.ts';
import { newId } from '../../shared/ids.ts';
import { type AuditActor, writeAudits } from '../audit/index.ts';
import type { OrganizationPart } from '../organizations/index.ts';
import { apiKeysRevoked, type KeysRevoked } from './key-events.ts';
import { markRevokedOf } from './queries.ts';

export type EndedMaker = {
  readonly user_id: string;
  /** One organization, or null for all. */
  readonly org_id: string | null;
  readonly reason: KeysRevoked['reason'];
  readonly actor: AuditActor;
  readonly now: Date;
};

/**
 * Revokes a person's active keys in the transaction in which they lose the right to make keys. Each organization's log
 * records each key, and its leaders are notified.
 */
export async function revokeKeysOf(
  tx: Transaction,
  deps: { events: Pick<Events, 'emitAll'> },
  { user_id, org_id, reason, actor, now }: EndedMaker,
): Promise<void> {
  const revoked = await markRevokedOf(tx, { user_id, org_id, now });
  await writeAudits(
    tx,
    revoked.map((key) => ({
      org_id: key.org_id,
      event_type: 'api_key_revoked' as const,
      actor,
      target_id: key.id,
      target_name: key.name,
      data: { reason },
      now,
    })),
  );
  const byOrganization = Map.groupBy(revoked, (key) => key.org_id);
  const told = [...byOrganization].map(([id, keys]) => ({
    occurrence_id: newId(),
    org_id: id,
    user_id: reason === 'account_deleted' ? null : user_id,
    reason,
    keys: keys.map((key) => ({ key_id: key.id, name: key.name })),
  }));
  await deps.events.emitAll(tx, apiKeysRevoked, told);
}

/** Revokes the keys of somebody who no longer leads the organization. */
export function organizationKeys(deps: { events: Pick<Events, 'emitAll'> }): OrganizationPart {
  return {
    name: 'api-keys',
    endLeading: (tx, ended) => revokeKeysOf(tx, deps, { ...ended, reason: 'role_ended' }),
  };
}
