import { type Page, readScript } from '../../../../http/pages/compose-page.ts';
import { pageRoute } from '../../../../http/pages/page-route.ts';
import type { Route } from '../../../../http/route.ts';
import type { Language } from '../../../../shared/languages.ts';
import { type Phrases, phrasesIn } from '../../../../words/index.ts';
import { TITLES } from '../../provider.ts';
import { FAILURE_REASONS } from '../return-url.ts';

const SCRIPT = readScript(new URL('page.js', import.meta.url));

/** `/connected` is outside both APIs: people without an app return to it from a platform. */
export function connectedPageRoute(): Route {
  return pageRoute({
    path: '/connected',
    operation_id: 'getConnectedPage',
    tag: 'Integrations',
    summary: 'Page that says how connecting a platform went',
    page: connectedPage,
  });
}

const NAMED_LATER = { platform: '{platform}' };

/** The page contains nothing of its address: its script picks one of the texts that are in it. */
export function connectedPage(language: Language, say: Phrases = phrasesIn(language)): Page {
  return {
    language,
    heading: say('integrations.connectedPage.heading'),
    data: {
      ...Object.fromEntries(Object.entries(TITLES).map(([id, title]) => [`title-${id}`, title])),
      'no-result': say('integrations.connectedPage.noResult'),
      'connected-heading': say('integrations.connectedPage.connectedHeading', NAMED_LATER),
      connected: say('integrations.connectedPage.connected'),
      'not-connected-heading': say('integrations.connectedPage.notConnectedHeading', NAMED_LATER),
      ...Object.fromEntries(
        FAILURE_REASONS.map((reason) => [
          `why-${reason.replaceAll('_', '-')}`,
          say(`integrations.connectedPage.reasons.${reason}`, NAMED_LATER),
        ]),
      ),
      'any-reason': say('integrations.connectedPage.anyReason'),
    },
    content: '',
    script: SCRIPT,
  };
}
