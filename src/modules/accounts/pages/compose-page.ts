import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type { Language } from '../../../shared/languages.ts';
import { type PageName, WORDS, type Words } from './words.ts';

const STYLE = readPart('page.css');
const SCRIPT = readPart('page.js');

/** The one style and the one script, by their hashes, and requests to this server. The form is sent by the script alone. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src ${hashSource(SCRIPT)}`,
  `style-src ${hashSource(STYLE)}`,
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** What the script finds in the `data-` attributes of `<main>`: where it sends what, and what it says. */
function dataOf(name: PageName, words: Words): Readonly<Record<string, string>> {
  const page = words[name];
  return {
    ...(name === 'signup'
      ? { action: 'complete-signup', check: 'verify-token' }
      : { action: 'password-reset/confirm' }),
    'no-token': page.no_token,
    'token-useless': page.token_useless,
    'done-heading': page.done_heading,
    done: page.done,
    checking: words.checking,
    'check-fields': words.check_fields,
    unreachable: words.unreachable,
  };
}

/** A whole page. It holds nothing of the request but the language, so the token of the address is not in it. */
export function composePage(name: PageName, language: Language, words: Words = WORDS[language]): string {
  const page = words[name];
  const data = Object.entries(dataOf(name, words)).map(
    ([key, value]) => ` data-${key}="${escapeHtml(value)}"`,
  );
  const isSignup = name === 'signup';
  // The form posts, though the script sends it: one that fails must not put the password into an address.
  return `<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">
  <title>${escapeHtml(page.heading)} – Ekiden</title>
  <style>${STYLE}</style>
</head>
<body>
<p class="brand" translate="no">Ekiden</p>
<main${data.join('')}>
  <h1 tabindex="-1">${escapeHtml(page.heading)}</h1>
  <noscript><p>${escapeHtml(words.needs_script)}</p></noscript>
  <div id="message" role="status"></div>
  <form method="post" novalidate hidden>
${[isSignup ? emailField(words) : '', passwordField(isSignup ? 'password' : 'new_password', page, words), isSignup ? profileFields(words) : ''].join('')}    <button type="submit">${escapeHtml(page.submit)}</button>
  </form>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** Whose account it becomes, which only the token tells. Password managers keep it together with the password. */
function emailField(words: Words): string {
  return `    <div class="field" id="email-field" hidden>
      <label for="email">${escapeHtml(words.email)}</label>
      <input id="email" type="email" autocomplete="username" readonly>
    </div>
`;
}

/** The name of each field is that of the API. */
function passwordField(field: string, page: Words[PageName], words: Words): string {
  return `    <div class="field">
      <label for="password">${escapeHtml(page.password)}</label>
      <input id="password" name="${field}" type="password" autocomplete="new-password" autocapitalize="none" spellcheck="false" required aria-describedby="password-hint ${field}-faults">
      <p class="hint" id="password-hint">${escapeHtml(page.password_hint)}</p>
      <ul class="faults" id="${field}-faults" lang="en"></ul>
      <label class="toggle"><input type="checkbox" id="show" autocomplete="off" aria-controls="password">${escapeHtml(words.show_password)}</label>
    </div>
`;
}

function profileFields(words: Words): string {
  return `    <div class="field">
      <label for="display_name">${escapeHtml(words.display_name)}</label>
      <input id="display_name" name="display_name" type="text" autocomplete="name" aria-describedby="display_name-faults">
      <ul class="faults" id="display_name-faults" lang="en"></ul>
    </div>
    <div class="field">
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

/** With the line ends that a browser makes of it before it takes the hash. */
function readPart(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll('\r\n', '\n');
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
