import type { OutgoingState } from '../delivery/outgoing.ts';

export type SentPush = {
  readonly topic: string;
  readonly title: string;
  readonly body: string;
  readonly org_id: string | null;
  readonly created_by: string | null;
  readonly outgoing: OutgoingState;
};
