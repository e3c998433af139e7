import type { UserActor } from '../../../http/actor.ts';
import { type Database, SNAPSHOT, type Transaction } from '../../../infra/db/database.ts';
import {
  type ActivityCeiling,
  activityCeiling,
  DEFAULT_PRIVACY,
  type PlanCeiling,
  planCeiling,
  type SourcePolicies,
} from '../../../privacy/index.ts';
import { addDays } from '../../../shared/calendar.ts';
import type { DayRange, DayRequest } from '../../../shared/day-range.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import { type Clock, calendarDay, isTimeZone } from '../../../shared/time.ts';
import { findActivitiesInShort } from '../../activities/index.ts';
import { findAthlete, noSuchMember } from '../../organizations/index.ts';
import { requireCoach } from '../../planning/index.ts';
import { findActiveUser } from '../../users/index.ts';
import { type CalendarDay, calendarOf, type Summary } from './calendar.ts';
import { findPlansOfDays, type PlanOfDays } from './queries.ts';
import { beginOf, calendarRange } from './range.ts';
import { type Sight, sightOf } from './sight.ts';

export type CalendarDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
};
export type Calendar = DayRange & {
  readonly today: string;
  readonly timezone: string;
  readonly plans: readonly PlanOfDays[];
  readonly days: readonly CalendarDay[];
  readonly summary: Summary;
  readonly privacy_filtered: readonly string[];
};

/** Plans that somebody has at once, and what they do in a season: more is nobody's, and left out. */
export const MAX_PLANS = 50;
export const MAX_ACTIVITIES = 2_000;
/** What is just outside the range is matched too, so that it takes nothing from inside nor gives to it otherwise than it would. */
export const MARGIN_DAYS = 7;

/** The athlete's own calendar, of all organizations. */
export async function readOwnCalendar(
  deps: CalendarDeps,
  { user_id }: UserActor,
  request: DayRequest,
): Promise<Calendar> {
  // Owners see everything, whatever their settings are.
  const own = { settings: DEFAULT_PRIVACY, audience: 'self' } as const;
  return await deps.db.transaction(async (tx) => {
    const user = await findActiveUser(tx, user_id);
    if (user === null) throw unauthenticated();
    return await readCalendar(tx, deps, request, {
      user_id,
      org_id: null,
      timezone: user.preferences.timezone,
      plans: planCeiling(own),
      activities: activityCeiling({ ...own, policies: deps.sourcePolicies }),
      sight: { sees: 'everything', sees_races: true },
    });
  }, SNAPSHOT);
}

/**
 * What a member was given by the organization, for a coach of it: plans as far as they share paces, and of what was done what they
 * share with coaches.
 *
 * @throws notFound; forbidden; noSuchMember
 */
export async function readAthleteCalendar(
  deps: CalendarDeps,
  actor: UserActor,
  { org_id: asked, user_id, ...request }: DayRequest & { readonly org_id: string; readonly user_id: string },
): Promise<Calendar> {
  const { org_id } = await requireCoach(deps.db, asked, actor);
  // Of one moment: what is added after the athlete has stopped sharing must not be seen under the settings from before.
  return await deps.db.transaction(async (tx) => {
    const athlete = await findAthlete(tx, { org_id, user_id });
    if (athlete === null) throw noSuchMember();
    const seen = { settings: athlete.privacy, audience: 'coach' } as const;
    const activities = activityCeiling({ ...seen, policies: deps.sourcePolicies });
    return await readCalendar(tx, deps, request, {
      user_id: athlete.id,
      org_id,
      timezone: athlete.timezone ?? 'UTC',
      plans: planCeiling(seen),
      activities,
      sight: sightOf(athlete.integrations, activities),
    });
  }, SNAPSHOT);
}

async function readCalendar(
  tx: Transaction,
  { clock }: CalendarDeps,
  request: DayRequest,
  whose: {
    readonly user_id: string;
    readonly org_id: string | null;
    readonly timezone: string;
    readonly plans: PlanCeiling;
    readonly activities: ActivityCeiling;
    readonly sight: Sight;
  },
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
  const calendar = calendarOf({ range, timezone, today, plans, activities, ceiling: whose.plans, sight });
  const { privacy_filtered } = whose.plans;
  return { ...range, today, timezone, plans, ...calendar, privacy_filtered };
}
