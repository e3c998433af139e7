/** When a person is not to be disturbed, in their own time zone. It may begin in the evening and end in the morning. */
export type QuietHours = {
  /** `22:00` */
  readonly start: string;
  readonly end: string;
};

/** An organization whose campaigns and pushes a person has stopped, on every channel. */
export type CampaignOptOut = {
  readonly org_id: string;
  readonly org_name: string;
  readonly opted_out_at: Date;
};

export type DeliverySettings = {
  readonly quiet_hours: QuietHours | null;
  readonly campaign_opt_outs: readonly CampaignOptOut[];
};

/** The newest this many are shown, which is more than the organizations that anybody is in. */
export const MAX_SHOWN_OPT_OUTS = 1_000;

export type TopicSubscription = { readonly topic: string; readonly subscribed_at: Date };

export const MAX_TOPICS = 50;
