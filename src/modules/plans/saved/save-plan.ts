import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import type { Language } from '../../../shared/languages.ts';
import { type Quotas, requireQuota } from '../../../shared/quotas.ts';
import type { Clock } from '../../../shared/time.ts';
import { MAX_TITLE } from '../../../training/plan-input/limits.ts';
import type { GivenContent } from '../../../training/plan-input/read-content.ts';
import type { Finding } from '../../../training/planning/findings.ts';
import type { ExperienceLevel } from '../../../training/planning/plan.ts';
import { holdOrganization } from '../../organizations/index.ts';
import { requirePlanner } from '../../planning/index.ts';
import { holdUser } from '../../users/index.ts';
import { noSuchPlan, requireLine, tooManyPlans } from '../errors.ts';
import { givePlan } from './give-plan.ts';
import { acceptContent, type GoalInput, readGoal, readWhom, requireStart, type Whom } from './plan-input.ts';
import { countPlansForNow, findSavedPlan, insertPlan } from './queries.ts';
import type { Given, NewPlan, SavedPlan } from './saved-plan.ts';

type SaveInput = GivenContent &
  Whom & {
    readonly org_id: string;
    readonly title: string;
    readonly description?: string;
    readonly start_date: string;
    readonly weeks: number;
    readonly engine?: string;
    readonly experience_level?: ExperienceLevel;
    readonly goal?: GoalInput | null;
    readonly language?: Language;
  };

/**
 * Saves a plan for the organization and gives it to athletes in one transaction; athletes who cannot have it are skipped.
 *
 * @throws notFound; forbidden; featureNotEnabled; validationError for content that is invalid or contradicts itself; noSuchGroup;
 *   tooManyPlans
 */
export async function savePlan(
  deps: {
    readonly db: Database;
    readonly clock: Clock;
    readonly events: Pick<Events, 'emit'>;
    readonly quotas: Pick<Quotas, 'plans'>;
  },
  actor: UserActor,
  input: SaveInput,
): Promise<Given & { plan: SavedPlan; findings: readonly Finding[]; language: Language }> {
  const { org_id, org_name } = await requirePlanner(deps.db, input.org_id, actor);
  const now = deps.clock.now();
  const { plan, findings, language } = await readPlan(deps.db, { ...input, org_id }, { actor, now });
  return await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    if (!(await holdUser(tx, actor.user_id))) throw unauthenticated();
    requireQuota(tooManyPlans, { used: await countPlansForNow(tx, org_id), limit: deps.quotas.plans });
    const user_ids = await readWhom(tx, org_id, input);
    await insertPlan(tx, plan);
    const { start_date } = plan;
    const given = await givePlan(tx, deps, plan, { actor, org_name, user_ids, start_date, now });
    const saved = await findSavedPlan(tx, { org_id, plan_id: plan.id });
    if (saved === null) throw noSuchPlan();
    return { plan: saved, findings, language, ...given };
  });
}

async function readPlan(
  db: Database,
  input: SaveInput,
  { actor, now }: { readonly actor: UserActor; readonly now: Date },
): Promise<{ plan: NewPlan; findings: readonly Finding[]; language: Language }> {
  const { org_id, start_date, weeks, experience_level = 'intermediate' } = input;
  requireStart(start_date);
  const goal = readGoal(input.goal, start_date);
  const frame = { org_id, actor_id: actor.user_id, start_date, weeks, goal, experience_level };
  const { content, findings, language } = await acceptContent(db, input, frame);
  const plan = {
    id: newId(),
    org_id,
    title: requireLine(input.title, 'title', MAX_TITLE),
    description: input.description?.trim() || null,
    start_date,
    weeks,
    engine: input.engine?.trim() ?? 'coach',
    experience_level,
    goal,
    language: input.language ?? null,
    ...content,
    created_by: actor.user_id,
    created_at: now,
    updated_at: now,
  };
  return { plan, findings, language };
}
