import type { UserActor } from '../../../http/actor.ts';
import { type Database, type Queryable, SNAPSHOT } from '../../../infra/db/database.ts';
import {
  DEFAULT_PRIVACY,
  type HealthCeiling,
  type HealthPart,
  healthCeiling,
  type SourcePolicies,
  viewHealthReport,
} from '../../../privacy/index.ts';
import { type DayRange, type DayRequest, dayRange } from '../../../shared/day-range.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { mayReadTraining } from '../../activities/index.ts';
import {
  findMembership,
  loadOrganizationAccess,
  noSuchMember,
  requireAllowed,
} from '../../organizations/index.ts';
import { findUser } from '../../users/index.ts';
import { DEFAULT_DAYS, MAX_DAYS } from './contract.ts';
import { type KeptDay, type MergedDay, mergeSources, type ShownReport } from './merge-days.ts';
import { findDays } from './queries.ts';

export type HealthReadDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
};

const LIMITS = { most: MAX_DAYS, otherwise: DEFAULT_DAYS };

export async function readOwnHealthDays(
  { db, clock, sourcePolicies }: HealthReadDeps,
  { user_id }: UserActor,
  request: DayRequest,
): Promise<MergedDay[]> {
  const user = await findUser(db, user_id);
  if (user === null) throw unauthenticated();
  const range = dayRange(request, LIMITS, clock.now(), user.preferences.timezone);
  const ceiling = healthCeiling({ settings: DEFAULT_PRIVACY, policies: sourcePolicies, audience: 'self' });
  return await findShownDays(db, { user_id, range, ceiling });
}

type AthleteRequest = DayRequest & { readonly org_id: string; readonly user_id: string };
export type AthleteDays = { readonly days: MergedDay[]; readonly privacy_filtered: HealthPart[] };

/** An athlete's days for a coach of the organization, as far as the athlete's settings allow. */
export async function readAthleteHealthDays(
  deps: HealthReadDeps,
  actor: UserActor,
  request: AthleteRequest,
): Promise<AthleteDays> {
  const access = await loadOrganizationAccess(deps.db, request.org_id, actor);
  requireAllowed(mayReadTraining(access), 'Only coaches of the organization may read an athlete’s health.');
  const found = await readMemberHealthDays(deps, { ...request, audience: 'coach' });
  if (found === null) throw noSuchMember();
  return found;
}

/** An athlete's days for an audience of the organization; null for somebody who is no athlete of it. */
export async function readMemberHealthDays(
  { db, clock, sourcePolicies }: HealthReadDeps,
  { org_id, user_id, audience, ...request }: AthleteRequest & { audience: 'coach' | 'organization_api' },
): Promise<AthleteDays | null> {
  // One transaction reads settings and data, so that data added after sharing ended is not seen under the former settings.
  return await db.transaction(async (tx) => {
    const membership = await findMembership(tx, { org_id, user_id });
    const athlete = await findUser(tx, user_id);
    if (membership === null || athlete === null) return null;
    const range = dayRange(request, LIMITS, clock.now(), athlete.preferences.timezone);
    const ceiling = healthCeiling({
      settings: membership.privacy,
      policies: sourcePolicies,
      audience,
    });
    const days = await findShownDays(tx, { user_id, range, ceiling });
    return { days, privacy_filtered: [...ceiling.parts.hidden].sort() };
  }, SNAPSHOT);
}

async function findShownDays(
  db: Queryable,
  { user_id, range, ceiling }: { user_id: string; range: DayRange; ceiling: HealthCeiling },
): Promise<MergedDay[]> {
  if (ceiling.parts.shown.length === 0) return [];
  return viewHealthDays(ceiling, await findDays(db, { user_id, ...range }));
}

/** What the ceiling's audience sees of days. Days of which it sees nothing are left out. */
export function viewHealthDays(ceiling: HealthCeiling, days: readonly KeptDay[]): MergedDay[] {
  const shown = new Map<string, ShownReport[]>();
  for (const kept of days) {
    const view = viewHealthReport(ceiling, reportOf(kept));
    if (view === null) continue;
    const { source } = kept;
    shown.set(kept.day, [...(shown.get(kept.day) ?? []), { ...view, source }]);
  }
  return [...shown].map(([day, reports]) => mergeSources(day, reports));
}

function reportOf({ source, activity, sleep, hrv, heart_rate }: KeptDay) {
  return { source, activity, sleep, hrv, heart_rate };
}
