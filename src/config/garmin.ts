import { given, named, type ProviderEnv, readCredentials } from './read-provider.ts';
import { readBaseAddress } from './web-address.ts';

const PROTOCOLS = ['1.0a', '2.0'] as const;

/** Our app at Garmin, and where Garmin is. Addresses have no slash at their end. */
export type GarminSettings = {
  /** The client id, with OAuth 2.0. */
  readonly consumer_key: string;
  readonly consumer_secret: string;
  /** What a push has to bring as `x-api-key`; null: no push is taken. */
  readonly push_api_key: string | null;
  /** Where the consent page is: `/oauthConfirm` and `/oauth2Confirm` are below it. */
  readonly web_url: string;
  /** `/request_token` and `/access_token` of OAuth 1.0a are below it. */
  readonly oauth_url: string;
  /** With `/wellness-api/rest`: `/user/id` and its like are below it. */
  readonly api_url: string;
  /** By which protocol athletes connect from now on. */
  readonly oauth: (typeof PROTOCOLS)[number];
  /** Where tokens of OAuth 2.0 come from: the very address. */
  readonly token_url: string;
};

const OWN = {
  web: 'https://connect.garmin.com',
  oauth: 'https://connectapi.garmin.com/oauth-service/oauth',
  api: 'https://apis.garmin.com/wellness-api/rest',
  token: 'https://diauth.garmin.com/di-oauth2-service/oauth/token',
} as const;

/**
 * @returns undefined where the operator has no app at Garmin
 * @throws Error of one line that names the first setting that is wrong or missing
 */
export function parseGarmin(env: ProviderEnv): GarminSettings | undefined {
  const address = (name: string, own: string): string =>
    named(name, () => readBaseAddress(given(env, name), own));
  const addresses = {
    web_url: address('GARMIN_WEB_URL', OWN.web),
    oauth_url: address('GARMIN_OAUTH_URL', OWN.oauth),
    api_url: address('GARMIN_API_URL', OWN.api),
    oauth: readProtocol(env),
    token_url: address('GARMIN_TOKEN_URL', OWN.token),
  };
  const credentials = readCredentials(env, {
    required: ['GARMIN_CONSUMER_KEY', 'GARMIN_CONSUMER_SECRET'],
    optional: ['GARMIN_PUSH_API_KEY'],
  });
  if (credentials === undefined) return undefined;
  return {
    consumer_key: credentials.GARMIN_CONSUMER_KEY,
    consumer_secret: credentials.GARMIN_CONSUMER_SECRET,
    push_api_key: credentials.GARMIN_PUSH_API_KEY,
    ...addresses,
  };
}

function readProtocol(env: ProviderEnv): GarminSettings['oauth'] {
  const value = given(env, 'GARMIN_OAUTH') ?? '1.0a';
  const found = PROTOCOLS.find((protocol) => protocol === value);
  if (found === undefined) throw new Error(`GARMIN_OAUTH must be ${PROTOCOLS.join(' or ')}.`);
  return found;
}
