import { form, inputField, type Page, readScript } from '../../../http/pages/compose-page.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type { Language } from '../../../shared/languages.ts';
import { type PageName, WORDS, type Words } from './words.ts';

const SCRIPT = readScript(new URL('page.js', import.meta.url));

export function accountPage(name: PageName, language: Language, words: Words = WORDS[language]): Page {
  const page = words[name];
  const fields = name === 'confirm-email' ? '' : passwordFields(name, words);
  return {
    language,
    heading: page.heading,
    data: dataOf(name, words),
    content: form({ fields, submit: page.submit }),
    script: SCRIPT,
  };
}

function passwordFields(name: 'signup' | 'reset-password', words: Words): string {
  const isSignup = name === 'signup';
  const password = inputField({
    id: 'password',
    name: isSignup ? 'password' : 'new_password',
    label: words[name].password,
    attributes:
      'type="password" autocomplete="new-password" autocapitalize="none" spellcheck="false" required',
    hint: words[name].password_hint,
    show: words.show_password,
  });
  return isSignup ? `${emailField(words)}${password}${profileFields(words)}` : password;
}

const ACTIONS: Readonly<Record<PageName, Readonly<Record<string, string>>>> = {
  signup: { action: 'complete-signup', check: 'verify-token' },
  'reset-password': { action: 'password-reset/confirm' },
  'confirm-email': { action: 'email/confirm' },
};

function dataOf(name: PageName, words: Words): Readonly<Record<string, string>> {
  const page = words[name];
  return {
    ...ACTIONS[name],
    'no-token': page.no_token,
    'token-useless': page.token_useless,
    'done-heading': page.done_heading,
    done: page.done,
    checking: words.checking,
    'check-fields': words.check_fields,
    unreachable: words.unreachable,
  };
}

/** Whose account it becomes, which only the token tells. Password managers keep it together with the password. */
function emailField(words: Words): string {
  return `    <div class="field" id="email-field" hidden>
      <label for="email">${escapeHtml(words.email)}</label>
      <input id="email" type="email" autocomplete="username" readonly>
    </div>
`;
}

function profileFields(words: Words): string {
  const name = inputField({
    id: 'display_name',
    name: 'display_name',
    label: words.display_name,
    attributes: 'type="text" autocomplete="name"',
  });
  return `${name}    <div class="field">
      <label for="membership_role">${escapeHtml(words.role)}</label>
      <select id="membership_role" name="membership_role" aria-describedby="membership_role-faults">
        <option value="">${escapeHtml(words.role_open)}</option>
        <option value="athlete">${escapeHtml(words.athlete)}</option>
        <option value="coach">${escapeHtml(words.coach)}</option>
      </select>
      <ul class="faults" id="membership_role-faults" lang="en"></ul>
    </div>
`;
}
