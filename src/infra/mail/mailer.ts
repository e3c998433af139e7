export type MailMessage = {
  to: { address: string; name?: string };
  /** The sender's name, at the address of `MAIL_FROM`; by default that setting's name. */
  from_name?: string;
  /** The address for replies; by default nobody reads them. */
  reply_to?: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
  /** 1 to 100 characters of `[A-Za-z0-9._-]`, the same for the same mail: mail programs show copies with one Message-ID once. */
  message_id: string;
};

export type MailContent = Pick<MailMessage, 'subject' | 'text' | 'html'>;

export type Mailer = {
  /**
   * Delivers a mail to the server (or the outbox), which then is responsible for it.
   * @param signal aborts the delivery, which leaves the outcome unknown
   * @throws MailError whose `permanent` says whether a retry can help; the signal's reason
   */
  send(message: MailMessage, signal?: AbortSignal): Promise<void>;
  /** Deletes mails to an address from before a time that this side still stores; nothing once the other side has them. */
  forget(address: string, before: Date): Promise<void>;
  /**
   * Signs in at the server, or checks that the outbox is writable.
   * @throws Error when no mail can be sent now
   */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** A mail was not sent. The message holds neither body nor subject. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** True when the same mail would be refused again. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.permanent = permanent;
  }
}
