import type { UserActor } from '../../http/actor.ts';
import { type Database, SNAPSHOT, type Transaction } from '../../infra/db/database.ts';
import {
  type ActivityCeiling,
  type Audience,
  activityCeiling,
  DEFAULT_PRIVACY,
  type PrivacySettings,
  type RaceCeiling,
  raceCeiling,
  type SourcePolicies,
  viewRace,
} from '../../privacy/index.ts';
import { isDay } from '../../shared/calendar.ts';
import { invalidField, unauthenticated } from '../../shared/errors.ts';
import { type PageAsked, pageOf } from '../../shared/page-cursor.ts';
import type { Clock } from '../../shared/time.ts';
import { findShownIds, mayReadTraining } from '../activities/index.ts';
import {
  findMembership,
  loadOrganizationAccess,
  noSuchMember,
  requireAllowed,
} from '../organizations/index.ts';
import { dayWhere, findUser } from '../users/index.ts';
import { noSuchRace } from './errors.ts';
import { findRace, findRacePage } from './queries.ts';
import { isPast, type StoredRace } from './race.ts';

export type ReadDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
};

export type Sight = {
  readonly user_id: string;
  readonly today: string;
  readonly timezone: string;
  readonly races: RaceCeiling;
  readonly activities: ActivityCeiling;
};

type RacePart = 'past' | 'upcoming';
export type RacePage = {
  readonly races: readonly StoredRace[];
  readonly next_cursor: string | null;
  readonly privacy_filtered: readonly RacePart[];
};
type RaceRequest = PageAsked & { readonly from: string | undefined; readonly to: string | undefined };

export async function listOwnRaces(
  deps: ReadDeps,
  actor: UserActor,
  request: RaceRequest,
): Promise<RacePage> {
  return await inOwnSight(deps, actor, (tx, sight) => pageIn(tx, sight, request));
}

/**
 * The same of an athlete, for a coach of the organization: races to come and races run as far as the athlete shares either.
 *
 * @throws notFound; forbidden; noSuchMember; validationError
 */
export async function listAthleteRaces(
  deps: ReadDeps,
  actor: UserActor,
  { org_id, user_id, ...request }: RaceRequest & { readonly org_id: string; readonly user_id: string },
): Promise<RacePage> {
  return await inCoachSight(deps, actor, { org_id, user_id }, (tx, sight) => pageIn(tx, sight, request));
}

/** @throws noSuchRace */
export async function readRaceOf({ db }: ReadDeps, { user_id }: UserActor, id: string): Promise<StoredRace> {
  const race = await findRace(db, { user_id, id });
  if (race === null) throw noSuchRace();
  return race;
}

export async function inOwnSight<Found>(
  deps: ReadDeps,
  { user_id }: UserActor,
  read: (tx: Transaction, sight: Sight) => Promise<Found>,
): Promise<Found> {
  return await deps.db.transaction(async (tx) => {
    const sight = await sightOf(tx, deps, { user_id, settings: DEFAULT_PRIVACY, audience: 'self' });
    if (sight === null) throw unauthenticated();
    return await read(tx, sight);
  }, SNAPSHOT);
}

/** @throws notFound; forbidden; noSuchMember */
export async function inCoachSight<Found>(
  deps: ReadDeps,
  actor: UserActor,
  { org_id, user_id }: { readonly org_id: string; readonly user_id: string },
  read: (tx: Transaction, sight: Sight) => Promise<Found>,
): Promise<Found> {
  const access = await loadOrganizationAccess(deps.db, org_id, actor);
  requireAllowed(mayReadTraining(access), 'Only coaches of the organization may read an athlete’s races.');
  // One transaction: what is added after sharing ended must not be seen under the former settings.
  return await deps.db.transaction(async (tx) => {
    const membership = await findMembership(tx, { org_id, user_id });
    if (membership === null) throw noSuchMember();
    const sight = await sightOf(tx, deps, { user_id, settings: membership.privacy, audience: 'coach' });
    if (sight === null) throw noSuchMember();
    return await read(tx, sight);
  }, SNAPSHOT);
}

async function sightOf(
  tx: Transaction,
  { clock, sourcePolicies: policies }: ReadDeps,
  seen: { readonly user_id: string; readonly settings: PrivacySettings; readonly audience: Audience },
): Promise<Sight | null> {
  const user = await findUser(tx, seen.user_id);
  if (user === null) return null;
  const { timezone } = user.preferences;
  return {
    user_id: seen.user_id,
    timezone,
    today: dayWhere(clock.now(), timezone),
    races: raceCeiling(seen),
    activities: activityCeiling({ ...seen, policies }),
  };
}

async function pageIn(tx: Transaction, sight: Sight, request: RaceRequest): Promise<RacePage> {
  const { user_id, today, races: ceiling } = sight;
  const { shown } = ceiling.parts;
  const filter = {
    ...readRange(request),
    today,
    shows_past: shown.includes('past'),
    shows_upcoming: shown.includes('upcoming'),
  };
  const { rows, next_cursor } = await pageOf(
    { cursor: request.cursor, limit: request.limit },
    (page) => findRacePage(tx, { user_id, ...filter, ...page }),
    ({ date, id }) => ({ at: new Date(`${date}T00:00:00Z`), id }),
  );
  return {
    races: await shownRaces(tx, sight, rows),
    next_cursor,
    privacy_filtered: (['past', 'upcoming'] as const).filter((part) => !shown.includes(part)),
  };
}

/** As the ceiling leaves them; the recording of a race is told to whoever sees that. */
export async function shownRaces(
  tx: Transaction,
  { user_id, today, races: ceiling, activities }: Sight,
  races: readonly StoredRace[],
): Promise<StoredRace[]> {
  const ids = races.flatMap(({ activity_id }) => (activity_id === null ? [] : [activity_id]));
  const known = await findShownIds(tx, { user_id, ids, ceiling: activities });
  return races.flatMap((race) => {
    const view = viewRace(ceiling, race, { is_past: isPast(race, today) });
    if (view === null) return [];
    const { activity_id } = view;
    return [{ ...view, activity_id: activity_id !== null && known.has(activity_id) ? activity_id : null }];
  });
}

/** @throws validationError */
function readRange({ from, to }: Pick<RaceRequest, 'from' | 'to'>) {
  for (const [name, day] of Object.entries({ from, to }))
    if (day !== undefined && !isDay(day)) throw invalidField(name, 'is no day of any calendar');
  if (from !== undefined && to !== undefined && from > to) throw invalidField('from', 'must not be after to');
  return { from: from ?? null, to: to ?? null };
}
