import type { Transaction } from '../../../infra/db/database.ts';
import type { LetterPart, MailMessage } from '../../../infra/mail/index.ts';
import type { Language } from '../../../shared/languages.ts';
import type { CampaignAudience } from './audiences.ts';

export const CHANNELS = ['push', 'email', 'chat'] as const;
export type Channel = (typeof CHANNELS)[number];

/** For fewer people than this, only the server's operator is told how they have set up devices, mails and quiet hours. */
export const FEW_PEOPLE = 5;

/** A message to many people. The server looks for its receivers while it goes out already. */
export type NewOutgoing = {
  readonly id: string;
  readonly kind: 'topic' | 'campaign';
  /** The organization that sends it; null when the server does. */
  readonly org_id: string | null;
  /** The receivers of a message of kind `topic`. */
  readonly topic: string | null;
  /** The receivers of a message of kind `campaign`, among the members of the organization. */
  readonly audience: CampaignAudience | null;
  readonly channels: readonly Channel[];
  readonly title: string;
  readonly body: string;
  readonly data: Readonly<Record<string, string>>;
  readonly created_by: string | null;
  readonly now: Date;
};

/** The outcome on one channel, in devices, mailboxes or chats. All but `skipped` and `people` add up to `recipients`. */
export type ChannelCounts = {
  /** The number of people whom the message is for, on this channel, and how many of them it has reached. */
  readonly people: { readonly all: number; readonly reached: number };
  readonly recipients: number;
  /** Not sent yet, or being sent now. */
  readonly waiting: number;
  readonly sent: number;
  /** Refused, or given up after two days or eight attempts (`sendAgainAt`). */
  readonly failed: number;
  readonly gone: number;
  /** The server ended, or a connection broke, while it was being sent, so that nobody knows whether it arrived. It is not sent again. */
  readonly unknown: number;
  readonly cancelled: number;
  /** People to whom it is not sent by this channel, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
};

export type OutgoingState = {
  readonly id: string;
  readonly kind: 'notice' | 'topic' | 'campaign';
  readonly org_id: string | null;
  readonly topic: string | null;
  readonly created_by: string | null;
  readonly created_at: Date;
  /** While it is `spreading`, receivers are still being looked for and the counts grow, but sending has begun. */
  readonly state: 'spreading' | 'sending' | 'done' | 'cancelled';
  readonly finished_at: Date | null;
  readonly counts: Readonly<Partial<Record<Channel, ChannelCounts>>>;
};

export type CampaignHooks = {
  /**
   * Called for people who are in the audience of a campaign's outgoing message and have not opted out, in the transaction that decides
   * what goes to them. The people are held.
   */
  spread(
    tx: Transaction,
    outgoing: { readonly id: string; readonly user_ids: readonly string[] },
  ): Promise<void>;
  /**
   * Called when a campaign's outgoing message is done, in the transaction that records it and before the message is locked, so that a
   * campaign is always locked before its message, as when it is cancelled.
   */
  done(tx: Transaction, outgoing: { readonly id: string; readonly now: Date }): Promise<void>;
  /** The text below a campaign in a mail and a chat: why it came, and how to stop campaigns. */
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

/** The text below a mail that is sent regularly: why it came, and how to stop it. Null for all other types. */
export type StopSummaries = (to: {
  readonly user_id: string;
  readonly language: Language;
  readonly type: string;
}) => {
  readonly parts: readonly LetterPart[];
  readonly headers: MailMessage['headers'];
} | null;
