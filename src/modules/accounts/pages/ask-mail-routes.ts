import Type from 'typebox';
import { pageReply } from '../../../http/pages/page-route.ts';
import { choosePreferences } from '../../../http/pages/preferences.ts';
import { type Route, route, type StreamReply } from '../../../http/route.ts';
import { NO_NUL } from '../../../http/schemas.ts';
import { type CookieRequest, isFromOwnPage } from '../../../http/session-cookie.ts';
import { validator } from '../../../http/validate.ts';
import { AppError, forbidden } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { type Phrases, phrasesIn } from '../../../words/index.ts';
import { Email } from '../../users/index.ts';
import { type RequestPasswordResetDeps, requestPasswordReset } from '../request-password-reset.ts';
import { type RequestVerificationDeps, requestVerification } from '../request-verification.ts';
import { type AskMailName, type AskMailShown, askMailPage } from './ask-mail-page.ts';

export type AskMailDeps = RequestVerificationDeps & RequestPasswordResetDeps & { readonly baseUrl: string };

type PageRequest = CookieRequest & { readonly url: string; readonly client_ip: string };
type Asked = { readonly email: string; readonly language: Language; readonly client_ip: string };

const AskForm = Type.Object({
  email: Type.Optional(Type.String({ ...NO_NUL, maxLength: 10_000 })),
});
const checkTyped = validator(Type.Object({ email: Email }), 'body');

/** `/forgot-password` and `/create-account`: plain forms that request the mails of the API. */
export function askMailRoutes(deps: AskMailDeps): readonly Route[] {
  return [
    ...askRoutes(deps, 'forgot-password', {
      called: 'ForgotPassword',
      what: 'set a new password',
      ask: async ({ email, client_ip }) =>
        await requestPasswordReset(deps, { email, client_ip, origin: 'web' }),
    }),
    ...askRoutes(deps, 'create-account', {
      called: 'CreateAccount',
      what: 'create an account',
      ask: async (asked) => await requestVerification(deps, { ...asked, invitation_token: undefined }),
    }),
  ];
}

type Asking = {
  readonly called: string;
  readonly what: string;
  readonly ask: (asked: Asked) => Promise<void>;
};

function askRoutes(deps: AskMailDeps, name: AskMailName, { called, what, ask }: Asking): readonly Route[] {
  const common = { path: `/${name}`, guard: { kind: 'open' }, tag: 'Accounts', responses: {} } as const;
  const isNone = name === 'create-account' && deps.registration !== 'open';
  const answer = (
    request: PageRequest,
    status: number,
    shownIn: (say: Phrases) => AskMailShown,
  ): StreamReply => {
    const { preferences, set_cookie } = choosePreferences(request);
    const page = askMailPage(name, preferences.language, shownIn(phrasesIn(preferences.language)));
    const cookie = set_cookie === null ? {} : { 'set-cookie': set_cookie };
    return pageReply(status, page, {
      ...preferences,
      headers: { 'referrer-policy': 'same-origin', ...cookie },
    });
  };
  const none = (request: PageRequest): StreamReply =>
    answer(request, 403, (say) => ({ kind: 'none', why: say('accounts.pages.create-account.notOpen') }));
  return [
    route({
      ...common,
      operation_id: `get${called}Page`,
      method: 'GET',
      summary: `Page to ask for a mail to ${what}`,
      handler: async (request) =>
        isNone ? none(request) : answer(request, 200, () => ({ kind: 'ask', email: '', fault: null })),
    }),
    route({
      ...common,
      operation_id: `ask${called}Mail`,
      method: 'POST',
      summary: `Ask for a mail to ${what}`,
      reads_form: true,
      body: AskForm,
      body_is_optional: true,
      handler: async ({ body, ...request }) => {
        const email = (body.email ?? '').trim();
        if (isNone) return none(request);
        try {
          if (!isFromOwnPage(request, deps.baseUrl)) throw forbidden();
          checkTyped({ email });
          const { language } = choosePreferences(request).preferences;
          await ask({ email, language, client_ip: request.client_ip });
          return answer(request, 200, () => ({ kind: 'done' }));
        } catch (error) {
          const { status, words } = faultOf(error);
          return answer(request, status, (say) => ({ kind: 'ask', email, fault: words(say) }));
        }
      },
    }),
  ];
}

/** The page's text for a refusal; other errors are thrown again. */
function faultOf(error: unknown): { readonly status: number; readonly words: (say: Phrases) => string } {
  if (!(error instanceof AppError)) throw error;
  const { status } = error;
  switch (status) {
    case 400:
      return { status, words: (say) => say('accounts.pages.askMail.badEmail') };
    case 403:
      return { status, words: (say) => say('accounts.pages.sign-in.notFromHere') };
    case 409:
      return { status, words: (say) => say('accounts.pages.create-account.registered') };
    case 429:
      return { status, words: (say) => say('accounts.pages.askMail.tooMany') };
    default:
      throw error;
  }
}
