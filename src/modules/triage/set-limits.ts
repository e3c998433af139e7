import type { UserActor } from '../../http/actor.ts';
import { type WriteKey, writeOnce } from '../../infra/idempotency/write-once.ts';
import { writeAudit } from '../audit/index.ts';
import {
  holdOrganization,
  loadOrganizationAccess,
  mayManageKeys,
  requireAllowed,
} from '../organizations/index.ts';
import { findLimits, noteDue, saveLimits } from './entry-queries.ts';
import { DEFAULT_LIMITS, type LimitName, type Limits } from './limits.ts';
import { requireTriageReader } from './read-triage.ts';
import type { TriageDeps } from './renew-entries.ts';

/** @throws notFound; forbidden */
export async function readLimits(deps: TriageDeps, actor: UserActor, asked: string): Promise<Limits> {
  return await findLimits(deps.db, await requireTriageReader(deps, actor, asked));
}

/**
 * Changes from where on things are reasons, for all coaches of an organization; null takes a limit back to the rule's own.
 *
 * @throws notFound; forbidden for who does not lead it
 */
export async function setLimits(
  deps: TriageDeps,
  actor: UserActor,
  asked: {
    readonly org_id: string;
    readonly changes: Partial<Record<LimitName, number | null>>;
    readonly write_key: WriteKey | undefined;
  },
): Promise<Limits> {
  const { organization, ...access } = await loadOrganizationAccess(deps.db, asked.org_id, actor);
  requireAllowed(
    mayManageKeys({ organization, ...access }),
    'Only who leads the organization may change when its coaches are told to look.',
  );
  const { org_id } = organization;
  await writeOnce(deps, asked.write_key, async (tx) => {
    await holdOrganization(tx, org_id);
    const before = await findLimits(tx, org_id);
    const limits = { ...before, ...changed(asked.changes) };
    const names = (Object.keys(DEFAULT_LIMITS) as LimitName[]).filter(
      (name) => limits[name] !== before[name],
    );
    if (names.length === 0) return {};
    const own = Object.fromEntries(
      Object.entries(limits).filter(([name, value]) => value !== defaultOf(name)),
    );
    await saveLimits(tx, { org_id, limits: own });
    await noteDue(tx, { org_id });
    const now = deps.clock.now();
    const data = { fields: names.map((name) => `triage_limits.${name}`) };
    await writeAudit(tx, {
      org_id,
      event_type: 'organization_updated',
      actor,
      target_id: org_id,
      target_name: organization.org_name,
      data,
      now,
    });
    return {};
  });
  return await findLimits(deps.db, org_id);
}

const defaultOf = (name: string): number | undefined => DEFAULT_LIMITS[name as LimitName];

function changed(changes: Partial<Record<LimitName, number | null>>): Partial<Limits> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, value ?? defaultOf(name)]),
  ) as Partial<Limits>;
}
