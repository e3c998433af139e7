import type * as wire from './contract.ts';
import type { DeliverySettings, TopicSubscription } from './settings.ts';

export function presentSettings({ quiet_hours, campaign_opt_outs }: DeliverySettings): wire.DeliverySettings {
  return {
    quiet_hours: quiet_hours === null ? null : { start: quiet_hours.start, end: quiet_hours.end },
    campaign_opt_outs: campaign_opt_outs.map(({ org_id, org_name, opted_out_at }) => ({
      org_id,
      org_name,
      opted_out_at: opted_out_at.toISOString(),
    })),
  };
}

export function presentSubscription({ topic, subscribed_at }: TopicSubscription): wire.TopicSubscription {
  return { topic, subscribed_at: subscribed_at.toISOString() };
}
