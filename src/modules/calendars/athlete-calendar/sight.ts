import type { ActivityCeiling } from '../../../privacy/index.ts';
import { connectedProviders, type Integrations } from '../../users/index.ts';

/** How much can be said about what was done: `nothing` where no activity is visible. */
export type Sight = {
  readonly sees: 'everything' | 'a part' | 'nothing';
  readonly sees_races: boolean;
};

/** A connected platform whose activities coaches may not see can hide something. */
export function sightOf(
  integrations: Integrations,
  { visible, sources, show_races }: Pick<ActivityCeiling, 'visible' | 'sources' | 'show_races'>,
): Sight {
  const hidden: readonly string[] = sources.hidden;
  const isPart = connectedProviders(integrations).some((provider) => hidden.includes(provider));
  return { sees: visible ? (isPart ? 'a part' : 'everything') : 'nothing', sees_races: show_races };
}
