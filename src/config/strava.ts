import { given, named, type ProviderEnv, readCredentials, readFlag } from './read-provider.ts';
import { readBaseAddress } from './web-address.ts';

/** Our app at Strava, and where Strava is. Addresses have no slash at their end. */
export type StravaSettings = {
  readonly client_id: string;
  readonly client_secret: string;
  /** What the handshake of its webhook has to bring; null: no handshake succeeds. */
  readonly webhook_verify_token: string | null;
  /** `/oauth/authorize`, `/oauth/token` and their like are below it. */
  readonly web_url: string;
  /** With `/api/v3`: `/athlete` and its like are below it. */
  readonly api_url: string;
  /** Whether an event without a signature is refused. One with a wrong signature always is. */
  readonly signature_required: boolean;
  /** The subscription whose events are ours; null: of any. */
  readonly subscription_id: string | null;
};

const OWN = { web: 'https://www.strava.com', api: 'https://www.strava.com/api/v3' } as const;

/**
 * @returns undefined where the operator has no app at Strava
 * @throws Error of one line that names the first setting that is wrong or missing
 */
export function parseStrava(env: ProviderEnv): StravaSettings | undefined {
  const address = (name: string, own: string): string =>
    named(name, () => readBaseAddress(given(env, name), own));
  const addresses = {
    web_url: address('STRAVA_WEB_URL', OWN.web),
    api_url: address('STRAVA_API_URL', OWN.api),
    signature_required: readFlag(env, 'STRAVA_SIGNATURE_REQUIRED'),
  };
  const credentials = readCredentials(env, {
    required: ['STRAVA_CLIENT_ID', 'STRAVA_CLIENT_SECRET'],
    optional: ['STRAVA_WEBHOOK_VERIFY_TOKEN', 'STRAVA_SUBSCRIPTION_ID'],
  });
  if (credentials === undefined) return undefined;
  return {
    client_id: credentials.STRAVA_CLIENT_ID,
    client_secret: credentials.STRAVA_CLIENT_SECRET,
    webhook_verify_token: credentials.STRAVA_WEBHOOK_VERIFY_TOKEN,
    subscription_id: credentials.STRAVA_SUBSCRIPTION_ID,
    ...addresses,
  };
}
