import type { UserActor } from '../../http/actor.ts';
import { type Database, SNAPSHOT, type Transaction } from '../../infra/db/database.ts';
import { activityCeiling, type PrivacySettings, type SourcePolicies } from '../../privacy/index.ts';
import type { Scope } from '../../shared/access.ts';
import { type DayRange, dayRange } from '../../shared/day-range.ts';
import { invalidField, unauthenticated } from '../../shared/errors.ts';
import { type Clock, isTimeZone, mondayOf } from '../../shared/time.ts';
import {
  findActivity,
  findNewestActivity,
  noSuchActivity,
  type StoredActivity,
} from '../activities/index.ts';
import { findTold } from '../availability/index.ts';
import { findFeedback } from '../feedback/index.ts';
import { findDayOrNewest } from '../integrations/index.ts';
import { noSuchOrganization } from '../organizations/index.ts';
import { findUser, type User } from '../users/index.ts';
import {
  activityPart,
  availabilityPart,
  feedbackPart,
  healthPart,
  profilePart,
  type Subject,
  weekPart,
} from './parts.ts';
import { findOwnMemberships, findSums, type OwnMembership, type Sums } from './queries.ts';
import { changedNarrowing, type Sight, sightsOf } from './sights.ts';

export type PreviewDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
};

export type PreviewAsked = {
  /** Null: the newest. */
  readonly activity_id: string | null;
  /** Of health; null: the last of which anything is known. */
  readonly day: string | null;
  readonly org_id: string | null;
  readonly scopes: readonly Scope[];
  /** General settings as they might be; what is left out is as it is. */
  readonly privacy: Partial<PrivacySettings>;
  readonly membership_privacy: Partial<PrivacySettings>;
};

export const MOST_ORGANIZATIONS = 10;

/**
 * The caller's own data as each audience sees them, under the settings as they are, or as they might be. Nothing is saved.
 *
 * @throws noSuchActivity; noSuchOrganization where the caller is no athlete of it; invalidField
 */
export async function previewPrivacy(deps: PreviewDeps, { user_id }: UserActor, asked: PreviewAsked) {
  if (asked.org_id === null && Object.keys(asked.membership_privacy).length > 0)
    throw invalidField('membership_privacy', 'is of one organization: say which one in org_id');
  const now = deps.clock.now();
  // Of one moment, so that no part is seen under the settings of another.
  return await deps.db.transaction(async (tx) => {
    const user = await findUser(tx, user_id);
    if (user === null) throw unauthenticated();
    const found = await readMemberships(tx, user_id, asked);
    const settings: PrivacySettings = { ...user.privacy, ...asked.privacy };
    const sights = sightsOf({
      settings,
      policies: deps.sourcePolicies,
      memberships: found.slice(0, MOST_ORGANIZATIONS),
      scopes: asked.scopes,
    });
    const subject = await readSubject(tx, user, { ...asked, now });
    const sumsFor = await readWeeks(tx, subject, { sights, now });
    return {
      subject,
      settings,
      has_more_organizations: found.length > MOST_ORGANIZATIONS,
      views: sights.map((sight) => viewFor(sight, subject, sumsFor)),
    };
  }, SNAPSHOT);
}

async function readMemberships(
  tx: Transaction,
  user_id: string,
  { org_id, membership_privacy }: PreviewAsked,
): Promise<OwnMembership[]> {
  const found = await findOwnMemberships(tx, { user_id, org_id, limit: MOST_ORGANIZATIONS + 1 });
  if (org_id === null) return found;
  if (found.length === 0) throw noSuchOrganization();
  return found.map((one) => ({ ...one, narrowing: changedNarrowing(one.narrowing, membership_privacy) }));
}

async function readSubject(
  tx: Transaction,
  user: User,
  { activity_id, day, now }: PreviewAsked & { now: Date },
): Promise<Subject> {
  const { user_id, preferences } = user;
  const timezone = isTimeZone(preferences.timezone) ? preferences.timezone : 'UTC';
  const activity = await readActivity(tx, { user_id, activity_id, now });
  const week = weekOf(now, timezone);
  return {
    user,
    activity,
    feedback:
      activity && (await findFeedback(tx, { user_id, target: { activity_id: activity.id, workout: null } })),
    health: await findDayOrNewest(tx, { user_id, day: day && requireDay(day, now, timezone) }),
    told: await findTold(tx, { user_id, settings: user.privacy, audience: 'self', ...week }),
    week: { ...week, timezone },
  };
}

async function readActivity(
  tx: Transaction,
  { user_id, activity_id, now }: { user_id: string; activity_id: string | null; now: Date },
): Promise<StoredActivity | null> {
  if (activity_id === null) return await findNewestActivity(tx, { user_id, now });
  const activity = await findActivity(tx, { activity_id, user_id });
  if (activity === null) throw noSuchActivity();
  return activity;
}

function requireDay(day: string, now: Date, timezone: string): string {
  try {
    return dayRange({ from: day, to: day }, { most: 1, otherwise: 1 }, now, timezone).from;
  } catch (cause) {
    throw Object.assign(invalidField('day', 'is no day of any calendar'), { cause });
  }
}

function weekOf(now: Date, timezone: string): DayRange {
  const { day } = mondayOf(now, timezone);
  return { from: day, to: Temporal.PlainDate.from(day).add({ days: 6 }).toString() };
}

/** The sums of the week for each sight; those who see the same activities have the same. */
async function readWeeks(
  tx: Transaction,
  { user, week }: Subject,
  { sights, now }: { sights: readonly Sight[]; now: Date },
): Promise<(sight: Sight) => Sums> {
  const keyOf = (sight: Sight): string => {
    const { show_private, show_races, sources } = activityCeiling(sight);
    return JSON.stringify([show_private, show_races, sources.shown]);
  };
  const distinct = new Map(sights.map((sight) => [keyOf(sight), activityCeiling(sight)]));
  const since = mondayOf(now, week.timezone).begins;
  const rows = await findSums(tx, { user_id: user.user_id, since, now, ceilings: [...distinct.values()] });
  const sums = new Map([...distinct.keys()].map((key, place) => [key, rows[place]]));
  return (sight) => {
    const found = sums.get(keyOf(sight));
    if (found === undefined) throw new Error('Sums were not asked for under this ceiling.');
    return found;
  };
}

function viewFor(sight: Sight, subject: Subject, sumsFor: (sight: Sight) => Sums) {
  const all = sumsFor({ ...sight, audience: 'self' });
  return {
    sight,
    activity: activityPart(sight, subject),
    week: weekPart(sight, subject, { sums: sumsFor(sight), all }),
    profile: profilePart(sight, subject),
    health: healthPart(sight, subject),
    feedback: feedbackPart(sight, subject),
    availability: availabilityPart(sight, subject),
  };
}
export type PrivacyPreview = Awaited<ReturnType<typeof previewPrivacy>>;
