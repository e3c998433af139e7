import type { CampaignAudience } from '../delivery/audiences.ts';
import { presentDeliveries } from '../delivery/present.ts';
import type { CampaignReport } from './campaign.ts';
import type * as wire from './contract.ts';
import type { CampaignPreview } from './preview-campaign.ts';

export function presentCampaign({ campaign, outgoing }: CampaignReport): wire.Campaign {
  return {
    id: campaign.id,
    org_id: campaign.org_id,
    title: campaign.title,
    body: campaign.body,
    channels: [...campaign.channels],
    audience: presentAudience(campaign.audience),
    state: campaign.state,
    scheduled_at: campaign.scheduled_at?.toISOString() ?? null,
    time_zone: campaign.time_zone,
    created_by: campaign.created_by,
    created_at: campaign.created_at.toISOString(),
    updated_at: campaign.updated_at.toISOString(),
    sent_at: campaign.sent_at?.toISOString() ?? null,
    is_resolved: outgoing !== null && outgoing.state !== 'spreading',
    deliveries: outgoing === null ? [] : presentDeliveries(outgoing, { sees_all: false }),
  };
}

export function presentPreview({ people, reached, channels, members, next_cursor }: CampaignPreview) {
  return {
    people,
    reached,
    channels: channels.map(({ channel, skipped, ...counts }) => ({
      channel,
      reached: counts.reached,
      not_reached: counts.not_reached,
      skipped: skipped && {
        opted_out: skipped.opted_out ?? 0,
        switched_off: skipped.switched_off ?? 0,
        email_off: skipped.email_off ?? 0,
        no_device: skipped.no_device ?? 0,
        no_verified_email: skipped.no_verified_email ?? 0,
        no_chat: skipped.no_chat ?? 0,
      },
    })),
    members: members.map(({ user_id, name }) => ({ user_id, name })),
    next_cursor,
  };
}

function presentAudience(audience: CampaignAudience): wire.AudienceField {
  if (audience === 'all') return audience;
  if ('user_ids' in audience) return { user_ids: [...audience.user_ids] };
  const { level, labels, group_ids, status } = audience.segment;
  return {
    segment: {
      ...(level === undefined ? {} : { level }),
      ...(labels === undefined ? {} : { labels: [...labels] }),
      ...(group_ids === undefined ? {} : { group_ids: [...group_ids] }),
      ...(status === undefined ? {} : { status }),
    },
  };
}
