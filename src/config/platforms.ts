import { type GarminSettings, parseGarmin } from './garmin.ts';
import { given, named, type ProviderEnv } from './read-provider.ts';
import { parseReturnUrls, type ReturnUrls } from './return-urls.ts';
import { parseStrava, type StravaSettings } from './strava.ts';

/** Platforms that athletes connect, and where they return to. Undefined: the operator has no app there. */
export type PlatformSettings = {
  readonly strava: StravaSettings | undefined;
  readonly garmin: GarminSettings | undefined;
  readonly returnUrls: ReturnUrls;
};

/** @throws Error of one line that names the first setting that is wrong or missing */
export function parsePlatforms(env: ProviderEnv, baseUrl: string): PlatformSettings {
  return {
    strava: parseStrava(env),
    garmin: parseGarmin(env),
    returnUrls: named('RETURN_URLS', () => parseReturnUrls(given(env, 'RETURN_URLS'), baseUrl)),
  };
}

const NONE = 'none';
const mask = (secret: string | null): string => (secret === null ? NONE : '********');

/** What is in force, by the names of the settings, secrets masked. */
export function describePlatforms(settings: PlatformSettings): Record<string, string> {
  const { origins, schemes } = settings.returnUrls;
  return {
    RETURN_URLS: [...origins, ...schemes.map((scheme) => `${scheme}://`)].join(',') || NONE,
    ...describeStrava(settings.strava),
    ...describeGarmin(settings.garmin),
  };
}

function describeStrava(strava: StravaSettings | undefined): Record<string, string> {
  if (strava === undefined) return { STRAVA_CLIENT_ID: NONE };
  return {
    STRAVA_CLIENT_ID: strava.client_id,
    STRAVA_CLIENT_SECRET: mask(strava.client_secret),
    STRAVA_WEBHOOK_VERIFY_TOKEN: mask(strava.webhook_verify_token),
    STRAVA_WEB_URL: strava.web_url,
    STRAVA_API_URL: strava.api_url,
    STRAVA_SIGNATURE_REQUIRED: String(strava.signature_required),
    STRAVA_SUBSCRIPTION_ID: strava.subscription_id ?? NONE,
  };
}

function describeGarmin(garmin: GarminSettings | undefined): Record<string, string> {
  if (garmin === undefined) return { GARMIN_CONSUMER_KEY: NONE };
  return {
    GARMIN_CONSUMER_KEY: garmin.consumer_key,
    GARMIN_CONSUMER_SECRET: mask(garmin.consumer_secret),
    GARMIN_PUSH_API_KEY: mask(garmin.push_api_key),
    GARMIN_WEB_URL: garmin.web_url,
    GARMIN_OAUTH_URL: garmin.oauth_url,
    GARMIN_API_URL: garmin.api_url,
    GARMIN_OAUTH: garmin.oauth,
    GARMIN_TOKEN_URL: garmin.token_url,
  };
}
