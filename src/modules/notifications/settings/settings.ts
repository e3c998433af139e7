/** When somebody is not to be disturbed, wherever they are. It may begin in the evening and end in the morning. */
export type QuietHours = {
  /** `22:00` */
  readonly start: string;
  readonly end: string;
};

/** Whose campaigns and pushes to its topic somebody does not want, by any channel. */
export type CampaignOptOut = {
  readonly org_id: string;
  readonly org_name: string;
  readonly opted_out_at: Date;
};

export type DeliverySettings = {
  readonly quiet_hours: QuietHours | null;
  readonly campaign_opt_outs: readonly CampaignOptOut[];
};

/** Of which the newest are shown: more than anybody is in. */
export const MAX_SHOWN_OPT_OUTS = 1_000;

export type TopicSubscription = { readonly topic: string; readonly subscribed_at: Date };

/** Of a person. */
export const MAX_TOPICS = 50;
