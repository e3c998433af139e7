import type { Channel } from './outgoing.ts';

/** One message to one device, mailbox or chat, before it is stored. */
export type PlannedDelivery = {
  readonly channel: Channel;
  readonly address_hash: Buffer;
  readonly user_id: string;
  readonly service: string | null;
  readonly notification_id: string | null;
  readonly due_at: Date;
};

/** People by channel and reason. */
export type Skipped = Readonly<Partial<Record<Channel, Readonly<Record<string, number>>>>>;
