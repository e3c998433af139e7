import type { Schemas } from '../../client/api.ts';

export type Provider = Schemas['Integration']['provider'];

/** Those that are connected by their own page of consent; Apple Health is by its app on the phone. */
const CONNECTABLE = ['strava', 'garmin'] as const;
export type Connectable = (typeof CONNECTABLE)[number];

export function isConnectable(provider: string): provider is Connectable {
  return CONNECTABLE.some((one) => one === provider);
}
