import path from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../shared/time.ts';
import { timeInName, writeToOutbox } from '../outbox/index.ts';
import type { Messenger } from './chat.ts';

export function createChatOutbox(options: {
  readonly folder: string;
  readonly logger: Logger;
  readonly clock: Clock;
}): Pick<Messenger, 'send'> {
  const { folder, logger, clock } = options;
  return {
    async send({ service, chat_id }, message, signal) {
      signal.throwIfAborted();
      const name = `${timeInName(clock.now())}-${path.basename(message.id)}.chat.json`;
      await writeToOutbox(folder, name, `${JSON.stringify({ service, chat_id, ...message }, null, 2)}\n`);
      logger.info({ file: name }, 'chat message written to the outbox');
      return { kind: 'sent' };
    },
  };
}
