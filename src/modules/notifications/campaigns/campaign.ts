import type { CampaignAudience } from '../delivery/audiences.ts';
import type { Channel, OutgoingState } from '../delivery/outgoing.ts';

export const CAMPAIGN_STATES = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

export const MAX_BODY = 4_000;
/** How many people a campaign can name one by one. */
export const MAX_NAMED = 1_000;
export const MAX_GROUPS = 100;
export const MAX_LABELS = 50;
/** How many campaigns of one organization go out within one day of its time zone. */
export const MAX_A_DAY = 20;
/** How many campaigns one person sends or schedules within a day, of all organizations together. */
export const MAX_A_DAY_BY_ONE = 40;
export const MAX_DAYS_AHEAD = 366;

type CampaignText = {
  readonly title: string;
  readonly body: string;
  readonly channels: readonly Channel[];
  readonly audience: CampaignAudience;
};

export type Campaign = CampaignText & {
  readonly id: string;
  readonly org_id: string;
  readonly state: CampaignState;
  readonly scheduled_at: Date | null;
  /** The time zone in which `scheduled_at` was given. */
  readonly time_zone: string;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly sent_at: Date | null;
  /** Its outgoing message; null before it begins. */
  readonly outgoing_id: string | null;
};

export type CampaignReport = {
  readonly campaign: Campaign;
  /** Null before the campaign begins. */
  readonly outgoing: OutgoingState | null;
};
