/** One mail to one person. */
export type MailMessage = {
  to: { address: string; name?: string };
  /** In whose name it comes, at the address of `MAIL_FROM`; the name of that setting when not said. */
  from_name?: string;
  /** Where an answer goes, an address; nowhere that anybody reads when not said. */
  reply_to?: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
  /**
   * 1 to 100 characters of `[A-Za-z0-9._-]`, the same whenever the same mail is sent again: mail programs show two copies
   * with one Message-ID once.
   */
  message_id: string;
};

/** What somebody reads of a mail. */
export type MailContent = Pick<MailMessage, 'subject' | 'text' | 'html'>;

export type Mailer = {
  /**
   * Hands a mail to the server (or the outbox). When it resolves, the other side has taken responsibility for it.
   *
   * @param signal cuts off what is under way: nobody knows then whether the mail was taken
   * @throws MailError whose `permanent` says whether sending the same mail again can help; the signal's reason
   */
  send(message: MailMessage, signal?: AbortSignal): Promise<void>;
  /** Removes what this side still has of mails to an address from before a time: nothing, once the other side has them. */
  forget(address: string, before: Date): Promise<void>;
  /** Signs in at the server, or looks whether the outbox can be written. @throws Error when no mail could be sent now */
  ping(): Promise<void>;
  /** Ends the connections; a mail that is being delivered is delivered first. */
  close(): Promise<void>;
};

/** A mail that was not sent. The message holds neither the body nor the subject. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** True when the same mail would be refused again. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.permanent = permanent;
  }
}
