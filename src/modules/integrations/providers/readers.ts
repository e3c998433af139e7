import type { PlatformId } from '../provider.ts';
import { GARMIN_READERS } from './garmin/readers.ts';
import type { PartsReader } from './parts-reader.ts';
import { STRAVA_READERS } from './strava/readers.ts';

export const READERS: Readonly<Record<PlatformId, Readonly<Record<string, PartsReader>>>> = {
  strava: STRAVA_READERS,
  garmin: GARMIN_READERS,
};
