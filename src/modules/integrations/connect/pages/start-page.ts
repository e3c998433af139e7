import type { Page } from '../../../../http/pages/compose-page.ts';
import { escapeHtml } from '../../../../shared/escape-html.ts';
import type { Language } from '../../../../shared/languages.ts';
import { phrase, phrasesIn } from '../../../../words/index.ts';

/** The page names the account, so that nobody connects their watch to somebody else's account through a link they were sent. */
export function startPage(
  language: Language,
  { username, platform, go_url }: { username: string; platform: string; go_url: string },
): Page {
  const say = phrasesIn(language);
  const account = say('integrations.startPage.account', { platform });
  const goOn = say('integrations.startPage.goOn', { platform });
  return {
    language,
    heading: say('integrations.startPage.heading', { platform }),
    content:
      `  <p>${escapeHtml(account)}</p>\n  <p class="name"><bdi translate="no">${escapeHtml(username)}</bdi></p>\n` +
      `  <p>${escapeHtml(say('integrations.startPage.means'))}</p>\n  <p><a href="${escapeHtml(go_url)}">${escapeHtml(goOn)}</a></p>\n`,
  };
}

export function noStartPage(language: Language): Page {
  const noGood = phrase(language, 'integrations.startPage.noGood');
  return {
    language,
    heading: phrase(language, 'integrations.startPage.noGoodHeading'),
    content: `  <p>${escapeHtml(noGood)}</p>\n`,
  };
}
