import type { UserActor } from '../../../http/actor.ts';
import { type Database, type Queryable, SNAPSHOT } from '../../../infra/db/database.ts';
import {
  type ActivityCeiling,
  activityCeiling,
  DEFAULT_PRIVACY,
  metricsCeiling,
  type SourcePolicies,
} from '../../../privacy/index.ts';
import type { DayRequest } from '../../../shared/day-range.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { type LoadDay, loadCurve } from '../../../training/training-load.ts';
import { findMembership, loadStanding, noSuchMember, requireAllowed } from '../../organizations/index.ts';
import { findUser } from '../../users/index.ts';
import { mayReadTraining } from '../policy.ts';
import { type CurveDays, curveDays, HISTORY_DAYS } from './days.ts';
import { sumLoads } from './queries.ts';

export type LoadDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
};

export type CurveDay = LoadDay & {
  readonly date: string;
  readonly load: number;
  readonly activities_without_load: number;
};
export type Curve = { readonly time_zone: string; readonly days: readonly CurveDay[] };

/** The athlete's own curve. */
export async function readOwnLoad(
  { db, clock, sourcePolicies }: LoadDeps,
  { user_id }: UserActor,
  request: DayRequest,
): Promise<Curve> {
  const user = await findUser(db, user_id);
  if (user === null) throw unauthenticated();
  const days = curveDays(request, clock.now(), user.preferences.timezone);
  // Owners see everything, whatever their settings are.
  const ceiling = activityCeiling({ settings: DEFAULT_PRIVACY, policies: sourcePolicies, audience: 'self' });
  return await readCurve(db, { user_id, ceiling, days });
}

type AthleteRequest = DayRequest & { readonly org_id: string; readonly user_id: string };
type AthleteCurve = Curve & { readonly is_withheld: boolean };

/** A member's curve for a coach of the organization: of the activities that they may see, as if there were no others. */
export async function readAthleteLoad(
  deps: LoadDeps,
  actor: UserActor,
  request: AthleteRequest,
): Promise<AthleteCurve> {
  const standing = await loadStanding(deps.db, request.org_id, actor);
  requireAllowed(mayReadTraining(standing), 'Only coaches of the organization may read training.');
  const curve = await readMemberLoad(deps, { ...request, audience: 'coach' });
  if (curve === null) throw noSuchMember();
  return curve;
}

/** The same for an audience of the organization; null for who is no athlete of it. */
export async function readMemberLoad(
  { db, clock, sourcePolicies }: LoadDeps,
  { org_id, user_id, audience, ...request }: AthleteRequest & { audience: 'coach' | 'organization_api' },
): Promise<AthleteCurve | null> {
  // Of one moment: what is added after the athlete has stopped sharing must not count under the settings from before.
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
    if (is_withheld) return { time_zone: days.time_zone, days: [], is_withheld };
    return { ...(await readCurve(tx, { user_id, ceiling: activities, days })), is_withheld };
  }, SNAPSHOT);
}

async function readCurve(
  db: Queryable,
  whose: { readonly user_id: string; readonly ceiling: ActivityCeiling; readonly days: CurveDays },
): Promise<Curve> {
  const { user_id, ceiling, days } = whose;
  const { time_zone, shown, begins } = days;
  if (shown.length === 0) return { time_zone, days: [] };
  const sums = new Map((await sumLoads(db, { user_id, ceiling, begins })).map((sum) => [sum.place, sum]));
  const loads = Array.from({ length: begins.length - 1 }, (_, index) => sums.get(index + 1)?.load ?? 0);
  const curve = loadCurve(loads).slice(HISTORY_DAYS);
  return {
    time_zone,
    days: curve.map((day, index) => ({
      ...day,
      date: shown[index] ?? '',
      load: loads[HISTORY_DAYS + index] ?? 0,
      activities_without_load: sums.get(HISTORY_DAYS + index + 1)?.activities_without_load ?? 0,
    })),
  };
}
