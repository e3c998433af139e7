import type { Transaction } from '../../../infra/db/database.ts';
import type { LetterPart, MailMessage } from '../../../infra/mail/index.ts';
import type { Language } from '../../../shared/languages.ts';
import type { CampaignAudience } from './audiences.ts';

export const CHANNELS = ['push', 'email', 'chat'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Of fewer people nobody but who runs the server is told how they have set up their devices, their mails and their nights. */
export const FEW_PEOPLE = 5;

/** Something that goes out to many: the server looks for whom it is for while it goes out. */
export type NewOutgoing = {
  readonly id: string;
  readonly kind: 'topic' | 'campaign';
  /** Whose it is; null: the server's own. */
  readonly org_id: string | null;
  /** Of kind `topic`: whom it is for. */
  readonly topic: string | null;
  /** Of kind `campaign`: whom it is for, of the members of the organization. */
  readonly audience: CampaignAudience | null;
  readonly channels: readonly Channel[];
  readonly title: string;
  readonly body: string;
  readonly data: Readonly<Record<string, string>>;
  readonly created_by: string | null;
  readonly now: Date;
};

/** What became of it on one channel, in devices, mailboxes or chats. All but `skipped` and `people` add up to `recipients`. */
export type ChannelCounts = {
  /** Those it is sent to by this channel and those it is not, and how many of them it has reached. */
  readonly people: { readonly all: number; readonly reached: number };
  readonly recipients: number;
  /** Not sent yet, or just being sent. */
  readonly waiting: number;
  readonly sent: number;
  /** Refused, or given up after a day or eight attempts. */
  readonly failed: number;
  readonly gone: number;
  /** Nobody knows: the server ended, or a connection broke, while it was being sent. It is not sent again. */
  readonly unknown: number;
  readonly cancelled: number;
  /** People it is not sent to by this channel, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
};

export type OutgoingState = {
  readonly id: string;
  readonly kind: 'notice' | 'topic' | 'campaign';
  readonly org_id: string | null;
  readonly topic: string | null;
  readonly created_by: string | null;
  readonly created_at: Date;
  /** `spreading`: whom it is for is still being looked for, and the counts grow; sending has begun. */
  readonly state: 'spreading' | 'sending' | 'done' | 'cancelled';
  readonly finished_at: Date | null;
  readonly counts: Readonly<Partial<Record<Channel, ChannelCounts>>>;
};

export type CampaignHooks = {
  /**
   * These people, who are held, are among those that an outgoing message of kind `campaign` is for and have not opted out: in the
   * transaction that decides what goes to them.
   */
  spread(
    tx: Transaction,
    outgoing: { readonly id: string; readonly user_ids: readonly string[] },
  ): Promise<void>;
  /**
   * An outgoing message of kind `campaign` is done: in the transaction that says so, and before the message itself is locked,
   * so that a campaign is held before its message here as where it is cancelled.
   */
  done(tx: Transaction, outgoing: { readonly id: string; readonly now: Date }): Promise<void>;
  /** What stands below a campaign by e-mail and chat: why it came, and how no further one does. */
  words(to: {
    readonly user_id: string;
    readonly org_id: string;
    readonly org_name: string;
    readonly language: Language;
  }): {
    readonly mail: { readonly parts: readonly LetterPart[]; readonly headers: MailMessage['headers'] };
    readonly chat: string;
  };
};

/** What stands below a mail that comes of itself, again and again: why it came, and how no further one does. Null for all other types. */
export type StopSummaries = (to: {
  readonly user_id: string;
  readonly language: Language;
  readonly type: string;
}) => {
  readonly parts: readonly LetterPart[];
  readonly headers: MailMessage['headers'];
} | null;
