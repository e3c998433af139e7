import { form, inputField, type Page, readScript } from '../../../http/pages/compose-page.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type { Language } from '../../../shared/languages.ts';
import { type Phrases, phrasesIn } from '../../../words/index.ts';
import { MIN_PASSWORD_CHARS } from '../password-rules.ts';

type FormName = 'signup' | 'reset-password';
type PageName = FormName | 'confirm-email';

const SCRIPT = readScript(new URL('page.js', import.meta.url));

export function accountPage(name: PageName, language: Language, say: Phrases = phrasesIn(language)): Page {
  const fields = name === 'confirm-email' ? '' : passwordFields(name, say);
  return {
    language,
    heading: say(`accounts.pages.${name}.heading`),
    data: dataOf(name, say),
    content: form({ fields, submit: say(`accounts.pages.${name}.submit`) }),
    script: SCRIPT,
  };
}

function passwordFields(name: FormName, say: Phrases): string {
  const isSignup = name === 'signup';
  const password = inputField({
    id: 'password',
    name: isSignup ? 'password' : 'new_password',
    label: say(`accounts.pages.${name}.password`),
    attributes:
      'type="password" autocomplete="new-password" autocapitalize="none" spellcheck="false" required',
    hint: say(`accounts.pages.${name}.passwordHint`, { chars: MIN_PASSWORD_CHARS }),
    show: say('accounts.pages.showPassword'),
  });
  return isSignup ? `${emailField(say)}${password}${profileFields(say)}` : password;
}

const ACTIONS: Readonly<Record<PageName, Readonly<Record<string, string>>>> = {
  signup: { action: 'complete-signup', check: 'verify-token' },
  'reset-password': { action: 'password-reset/confirm' },
  'confirm-email': { action: 'email/confirm' },
};

function dataOf(name: PageName, say: Phrases): Readonly<Record<string, string>> {
  return {
    ...ACTIONS[name],
    'no-token': say(`accounts.pages.${name}.noToken`),
    'token-useless': say(`accounts.pages.${name}.tokenUseless`),
    'done-heading': say(`accounts.pages.${name}.doneHeading`),
    done: say(`accounts.pages.${name}.done`),
    'to-sign-in': say('accounts.pages.toSignIn'),
    checking: say('accounts.pages.checking'),
    'check-fields': say('accounts.pages.checkFields'),
    unreachable: say('accounts.pages.unreachable'),
  };
}

/** The address that the token tells. Password managers store it with the password. */
function emailField(say: Phrases): string {
  return `    <div class="field" id="email-field" hidden>
      <label for="email">${escapeHtml(say('accounts.pages.email'))}</label>
      <input id="email" type="email" autocomplete="username" readonly>
    </div>
`;
}

function profileFields(say: Phrases): string {
  const name = inputField({
    id: 'display_name',
    name: 'display_name',
    label: say('accounts.pages.displayName'),
    attributes: 'type="text" autocomplete="name"',
  });
  return `${name}    <div class="field">
      <label for="membership_role">${escapeHtml(say('accounts.pages.role'))}</label>
      <select id="membership_role" name="membership_role" aria-describedby="membership_role-faults">
        <option value="">${escapeHtml(say('accounts.pages.roleOpen'))}</option>
        <option value="athlete">${escapeHtml(say('accounts.pages.athlete'))}</option>
        <option value="coach">${escapeHtml(say('accounts.pages.coach'))}</option>
      </select>
      <ul class="faults" id="membership_role-faults" lang="en"></ul>
    </div>
`;
}
