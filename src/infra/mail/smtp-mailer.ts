import type { NodemailerError } from 'nodemailer';
import type { Clock } from '../../shared/time.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { composeMail, type Sender } from './compose-mail.ts';
import { MailError, type Mailer } from './mailer.ts';

/** How long connecting may take; nodemailer's own limits reach ten minutes. */
const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
const SILENCE_TIMEOUT_MS = 30 * SECOND_MS;
/** The limit of the whole delivery, since a server that answers in small pieces is never silent. */
const DELIVERY_TIMEOUT_MS = 90 * SECOND_MS;
/** How long the server has to hang up before its connection is dropped at the end of the process. */
const CLOSE_TIMEOUT_MS = SECOND_MS;
const MAX_CONNECTIONS = 3;

/**
 * Sends mail over SMTP through a small pool of connections.
 * @param options.url `smtp://user:password@host:587` (STARTTLS when offered, and always with a password) or
 * `smtps://host` (TLS from the first byte). Options of nodemailer may follow as a query: `?requireTLS=true`,
 * `?ignoreTLS=true`, `?tls.rejectUnauthorized=false`.
 * @throws Error for an invalid URL, without repeating it (it holds a password)
 */
export function createSmtpMailer(options: {
  url: string;
  sender: Sender;
  clock: Clock;
  timeouts?: { connect_ms: number; silence_ms: number; delivery_ms: number };
}): Mailer {
  const { sender, clock } = options;
  const timeouts = options.timeouts ?? {
    connect_ms: CONNECT_TIMEOUT_MS,
    silence_ms: SILENCE_TIMEOUT_MS,
    delivery_ms: DELIVERY_TIMEOUT_MS,
  };
  const pool = {
    pool: true,
    url: checkUrl(options.url),
    connectionTimeout: timeouts.connect_ms,
    greetingTimeout: timeouts.connect_ms,
    dnsTimeout: timeouts.connect_ms,
    socketTimeout: timeouts.silence_ms,
    socketCloseTimeout: CLOSE_TIMEOUT_MS,
    maxConnections: MAX_CONNECTIONS,
    // The mail's job retries and counts; nodemailer would hide failures.
    maxRequeues: 0,
  } as const;
  // Loaded with the first mail, as by the outbox.
  const openTransport = async () => (await import('nodemailer')).createTransport(pool);
  let transport: ReturnType<typeof openTransport> | undefined;

  return {
    async send(message, signal) {
      const mail = composeMail(message, sender, clock);
      try {
        const limit = AbortSignal.timeout(timeouts.delivery_ms);
        transport ??= openTransport();
        await (await transport).sendMail({
          ...mail,
          signal: AbortSignal.any([limit, ...(signal === undefined ? [] : [signal])]),
        });
      } catch (error) {
        signal?.throwIfAborted();
        throw toMailError(error);
      }
    },
    async ping() {
      transport ??= openTransport();
      try {
        await (await transport).verify();
      } catch (error) {
        throw toMailError(error);
      }
    },
    forget: async () => undefined,
    async close() {
      (await transport)?.close();
    },
  };
}

/**
 * Connects to the mail server, says EHLO, logs in where there is a password, and hangs up.
 * @throws MailError without addresses and credentials
 */
export async function reachMailServer({
  url,
  timeout_ms,
}: {
  url: string;
  timeout_ms: number;
}): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: checkUrl(url),
    connectionTimeout: timeout_ms,
    greetingTimeout: timeout_ms,
    dnsTimeout: timeout_ms,
    socketTimeout: timeout_ms,
    socketCloseTimeout: CLOSE_TIMEOUT_MS,
  });
  try {
    await transport.verify();
  } catch (error) {
    throw toMailError(error);
  } finally {
    transport.close();
  }
}

function checkUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new Error('SMTP_URL: give smtp://user:password@host:587 or smtps://user:password@host.');
  }
  const saysTls = ['requireTLS', 'ignoreTLS', 'opportunisticTLS'].some((name) => url.searchParams.has(name));
  // A password is never sent in the clear unless the operator allows it.
  if (url.protocol === 'smtp:' && url.password !== '' && !saysTls) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

function toMailError(error: unknown): MailError {
  if (!isNodemailerError(error)) return new MailError('The mail could not be sent.', false);
  const { code = 'unknown', command = '', responseCode, response = '' } = error;
  if (responseCode === undefined) {
    return new MailError(`The mail server could not be used (${code}${command && `, ${command}`}).`, false);
  }
  // A refused login or sender is a matter of settings, which can be corrected and retried.
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA';
  // After DATA a server may quote the body with its links, so only the codes are kept.
  const said = command === 'DATA' ? /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response)?.[0] : response;
  return new MailError(
    `The mail server refused ${command || 'the connection'}: ${withoutAddresses(said ?? String(responseCode))}`,
    error.permanent === true && aboutThisMail,
  );
}

/** Servers repeat unknown recipients; logs and failed jobs must not hold them. */
function withoutAddresses(text: string): string {
  return text
    .slice(0, 500)
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .slice(0, 200);
}

function isNodemailerError(error: unknown): error is NodemailerError {
  return error instanceof Error;
}
