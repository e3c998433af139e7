import { presentDeliveries } from '../delivery/present.ts';
import type * as wire from './contract.ts';
import type { DirectResult } from './send-to-person.ts';
import type { StartedPush } from './send-to-topic.ts';
import type { SentPush } from './sent-push.ts';

export function presentDirectResult({ tokens_sent, failed_tokens }: DirectResult) {
  const all = tokens_sent + failed_tokens;
  const devices = all === 1 ? '1 device' : `${all} devices`;
  const message =
    all === 0 ? 'There is no device that a push could reach.' : `Sent to ${tokens_sent} of ${devices}.`;
  return { status: 'ok' as const, message, data: { tokens_sent, failed_tokens } };
}

export function presentStartedPush({ push_id, topic, state }: StartedPush): wire.StartedPush {
  return { push_id, topic, state };
}

export function presentSentPush(
  { topic, title, body, outgoing }: SentPush,
  reader: { sees_all: boolean },
): wire.SentPush {
  return {
    push_id: outgoing.id,
    topic,
    state: outgoing.state,
    title,
    message: body,
    created_at: outgoing.created_at.toISOString(),
    finished_at: outgoing.finished_at?.toISOString() ?? null,
    deliveries: presentDeliveries(outgoing, reader),
  };
}
