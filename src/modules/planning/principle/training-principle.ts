import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { updateOrganization } from '../../organizations/index.ts';
import { holdUser } from '../../users/index.ts';
import { requirePlanner } from '../require-planner.ts';
import {
  deleteCoachPrinciple,
  findPrinciples,
  type StoredPrinciples,
  upsertCoachPrinciple,
} from './queries.ts';

export type PrincipleDeps = { readonly db: Database; readonly clock: Clock };

export const PRINCIPLE_LEVELS = ['coach', 'organization'] as const;
export type PrincipleLevel = (typeof PRINCIPLE_LEVELS)[number];

export type TrainingPrinciple = {
  readonly org_id: string;
  readonly principle: string | null;
  readonly level: PrincipleLevel | null;
  readonly stored: StoredPrinciples;
};

/** The coach's own principle takes precedence over the organization's; a blank one counts as none. */
export function resolvePrinciple(stored: StoredPrinciples): Pick<TrainingPrinciple, 'principle' | 'level'> {
  const level = PRINCIPLE_LEVELS.find((one) => textOf(stored[one]) !== null) ?? null;
  return { principle: level && textOf(stored[level]), level };
}

/** @throws notFound; forbidden; featureNotEnabled */
export async function readTrainingPrinciple(
  deps: Pick<PrincipleDeps, 'db'>,
  actor: UserActor,
  asked: { readonly org_id: string },
): Promise<TrainingPrinciple> {
  const { org_id } = await requirePlanner(deps.db, asked.org_id, actor);
  const stored = await findPrinciples(deps.db, { org_id, user_id: actor.user_id });
  return { org_id, ...resolvePrinciple(stored), stored };
}

/**
 * Stores the caller's own principle or the organization's; null and blank remove it. The organization's is one of its settings, so
 * anybody who may change those may change it.
 *
 * @returns the principle that now applies
 * @throws notFound; forbidden; featureNotEnabled; invalidField, where the settings become too large
 */
export async function writeTrainingPrinciple(
  deps: PrincipleDeps,
  actor: UserActor,
  input: { readonly org_id: string; readonly principle: string | null; readonly level: PrincipleLevel },
): Promise<TrainingPrinciple> {
  const { org_id } = await requirePlanner(deps.db, input.org_id, actor);
  const principle = textOf(input.principle);
  if (input.level === 'organization') {
    const settings = { training_principle: principle };
    await updateOrganization(deps, actor, org_id, { name: undefined, description: undefined, settings });
  } else {
    await writeOwnPrinciple(deps, actor.user_id, principle);
  }
  return await readTrainingPrinciple(deps, actor, { org_id });
}

async function writeOwnPrinciple(
  deps: PrincipleDeps,
  user_id: string,
  training_principle: string | null,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // The account was deleted after the access token was checked.
    if (!(await holdUser(tx, user_id))) throw unauthenticated();
    if (training_principle === null) await deleteCoachPrinciple(tx, user_id);
    else await upsertCoachPrinciple(tx, { user_id, training_principle, updated_at: deps.clock.now() });
  });
}

export function textOf(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text.trim();
}
