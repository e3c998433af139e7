import type { PlatformId } from '../provider.ts';

/** Where a platform is connected, below `/api/v1`, as the specification says. */
export const PATHS: Readonly<
  Record<
    PlatformId,
    { authorize: string; callback: string; deauth: { method: 'POST' | 'DELETE'; path: string } }
  >
> = {
  strava: {
    authorize: '/strava/oauth/authorize-url',
    callback: '/strava/oauth/token',
    deauth: { method: 'POST', path: '/strava/deauth' },
  },
  garmin: {
    authorize: '/garmin/oauth/authorize-url',
    callback: '/garmin/oauth/callback',
    deauth: { method: 'DELETE', path: '/garmin/deauth' },
  },
};

/** The page from which people go to a platform, outside both APIs, and its next step. */
export const START_PATH = '/connect/start';
export const GO_PATH = '/connect/go';

export function startUrl(baseUrl: string, state: string, path = START_PATH): string {
  return `${baseUrl}${path}?${new URLSearchParams({ state })}`;
}

export function callbackUrl(baseUrl: string, provider: PlatformId): string {
  return `${baseUrl}/api/v1${PATHS[provider].callback}`;
}
