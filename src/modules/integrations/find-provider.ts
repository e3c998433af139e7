import { notConfigured } from './errors.ts';
import type { PlatformId, Provider } from './provider.ts';

export type Providers = Readonly<Record<PlatformId, Provider>>;

/** @throws notConfigured where the operator has no app at the platform */
export function requireProvider(providers: Providers, id: PlatformId): Provider {
  const provider = providers[id];
  if (!provider.is_configured) throw notConfigured();
  return provider;
}
