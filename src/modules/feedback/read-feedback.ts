import type { UserActor } from '../../http/actor.ts';
import { type Database, type Queryable, SNAPSHOT } from '../../infra/db/database.ts';
import {
  type Audience,
  activityCeiling,
  type DailyCeiling,
  type DailyPart,
  DEFAULT_PRIVACY,
  dailyCeiling,
  type PrivacySettings,
  type SourcePolicies,
} from '../../privacy/index.ts';
import { type PageAsked, pageOf } from '../../shared/page-cursor.ts';
import { findOwnActivityId, mayReadTraining, noSuchActivity } from '../activities/index.ts';
import { findOwnWorkout } from '../calendars/index.ts';
import {
  findMembership,
  loadOrganizationAccess,
  noSuchMember,
  requireAllowed,
} from '../organizations/index.ts';
import { noSuchPlannedWorkout } from '../plans/index.ts';
import type { Feedback } from './feedback.ts';
import type { Named } from './give-feedback.ts';
import { findFeedback, findFeedbackPage, type Target } from './queries.ts';

export type ReadDeps = { readonly db: Database; readonly sourcePolicies: SourcePolicies };

/** What an athlete said of one workout; null where that is nothing. @throws noSuchActivity, noSuchPlannedWorkout */
export async function readOwnFeedback(
  { db }: Pick<ReadDeps, 'db'>,
  { user_id }: UserActor,
  named: Named,
): Promise<Feedback | null> {
  return await db.transaction(async (tx) => {
    const found = await findFeedback(tx, { user_id, target: await ownTarget(tx, user_id, named) });
    return found !== null && isSomething(found) ? found : null;
  }, SNAPSHOT);
}

async function ownTarget(db: Queryable, user_id: string, named: Named): Promise<Target> {
  if ('activity_id' in named) {
    const activity_id = await findOwnActivityId(db, { activity_id: named.activity_id, user_id });
    if (activity_id === null) throw noSuchActivity();
    return { activity_id, workout: null };
  }
  const workout = await findOwnWorkout(db, { ...named, user_id });
  if (workout === null) throw noSuchPlannedWorkout();
  return { activity_id: null, workout };
}

const isSomething = ({ rpe, feel, note, pain, skipped }: Feedback): boolean =>
  [rpe, feel, note, pain, skipped].some((member) => member !== null);

export type FeedbackRequest = PageAsked & {
  readonly start_date_ms: number | undefined;
  readonly end_date_ms: number | undefined;
};
export type FeedbackPage = { readonly feedback: readonly Feedback[]; readonly next_cursor: string | null };

/** An athlete's own, of all organizations. @throws invalidField for the cursor */
export async function listOwnFeedback(
  { db, sourcePolicies }: ReadDeps,
  { user_id }: UserActor,
  request: FeedbackRequest,
): Promise<FeedbackPage> {
  const activities = activityCeiling({
    settings: DEFAULT_PRIVACY,
    policies: sourcePolicies,
    audience: 'self',
  });
  const { limit, cursor, ...range } = request;
  const { rows, next_cursor } = await pageOf(
    { limit, cursor },
    (place) =>
      findFeedbackPage(db, { user_id, activities, org_id: null, sees_pain: true, ...range, ...place }),
    (row) => row,
  );
  return { feedback: rows, next_cursor };
}

/** What of a member's feedback an audience sees: parts, and on activities whether any shows. */
export type FeedbackSight = { readonly daily: DailyCeiling; readonly sees_activities: boolean };
export type MemberFeedbackPage = FeedbackPage & { readonly sight: FeedbackSight };

/** A member's, for a coach of the organization. @throws notFound; forbidden; noSuchMember; invalidField for the cursor */
export async function listAthleteFeedback(
  deps: ReadDeps,
  actor: UserActor,
  { org_id, user_id, ...request }: FeedbackRequest & { readonly org_id: string; readonly user_id: string },
): Promise<MemberFeedbackPage> {
  const access = await loadOrganizationAccess(deps.db, org_id, actor);
  requireAllowed(mayReadTraining(access), 'Only coaches of the organization may read training.');
  const page = await listMemberFeedback(deps, { org_id, user_id, audience: 'coach', ...request });
  if (page === null) throw noSuchMember();
  return page;
}

type OrganizationAudience = Extract<Audience, 'coach' | 'organization_api'>;

export async function listMemberFeedback(
  { db, sourcePolicies: policies }: ReadDeps,
  {
    org_id,
    user_id,
    audience,
    start_date_ms,
    end_date_ms,
    ...page
  }: FeedbackRequest & { org_id: string; user_id: string; audience: OrganizationAudience },
): Promise<MemberFeedbackPage | null> {
  // One transaction: what is added after sharing ended must not be seen under the former settings.
  return await db.transaction(async (tx) => {
    const membership = await findMembership(tx, { org_id, user_id });
    if (membership === null) return null;
    const { activities, sight } = sightOf({ settings: membership.privacy, policies, audience });
    const { rows, next_cursor } = await pageOf(
      page,
      async (place) => {
        if (!seesAny(sight.daily)) return [];
        const sees_pain = sees(sight.daily, 'pain');
        const whose = { user_id, org_id, activities, sees_pain, start_date_ms, end_date_ms };
        return await findFeedbackPage(tx, { ...whose, ...place });
      },
      (row) => row,
    );
    return { feedback: rows, next_cursor, sight };
  }, SNAPSHOT);
}

export function sightOf(input: { settings: PrivacySettings; policies: SourcePolicies; audience: Audience }) {
  const activities = activityCeiling(input);
  const sight: FeedbackSight = { daily: dailyCeiling(input), sees_activities: activities.visible };
  return { activities, sight };
}

export function sees({ parts }: DailyCeiling, part: DailyPart): boolean {
  return parts.shown.includes(part);
}

/** Effort, note and skipping are shown together; pain needs them and more. */
function seesAny(daily: DailyCeiling): boolean {
  return sees(daily, 'effort') && sees(daily, 'note') && sees(daily, 'skip');
}
