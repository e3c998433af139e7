import type { UserActor } from '../../../http/actor.ts';
import { type Database, type Queryable, SNAPSHOT } from '../../../infra/db/database.ts';
import {
  DEFAULT_PRIVACY,
  type HealthCeiling,
  type HealthPart,
  healthCeiling,
  type SourcePolicies,
  viewHealthTelling,
} from '../../../privacy/index.ts';
import { type DayRange, type DayRequest, dayRange } from '../../../shared/day-range.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { mayReadTraining } from '../../activities/index.ts';
import { findMembership, loadStanding, noSuchMember, requireAllowed } from '../../organizations/index.ts';
import { findUser } from '../../users/index.ts';
import { DEFAULT_DAYS, MAX_DAYS } from './contract.ts';
import { type KeptDay, type MergedDay, mergeSources, type ShownTelling } from './merge-days.ts';
import { findDays } from './queries.ts';

export type HealthReadDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
};

const LIMITS = { most: MAX_DAYS, otherwise: DEFAULT_DAYS };

/** The athlete's own days. */
export async function readOwnHealthDays(
  { db, clock, sourcePolicies }: HealthReadDeps,
  { user_id }: UserActor,
  request: DayRequest,
): Promise<MergedDay[]> {
  const user = await findUser(db, user_id);
  if (user === null) throw unauthenticated();
  const range = dayRange(request, LIMITS, clock.now(), user.preferences.timezone);
  // Owners see everything, whatever their settings are.
  const ceiling = healthCeiling({ settings: DEFAULT_PRIVACY, policies: sourcePolicies, audience: 'self' });
  return await findShownDays(db, { user_id, range, ceiling });
}

/** An athlete's days for a coach of the organization, as far as the athlete lets coaches see them. */
export async function readAthleteHealthDays(
  { db, clock, sourcePolicies }: HealthReadDeps,
  actor: UserActor,
  { org_id, user_id, ...request }: DayRequest & { org_id: string; user_id: string },
): Promise<{ days: MergedDay[]; privacy_filtered: HealthPart[] }> {
  const standing = await loadStanding(db, org_id, actor);
  requireAllowed(mayReadTraining(standing), 'Only coaches of the organization may read an athlete’s health.');
  // Of one moment: what comes after the consent was withdrawn must not be seen under the settings from before.
  return await db.transaction(async (tx) => {
    const membership = await findMembership(tx, { org_id, user_id });
    const athlete = await findUser(tx, user_id);
    if (membership === null || athlete === null) throw noSuchMember();
    const range = dayRange(request, LIMITS, clock.now(), athlete.preferences.timezone);
    const ceiling = healthCeiling({
      settings: membership.privacy,
      policies: sourcePolicies,
      audience: 'coach',
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
  const shown = new Map<string, ShownTelling[]>();
  for (const kept of await findDays(db, { user_id, ...range })) {
    const view = viewHealthTelling(ceiling, tellingOf(kept));
    if (view === null) continue;
    const { source } = kept;
    shown.set(kept.day, [...(shown.get(kept.day) ?? []), { ...view, source }]);
  }
  return [...shown].map(([day, tellings]) => mergeSources(day, tellings));
}

function tellingOf({ source, activity, sleep, hrv, heart_rate }: KeptDay) {
  return { source, activity, sleep, hrv, heart_rate };
}
