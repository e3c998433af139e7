import type { Page } from '../../../../http/pages/compose-page.ts';
import { escapeHtml } from '../../../../shared/escape-html.ts';
import type { Language } from '../../../../shared/languages.ts';
import { type Phrases, phrasesIn } from '../../../../words/index.ts';

/** What the page shows: the question, the confirmation, or that the link is invalid. */
export type Shown =
  | { readonly kind: 'ask' | 'done'; readonly org_name: string }
  | { readonly kind: 'no_good' };

/** The page works without a script, since mails are opened in all kinds of browsers and nothing may keep a person from unsubscribing. */
export function unsubscribePage(language: Language, shown: Shown, say: Phrases = phrasesIn(language)): Page {
  switch (shown.kind) {
    case 'ask':
      return {
        language,
        heading: say('notifications.unsubscribe.heading'),
        content: `${clubIn(say('notifications.unsubscribe.from'), shown.org_name)}${paragraph(say('notifications.unsubscribe.means'))}${button(say('notifications.unsubscribe.stop'))}`,
      };
    case 'done':
      return {
        language,
        heading: say('notifications.unsubscribe.doneHeading'),
        content: `${clubIn(say('notifications.unsubscribe.doneFrom'), shown.org_name)}${paragraph(say('notifications.unsubscribe.done'))}`,
      };
    case 'no_good':
      return {
        language,
        heading: say('notifications.unsubscribe.noGoodHeading'),
        content: `${paragraph(say('notifications.unsubscribe.noGood'))}${paragraph(say('notifications.unsubscribe.noGoodInstead'))}`,
      };
  }
}

const paragraph = (text: string): string => `  <p>${escapeHtml(text)}</p>\n`;

/** The organization has chosen its name, which may be written in either direction, so it stands in an element of its own. */
function clubIn(words: string, org_name: string): string {
  return `${paragraph(words)}  <p class="name"><bdi translate="no">${escapeHtml(org_name)}</bdi></p>\n`;
}

/** The form posts to the address of the page with its token. Opening the link changes nothing, since programs open links too. */
function button(words: string): string {
  return `  <form method="post">\n    <button type="submit">${escapeHtml(words)}</button>\n  </form>\n`;
}
