import type { Logger } from 'pino';
import { createMessenger, type Messenger } from '../../src/infra/chat/index.ts';
import { createMailer, type Mailer } from '../../src/infra/mail/index.ts';
import { createPusher, type Pusher } from '../../src/infra/push/index.ts';
import type { Clock } from '../../src/shared/time.ts';

export type HeldOutgoing = {
  readonly pusher: Pusher;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly messenger: Pick<Messenger, 'send' | 'reply'>;
  /** How much it is. */
  count(): number;
  /** Writes all of it, each as of the time it was handed over. */
  write(): Promise<void>;
};

/**
 * Takes mails, pushes and messages and keeps them, for `<data_dir>/outbox` once what they belong to is committed. Nothing leaves this
 * machine, whatever services the server has: it is all in the past, and to invented people.
 */
export function holdOutgoing(options: {
  readonly data_dir: string;
  /** Of the mails. */
  readonly from: string;
  /** Of those who hand something over. */
  readonly clock: Clock;
  readonly logger: Logger;
}): HeldOutgoing {
  const { data_dir, from, logger } = options;
  const held: { readonly at: Date; readonly write: () => Promise<unknown> }[] = [];
  let written_at = new Date(0);
  const outbox = { data_dir, logger, clock: { now: () => written_at } };
  const pusher = createPusher({ ...outbox, fcm: undefined, web: { vapid: undefined, origins: [] } });
  const mailer = createMailer({ ...outbox, smtp_url: undefined, from });
  const messenger = createMessenger({ ...outbox, line: undefined, telegram: undefined });
  const hold = (write: () => Promise<unknown>): void => {
    held.push({ at: options.clock.now(), write });
  };
  return {
    pusher: {
      ...pusher,
      async send(...push) {
        hold(() => pusher.send(...push));
        return { kind: 'sent' };
      },
    },
    mailer: { send: async (mail) => hold(() => mailer.send(mail)) },
    messenger: {
      reply: messenger.reply,
      async send(...message) {
        hold(() => messenger.send(...message));
        return { kind: 'sent' };
      },
    },
    count: () => held.length,
    async write() {
      for (const { at, write } of held.splice(0)) {
        written_at = at;
        await write();
      }
      await Promise.all([pusher.close(), mailer.close(), messenger.close()]);
    },
  };
}
