import type { UserActor } from '../../../http/actor.ts';
import { type Database, type Queryable, SNAPSHOT } from '../../../infra/db/database.ts';
import {
  type ActivityCeiling,
  activityCeiling,
  DEFAULT_PRIVACY,
  dailyCeiling,
  metricsCeiling,
  type SourcePolicies,
} from '../../../privacy/index.ts';
import type { DayRequest } from '../../../shared/day-range.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { sessionLoad } from '../../../training/session-load.ts';
import { type LoadDay, loadCurve } from '../../../training/training-load.ts';
import {
  findMembership,
  loadOrganizationAccess,
  noSuchMember,
  requireAllowed,
} from '../../organizations/index.ts';
import { findUser } from '../../users/index.ts';
import { mayReadTraining } from '../policy.ts';
import { type CurveDays, curveDays, HISTORY_DAYS } from './days.ts';
import { sumLoads } from './queries.ts';

/** Rated activities without a training load in the days between `begins`, by day from 1. The module of feedback, which is above this one, provides it. */
type FindRatedWorkouts = (
  db: Queryable,
  whose: { readonly user_id: string; readonly ceiling: ActivityCeiling; readonly begins: readonly Date[] },
) => Promise<readonly { readonly place: number; readonly rpe: number; readonly seconds: number }[]>;

export type LoadDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
  readonly findRatedWorkouts: FindRatedWorkouts;
};

export type CurveDay = LoadDay & {
  readonly date: string;
  readonly load: number;
  readonly activities_without_load: number;
  /** Null where effort ratings are withheld. */
  readonly session: SessionLoadOfDay | null;
};
type SessionLoadOfDay = { readonly load_au: number; readonly activities: number };
export type Curve = { readonly time_zone: string; readonly days: readonly CurveDay[] };

export async function readOwnLoad(
  { db, clock, sourcePolicies, findRatedWorkouts }: LoadDeps,
  { user_id }: UserActor,
  request: DayRequest,
): Promise<Curve> {
  const user = await findUser(db, user_id);
  if (user === null) throw unauthenticated();
  const days = curveDays(request, clock.now(), user.preferences.timezone);
  // Owners see everything, whatever their settings are.
  const ceiling = activityCeiling({ settings: DEFAULT_PRIVACY, policies: sourcePolicies, audience: 'self' });
  return await readCurve(db, { user_id, ceiling, days, findRatedWorkouts });
}

type AthleteRequest = DayRequest & { readonly org_id: string; readonly user_id: string };
type AthleteCurve = Curve & { readonly is_withheld: boolean; readonly sees_effort: boolean };

/** A member's curve for a coach, computed from the activities that the coach may see. */
export async function readAthleteLoad(
  deps: LoadDeps,
  actor: UserActor,
  request: AthleteRequest,
): Promise<AthleteCurve> {
  const access = await loadOrganizationAccess(deps.db, request.org_id, actor);
  requireAllowed(mayReadTraining(access), 'Only coaches of the organization may read training.');
  const curve = await readMemberLoad(deps, { ...request, audience: 'coach' });
  if (curve === null) throw noSuchMember();
  return curve;
}

export async function readMemberLoad(
  { db, clock, sourcePolicies, findRatedWorkouts }: LoadDeps,
  { org_id, user_id, audience, ...request }: AthleteRequest & { audience: 'coach' | 'organization_api' },
): Promise<AthleteCurve | null> {
  // One transaction: what is added after sharing ended must not count under the former settings.
  return await db.transaction(async (tx) => {
    const membership = await findMembership(tx, { org_id, user_id });
    const athlete = await findUser(tx, user_id);
    if (membership === null || athlete === null) return null;
    const days = curveDays(request, clock.now(), athlete.preferences.timezone);
    const { activities, fields } = metricsCeiling({
      settings: membership.privacy,
      policies: sourcePolicies,
      audience,
    });
    const is_withheld = !fields.shown.includes('load');
    const daily = dailyCeiling({ settings: membership.privacy, audience });
    const sees_effort = daily.parts.shown.includes('effort');
    if (is_withheld) return { time_zone: days.time_zone, days: [], is_withheld, sees_effort };
    const rated = sees_effort ? findRatedWorkouts : null;
    const whose = { user_id, ceiling: activities, days, findRatedWorkouts: rated };
    return { ...(await readCurve(tx, whose)), is_withheld, sees_effort };
  }, SNAPSHOT);
}

async function readCurve(
  db: Queryable,
  whose: {
    readonly user_id: string;
    readonly ceiling: ActivityCeiling;
    readonly days: CurveDays;
    /** Null when they are withheld. */
    readonly findRatedWorkouts: FindRatedWorkouts | null;
  },
): Promise<Curve> {
  const { user_id, ceiling, days } = whose;
  const { time_zone, shown, begins } = days;
  if (shown.length === 0) return { time_zone, days: [] };
  const sums = new Map((await sumLoads(db, { user_id, ceiling, begins })).map((sum) => [sum.place, sum]));
  const loads = Array.from({ length: begins.length - 1 }, (_, index) => sums.get(index + 1)?.load ?? 0);
  const curve = loadCurve(loads).slice(HISTORY_DAYS);
  const rated = await whose.findRatedWorkouts?.(db, { user_id, ceiling, begins: begins.slice(HISTORY_DAYS) });
  const ratedOn = rated && Map.groupBy(rated, ({ place }) => place - 1);
  return {
    time_zone,
    days: curve.map((day, index) => ({
      ...day,
      date: shown[index] ?? '',
      load: loads[HISTORY_DAYS + index] ?? 0,
      activities_without_load: sums.get(HISTORY_DAYS + index + 1)?.activities_without_load ?? 0,
      session: ratedOn === undefined ? null : sessionLoadOf(ratedOn.get(index) ?? []),
    })),
  };
}

function sessionLoadOf(
  rated: readonly { readonly rpe: number; readonly seconds: number }[],
): SessionLoadOfDay {
  const loads = rated.map(({ rpe, seconds }) => sessionLoad({ rpe, duration_s: seconds }));
  return { load_au: loads.reduce((sum, load) => sum + load, 0), activities: rated.length };
}
