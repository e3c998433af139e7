import type { Page } from '../../../http/pages/compose-page.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type { Language } from '../../../shared/languages.ts';
import { phrasesIn } from '../../../words/index.ts';
import type { Found } from './stop-by-link.ts';
import { STOPPABLE, type Stoppable } from './summary-links.ts';

export function stopPage(language: Language, found: Found | null, mails: Stoppable): Page {
  const { room } = STOPPABLE[mails];
  const say = phrasesIn(language);
  if (found === null)
    return {
      language,
      heading: say(`notifications.${room}.noGoodHeading`),
      content: `${paragraph(say(`notifications.${room}.noGood`))}${paragraph(say(`notifications.${room}.noGoodInstead`))}`,
    };
  return found.is_on
    ? {
        language,
        heading: say(`notifications.${room}.heading`),
        content: `${paragraph(say(`notifications.${room}.means`))}${button(say(`notifications.${room}.stop`))}`,
      }
    : {
        language,
        heading: say(`notifications.${room}.doneHeading`),
        content: paragraph(say(`notifications.${room}.done`)),
      };
}

const paragraph = (text: string): string => `  <p>${escapeHtml(text)}</p>\n`;

/** The form posts to the address of the page with its token. Opening the link changes nothing, since programs open links too. */
const button = (words: string): string =>
  `  <form method="post">\n    <button type="submit">${escapeHtml(words)}</button>\n  </form>\n`;
