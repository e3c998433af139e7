import type { Transaction } from '../../../infra/db/database.ts';
import { type AuditActor, writeAudit } from '../../audit/index.ts';
import type { Campaign } from './campaign.ts';
import { updateState } from './queries.ts';

/** Why the server itself calls a campaign off: its author or its organization has lost the right to send it. */
export type CallOffReason = 'author_not_active' | 'feature_not_enabled';

/** Ends a campaign and writes it to the audit log. The caller holds the campaign, and has cancelled its outgoing message. */
export async function callOff(
  tx: Transaction,
  campaign: Campaign,
  { actor, reason, now }: { actor: AuditActor; reason?: CallOffReason; now: Date },
): Promise<Campaign> {
  const { id, org_id, title, state } = campaign;
  const cancelled: Campaign = { ...campaign, state: 'cancelled', updated_at: now };
  await updateState(tx, cancelled);
  await writeAudit(tx, {
    org_id,
    event_type: 'campaign_cancelled',
    actor,
    target_id: id,
    target_name: title,
    data: { previous_state: state, ...(reason === undefined ? {} : { reason }) },
    now,
  });
  return cancelled;
}
