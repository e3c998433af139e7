import type { Provider } from '../../provider.ts';
import type { GarminCredentials } from './credentials.ts';

/** How athletes consent. Garmin has two ways, the older of which it is phasing out. */
export type ConsentWay = Pick<Provider, 'depart' | 'readReturn'> & {
  exchange(trip: Parameters<Provider['exchange']>[0]): Promise<GarminCredentials>;
};
