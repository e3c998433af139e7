import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import { phrasesIn } from '../../../words/index.ts';
import type { StopSummaries } from '../delivery/outgoing.ts';
import { signedIds } from '../signed-ids.ts';

/** Mails that come regularly, by the type of their notification: where each is stopped, its setting, and its words. */
export const STOPPABLE = {
  weekly_summary: {
    path: '/unsubscribe/summaries',
    purpose: 'links to stop summaries',
    setting: 'weekly_summary',
    room: 'summaryMails',
  },
  messages_unread: {
    path: '/unsubscribe/unread',
    purpose: 'links to stop mails of unread messages',
    setting: 'unread_mail',
    room: 'unreadMails',
  },
} as const;
export type Stoppable = keyof typeof STOPPABLE;

const isStoppable = (type: string): type is Stoppable => Object.hasOwn(STOPPABLE, type);

export type SummaryLinks = {
  linkFor(user_id: string): string;
  /** The user whose link it is; null for any other text. */
  read(token: string): string | null;
};

export type SummaryLinkDeps = {
  readonly secretBox: Pick<SecretBox, 'deriveKeys'>;
  readonly baseUrl: string;
};

export function createSummaryLinks({ secretBox, baseUrl }: SummaryLinkDeps, mails: Stoppable): SummaryLinks {
  const { path, purpose } = STOPPABLE[mails];
  const tokens = signedIds(secretBox.deriveKeys(purpose), 1);
  return {
    linkFor: (user_id) => `${baseUrl}${path}?token=${tokens.sign([user_id])}`,
    read: (token) => tokens.read(token)?.[0] ?? null,
  };
}

/** The text below such a mail, with the header for the button that mail programs show (RFC 2369, RFC 8058). */
export function stopSummaries(deps: SummaryLinkDeps): StopSummaries {
  const links = {
    weekly_summary: createSummaryLinks(deps, 'weekly_summary'),
    messages_unread: createSummaryLinks(deps, 'messages_unread'),
  };
  return ({ user_id, language, type }) => {
    if (!isStoppable(type)) return null;
    const say = phrasesIn(language);
    const link = links[type].linkFor(user_id);
    const { room } = STOPPABLE[type];
    return {
      parts: [
        { note: say(`notifications.${room}.why`) },
        { note: say(`notifications.${room}.stopHere`), url: link },
      ],
      headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    };
  };
}
