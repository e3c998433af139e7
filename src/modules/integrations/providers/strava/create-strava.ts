import { PlatformError } from '../../platform-error.ts';
import { type Provider, TITLES } from '../../provider.ts';
import type { Reader } from '../../sync/reader.ts';
import { askStrava, type StravaDeps } from './ask-strava.ts';
import { backfill } from './backfill.ts';
import { stravaConsent } from './consent.ts';
import { fetchActivity } from './fetch-activity.ts';
import { readEvent } from './read-event.ts';
import { isOfUse } from './scopes.ts';
import type { StravaSettings } from './settings.ts';

/** Strava as a provider; without settings it is not configured, and no call may be made. */
export function createStrava(
  settings: StravaSettings | undefined,
  deps: StravaDeps & { readonly reader: Pick<Reader, 'read'> },
): Provider {
  const strava = askStrava(settings, deps);
  const fetchDeps = { strava, reader: deps.reader };
  return {
    id: 'strava',
    title: TITLES.strava,
    is_configured: settings !== undefined,
    ...stravaConsent(strava),
    isOfUse,
    sends_past: false,
    allowance: strava.allowance,
    backfill: async (session, range, cursor) => await backfill(fetchDeps, session, range, cursor),
    fetchActivity: async (session, external_id) => await fetchActivity(fetchDeps, session, external_id),
    fetchElsewhere: async () => {
      throw new PlatformError('refused', 'Strava names no addresses to fetch from.');
    },
    readDelivery: async (body) => readEvent(body, strava.settings),
  };
}
