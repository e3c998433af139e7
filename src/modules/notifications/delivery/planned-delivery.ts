import type { Channel } from './outgoing.ts';

export type PlannedDelivery = {
  readonly channel: Channel;
  readonly address_hash: Buffer;
  readonly user_id: string;
  readonly service: string | null;
  readonly notification_id: string | null;
  readonly due_at: Date;
};

/** Numbers of people by channel and reason. */
export type Skipped = Readonly<Partial<Record<Channel, Readonly<Record<string, number>>>>>;
