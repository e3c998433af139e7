import type { UserActor } from '../../http/actor.ts';
import { type Database, SNAPSHOT, type Transaction } from '../../infra/db/database.ts';
import { type Audience, DEFAULT_PRIVACY, type PrivacySettings } from '../../privacy/index.ts';
import { addDays, daysBetween } from '../../shared/calendar.ts';
import type { DayRange, DayRequest } from '../../shared/day-range.ts';
import { invalidField, unauthenticated } from '../../shared/errors.ts';
import { constraintsOfTold } from '../../training/availability/constraints-of-told.ts';
import { type NoteDeps, noteReads } from '../audit/index.ts';
import { findMembership, noSuchMember } from '../organizations/index.ts';
import { requireCoach } from '../planning/index.ts';
import { findUpcomingRaces } from '../races/index.ts';
import { dayWhere, findUser } from '../users/index.ts';
import { daysAsked } from './day-range.ts';
import { findTold, type HiddenPart } from './find-told.ts';
import type { ReadDeps } from './read-days.ts';

/** A plan has at least a week. */
const LEAST_DAYS = 7;

/** A range of days as constraints of a plan, with what these cannot express. */
export type FoundConstraints = DayRange &
  ReturnType<typeof constraintsOfTold> & { readonly privacy_filtered: readonly (HiddenPart | 'races')[] };

export async function readOwnConstraints(
  deps: ReadDeps,
  { user_id }: UserActor,
  request: DayRequest,
): Promise<FoundConstraints> {
  return await deps.db.transaction(async (tx) => {
    const user = await findUser(tx, user_id);
    if (user === null) throw unauthenticated();
    const { timezone } = user.preferences;
    const range = rangeOfPlan(daysAsked(request, deps.clock.now(), timezone));
    const own = { settings: DEFAULT_PRIVACY, audience: 'self' } as const;
    return await constraintsIn(tx, {
      user_id,
      ...own,
      ...range,
      today: dayWhere(deps.clock.now(), timezone),
    });
  }, SNAPSHOT);
}

/**
 * An athlete's constraints for a coach, made only of what the coach may see.
 * @throws notFound; forbidden; noSuchMember; validationError
 */
export async function readAthleteConstraints(
  deps: ReadDeps,
  actor: UserActor,
  { org_id: asked, user_id, ...request }: DayRequest & { readonly org_id: string; readonly user_id: string },
): Promise<FoundConstraints> {
  const { org_id } = await requireCoach(deps.db, asked, actor);
  const now = deps.clock.now();
  const found = await inMembership(deps.db, { org_id, user_id, now }, (tx, { timezone, ...seen }) =>
    constraintsIn(tx, { ...seen, ...rangeOfPlan(daysAsked(request, now, timezone)) }),
  );
  if (found === null) throw noSuchMember();
  return found;
}

/** The constraints for a requested plan's days; null for a non-member. The read is recorded. */
export async function findToldConstraints(
  deps: ReadDeps & NoteDeps,
  actor: UserActor,
  { org_id, user_id, from, to }: DayRange & { readonly org_id: string; readonly user_id: string },
): Promise<FoundConstraints['constraints'] | null> {
  const asked = { org_id, user_id, now: deps.clock.now() };
  const found = await inMembership(deps.db, asked, (tx, seen) => constraintsIn(tx, { ...seen, from, to }));
  if (found === null) return null;
  const is_told = Object.values(found.constraints).some((list) => list.length > 0);
  noteReads(deps, actor, { org_id, kind: 'availability', user_ids: is_told ? [user_id] : [] });
  return found.constraints;
}

type Seen = {
  readonly user_id: string;
  readonly settings: PrivacySettings;
  readonly audience: Audience;
  readonly today: string;
};

/** One transaction: what is added after consent ended must not be seen under the former settings. */
async function inMembership<Found>(
  db: Database,
  { org_id, user_id, now }: { org_id: string; user_id: string; now: Date },
  read: (tx: Transaction, seen: Seen & { readonly timezone: string }) => Promise<Found>,
): Promise<Found | null> {
  return await db.transaction(async (tx) => {
    const membership = await findMembership(tx, { org_id, user_id });
    const athlete = await findUser(tx, user_id);
    if (membership === null || athlete === null) return null;
    const { timezone } = athlete.preferences;
    const today = dayWhere(now, timezone);
    // The stored id; the requested one may be in capitals.
    const whose = { user_id: athlete.user_id, settings: membership.privacy };
    const seen = { ...whose, audience: 'coach', today } as const;
    return await read(tx, { ...seen, timezone });
  }, SNAPSHOT);
}

async function constraintsIn(tx: Transaction, asked: Seen & DayRange): Promise<FoundConstraints> {
  const { from, to } = asked;
  const { entries, injuries, privacy_filtered } = await findTold(tx, asked);
  const races = await findUpcomingRaces(tx, asked);
  return {
    from,
    to,
    ...constraintsOfTold({ entries, injuries, races: races.races }, { from, to }),
    privacy_filtered: [...privacy_filtered, ...races.privacy_filtered].sort(),
  };
}

/** @throws validationError for fewer days than any plan has */
function rangeOfPlan(range: DayRange): DayRange {
  if (daysBetween(range.from, range.to) + 1 < LEAST_DAYS)
    throw invalidField(
      'to',
      `must not be before ${addDays(range.from, LEAST_DAYS - 1)}: a plan has a week at least`,
    );
  return range;
}
