import type { AppError } from '../../shared/errors.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import type { Language } from '../../shared/languages.ts';
import { phrasesIn } from '../../words/index.ts';
import type { Page } from './compose-page.ts';

export function errorPage(
  { status, message }: Pick<AppError, 'status' | 'message'>,
  { language, request_id }: { readonly language: Language; readonly request_id: string },
): Page {
  const say = phrasesIn(language);
  return {
    language,
    heading:
      status === 404
        ? say('pages.error.notFound')
        : status >= 500
          ? say('pages.error.failed')
          : say('pages.error.refused'),
    content: `  <p lang="en">${escapeHtml(message)}</p>
  <p class="hint">${escapeHtml(say('pages.error.request'))} <code>${escapeHtml(request_id)}</code></p>
  <p><a href="/">${escapeHtml(say('pages.error.home'))}</a></p>
`,
  };
}
