import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import { phrasesIn } from '../../../words/index.ts';
import type { StopSummaries } from '../delivery/outgoing.ts';
import { signedIds } from '../signed-ids.ts';

export const SUMMARY_PATH = '/unsubscribe/summaries';

export type SummaryLinks = {
  /** Where somebody gets no more weekly summaries, without signing in. */
  linkFor(user_id: string): string;
  /** Whose link a token is of; null for any other text. */
  read(token: string): string | null;
};

export type SummaryLinkDeps = {
  readonly secretBox: Pick<SecretBox, 'deriveKeys'>;
  readonly baseUrl: string;
};

export function createSummaryLinks({ secretBox, baseUrl }: SummaryLinkDeps): SummaryLinks {
  const tokens = signedIds(secretBox.deriveKeys('links to stop summaries'), 1);
  return {
    linkFor: (user_id) => `${baseUrl}${SUMMARY_PATH}?token=${tokens.sign([user_id])}`,
    read: (token) => tokens.read(token)?.[0] ?? null,
  };
}

/** What stands below a mail of a summary, with the button that mail programs show (RFC 2369, RFC 8058). */
export function stopSummaries(deps: SummaryLinkDeps): StopSummaries {
  const links = createSummaryLinks(deps);
  return ({ user_id, language }) => {
    const say = phrasesIn(language);
    const link = links.linkFor(user_id);
    return {
      parts: [
        { note: say('notifications.summaryMails.why') },
        { note: say('notifications.summaryMails.stopHere'), url: link },
      ],
      headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    };
  };
}
