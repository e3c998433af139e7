import type { Messenger } from '../../../infra/chat/index.ts';
import { defineJob, type JobHandler } from '../../../infra/jobs/index.ts';

type Reply = { readonly reply_token: string; readonly text: string };

/** Answers a text at LINE. It is tried once, since the reply token is valid for about a minute. */
export const replyJob = defineJob<Reply>({
  name: 'notifications.reply-in-chat',
  sends: true,
  payload: readReply,
  retry: { limit: 0, delay_s: 0, backoff: false },
  expire_in_s: 60,
});

export function replyHandler({
  messenger,
}: {
  readonly messenger: Pick<Messenger, 'reply'>;
}): JobHandler<Reply> {
  return async ({ reply_token, text }, { signal, logger }) => {
    const outcome = await messenger.reply(reply_token, text, signal);
    // What the person asked for was done all the same, and the app shows it.
    if (outcome.kind !== 'sent') logger.warn(outcome, 'nobody was answered in a chat');
  };
}

function readReply(value: unknown): Reply {
  if (typeof value === 'object' && value !== null && 'reply_token' in value && 'text' in value) {
    const { reply_token, text } = value;
    if (typeof reply_token === 'string' && typeof text === 'string') return { reply_token, text };
  }
  throw new Error('There is no reply_token or no text.');
}
