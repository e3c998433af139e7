import type { PlatformId } from '../provider.ts';

/** Where a platform is connected, below `/api/v1`, as its specification has it. */
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

/** Where the platform sends people back to. */
export function callbackUrl(baseUrl: string, provider: PlatformId): string {
  return `${baseUrl}/api/v1${PATHS[provider].callback}`;
}
