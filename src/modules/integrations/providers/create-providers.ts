import type { HttpClient } from '../../../infra/http-client/index.ts';
import type { Clock } from '../../../shared/time.ts';
import type { Providers } from '../find-provider.ts';
import type { Reader } from '../sync/reader.ts';
import { createGarmin } from './garmin/create-garmin.ts';
import type { GarminSettings } from './garmin/settings.ts';
import { createStrava } from './strava/create-strava.ts';
import type { StravaSettings } from './strava/settings.ts';

type ProviderDeps = {
  /** Undefined where the operator has no app. */
  readonly platforms: {
    readonly strava: StravaSettings | undefined;
    readonly garmin: GarminSettings | undefined;
  };
  readonly httpClient: HttpClient;
  readonly clock: Clock;
  readonly reader: Reader;
};

export function createProviders({ platforms, httpClient: http, clock, reader }: ProviderDeps): Providers {
  return {
    strava: createStrava(platforms.strava, { http, clock, reader }),
    garmin: createGarmin(platforms.garmin, { http, clock, reader }),
  };
}
