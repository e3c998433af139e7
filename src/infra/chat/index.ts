import path from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../shared/time.ts';
import { createPoster } from '../http-client/index.ts';
import type { Messenger } from './chat.ts';
import { createLineSender } from './line.ts';
import { createChatOutbox } from './outbox.ts';
import type { LineAccount, TelegramAccount } from './settings.ts';
import { createTelegramSender } from './telegram.ts';

export { CHAT_NAMES, CHAT_SERVICES, type ChatService, type Messenger } from './chat.ts';

/** Sends messages to chats; without the operator's account they go to files in `<data_dir>/outbox`. */
export function createMessenger(options: {
  readonly line: LineAccount | undefined;
  readonly telegram: TelegramAccount | undefined;
  readonly data_dir: string;
  readonly logger: Logger;
  readonly clock: Clock;
}): Messenger {
  const { line: line_account, telegram: telegram_account, data_dir, logger, clock } = options;
  const outbox = createChatOutbox({ folder: path.join(data_dir, 'outbox'), logger, clock });
  const poster = createPoster();
  const line = line_account && createLineSender(line_account, { poster, clock });
  const telegram = telegram_account && createTelegramSender(telegram_account, { poster });
  const senders = { line, telegram };
  return {
    send: (target, message, signal) =>
      senders[target.service]?.send(target.chat_id, message, signal) ?? outbox.send(target, message, signal),
    async reply(reply_token, text, signal) {
      return (await line?.reply(reply_token, text, signal)) ?? NO_ACCOUNT;
    },
    close: async () => poster.close(),
  };
}

const NO_ACCOUNT = { kind: 'misconfigured', reason: 'no_account' } as const;
