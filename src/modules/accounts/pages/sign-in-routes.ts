import Type from 'typebox';
import { pageReply, seeOther } from '../../../http/pages/page-route.ts';
import { choosePreferences } from '../../../http/pages/preferences.ts';
import { type Route, route, type StreamReply } from '../../../http/route.ts';
import { NO_NUL } from '../../../http/schemas.ts';
import {
  type CookieRequest,
  clearSessionCookie,
  isFromOwnPage,
  sessionCookieOf,
  setSessionCookie,
} from '../../../http/session-cookie.ts';
import { validator } from '../../../http/validate.ts';
import type { PasswordHasher } from '../../../infra/crypto/passwords.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Registration } from '../../../shared/access.ts';
import { AppError, forbidden } from '../../../shared/errors.ts';
import { type Clock, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { type Phrases, phrasesIn } from '../../../words/index.ts';
import { LoginBody } from '../contract.ts';
import { endCookieSession } from '../end-sessions.ts';
import { readClient } from '../read-client.ts';
import { signInByCookie } from '../sign-in-by-cookie.ts';
import { isCookieGood } from '../use-session-cookie.ts';
import { type OnePressPeople, signInPage } from './sign-in-page.ts';

export type SignInPageDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly baseUrl: string;
  readonly registration: Registration;
};
type PageRequest = CookieRequest & { readonly url: string; readonly client_ip: string };

const CONSOLE = '/console/';
const MAX_TYPED_CHARS = 10_000;

const SignInForm = Type.Object({
  email: Type.Optional(Type.String({ ...NO_NUL, maxLength: MAX_TYPED_CHARS })),
  password: Type.Optional(Type.String({ ...NO_NUL, maxLength: MAX_TYPED_CHARS })),
});

/** `/sign-in` and `/sign-out`: plain forms that work without scripts. */
export function signInPageRoutes(deps: SignInPageDeps, demo: OnePressPeople | null): readonly Route[] {
  const common = { path: '/sign-in', guard: { kind: 'open' }, tag: 'Accounts', responses: {} } as const;
  return [
    route({
      ...common,
      operation_id: 'getSignInPage',
      method: 'GET',
      summary: 'Page to sign in',
      handler: async (request) =>
        (await isSignedIn(deps, request))
          ? seeOther(nextAddress(request.url))
          : answer(deps, request, { status: 200, email: '', fault: null, demo }),
    }),
    route({
      ...common,
      operation_id: 'signInByForm',
      method: 'POST',
      summary: 'Sign a browser in by the form of the page',
      reads_form: true,
      body: SignInForm,
      body_is_optional: true,
      handler: async ({ body: { email = '', password = '' }, ...request }) => {
        const typed = { email: email.trim(), password };
        try {
          return seeOther(nextAddress(request.url), await signIn(deps, request, typed));
        } catch (error) {
          return answer(deps, request, { ...faultOf(error), email: typed.email, demo });
        }
      },
    }),
    route({
      ...common,
      path: '/sign-out',
      operation_id: 'signOutByForm',
      method: 'POST',
      summary: 'Sign a browser out by a form',
      ignores_body: true,
      handler: async (request) => {
        if (!isFromOwnPage(request, deps.baseUrl)) throw forbidden();
        const cookie = sessionCookieOf(request, deps.baseUrl);
        if (cookie !== null) await endCookieSession(deps, cookie);
        return seeOther('/sign-in', { 'set-cookie': clearSessionCookie(request, deps.baseUrl) });
      },
    }),
  ];
}

/** Whether the browser has a session, to redirect from pages for visitors. */
export async function isSignedIn(
  deps: Pick<SignInPageDeps, 'db' | 'clock' | 'baseUrl'>,
  request: CookieRequest,
): Promise<boolean> {
  const cookie = sessionCookieOf(request, deps.baseUrl);
  return cookie !== null && (await isCookieGood(deps, cookie));
}

const checkTyped = validator(LoginBody, 'body');

async function signIn(
  deps: SignInPageDeps,
  request: PageRequest,
  typed: { readonly email: string; readonly password: string },
): Promise<Record<string, string>> {
  // Without this check another page could sign somebody in unnoticed as its author.
  if (!isFromOwnPage(request, deps.baseUrl)) throw forbidden();
  checkTyped(typed);
  const former = sessionCookieOf(request, deps.baseUrl);
  const { cookie } = await signInByCookie(deps, { ...typed, client: readClient(request), former });
  return { 'set-cookie': setSessionCookie(request, deps.baseUrl, cookie) };
}

type Fault = {
  readonly status: number;
  readonly fault: ((say: Phrases) => string) | null;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The page's text for a refusal; other errors are thrown again. */
function faultOf(error: unknown): Fault {
  if (!(error instanceof AppError)) throw error;
  const { status } = error;
  if (status === 400) return { status, fault: (say) => say('accounts.pages.sign-in.empty') };
  if (status === 401) {
    return {
      status,
      fault: (say) => say('accounts.pages.sign-in.wrong'),
      headers: { 'www-authenticate': 'Bearer' },
    };
  }
  if (status === 403) return { status, fault: (say) => say('accounts.pages.sign-in.notFromHere') };
  if (status !== 429) throw error;
  const retry_after = error.headers?.['Retry-After'] ?? '60';
  return {
    status,
    fault: (say) => waitInWords(Number(retry_after), say),
    headers: { 'retry-after': retry_after },
  };
}

/** Failures from one network pass within a quarter of an hour; a longer wait comes from many networks. */
const LONGEST_WAIT_S = (15 * MINUTE_MS) / SECOND_MS;

function waitInWords(seconds: number, say: Phrases): string {
  if (seconds > LONGEST_WAIT_S) return say('accounts.pages.sign-in.tooManyElsewhere');
  return say('accounts.pages.sign-in.tooMany', { minutes: Math.ceil((seconds * SECOND_MS) / MINUTE_MS) });
}

function answer(
  { registration }: SignInPageDeps,
  request: PageRequest,
  { status, email, fault, headers = {}, demo }: Fault & { email: string; demo: OnePressPeople | null },
): StreamReply {
  const { preferences, set_cookie } = choosePreferences(request);
  const page = signInPage(preferences.language, {
    email,
    fault: fault?.(phrasesIn(preferences.language)) ?? null,
    is_about_input: status === 400 || status === 401,
    can_sign_up: registration === 'open',
    demo,
  });
  return pageReply(status, page, {
    ...preferences,
    // Without it browsers that lack Sec-Fetch-Site would hide the form's origin.
    headers: {
      ...headers,
      'referrer-policy': 'same-origin',
      ...(set_cookie && { 'set-cookie': set_cookie }),
    },
  });
}

/** The target of `?next=` if it lies in this server's console, else its start. */
function nextAddress(url: string): string {
  const { searchParams, origin } = new URL(url, 'http://localhost');
  const next = searchParams.get('next') ?? CONSOLE;
  if (!next.startsWith(CONSOLE) || !URL.canParse(next, origin)) return CONSOLE;
  const { pathname, search, hash } = new URL(next, origin);
  return pathname.startsWith(CONSOLE) ? `${pathname}${search}${hash}` : CONSOLE;
}
