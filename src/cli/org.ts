import { createEvents } from '../infra/events/index.ts';
import { apiKeysRevoked, organizationKeys } from '../modules/api-keys/index.ts';
import {
  membershipOffered,
  setHeadCoach,
  setOrganizationTier,
  suspendOrganization,
} from '../modules/organizations/index.ts';
import { TIERS } from '../shared/access.ts';
import { systemClock } from '../shared/time.ts';
import { listOrganizations, showOrganization } from './list-organizations.ts';
import { openServerDatabase } from './open-server-database.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { withJobs } from './with-jobs.ts';

/** `ekiden org list`, `ekiden org show`, `ekiden org tier <org_id> <tier>`, `ekiden org head-coach <org_id> <email>`, `ekiden org suspend|resume <org_id>` */
export async function runOrganizationCommand(
  args: readonly string[],
  context: CommandContext,
): Promise<number> {
  const { config, print } = context;
  const [what, org_id, value, ...rest] = args;
  if (what === 'list') return await listOrganizations(args.slice(1), context);
  if (what === 'show') return await showOrganization(args.slice(1), context);
  if (what === 'suspend' || what === 'resume') {
    if (org_id === undefined || value !== undefined) throw new UsageError('Name the organization by its id.');
    print(await suspend(config, org_id, what === 'suspend'));
    return 0;
  }
  const change = what === 'tier' ? changeTier : what === 'head-coach' ? handOver : undefined;
  if (change === undefined)
    throw new UsageError('Say what to do: list, show, tier, head-coach, suspend or resume.');
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
  return await withJobs(config, [membershipOffered.job, apiKeysRevoked.job], async (jobs, db) => {
    const events = createEvents(jobs);
    const deps = { db, clock: systemClock, events, parts: [organizationKeys({ events })] };
    const { org_name, email, changed } = await setHeadCoach(deps, { org_id, email: address });
    return changed
      ? `${email} now leads ${org_name}, and is asked to accept it. A former head coach who had accepted is an admin coach of it.`
      : `${email} leads ${org_name} already.`;
  });
}

async function suspend(
  config: CommandContext['config'],
  org_id: string,
  suspended: boolean,
): Promise<string> {
  const db = await openServerDatabase(config);
  try {
    const deps = { db, clock: systemClock };
    const { org_name, changed } = await suspendOrganization(deps, { org_id, suspended });
    if (!changed) return suspended ? `${org_name} is suspended already.` : `${org_name} is not suspended.`;
    return suspended
      ? `${org_name} is suspended: its API keys do not work any more.`
      : `${org_name} is not suspended any more: its API keys work again.`;
  } finally {
    await db.close();
  }
}
