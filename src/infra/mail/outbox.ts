import { access, constants, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../shared/time.ts';
import { timeInName, writeToOutbox } from '../outbox/index.ts';
import { composeMail, type Sender } from './compose-mail.ts';
import type { Mailer } from './mailer.ts';

/**
 * Writes each mail as an `.eml` file (RFC 5322), for servers without SMTP. Files are named
 * `20260701T080000123Z-<message_id>.eml`, appear complete, and are readable by their owner only because they hold links
 * with tokens. The log names the file, not its content.
 * @param options.folder made when it does not exist
 */
export function createOutboxMailer(options: {
  folder: string;
  sender: Sender;
  logger: Logger;
  clock: Clock;
}): Mailer {
  const { folder, sender, logger, clock } = options;
  let transport: ReturnType<typeof openTransport> | undefined;

  return {
    async send(message, signal) {
      signal?.throwIfAborted();
      const mail = composeMail(message, sender, clock);
      transport ??= openTransport();
      const { message: bytes } = await (await transport).sendMail(mail);
      if (!Buffer.isBuffer(bytes)) throw new Error('nodemailer made a stream where a buffer was asked for.');
      const name = `${timeInName(clock.now())}-${message.message_id}.eml`;
      await writeToOutbox(folder, name, bytes);
      logger.info({ file: name }, 'mail written to the outbox');
    },
    async forget(address, before) {
      for (const name of (await mailsIn(folder)).filter((one) => one < timeInName(before))) {
        const file = path.join(folder, name);
        const mail = await readIfThere(file);
        if (mail !== null && recipientOf(mail) === address.toLowerCase()) await rm(file, { force: true });
      }
    },
    async ping() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
    async close() {
      (await transport)?.close();
    },
  };
}

async function openTransport() {
  const { createTransport } = await import('nodemailer');
  return createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
}

/** Empty where no mail was ever sent. */
async function mailsIn(folder: string): Promise<string[]> {
  const names = await unlessMissing(readdir(folder));
  return (names ?? []).filter((name) => name.endsWith('.eml'));
}

/** Null when another call has removed it meanwhile. */
const readIfThere = (file: string): Promise<string | null> => unlessMissing(readFile(file, 'latin1'));

async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The recipient of our mail: one ASCII address in a header that may be folded. */
function recipientOf(mail: string): string | undefined {
  const [head = ''] = mail.split('\r\n\r\n', 1);
  const to = /^To:(.*)$/im.exec(head.replaceAll(/\r\n[ \t]+/g, ' '))?.[1]?.trim();
  return (/<([^<>]*)>$/.exec(to ?? '')?.[1] ?? to)?.toLowerCase();
}
