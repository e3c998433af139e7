import type { Transaction } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import { newId } from '../../../shared/ids.ts';
import { type AuditActor, writeAudit } from '../../audit/index.ts';
import { startOutgoing } from '../delivery/start-outgoing.ts';
import type { Campaign } from './campaign.ts';
import { updateState } from './queries.ts';

/**
 * Starts a campaign when the transaction commits; its receivers are looked for only then. The caller holds the organization, the author
 * and the campaign, which must not have begun.
 */
export async function startCampaign(
  tx: Transaction,
  { jobs }: { jobs: Pick<Jobs, 'enqueue'> },
  { campaign, actor, now }: { campaign: Campaign; actor: AuditActor; now: Date },
): Promise<Campaign> {
  const { id, org_id, title, body, channels, audience, created_by } = campaign;
  const outgoing_id = newId();
  await startOutgoing(
    tx,
    { jobs },
    {
      id: outgoing_id,
      kind: 'campaign',
      org_id,
      topic: null,
      audience,
      channels,
      title,
      body,
      data: { type: 'campaign', campaign_id: id, org_id },
      created_by,
      now,
    },
  );
  const started = { ...campaign, state: 'sending', outgoing_id, updated_at: now } as const;
  await updateState(tx, started);
  await writeAudit(tx, {
    org_id,
    event_type: 'campaign_sent',
    actor,
    target_id: id,
    target_name: title,
    data: { channels, audience: audienceInAWord(audience) },
    now,
  });
  return started;
}

function audienceInAWord(audience: Campaign['audience']): string {
  if (audience === 'all') return audience;
  return 'user_ids' in audience ? 'named' : 'segment';
}
