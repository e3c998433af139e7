import { Readable } from 'node:stream';
import { acceptedLanguage } from '../../../http/accepted-language.ts';
import { type Route, route } from '../../../http/route.ts';
import { CONTENT_SECURITY_POLICY, composePage } from './compose-page.ts';
import type { PageName } from './words.ts';

/** `/signup` and `/reset-password`, outside both APIs: where the links of mails lead, until an app takes these addresses. */
export function accountPageRoutes(): readonly Route[] {
  return [
    pageRoute('signup', 'getSignupPage', 'Page to finish a sign-up'),
    pageRoute('reset-password', 'getResetPasswordPage', 'Page to set a new password'),
  ];
}

function pageRoute(name: PageName, operation_id: string, summary: string): Route {
  return route({
    operation_id,
    method: 'GET',
    path: `/${name}`,
    guard: { kind: 'open' },
    tag: 'Accounts',
    summary,
    responses: {},
    handler: async ({ headers }) => {
      const language = acceptedLanguage(headers['accept-language']);
      const page = Buffer.from(composePage(name, language));
      return { status: 200, headers: headersOf(page, language), stream: Readable.from(page) };
    },
  });
}

/** The address holds a token: the page is kept nowhere, tells nobody where it was, and runs in no frame. */
function headersOf(page: Buffer, language: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(page.length),
    'content-language': language,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    vary: 'accept-language',
  };
}
