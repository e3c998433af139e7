import type { UserActor } from '../../../http/actor.ts';
import { hashToken, newToken } from '../../../infra/crypto/tokens.ts';
import type { Database } from '../../../infra/db/database.ts';
import { writeSubscribedCalendar } from '../../../infra/plan-files/write-plan-calendar.ts';
import { addDays } from '../../../shared/calendar.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import { type Clock, calendarDay, DAY_MS, isTimeZone } from '../../../shared/time.ts';
import { phrase } from '../../../words/index.ts';
import { findActiveUser, holdUser } from '../../users/index.ts';
import type { FindSubscribedSessions } from '../athlete-calendar/session-of-person.ts';
import { noSuchCalendar } from '../errors.ts';
import { deleteLink, findLink, findLinkOwner, findOwnPlansSince, replaceLink } from './queries.ts';

export type SubscriptionDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly baseUrl: string;
};
export type FeedDeps = Pick<SubscriptionDeps, 'db' | 'clock'> & {
  readonly findSubscribedSessions: FindSubscribedSessions;
};

/** A plan stays in the calendar for some time after its last day. */
const KEPT_DAYS = 90;
/** More at once is nobody's. */
const MAX_PLANS = 50;
const MAX_SESSIONS = 500;

/** Makes somebody's link, once shown; the one there was before leads nowhere any more. */
export async function makeLink(
  { db, clock, baseUrl }: SubscriptionDeps,
  { user_id }: UserActor,
): Promise<{ url: string; created_at: Date }> {
  const token = newToken();
  const now = clock.now();
  await db.transaction(async (tx) => {
    if (!(await holdUser(tx, user_id))) throw unauthenticated();
    await replaceLink(tx, { user_id, token_hash: hashToken(token), now });
  });
  return { url: `${baseUrl}/calendars/${token}/plans.ics`, created_at: now };
}

export async function readLink(
  { db }: SubscriptionDeps,
  { user_id }: UserActor,
): Promise<{ created_at: Date } | null> {
  return await findLink(db, user_id);
}

/** Doing it again changes nothing. */
export async function endLink({ db }: SubscriptionDeps, { user_id }: UserActor): Promise<void> {
  await deleteLink(db, user_id);
}

/**
 * The current plans and club sessions of a link's owner.
 * @throws noSuchCalendar for an unknown or ended link, or an inactive account
 */
export async function readSubscribed(
  { db, clock, findSubscribedSessions }: FeedDeps,
  token: string,
): Promise<string> {
  const user_id = await findLinkOwner(db, hashToken(token));
  const user = user_id === null ? null : await findActiveUser(db, user_id);
  if (user === null) throw noSuchCalendar();
  const { language, timezone, unit_system } = user.preferences;
  const today = calendarDay(clock.now(), isTimeZone(timezone) ? timezone : 'UTC');
  const since = addDays(today, -KEPT_DAYS);
  const plans = await findOwnPlansSince(db, { user_id: user.user_id, since, limit: MAX_PLANS });
  const told = plans.map((plan) => ({ ...plan, language: plan.language ?? language, unit_system }));
  const now = clock.now();
  const asked = { user_id: user.user_id, since: new Date(now.getTime() - KEPT_DAYS * DAY_MS), now };
  const found = await findSubscribedSessions(db, { ...asked, limit: MAX_SESSIONS });
  // What somebody has declined is not in their calendar.
  const coming = found.filter(({ answer }) => answer !== 'no');
  const sessions = coming.map((one) => ({ ...one, user_id: user.user_id, language, unit_system }));
  return writeSubscribedCalendar(phrase(language, 'plans.calendarName'), language, { plans: told, sessions });
}
