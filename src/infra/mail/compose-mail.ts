import type { SendMailOptions } from 'nodemailer';
import type { Clock } from '../../shared/time.ts';
import { MailError, type MailMessage } from './mailer.ts';

/** RFC 5321, 4.5.3.1: 254 characters are what fits into a path with its angle brackets. */
const MAX_ADDRESS_CHARS = 254;
/** RFC 5322, 2.1.1 limits a line to 998 characters; longer subjects are possible but nobody reads them. */
const MAX_HEADER_CHARS = 900;

/** One plain address without comments, groups, lists or quoted local parts. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;
const MESSAGE_ID = /^[A-Za-z0-9._-]{1,100}$/;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,60}$/;
const CONTROL = /\p{Cc}/u;

/** Headers this module or nodemailer writes itself. */
const OWN_HEADERS = new Set(
  'from to cc bcc sender reply-to subject date message-id mime-version content-type content-transfer-encoding auto-submitted'.split(
    ' ',
  ),
);

export type Sender = { name: string; address: string };

/**
 * Reads `MAIL_FROM`: `Ekiden <no-reply@example.org>` or an address alone.
 *
 * @throws Error that says what to change
 */
export function parseSender(text: string): Sender {
  const [, quoted, plain, inBrackets] = /^(?:(?:"([^"]*)"|([^"<>]*?))\s*<([^<>]*)>)$/.exec(text.trim()) ?? [];
  const sender = { name: (quoted ?? plain ?? '').trim(), address: inBrackets ?? text.trim() };
  if (!isAddress(sender.address) || CONTROL.test(sender.name)) {
    throw new Error('MAIL_FROM: give one address, such as "Ekiden <no-reply@example.org>".');
  }
  return sender;
}

/**
 * Converts a message for nodemailer after checking that nothing can add a header or a recipient.
 * @throws MailError (permanent) that names the field
 */
export function composeMail(message: MailMessage, sender: Sender, clock: Clock): SendMailOptions {
  const { to, from_name = sender.name, reply_to, subject, text, html, headers = {}, message_id } = message;
  if (!isAddress(to.address)) throw refused('to.address', 'is not one e-mail address');
  if (reply_to !== undefined && !isAddress(reply_to)) throw refused('reply_to', 'is not one e-mail address');
  checkText('to.name', to.name ?? '');
  checkText('from_name', from_name);
  checkText('subject', subject);
  if (!MESSAGE_ID.test(message_id)) throw refused('message_id', 'must be 1 to 100 of A-Z a-z 0-9 . _ -');
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name) || OWN_HEADERS.has(name.toLowerCase())) {
      throw refused('headers', 'holds a name that is not allowed');
    }
    checkText(`headers.${name}`, value);
  }
  return {
    // Objects rather than strings, which nodemailer would parse as address lists.
    from: { name: from_name, address: sender.address },
    to: { name: to.name ?? '', address: to.address },
    ...(reply_to === undefined ? {} : { replyTo: { name: '', address: reply_to } }),
    subject,
    text,
    html,
    date: clock.now(),
    messageId: `<${message_id}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`,
    // RFC 3834: asks auto-responders not to answer.
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function isAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_CHARS && ADDRESS.test(text);
}

function checkText(field: string, text: string): void {
  if (text.length > MAX_HEADER_CHARS) throw refused(field, `is longer than ${MAX_HEADER_CHARS} characters`);
  if (CONTROL.test(text)) throw refused(field, 'holds a line break or another control character');
}

function refused(field: string, reason: string): MailError {
  return new MailError(`The mail was not sent: ${field} ${reason}.`, true);
}
