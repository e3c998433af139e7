import type { UserActor } from '../../http/actor.ts';
import { type Database, SNAPSHOT, type Transaction } from '../../infra/db/database.ts';
import {
  type ActivityCeiling,
  activityCeiling,
  DEFAULT_PRIVACY,
  type SourcePolicies,
} from '../../privacy/index.ts';
import { type PageAsked, pageOf } from '../../shared/page-cursor.ts';
import type { SportType } from '../../training/sport.ts';
import { findMembership, loadStanding, noSuchMember, requireAllowed } from '../organizations/index.ts';
import type { StoredActivity } from './activity.ts';
import { placeOfText } from './activity-list.ts';
import { noSuchActivity } from './errors.ts';
import { unpackStreams } from './pack-streams.ts';
import { mayReadTraining } from './policy.ts';
import {
  countActivities,
  findActivity,
  findStreams,
  findToldWorkoutType,
  listActivitiesJson,
} from './queries.ts';

export type ReadDeps = { readonly db: Database; readonly sourcePolicies: SourcePolicies };

export type ActivityPageRequest = PageAsked & {
  readonly start_date_ms: number | undefined;
  readonly end_date_ms: number | undefined;
  /** Only those of this sport. */
  readonly sport_type: SportType | undefined;
};

/** One page: the JSON texts of its activities, and how many there are on all pages. */
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
  return await db.transaction((tx) => readPage(tx, whose, request), SNAPSHOT);
}

/**
 * A member's activities for a coach of the organization, as far as the athlete shares them with coaches.
 *
 * @throws invalidField for the cursor
 */
export async function listAthleteActivities(
  { db, sourcePolicies }: ReadDeps,
  actor: UserActor,
  athlete: { org_id: string; user_id: string },
  request: ActivityPageRequest,
): Promise<ActivityPage> {
  const standing = await loadStanding(db, athlete.org_id, actor);
  requireAllowed(mayReadTraining(standing), 'Only coaches of the organization may read training.');
  // Of one moment: what is added after the athlete has stopped sharing must not be seen under the settings from before.
  return await db.transaction(async (tx) => {
    const membership = await findMembership(tx, athlete);
    if (membership === null) throw noSuchMember();
    const ceiling = activityCeiling({
      settings: membership.privacy,
      policies: sourcePolicies,
      audience: 'coach',
    });
    return await readPage(tx, { user_id: athlete.user_id, ceiling }, request);
  }, SNAPSHOT);
}

async function readPage(
  tx: Transaction,
  whose: { user_id: string; ceiling: ActivityCeiling },
  { start_date_ms, end_date_ms, sport_type, ...page }: ActivityPageRequest,
): Promise<ActivityPage> {
  const range = { ...whose, start_date_ms, end_date_ms, sport_type };
  const { rows, next_cursor } = await pageOf(
    page,
    (place) => listActivitiesJson(tx, { ...range, ...place }),
    placeOfText,
  );
  // In the index alone.
  const total = await countActivities(tx, range);
  return { activities: rows, next_cursor, total };
}

/** As its owner sees it, what only they are shown included. @throws noSuchActivity also for anybody else's */
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

/** The JSON text of an own activity's streams: an object of columns, empty where it has no recording. */
export async function readOwnStreams(
  { db }: Pick<ReadDeps, 'db'>,
  actor: UserActor,
  activity_id: string,
): Promise<string> {
  const packed = await findStreams(db, { activity_id, user_id: actor.user_id });
  if (packed === undefined) throw noSuchActivity();
  return packed === null ? '{}' : await unpackStreams(packed);
}
