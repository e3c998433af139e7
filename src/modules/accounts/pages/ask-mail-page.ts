import type { Page } from '../../../http/pages/compose-page.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type { Language } from '../../../shared/languages.ts';
import { type Phrases, phrasesIn } from '../../../words/index.ts';

/** Pages on which somebody requests a mail with a link. */
export type AskMailName = 'forgot-password' | 'create-account';

export type AskMailShown =
  | { readonly kind: 'ask'; readonly email: string; readonly fault: string | null }
  | { readonly kind: 'done' }
  /** Nothing can be requested, and why. */
  | { readonly kind: 'none'; readonly why: string };

export function askMailPage(
  name: AskMailName,
  language: Language,
  shown: AskMailShown,
  say: Phrases = phrasesIn(language),
): Page {
  const back = `  <p class="hint"><a href="/sign-in">${escapeHtml(say('accounts.pages.askMail.back'))}</a></p>\n`;
  if (shown.kind === 'done') {
    const done = escapeHtml(say(`accounts.pages.${name}.done`));
    const heading = say(`accounts.pages.${name}.doneHeading`);
    return { language, heading, content: `  <p role="status">${done}</p>\n${back}` };
  }
  return {
    language,
    heading: say(`accounts.pages.${name}.heading`),
    content: `${shown.kind === 'none' ? `  <p>${escapeHtml(shown.why)}</p>\n` : askForm(name, shown, say)}${back}`,
    has_languages: true,
  };
}

function askForm(
  name: AskMailName,
  { email, fault }: Extract<AskMailShown, { kind: 'ask' }>,
  say: Phrases,
): string {
  const invalid = fault === null ? '' : ' aria-invalid="true" aria-describedby="fault"';
  const told = fault === null ? '' : `  <p class="fault" id="fault" role="alert">${escapeHtml(fault)}</p>\n`;
  return `  <p class="lead">${escapeHtml(say(`accounts.pages.${name}.lead`))}</p>
${told}  <form method="post">
    <div class="field">
      <label for="email">${escapeHtml(say('accounts.pages.askMail.email'))}</label>
      <input id="email" name="email" type="email" value="${escapeHtml(email)}" autocomplete="email" autocapitalize="none" spellcheck="false" required${invalid} autofocus>
    </div>
    <button type="submit">${escapeHtml(say(`accounts.pages.${name}.submit`))}</button>
  </form>
`;
}
