import { setOrganizationTier } from '../modules/organizations/index.ts';
import { TIERS } from '../shared/access.ts';
import { systemClock } from '../shared/time.ts';
import { openServerDatabase } from './open-server-database.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** `ekiden org tier <org_id> <tier>` */
export async function changeOrganization(
  args: readonly string[],
  { config, print }: CommandContext,
): Promise<number> {
  const [what, org_id, name, ...rest] = args;
  if (what !== 'tier') throw new UsageError('Say what to change: tier.');
  if (org_id === undefined || name === undefined || rest.length > 0) {
    throw new UsageError('Name the organization by its id, then the tier.');
  }
  const tier = TIERS.find((known) => known === name);
  if (tier === undefined) throw new Error(`There is no tier "${name}": the tiers are ${TIERS.join(', ')}.`);
  const db = await openServerDatabase(config);
  try {
    const { org_name, previous_tier } = await setOrganizationTier(
      { db, clock: systemClock },
      { org_id, tier },
    );
    print(
      tier === previous_tier
        ? `${org_name} has the tier ${tier} already.`
        : `${org_name} now has the tier ${tier}; it was ${previous_tier}.`,
    );
    return 0;
  } finally {
    await db.close();
  }
}
