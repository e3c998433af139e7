import path from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../shared/time.ts';
import { parseSender } from './compose-mail.ts';
import type { Mailer } from './mailer.ts';
import { createOutboxMailer } from './outbox.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

export { composeLetter, type LetterPart } from './compose-letter.ts';
export { withHosts } from './find-links.ts';
export { type MailContent, MailError, type Mailer, type MailMessage } from './mailer.ts';
export { nameInMail } from './name-in-mail.ts';
export { sendFromJob } from './send-from-job.ts';
export { reachMailServer } from './smtp-mailer.ts';
export { timeInWords } from './time-in-words.ts';

/**
 * The server's mailer: SMTP with `smtp_url`, else files in `<data_dir>/outbox`.
 * @param options.from the sender, `Ekiden <no-reply@example.org>`
 * @throws Error that names the setting to change
 */
export function createMailer(options: {
  smtp_url: string | undefined;
  from: string;
  data_dir: string;
  logger: Logger;
  clock: Clock;
}): Mailer {
  const { smtp_url, data_dir, logger, clock } = options;
  const sender = parseSender(options.from);
  if (smtp_url !== undefined) return createSmtpMailer({ url: smtp_url, sender, clock });
  return createOutboxMailer({ folder: path.join(data_dir, 'outbox'), sender, logger, clock });
}
