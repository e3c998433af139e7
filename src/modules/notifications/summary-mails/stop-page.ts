import type { Page } from '../../../http/pages/compose-page.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type { Language } from '../../../shared/languages.ts';
import type { Found } from './stop-by-link.ts';
import { WORDS } from './words.ts';

/** It works without a script, as that of campaigns does. */
export function stopPage(language: Language, found: Found | null): Page {
  const words = WORDS[language];
  if (found === null)
    return {
      language,
      heading: words.no_good_heading,
      content: `${paragraph(words.no_good)}${paragraph(words.no_good_instead)}`,
    };
  return found.is_on
    ? { language, heading: words.heading, content: `${paragraph(words.means)}${button(words.stop)}` }
    : { language, heading: words.done_heading, content: paragraph(words.done) };
}

const paragraph = (text: string): string => `  <p>${escapeHtml(text)}</p>\n`;

/** It posts to the address of the page, token and all: opening a link changes nothing, since programs open links too. */
const button = (words: string): string =>
  `  <form method="post">\n    <button type="submit">${escapeHtml(words)}</button>\n  </form>\n`;
