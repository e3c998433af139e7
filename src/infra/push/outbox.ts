import path from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../shared/time.ts';
import { hashToken } from '../crypto/tokens.ts';
import { timeInName, writeToOutbox } from '../outbox/index.ts';
import type { Pusher } from './push.ts';

/** Writes pushes as JSON files beside the mails, for servers without a push service. Instead of the token they hold the beginning of its SHA-256. */
export function createPushOutbox(options: {
  readonly folder: string;
  readonly logger: Logger;
  readonly clock: Clock;
}): Pick<Pusher, 'send'> {
  const { folder, logger, clock } = options;
  return {
    async send({ platform, token }, message, signal) {
      signal.throwIfAborted();
      const device = hashToken(token).toString('hex').slice(0, 16);
      const name = `${timeInName(clock.now())}-${path.basename(message.id)}-${device}.push.json`;
      await writeToOutbox(folder, name, `${JSON.stringify({ platform, device, ...message }, null, 2)}\n`);
      logger.info({ file: name }, 'push written to the outbox');
      return { kind: 'sent' };
    },
  };
}
