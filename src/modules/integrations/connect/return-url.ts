import { invalidField } from '../../../shared/errors.ts';

/** The addresses that people may be sent to: see `RETURN_URLS`. */
export type ReturnUrls = { readonly origins: readonly string[]; readonly schemes: readonly string[] };

export const DEEP_LINK = 'ekiden://integrations/callback';

export const MAX_RETURN_URL_CHARS = 2_000;

/** The characters of a URL (RFC 3986, section 2) without those that only IPv6 addresses have: no space, quote, backslash or bracket. */
const URL_CHARS = /^[A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]+$/;

/**
 * Checks where an app wants its user sent. Browsers and servers read unusual addresses differently, so none is accepted: the text has
 * to begin with one of the allowed origins, and only a path, a query or a fragment may follow.
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

export const FAILURE_REASONS = [
  'access_denied',
  'invalid_state',
  'exchange_failed',
  'already_linked',
  'insufficient_scope',
] as const;
type FailureReason = (typeof FAILURE_REASONS)[number];

const OURS = ['provider', 'status', 'provider_user_id', 'error', 'confirm_code'];

/** The address to send a person to, with the outcome. Its own query and fragment stay unchanged, except parameters named like ours. */
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
