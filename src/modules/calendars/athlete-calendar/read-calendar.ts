import type { UserActor } from '../../../http/actor.ts';
import { type Database, SNAPSHOT, type Transaction } from '../../../infra/db/database.ts';
import {
  type ActivityCeiling,
  type Audience,
  activityCeiling,
  DEFAULT_PRIVACY,
  type PlanCeiling,
  type PrivacySettings,
  planCeiling,
  type SourcePolicies,
} from '../../../privacy/index.ts';
import { addDays } from '../../../shared/calendar.ts';
import { type DayLimits, type DayRange, type DayRequest, dayRange } from '../../../shared/day-range.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import { type Clock, calendarDay, isTimeZone, mondayOf } from '../../../shared/time.ts';
import type { Told } from '../../../training/availability/told.ts';
import { findActivitiesInShort } from '../../activities/index.ts';
import { findTold } from '../../availability/index.ts';
import { type Athlete, findAthlete, noSuchMember } from '../../organizations/index.ts';
import { requireCoach } from '../../planning/index.ts';
import { findActiveUser, type User } from '../../users/index.ts';
import { type CalendarDay, calendarOf, type Summary } from './calendar.ts';
import type { CountComments } from './count-comments.ts';
import { type Beside, findBeside } from './find-beside.ts';
import { findPlansOfDays, type PlanOfDays } from './queries.ts';
import type { FindSessionsOfPeople } from './session-of-person.ts';
import { type Sight, sightOf } from './sight.ts';

export type CalendarDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
  readonly findSessionsOfPeople: FindSessionsOfPeople;
};
export type FeedDeps = CalendarDeps & { readonly countComments: CountComments };
export type Calendar = DayRange & {
  readonly today: string;
  readonly timezone: string;
  readonly plans: readonly PlanOfDays[];
  readonly days: readonly CalendarDay[];
  readonly summary: Summary;
  readonly told: Told;
  readonly privacy_filtered: readonly string[];
};
/** A calendar with what stands beside planned and done. */
export type Feed = Calendar & { readonly beside: Beside };

/** More plans or activities than anybody has; the rest is left out. */
export const MAX_PLANS = 50;
export const MAX_ACTIVITIES = 2_000;
export const MAX_SESSIONS = 500;
/** Days: a season; and this week with the next. */
export const LIMITS = { most: 100, otherwise: 14 } as const;
/** Neighbouring days are matched too, so that matching at the edges does not depend on the range. */
export const MARGIN_DAYS = 7;

export async function readOwnCalendar(
  deps: CalendarDeps,
  { user_id }: UserActor,
  request: DayRequest,
): Promise<Calendar> {
  return await deps.db.transaction(
    async (tx) => await readCalendar(tx, deps, request, await ownerOf(tx, deps, user_id)),
    SNAPSHOT,
  );
}

export async function readOwnFeed(
  deps: FeedDeps,
  { user_id }: UserActor,
  request: DayRequest,
): Promise<Feed> {
  return await deps.db.transaction(
    async (tx) =>
      await readFeed(tx, deps, request, { whose: await ownerOf(tx, deps, user_id), reader_id: user_id }),
    SNAPSHOT,
  );
}

/** Whether something the athlete did is taken for a workout of a plan of theirs. */
export async function isWorkoutDone(
  tx: Transaction,
  deps: Omit<CalendarDeps, 'db'>,
  { user_id, workout_id, date }: { user_id: string; workout_id: string; date: string },
): Promise<boolean> {
  const { days } = await readCalendar(tx, deps, { from: date, to: date }, await ownerOf(tx, deps, user_id));
  const workouts = days.flatMap((day) => day.workouts);
  return workouts.some(
    ({ workout, compliance }) => workout.id === workout_id && compliance.status === 'done',
  );
}

async function ownerOf(
  tx: Transaction,
  { sourcePolicies }: Pick<CalendarDeps, 'sourcePolicies'>,
  user_id: string,
): Promise<Whose> {
  const user = await findActiveUser(tx, user_id);
  if (user === null) throw unauthenticated();
  return toThemselves(user, sourcePolicies);
}

async function readFeed(
  tx: Transaction,
  deps: FeedDeps,
  request: DayRequest,
  { whose, reader_id }: { readonly whose: Whose; readonly reader_id: string },
): Promise<Feed> {
  const calendar = await readCalendar(tx, deps, request, whose);
  const { user_id, org_id, seen } = whose;
  const person = { user_id, ...seen, ...calendar };
  const found = await findBeside(tx, deps, {
    ...{ reader_id, org_id, from: calendar.from, to: calendar.to },
    people: [person],
  });
  const beside = found.get(user_id);
  if (beside === undefined) throw new Error('Nothing was found beside a calendar, not even an empty day.');
  const privacy_filtered = [...calendar.privacy_filtered, ...beside.privacy_filtered].sort();
  return { ...calendar, beside, privacy_filtered };
}

export function toThemselves(
  { user_id, preferences }: Pick<User, 'user_id' | 'preferences'>,
  policies: SourcePolicies,
): Whose {
  const own = { settings: DEFAULT_PRIVACY, audience: 'self' } as const;
  return {
    user_id,
    org_id: null,
    timezone: preferences.timezone,
    plans: planCeiling(own),
    activities: activityCeiling({ ...own, policies }),
    sight: { sees: 'everything', sees_races: true },
    seen: own,
  };
}

/**
 * What a member was given by the organization, for a coach of it: plans as far as they share paces, and of what was done what they
 * share with coaches.
 *
 * @throws notFound; forbidden; noSuchMember
 */
export async function readAthleteFeed(
  deps: FeedDeps,
  actor: UserActor,
  { org_id: asked, user_id, ...request }: DayRequest & { readonly org_id: string; readonly user_id: string },
): Promise<Feed> {
  const { org_id } = await requireCoach(deps.db, asked, actor);
  // One transaction: what is added after sharing ended must not be seen under the former settings.
  return await deps.db.transaction(async (tx) => {
    const athlete = await findAthlete(tx, { org_id, user_id });
    if (athlete === null) throw noSuchMember();
    const whose = toCoach(athlete, org_id, deps.sourcePolicies);
    return await readFeed(tx, deps, request, { whose, reader_id: actor.user_id });
  }, SNAPSHOT);
}

/** What coaches of an organization see of an athlete: of plans those that it gave. */
export function toCoach(athlete: Athlete, org_id: string, policies: SourcePolicies): Whose {
  const seen = { settings: athlete.privacy, audience: 'coach' } as const;
  const activities = activityCeiling({ ...seen, policies });
  return {
    user_id: athlete.id,
    org_id,
    timezone: athlete.timezone ?? 'UTC',
    plans: planCeiling(seen),
    activities,
    sight: sightOf(athlete.integrations, activities),
    seen,
  };
}

/** Whose calendar, of which organization or of all (null), and what who asks sees of it. */
export type Whose = {
  readonly user_id: string;
  readonly org_id: string | null;
  readonly timezone: string;
  readonly plans: PlanCeiling;
  readonly activities: ActivityCeiling;
  readonly sight: Sight;
  readonly seen: { readonly settings: PrivacySettings; readonly audience: Audience };
};

export async function readCalendar(
  tx: Transaction,
  { clock, findSessionsOfPeople }: Pick<CalendarDeps, 'clock' | 'findSessionsOfPeople'>,
  request: DayRequest,
  whose: Whose,
): Promise<Calendar> {
  const { user_id, org_id, sight } = whose;
  const now = clock.now();
  const timezone = isTimeZone(whose.timezone) ? whose.timezone : 'UTC';
  const range = calendarRange(request, now, timezone);
  const today = calendarDay(now, timezone);
  const [first, last] = [addDays(range.from, -MARGIN_DAYS), addDays(range.to, MARGIN_DAYS)];
  const plans = await findPlansOfDays(tx, {
    user_id,
    org_id,
    from: first,
    to: last,
    today,
    limit: MAX_PLANS,
  });
  const activities = await findActivitiesInShort(tx, {
    user_id,
    ceiling: whose.activities,
    start_date_ms: beginOf(first, timezone),
    end_date_ms: beginOf(addDays(last, 1), timezone) - 1,
    limit: MAX_ACTIVITIES,
  });
  const told = await findTold(tx, { user_id, ...whose.seen, ...range });
  const { shows_computed } = whose.plans;
  const sessions = await findSessionsOfPeople(tx, {
    ...{ people: [{ user_id, shows_computed }], org_id, now, limit: MAX_SESSIONS },
    from: new Date(beginOf(first, timezone)),
    to: new Date(beginOf(addDays(last, 1), timezone) - 1),
  });
  const calendar = calendarOf({
    range,
    timezone,
    today,
    plans,
    activities,
    sessions: sessions.get(user_id) ?? [],
    ceiling: whose.plans,
    sight,
    told,
  });
  const hidden = whose.activities.visible ? [] : ['days.activities'];
  const privacy_filtered = [...whose.plans.privacy_filtered, ...hidden];
  return { ...range, today, timezone, plans, ...calendar, told, privacy_filtered };
}

/**
 * The days that are asked for: this week and the next where the athlete lives, or as many from `from` on or up to `to`.
 *
 * @throws AppError 400 for a day that no calendar has, a wrong order or too long a range
 */
export function calendarRange(
  { from, to }: DayRequest,
  now: Date,
  timezone: string,
  limits: DayLimits = LIMITS,
): DayRange {
  if (to !== undefined) return dayRange({ from, to }, limits, now, timezone);
  const first =
    from === undefined
      ? mondayOf(now, timezone).day
      : dayRange({ from, to: from }, limits, now, timezone).from;
  return { from: first, to: addDays(first, limits.otherwise - 1) };
}

export function beginOf(date: string, timezone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds;
}
