import type { Source } from '../../../privacy/index.ts';

export const SOURCE_TITLES: Readonly<Record<Source, string>> = {
  strava: 'Strava',
  garmin: 'Garmin',
  apple_health: 'Apple Health',
  coros: 'COROS',
  upload: 'The uploaded file',
  manual: 'The entry',
};
