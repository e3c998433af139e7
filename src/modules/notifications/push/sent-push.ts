import type { OutgoingState } from '../delivery/outgoing.ts';

/** A push that went to a topic, and what became of it so far. */
export type SentPush = {
  readonly topic: string;
  readonly title: string;
  readonly body: string;
  readonly org_id: string | null;
  readonly created_by: string | null;
  readonly outgoing: OutgoingState;
};
