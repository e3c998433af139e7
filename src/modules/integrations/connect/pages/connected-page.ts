import { type Page, readScript } from '../../../../http/pages/compose-page.ts';
import { pageRoute } from '../../../../http/pages/page-route.ts';
import type { Route } from '../../../../http/route.ts';
import type { Language } from '../../../../shared/languages.ts';
import { TITLES } from '../../provider.ts';
import { FAILURE_REASONS } from '../return-url.ts';
import { WORDS, type Words } from './words.ts';

const SCRIPT = readScript(new URL('page.js', import.meta.url));

/** `/connected`, outside both APIs: a place to come back to from a platform for people who use no app. */
export function connectedPageRoute(): Route {
  return pageRoute({
    path: '/connected',
    operation_id: 'getConnectedPage',
    tag: 'Integrations',
    summary: 'Page that says how connecting a platform went',
    page: connectedPage,
  });
}

/** It holds nothing of its address: the script picks what to say from what is here. */
export function connectedPage(language: Language, words: Words = WORDS[language]): Page {
  return {
    language,
    heading: words.heading,
    data: {
      ...Object.fromEntries(Object.entries(TITLES).map(([id, title]) => [`title-${id}`, title])),
      'no-result': words.no_result,
      'connected-heading': words.connected_heading,
      connected: words.connected,
      'not-connected-heading': words.not_connected_heading,
      ...Object.fromEntries(
        FAILURE_REASONS.map((reason) => [`why-${reason.replaceAll('_', '-')}`, words.reasons[reason]]),
      ),
      'any-reason': words.any_reason,
    },
    content: '',
    script: SCRIPT,
  };
}
