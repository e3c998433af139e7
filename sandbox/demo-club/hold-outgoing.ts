import type { Logger } from 'pino';
import { createMessenger, type Messenger } from '../../src/infra/chat/index.ts';
import { createMailer, type Mailer } from '../../src/infra/mail/index.ts';
import { createPusher, type Pusher } from '../../src/infra/push/index.ts';
import type { Clock } from '../../src/shared/time.ts';

export type HeldOutgoing = ReturnType<typeof holdOutgoing>;

/**
 * Takes mails, pushes and messages and keeps them, for `<data_dir>/outbox` once what they belong to is committed. Nothing leaves this
 * machine, whatever services the server has: it is all in the past, and to invented people.
 */
export function holdOutgoing(options: {
  readonly data_dir: string;
  readonly from: string;
  readonly clock: Clock;
  readonly logger: Logger;
}) {
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
  const holdSent = async (write: () => Promise<unknown>) => {
    hold(write);
    return { kind: 'sent' } as const;
  };
  return {
    pusher: { ...pusher, send: (...push) => holdSent(() => pusher.send(...push)) } satisfies Pusher,
    mailer: { send: async (mail) => hold(() => mailer.send(mail)) } satisfies Pick<Mailer, 'send'>,
    messenger: {
      reply: messenger.reply,
      send: (...message) => holdSent(() => messenger.send(...message)),
    } satisfies Pick<Messenger, 'send' | 'reply'>,
    count: (): number => held.length,
    /** Writes all of it, each as of the time it was handed over. */
    write: async (): Promise<void> => {
      for (const { at, write } of held.splice(0)) {
        written_at = at;
        await write();
      }
      await Promise.all([pusher.close(), mailer.close(), messenger.close()]);
    },
  };
}
