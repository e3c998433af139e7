import type { UserActor } from '../../http/actor.ts';
import { SNAPSHOT } from '../../infra/db/database.ts';
import { activityCeiling, DEFAULT_PRIVACY } from '../../privacy/index.ts';
import {
  type ActivityView,
  findMemberActivity,
  findNeighbours,
  type Neighbours,
  noSuchActivity,
  readOwnActivity,
  requireTrainingReader,
  type StoredActivity,
  viewStoredActivity,
} from '../activities/index.ts';
import {
  type PlannedDeps,
  type PlannedOfActivity,
  readAthletePlanned,
  readOwnPlanned,
} from '../calendars/index.ts';
import { type ReadPostDeps, readPosts } from '../messages/index.ts';
import { findRosterName } from '../organizations/index.ts';

export type ReviewDeps = PlannedDeps & ReadPostDeps;
type Comments = Awaited<ReturnType<typeof readPosts>>;
type Review<Shown> = {
  readonly activity: Shown;
  readonly planned: PlannedOfActivity;
  readonly neighbours: Neighbours;
};
export type OwnReview = Review<StoredActivity> & { readonly comments: Comments | null };
export type AthleteReview = Review<ActivityView> & {
  readonly athlete: { readonly user_id: string; readonly display_name: string };
  readonly comments: Comments;
};

const FIRST_COMMENTS = { cursor: undefined, limit: 50 } as const;

/**
 * Of an own activity; with the comments of an organization where one is named.
 * @throws noSuchActivity also for another person's; noSuchOrganization; forbidden; noSuchMember
 */
export async function readOwnReview(
  deps: ReviewDeps,
  actor: UserActor,
  { activity_id, org_id }: { readonly activity_id: string; readonly org_id: string | null },
): Promise<OwnReview> {
  const activity = await readOwnActivity(deps, actor, activity_id);
  const ceiling = activityCeiling({
    settings: DEFAULT_PRIVACY,
    policies: deps.sourcePolicies,
    audience: 'self',
  });
  return {
    activity,
    neighbours: await findNeighbours(deps.db, activity, ceiling),
    planned: await readOwnPlanned(deps, actor, activity_id),
    comments:
      org_id === null
        ? null
        : await readPosts(deps, actor, {
            ...{ org_id, kind: 'activity', athlete_id: actor.user_id, key: activity.id },
            page: FIRST_COMMENTS,
          }),
  };
}

/**
 * Of a member's activity, for a coach of the organization, as far as the athlete shares it.
 *
 * @throws noSuchOrganization; forbidden; noSuchActivity also where it is hidden
 */
export async function readAthleteReview(
  deps: ReviewDeps,
  actor: UserActor,
  asked: { readonly org_id: string; readonly user_id: string; readonly activity_id: string },
): Promise<AthleteReview> {
  await requireTrainingReader(deps, actor, asked.org_id);
  const shown = await readShown(deps, asked);
  const { org_id, user_id, activity_id } = asked;
  return {
    ...shown,
    planned: await readAthletePlanned(deps, actor, asked),
    comments: await readPosts(deps, actor, {
      ...{ org_id, kind: 'activity', athlete_id: user_id.toLowerCase(), key: activity_id.toLowerCase() },
      page: FIRST_COMMENTS,
    }),
  };
}

/** What a coach sees of the activity itself, whose it is and what stands beside it: of one moment, under one ceiling. */
async function readShown(
  deps: ReviewDeps,
  asked: { readonly org_id: string; readonly user_id: string; readonly activity_id: string },
): Promise<Pick<AthleteReview, 'athlete' | 'activity' | 'neighbours'>> {
  return await deps.db.transaction(async (tx) => {
    const found = await findMemberActivity(tx, asked);
    const display_name = await findRosterName(tx, asked);
    if (found === null || display_name === null) throw noSuchActivity();
    const ceiling = activityCeiling({
      settings: found.settings,
      policies: deps.sourcePolicies,
      audience: 'coach',
    });
    const activity = viewStoredActivity(ceiling, found.activity);
    if (activity === null) throw noSuchActivity();
    const { user_id } = found.activity;
    const neighbours = await findNeighbours(tx, found.activity, ceiling);
    return { athlete: { user_id, display_name }, activity, neighbours };
  }, SNAPSHOT);
}
