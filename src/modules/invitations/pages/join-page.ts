import { form, inputField, type Page, readScript } from '../../../http/pages/compose-page.ts';
import { pageRoute } from '../../../http/pages/page-route.ts';
import type { Route } from '../../../http/route.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type { Language } from '../../../shared/languages.ts';
import { type Phrases, phrasesIn } from '../../../words/index.ts';

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
export function joinPage(language: Language, say: Phrases = phrasesIn(language)): Page {
  return {
    language,
    heading: say('invitations.page.heading'),
    data: {
      'no-token': say('invitations.page.noToken'),
      checking: say('invitations.page.checking'),
      'link-no-good': say('invitations.page.linkNoGood'),
      'ask-again': say('invitations.page.askAgain'),
      'wrong-password': say('invitations.page.wrongPassword'),
      'too-many-failures': say('invitations.page.tooManyFailures'),
      'too-many-mails': say('invitations.page.tooManyMails'),
      registered: say('invitations.page.registered'),
      'no-new-accounts': say('invitations.page.noNewAccounts'),
      'done-heading': say('invitations.page.doneHeading', { club: '{club}' }),
      'done-any-club': say('invitations.page.doneAnyClub'),
      done: say('invitations.page.done'),
      'mail-heading': say('invitations.page.mailHeading'),
      'mail-sent': say('invitations.page.mailSent'),
      'asked-heading': say('invitations.page.askedHeading'),
      'asks-member': say('invitations.page.asksMember'),
      'asks-coach': say('invitations.page.asksCoach'),
      'asks-lead': say('invitations.page.asksLead'),
      'means-member': say('invitations.page.means'),
      'means-coach': say('invitations.page.meansCoach'),
      'sign-in-to-answer': say('invitations.page.signInToAnswer'),
      'sign-in-alone': say('invitations.page.signInAlone'),
      'nothing-to-answer': say('invitations.page.nothingToAnswer'),
      'accepted-heading': say('invitations.page.acceptedHeading'),
      accepted: say('invitations.page.accepted'),
      'declined-heading': say('invitations.page.declinedHeading'),
      declined: say('invitations.page.declined'),
      'check-fields': say('invitations.page.checkFields'),
      unreachable: say('invitations.page.unreachable'),
    },
    content: `${invitationIn(say)}${signInForm(say)}${signUpForm(say)}${offerIn(say)}`,
    script: SCRIPT,
  };
}

/** The club has chosen its name: it stands by itself, whatever direction it is written in. */
function invitationIn(say: Phrases): string {
  return `  <div id="club" hidden>
    <p>${escapeHtml(say('invitations.page.invites'))}</p>
    <p class="name"><bdi translate="no"></bdi></p>
    <p>${escapeHtml(say('invitations.page.means'))}</p>
    <p>${escapeHtml(say('invitations.page.until'))} <span id="until"></span></p>
  </div>
`;
}

/** What a club asks of somebody who has an account: the script fills it in when they have signed in. */
function offerIn(say: Phrases): string {
  return `  <div id="offer" hidden>
    <p id="offer-asks"></p>
    <p class="name"><bdi translate="no"></bdi></p>
    <p id="offer-means"></p>
  </div>
${form({ id: 'accept-offer', fields: '', submit: say('invitations.page.acceptOffer') })}${form({ id: 'decline-offer', fields: '', submit: say('invitations.page.declineOffer') })}`;
}

function signInForm(say: Phrases): string {
  const email = inputField({
    id: 'email',
    name: 'email',
    label: say('invitations.page.email'),
    attributes: 'type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required',
  });
  const password = inputField({
    id: 'password',
    name: 'password',
    label: say('invitations.page.password'),
    attributes:
      'type="password" autocomplete="current-password" autocapitalize="none" spellcheck="false" required',
    show: say('invitations.page.showPassword'),
  });
  return form({
    id: 'sign-in',
    above: `    <h2>${escapeHtml(say('invitations.page.signIn'))}</h2>\n`,
    fields: `${email}${password}`,
    submit: say('invitations.page.accept'),
  });
}

function signUpForm(say: Phrases): string {
  return form({
    id: 'sign-up',
    above: `    <h2>${escapeHtml(say('invitations.page.noAccount'))}</h2>\n    <p>${escapeHtml(say('invitations.page.noAccountMeans'))}</p>\n`,
    fields: inputField({
      id: 'new-email',
      name: 'email',
      label: say('invitations.page.email'),
      attributes: 'type="email" autocomplete="email" autocapitalize="none" spellcheck="false" required',
    }),
    submit: say('invitations.page.sendMail'),
  });
}
