import type { UserActor } from '../../http/actor.ts';
import { type Database, SNAPSHOT, type Transaction } from '../../infra/db/database.ts';
import { type Audience, DEFAULT_PRIVACY, type PrivacySettings } from '../../privacy/index.ts';
import type { DayRange, DayRequest } from '../../shared/day-range.ts';
import { unauthenticated } from '../../shared/errors.ts';
import { type Clock, isTimeZone } from '../../shared/time.ts';
import { expandDays, type ToldDay } from '../../training/availability/days.ts';
import type { InjuryEntry } from '../../training/availability/told.ts';
import { mayReadTraining } from '../activities/index.ts';
import {
  findMembership,
  loadOrganizationAccess,
  noSuchMember,
  requireAllowed,
} from '../organizations/index.ts';
import { findUser } from '../users/index.ts';
import { daysAsked } from './day-range.ts';
import { findTold, type HiddenPart } from './find-told.ts';

export type ReadDeps = { readonly db: Database; readonly clock: Clock };

export type ShownDays = DayRange & {
  readonly timezone: string;
  readonly days: readonly ToldDay[];
  readonly injuries: readonly InjuryEntry[];
  readonly privacy_filtered: readonly HiddenPart[];
};

export async function readOwnDays(
  deps: ReadDeps,
  { user_id }: UserActor,
  request: DayRequest,
): Promise<ShownDays> {
  return await deps.db.transaction(async (tx) => {
    const user = await findUser(tx, user_id);
    if (user === null) throw unauthenticated();
    const own = { user_id, settings: DEFAULT_PRIVACY, audience: 'self' } as const;
    return await readDays(tx, deps, request, { ...own, timezone: user.preferences.timezone });
  }, SNAPSHOT);
}

type AthleteRequest = DayRequest & { readonly org_id: string; readonly user_id: string };

/**
 * An athlete's days for a coach of the organization, as far as the athlete lets coaches see them.
 *
 * @throws notFound; forbidden; noSuchMember; validationError
 */
export async function readAthleteDays(
  deps: ReadDeps,
  actor: UserActor,
  request: AthleteRequest,
): Promise<ShownDays> {
  const access = await loadOrganizationAccess(deps.db, request.org_id, actor);
  requireAllowed(
    mayReadTraining(access),
    'Only coaches of the organization may read on which days an athlete can train.',
  );
  const found = await readMemberDays(deps, { ...request, audience: 'coach' });
  if (found === null) throw noSuchMember();
  return found;
}

/** An athlete's days for an audience of the organization; null for who is no athlete of it. */
export async function readMemberDays(
  deps: ReadDeps,
  { org_id, user_id, audience, ...request }: AthleteRequest & { audience: 'coach' | 'organization_api' },
): Promise<ShownDays | null> {
  // One transaction: what is added after consent ended must not be seen under the former settings.
  return await deps.db.transaction(async (tx) => {
    const membership = await findMembership(tx, { org_id, user_id });
    const athlete = await findUser(tx, user_id);
    if (membership === null || athlete === null) return null;
    const { timezone } = athlete.preferences;
    // The stored id; the requested one may be in capitals.
    const whose = { user_id: athlete.user_id, settings: membership.privacy, audience, timezone };
    return await readDays(tx, deps, request, whose);
  }, SNAPSHOT);
}

async function readDays(
  tx: Transaction,
  { clock }: ReadDeps,
  request: DayRequest,
  whose: {
    readonly user_id: string;
    readonly settings: PrivacySettings;
    readonly audience: Audience;
    readonly timezone: string;
  },
): Promise<ShownDays> {
  const timezone = isTimeZone(whose.timezone) ? whose.timezone : 'UTC';
  const range = daysAsked(request, clock.now(), timezone);
  const { entries, injuries, privacy_filtered } = await findTold(tx, { ...whose, ...range });
  return { ...range, timezone, days: expandDays(entries, range), injuries, privacy_filtered };
}
