import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { activityCeiling, DEFAULT_PRIVACY, type SourcePolicies } from '../../privacy/index.ts';
import { type PageAsked, type PagePosition, pageOf } from '../../shared/page-cursor.ts';
import type { SportType } from '../../training/sport.ts';
import { loadOrganizationAccess, noSuchMember, requireAllowed } from '../organizations/index.ts';
import type { StoredActivity } from './activity.ts';
import { placeOfText } from './activity-list.ts';
import { noSuchActivity } from './errors.ts';
import { listMemberActivities } from './list-member-activities.ts';
import { mayReadTraining } from './policy.ts';
import { findActivity, findStreams, findToldWorkoutType, listActivitiesWithTotal } from './queries.ts';

export type ReadDeps = { readonly db: Database; readonly sourcePolicies: SourcePolicies };

export type ActivityPageRequest = PageAsked & {
  readonly start_date_ms: number | undefined;
  readonly end_date_ms: number | undefined;
  readonly sport_type: SportType | undefined;
};

export type ActivityPage = { activities: readonly string[]; next_cursor: string | null; total: number };

/** An athlete's own activities. @throws invalidField for the cursor */
export async function listOwnActivities(
  { db, sourcePolicies }: ReadDeps,
  actor: UserActor,
  request: ActivityPageRequest,
): Promise<ActivityPage> {
  // Owners see everything, whatever their settings are.
  const ceiling = activityCeiling({ settings: DEFAULT_PRIVACY, policies: sourcePolicies, audience: 'self' });
  const whose = { user_id: actor.user_id, ceiling };
  return await readPage(request, (page) => listActivitiesWithTotal(db, { ...whose, ...page }));
}

/**
 * A member's activities for a coach of the organization, as far as the athlete shares them with coaches.
 *
 * @throws invalidField for the cursor
 */
export async function listAthleteActivities(
  deps: ReadDeps,
  actor: UserActor,
  athlete: { org_id: string; user_id: string },
  request: ActivityPageRequest,
): Promise<ActivityPage> {
  const access = await loadOrganizationAccess(deps.db, athlete.org_id, actor);
  requireAllowed(mayReadTraining(access), 'Only coaches of the organization may read training.');
  return await readPage(request, async (page) => {
    // One transaction: what is added after sharing ended must not be seen under the former settings.
    const asked = { ...athlete, audience: 'coach', has_total: true, offset: 0, ...page } as const;
    const found = await listMemberActivities(deps, asked);
    if (found === null) throw noSuchMember();
    return { activities: found.activities, total: found.total ?? 0 };
  });
}

type PageAskedFor = Omit<ActivityPageRequest, 'cursor'> & { readonly after: PagePosition | null };

async function readPage(
  { start_date_ms, end_date_ms, sport_type, ...page }: ActivityPageRequest,
  find: (page: PageAskedFor) => Promise<{ activities: readonly string[]; total: number }>,
): Promise<ActivityPage> {
  let total = 0;
  const { rows, next_cursor } = await pageOf(
    page,
    async (place) => {
      const found = await find({ start_date_ms, end_date_ms, sport_type, ...place });
      total = found.total;
      return [...found.activities];
    },
    placeOfText,
  );
  return { activities: rows, next_cursor, total };
}

export async function readOwnActivity(
  { db }: Pick<ReadDeps, 'db'>,
  actor: UserActor,
  activity_id: string,
): Promise<StoredActivity> {
  const whose = { activity_id, user_id: actor.user_id };
  const activity = await findActivity(db, whose);
  if (activity === null) throw noSuchActivity();
  const workout_type = activity.workout_type ?? (await findToldWorkoutType(db, whose));
  return { ...activity, workout_type };
}

/** An own activity's streams as they are stored; null where it has no recording. */
export async function readOwnStreams(
  { db }: Pick<ReadDeps, 'db'>,
  actor: UserActor,
  activity_id: string,
): Promise<Buffer | null> {
  const packed = await findStreams(db, { activity_id, user_id: actor.user_id });
  if (packed === undefined) throw noSuchActivity();
  return packed;
}
