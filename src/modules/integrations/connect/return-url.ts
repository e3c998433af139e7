import { invalidField } from '../../../shared/errors.ts';

/** Where people may be sent: see `RETURN_URLS`. */
export type ReturnUrls = { readonly origins: readonly string[]; readonly schemes: readonly string[] };

export const DEEP_LINK = 'ekiden://integrations/callback';

export const MAX_RETURN_URL_CHARS = 2_000;

/** What may stand in a URL (RFC 3986, section 2), less what only IPv6 addresses have: no blank, quote, backslash or bracket. */
const URL_CHARS = /^[A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]+$/;

/**
 * Checks where an app wants its user sent. Browsers and servers read odd addresses differently, so nothing is read that is
 * odd: the text itself has to begin with one of the origins that are allowed, and nothing but a path, a query or a fragment
 * may come behind it.
 *
 * @throws AppError validation_error
 */
export function requireReturnUrl(text: string, allowed: ReturnUrls): void {
  if (!isAllowed(text, allowed)) {
    throw invalidField(
      'return_url',
      'must begin with one of the origins, or schemes of apps, that the operator has listed in RETURN_URLS',
    );
  }
}

function isAllowed(text: string, { origins, schemes }: ReturnUrls): boolean {
  if (text.length > MAX_RETURN_URL_CHARS || !URL_CHARS.test(text) || !URL.canParse(text)) return false;
  const isApp = schemes.some((scheme) => text.startsWith(`${scheme}://`));
  return (
    isApp || origins.some((origin) => text.startsWith(origin) && /^[/?#]?$/.test(text.charAt(origin.length)))
  );
}

export type Outcome =
  | { readonly provider_user_id: string }
  | { readonly error: FailureReason }
  | { readonly confirm_code: string };

/** Why a connection did not come about. */
export const FAILURE_REASONS = [
  'access_denied',
  'invalid_state',
  'exchange_failed',
  'already_linked',
  'insufficient_scope',
] as const;
type FailureReason = (typeof FAILURE_REASONS)[number];

const OURS = ['provider', 'status', 'provider_user_id', 'error', 'confirm_code'];

/**
 * The address to send somebody to with what came of it. It keeps its own query and fragment, letter by letter, but for
 * parameters that could be taken for ours.
 */
export function resultUrl(return_url: string, provider: string, outcome: Outcome): string {
  const [, address = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(return_url) ?? [];
  const kept = (query ?? '').split('&').filter((pair) => pair !== '' && !OURS.includes(nameOf(pair)));
  const said = new URLSearchParams({ provider, ...saidOf(outcome) });
  return `${address}?${[...kept, said.toString()].join('&')}${fragment}`;
}

function saidOf(outcome: Outcome): Record<string, string> {
  if ('error' in outcome) return { status: 'error', error: outcome.error };
  if ('confirm_code' in outcome) return { status: 'confirm', confirm_code: outcome.confirm_code };
  return { status: 'success', provider_user_id: outcome.provider_user_id };
}

function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys();
  return name;
}
