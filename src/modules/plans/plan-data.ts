import type { Database } from '../../infra/db/database.ts';
import { DEFAULT_PRIVACY, planCeiling } from '../../privacy/index.ts';
import { isoOrNull } from '../../shared/time.ts';
import { fewRecords, type PersonalData, pagesOf } from '../users/index.ts';
import type { StoredDraft } from './drafts/draft.ts';
import { presentDraft } from './drafts/present.ts';
import { findDraftsOf } from './drafts/queries.ts';
import { findWorkoutsWrittenBy } from './library/queries.ts';
import { viewAthletePlan } from './present.ts';
import {
  findOwnPlans,
  findPlanGivers,
  findPlansWrittenBy,
  type OwnPlan,
  type WrittenRow,
} from './queries.ts';

/** The pages are small because each plan has up to a year of workouts. */
const PAGE = 10;

/**
 * A person's assignments and drafts, and the plans and workouts that they wrote. The latter stay with the organizations, without an
 * author.
 */
export function planData(deps: { db: Database }): PersonalData {
  // Athletes see everything of their own, whatever their settings.
  const ceiling = planCeiling({ settings: DEFAULT_PRIVACY, audience: 'self' });
  const present = ({ org_id, ended_at, vdot, ...plan }: OwnPlan): string =>
    JSON.stringify({ org_id, ...viewAthletePlan(ceiling, plan), vdot, ended_at: isoOrNull(ended_at) });
  const ownPlans = async function* (user_id: string): AsyncGenerator<string[]> {
    for (const org_id of await findPlanGivers(deps.db, user_id)) {
      const pages = pagesOf<OwnPlan>(PAGE, (page) => findOwnPlans(deps.db, { org_id, user_id, ...page }));
      for await (const page of pages) yield page.map(present);
    }
  };
  const ownDrafts = async function* (user_id: string): AsyncGenerator<string[]> {
    const pages = pagesOf<StoredDraft>(PAGE, (page) => findDraftsOf(deps.db, { user_id, ...page }));
    for await (const page of pages) yield page.map((draft) => JSON.stringify(presentDraft(draft)));
  };
  const readPlans = async (user_id: string): Promise<object[]> => {
    const written = await findPlansWrittenBy(deps.db, user_id);
    return written.map(({ id, ...plan }) => ({ saved_plan_id: id, ...presentWritten(plan) }));
  };
  const readWorkouts = async (user_id: string): Promise<object[]> => {
    const written = await findWorkoutsWrittenBy(deps.db, user_id);
    return written.map(({ id, ...workout }) => ({ workout_id: id, ...presentWritten(workout) }));
  };
  return {
    name: 'plans',
    columns: [
      'plan_assignments.user_id',
      'plans.created_by',
      'library_workouts.created_by',
      'plan_drafts.created_by',
      'plan_drafts.athlete_id',
    ],
    files: {
      'plans.json': 'The training plans you were given, those that were taken back as well.',
      'plan_drafts.json': 'The drafts of plans that you keep.',
      'saved_plans.json': 'The training plans you saved for organizations.',
      'library_workouts.json': 'The workouts you put into the libraries of organizations.',
    },
    async *collect(user_id) {
      yield { name: 'plans.json', records: ownPlans(user_id) };
      yield { name: 'plan_drafts.json', records: ownDrafts(user_id) };
      yield { name: 'saved_plans.json', records: fewRecords(() => readPlans(user_id)) };
      yield { name: 'library_workouts.json', records: fewRecords(() => readWorkouts(user_id)) };
    },
  };
}

function presentWritten({ org_id, title, created_at }: Omit<WrittenRow, 'id'>) {
  return { org_id, title, created_at: created_at.toISOString() };
}
