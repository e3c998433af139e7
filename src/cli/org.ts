import { setHeadCoach, setOrganizationTier } from '../modules/organizations/index.ts';
import { TIERS } from '../shared/access.ts';
import { systemClock } from '../shared/time.ts';
import { openServerDatabase } from './open-server-database.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** `ekiden org tier <org_id> <tier>`, `ekiden org head-coach <org_id> <email>` */
export async function changeOrganization(
  args: readonly string[],
  { config, print }: CommandContext,
): Promise<number> {
  const [what, org_id, value, ...rest] = args;
  const change = what === 'tier' ? changeTier : what === 'head-coach' ? handOver : undefined;
  if (change === undefined) throw new UsageError('Say what to change: tier or head-coach.');
  if (org_id === undefined || value === undefined || rest.length > 0) {
    const then = what === 'tier' ? 'the tier' : 'the e-mail address of the coach who is to lead it';
    throw new UsageError(`Name the organization by its id, then ${then}.`);
  }
  print(await change(config, org_id, value));
  return 0;
}

async function changeTier(config: CommandContext['config'], org_id: string, name: string): Promise<string> {
  const tier = TIERS.find((known) => known === name);
  if (tier === undefined) throw new Error(`There is no tier "${name}": the tiers are ${TIERS.join(', ')}.`);
  const db = await openServerDatabase(config);
  try {
    const deps = { db, clock: systemClock };
    const { org_name, previous_tier } = await setOrganizationTier(deps, { org_id, tier });
    return tier === previous_tier
      ? `${org_name} has the tier ${tier} already.`
      : `${org_name} now has the tier ${tier}; it was ${previous_tier}.`;
  } finally {
    await db.close();
  }
}

async function handOver(config: CommandContext['config'], org_id: string, address: string): Promise<string> {
  const db = await openServerDatabase(config);
  try {
    const deps = { db, clock: systemClock };
    const { org_name, email, changed } = await setHeadCoach(deps, { org_id, email: address });
    return changed
      ? `${email} now leads ${org_name}; the former head coach is an admin coach of it.`
      : `${email} leads ${org_name} already.`;
  } finally {
    await db.close();
  }
}
