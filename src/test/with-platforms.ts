import type { RunningServer } from '../main.ts';
import { createProviders } from '../modules/integrations/index.ts';

type ServerDeps = RunningServer['deps'];

/** The same server's parts with other apps at the platforms. */
export function withPlatforms(deps: ServerDeps, platforms: ServerDeps['platforms']): ServerDeps {
  return { ...deps, platforms, providers: createProviders({ ...deps, platforms }) };
}
