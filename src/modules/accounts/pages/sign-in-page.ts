import { type Page, readOptionalScript } from '../../../http/pages/compose-page.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type { Language } from '../../../shared/languages.ts';
import { type Phrases, phrasesIn } from '../../../words/index.ts';

const SCRIPT = readOptionalScript(new URL('sign-in.js', import.meta.url));

/** The people of the demo, offered as buttons. */
export type OnePressPeople = { readonly coach: string; readonly athlete: string; readonly password: string };

export type SignInShown = {
  /** As it was typed; the password never comes back. */
  readonly email: string;
  /** The fault in the page's language. */
  readonly fault: string | null;
  /** Whether it is about what was typed. */
  readonly is_about_input: boolean;
  readonly can_sign_up: boolean;
  readonly demo: OnePressPeople | null;
};

/** A plain form; the script adds a button that shows the password. */
export function signInPage(language: Language, shown: SignInShown, say: Phrases = phrasesIn(language)): Page {
  return {
    language,
    heading: say('accounts.pages.sign-in.heading'),
    content: `  <p class="lead">${escapeHtml(say('accounts.pages.sign-in.lead'))}</p>
${fault(shown)}  <form method="post">
${emailField(shown, say)}${passwordField(shown, say)}    <button type="submit">${escapeHtml(say('accounts.pages.sign-in.submit'))}</button>
  </form>
  <p class="hint">${noAccount(shown, say)}</p>
${shown.demo === null ? '' : demoSection(shown.demo, say)}`,
    script: SCRIPT,
    has_languages: true,
  };
}

const WARNING =
  '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><circle cx="12" cy="12" r="10"/><path d="M12 8v4M12 16h.01"/></svg>';

function fault({ fault: text }: SignInShown): string {
  return text === null
    ? ''
    : `  <p class="fault warning" id="fault" role="alert">${WARNING}<span>${escapeHtml(text)}</span></p>\n`;
}

const invalid = ({ fault: text, is_about_input }: SignInShown): string =>
  text !== null && is_about_input ? ' aria-invalid="true" aria-describedby="fault"' : '';

function emailField(shown: SignInShown, say: Phrases): string {
  const focus = shown.email === '' ? ' autofocus' : '';
  return `    <div class="field">
      <label for="email">${escapeHtml(say('accounts.pages.sign-in.email'))}</label>
      <input id="email" name="email" type="email" value="${escapeHtml(shown.email)}" autocomplete="username webauthn" autocapitalize="none" spellcheck="false" required${invalid(shown)}${focus}>
    </div>
`;
}

const EYE =
  '<svg class="on" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M2 12a10.8 10.8 0 0 1 20 0 10.8 10.8 0 0 1-20 0"/><circle cx="12" cy="12" r="3"/></svg>' +
  '<svg class="off" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M2 12a10.8 10.8 0 0 1 20 0 10.8 10.8 0 0 1-20 0M4 3l16 18"/></svg>';

function passwordField(shown: SignInShown, say: Phrases): string {
  const focus = shown.email === '' ? '' : ' autofocus';
  return `    <div class="field">
      <div class="field-head"><label for="password">${escapeHtml(say('accounts.pages.sign-in.password'))}</label><a href="/forgot-password">${escapeHtml(say('accounts.pages.sign-in.forgot'))}</a></div>
      <div class="with-button"><input id="password" name="password" type="password" autocomplete="current-password" autocapitalize="none" spellcheck="false" required${invalid(shown)}${focus}><button type="button" class="show" aria-pressed="false" aria-controls="password" aria-label="${escapeHtml(say('accounts.pages.showPassword'))}" hidden>${EYE}</button></div>
    </div>
`;
}

/** Replaced by the link after escaping. */
const SLOT = '\u0000';

function noAccount({ can_sign_up }: SignInShown, say: Phrases): string {
  if (!can_sign_up) return escapeHtml(say('accounts.pages.sign-in.noAccountHere'));
  const link = `<a href="/create-account">${escapeHtml(say('accounts.pages.sign-in.signUp'))}</a>`;
  return escapeHtml(say('accounts.pages.sign-in.noAccount', { signUp: SLOT })).replace(SLOT, () => link);
}

function demoSection({ coach, athlete, password }: OnePressPeople, say: Phrases): string {
  const as = (email: string, words: string): string => `    <form method="post">
      <input type="hidden" name="email" value="${escapeHtml(email)}">
      <input type="hidden" name="password" value="${escapeHtml(password)}">
      <button type="submit" class="quiet">${escapeHtml(words)}</button>
    </form>
`;
  return `  <section>
    <h2>${escapeHtml(say('accounts.pages.sign-in.demo'))}</h2>
    <p class="hint">${escapeHtml(say('accounts.pages.sign-in.demoWhat'))}</p>
${as(coach, say('accounts.pages.sign-in.asCoach'))}${as(athlete, say('accounts.pages.sign-in.asAthlete'))}  </section>
`;
}
