import type { ActivityCeiling } from '../../../privacy/index.ts';
import { connectedProviders, type Integrations } from '../../users/index.ts';

/** What can be said of what was done: `nothing` where no activity shows. */
export type Sight = {
  readonly sees: 'everything' | 'a part' | 'nothing';
  readonly sees_races: boolean;
};

/** Of a platform whose activities are kept from coaches, which the athlete has connected, something may be hidden. */
export function sightOf(
  integrations: Integrations,
  { visible, sources, show_races }: Pick<ActivityCeiling, 'visible' | 'sources' | 'show_races'>,
): Sight {
  const hidden: readonly string[] = sources.hidden;
  const isPart = connectedProviders(integrations).some((provider) => hidden.includes(provider));
  return { sees: visible ? (isPart ? 'a part' : 'everything') : 'nothing', sees_races: show_races };
}
