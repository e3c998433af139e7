import { form, inputField, type Page, readScript } from '../../../http/pages/compose-page.ts';
import { pageRoute } from '../../../http/pages/page-route.ts';
import type { Route } from '../../../http/route.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type { Language } from '../../../shared/languages.ts';
import { WORDS, type Words } from './words.ts';

const SCRIPT = readScript(new URL('page.js', import.meta.url));

/** `/join`, outside both APIs: where the links of invitations and of offers lead, until an app takes the address. */
export function invitationPageRoutes(): readonly Route[] {
  return [
    pageRoute({
      path: '/join',
      operation_id: 'getJoinPage',
      tag: 'Invitations',
      summary: 'Page to accept an invitation, or to answer an offer',
      page: joinPage,
    }),
  ];
}

/**
 * It holds nothing of the invitation: the script asks for that with the token of the address. With `org` in the address, the id of
 * an organization, it is where somebody answers what that organization asks them to be, after signing in.
 */
export function joinPage(language: Language, words: Words = WORDS[language]): Page {
  return {
    language,
    heading: words.heading,
    data: {
      'no-token': words.no_token,
      checking: words.checking,
      'link-no-good': words.link_no_good,
      'ask-again': words.ask_again,
      'wrong-password': words.wrong_password,
      'too-many-failures': words.too_many_failures,
      'too-many-mails': words.too_many_mails,
      registered: words.registered,
      'no-new-accounts': words.no_new_accounts,
      'done-heading': words.done_heading,
      'done-any-club': words.done_any_club,
      done: words.done,
      'mail-heading': words.mail_heading,
      'mail-sent': words.mail_sent,
      'asked-heading': words.asked_heading,
      'asks-member': words.asks_member,
      'asks-coach': words.asks_coach,
      'asks-lead': words.asks_lead,
      'means-member': words.means,
      'means-coach': words.means_coach,
      'sign-in-to-answer': words.sign_in_to_answer,
      'sign-in-alone': words.sign_in_alone,
      'nothing-to-answer': words.nothing_to_answer,
      'accepted-heading': words.accepted_heading,
      accepted: words.accepted,
      'declined-heading': words.declined_heading,
      declined: words.declined,
      'check-fields': words.check_fields,
      unreachable: words.unreachable,
    },
    content: `${invitationIn(words)}${signInForm(words)}${signUpForm(words)}${offerIn(words)}`,
    script: SCRIPT,
  };
}

/** The club has chosen its name: it stands by itself, whatever direction it is written in. */
function invitationIn(words: Words): string {
  return `  <div id="club" hidden>
    <p>${escapeHtml(words.invites)}</p>
    <p class="name"><bdi translate="no"></bdi></p>
    <p>${escapeHtml(words.means)}</p>
    <p>${escapeHtml(words.until)} <span id="until"></span></p>
  </div>
`;
}

/** What a club asks of somebody who has an account: the script fills it in when they have signed in. */
function offerIn(words: Words): string {
  return `  <div id="offer" hidden>
    <p id="offer-asks"></p>
    <p class="name"><bdi translate="no"></bdi></p>
    <p id="offer-means"></p>
  </div>
${form({ id: 'accept-offer', fields: '', submit: words.accept_offer })}${form({ id: 'decline-offer', fields: '', submit: words.decline_offer })}`;
}

function signInForm(words: Words): string {
  const email = inputField({
    id: 'email',
    name: 'email',
    label: words.email,
    attributes: 'type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required',
  });
  const password = inputField({
    id: 'password',
    name: 'password',
    label: words.password,
    attributes:
      'type="password" autocomplete="current-password" autocapitalize="none" spellcheck="false" required',
    show: words.show_password,
  });
  return form({
    id: 'sign-in',
    above: `    <h2>${escapeHtml(words.sign_in)}</h2>\n`,
    fields: `${email}${password}`,
    submit: words.accept,
  });
}

function signUpForm(words: Words): string {
  return form({
    id: 'sign-up',
    above: `    <h2>${escapeHtml(words.no_account)}</h2>\n    <p>${escapeHtml(words.no_account_means)}</p>\n`,
    fields: inputField({
      id: 'new-email',
      name: 'email',
      label: words.email,
      attributes: 'type="email" autocomplete="email" autocapitalize="none" spellcheck="false" required',
    }),
    submit: words.send_mail,
  });
}
