import {
  composeLetter,
  type LetterPart,
  type MailContent,
  nameInMail,
  withHosts,
} from '../../../infra/mail/index.ts';
import type { Language } from '../../../shared/languages.ts';
import { phrase } from '../../../words/index.ts';
import { isEmailAddress } from '../../users/index.ts';
import type { CampaignHooks, StopSummaries } from './outgoing.ts';
import type { SentMessage, TakenDelivery } from './send-queries.ts';
import { shorten } from './shorten.ts';

/** Telegram takes 4,096 characters in a message, LINE 5,000. */
const MAX_CHAT_CHARS = 4_000;
const charsOf = (text: string): number => text.length;

type To = { readonly user_id: string; readonly language: Language };

/** A mail without its receiver. `from_name` is set where it is in somebody's name, and `reply_to` where an answer reaches somebody. */
type ComposedMail = MailContent & {
  readonly from_name?: string;
  readonly reply_to?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export function composeMail(
  {
    message,
    notification,
    to,
  }: { message: SentMessage; notification: TakenDelivery['notification']; to: To },
  deps: { campaigns: CampaignHooks; stopSummaries: StopSummaries; baseUrl: string },
): ComposedMail {
  const { campaigns, baseUrl } = deps;
  const { language } = to;
  const words = wordsOf(message, notification);
  const letter = {
    language,
    subject: oneLine(words.title),
    heading: withHosts(words.title),
    base_url: baseUrl,
  };
  const paragraphs = words.body
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((written) => ({ written }));
  const { org_id, org_name, contact_email } = message;
  const stop = notification === null ? null : deps.stopSummaries({ ...to, type: notification.type });
  if (stop !== null) {
    const { parts, headers } = stop;
    return {
      ...composeLetter({ ...letter, parts: [...paragraphs, ...parts] }),
      ...(headers === undefined ? {} : { headers }),
    };
  }
  if (message.kind !== 'campaign' || org_id === null || org_name === null)
    return composeLetter({
      ...letter,
      parts: [
        ...paragraphs,
        ...pageLink(notification, { language, baseUrl }),
        phrase(language, 'notifications.mail.why'),
      ],
    });
  const { mail } = campaigns.words({ ...to, org_id, org_name });
  return {
    ...composeLetter({ ...letter, parts: [...paragraphs, ...mail.parts] }),
    from_name: nameInMail(org_name),
    ...(contact_email !== null && isEmailAddress(contact_email) ? { reply_to: contact_email } : {}),
    ...(mail.headers === undefined ? {} : { headers: mail.headers }),
  };
}

/** A button to the page where the person answers, only for notifications of the server itself: a coach's data must not become a link. */
function pageLink(
  notification: TakenDelivery['notification'],
  { language, baseUrl }: { language: Language; baseUrl: string },
): readonly LetterPart[] {
  const path = notification?.type === 'membership_offered' ? notification.data.page_path : undefined;
  if (typeof path !== 'string') return [];
  return [
    { link: { label: phrase(language, 'notifications.mail.answerHere'), url: new URL(path, baseUrl).href } },
  ];
}

export function composeChat(
  {
    message,
    notification,
    to,
  }: { message: SentMessage; notification: TakenDelivery['notification']; to: To },
  { campaigns }: { campaigns: CampaignHooks },
): string {
  const { title, body } = wordsOf(message, notification);
  const { org_id, org_name } = message;
  const isCampaign = message.kind === 'campaign' && org_id !== null && org_name !== null;
  const more = isCampaign ? [campaigns.words({ ...to, org_id, org_name }).chat] : [];
  const around = [title, ...more].join('\n\n').length + '\n\n'.length;
  return [title, shorten(body, MAX_CHAT_CHARS - around, charsOf), ...more].join('\n\n');
}

function wordsOf(
  message: SentMessage,
  notification: TakenDelivery['notification'],
): { readonly title: string; readonly body: string } {
  if (notification !== null) return { title: notification.title, body: notification.message };
  return { title: message.title ?? '', body: message.body ?? '' };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
