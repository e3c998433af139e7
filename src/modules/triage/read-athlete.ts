import type { Static } from 'typebox';
import type { UserActor } from '../../http/actor.ts';
import { type Queryable, SNAPSHOT } from '../../infra/db/database.ts';
import { addDays } from '../../shared/calendar.ts';
import { calendarDay, DAY_MS, mondayOf } from '../../shared/time.ts';
import { distanceOf, plannedDistanceOf, runsOf } from '../../training/planning/day-strip.ts';
import { countActivities, findActivitiesOfMany } from '../activities/index.ts';
import { findEntriesOfMany, findPlansOfMany } from '../calendars/index.ts';
import { findGroupsOfMany } from '../groups/index.ts';
import {
  findAthlete,
  findCoachOf,
  noSuchMember,
  presentAthlete as presentMember,
} from '../organizations/index.ts';
import { SHOWN_WEEKS, SHOWN_WORDS, type TriageEvidence } from './contract.ts';
import { findMarks, findNameColumns } from './entry-queries.ts';
import { type AthleteFacts, findFacts } from './facts-queries.ts';
import { findWords } from './find-words.ts';
import { DEFAULT_LIMITS, type Limits, RULE_VERSION } from './limits.ts';
import { presentAthlete, presentWords } from './present.ts';
import { requireTriageReader } from './read-triage.ts';
import { MEANING } from './reason-contract.ts';
import { LIMIT_OF, type Reason } from './reasons.ts';
import { entryOf, findBasis, type TriageDeps } from './renew-entries.ts';

type Evidence = Static<typeof TriageEvidence>['data'];
/** Of one athlete in these weeks: more is nobody's. */
const MOST_DONE = 2_000;
/** A plan that begins later than in a year is nobody's next. */
const AHEAD_DAYS = 365;

/**
 * What the reasons of one athlete rest on, as things are at this moment.
 *
 * @throws notFound; forbidden; noSuchMember
 */
export async function readAthlete(
  deps: TriageDeps,
  actor: UserActor,
  asked: { readonly org_id: string; readonly user_id: string },
): Promise<Evidence> {
  const org_id = await requireTriageReader(deps, actor, asked.org_id);
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    const of = { org_id, user_ids: [asked.user_id] };
    const [facts] = await findFacts(tx, { ...of, now }, deps.sourcePolicies);
    const names = await findNameColumns(tx, { org_id, user_id: asked.user_id });
    if (facts === undefined || names === null) throw noSuchMember();
    const { user_id } = facts;
    const { limits } = await findBasis(tx, org_id, deps.sourcePolicies);
    const mark = (await findMarks(tx, of)).get(user_id) ?? null;
    const groups = await findGroupsOfMany(tx, of);
    const asks = { org_id, athletes: [facts], now, most: SHOWN_WORDS };
    const words = (await findWords(tx, { ...asks, only_waiting: false })).get(user_id) ?? [];
    const [last_words = null] = (await findWords(tx, { ...asks, only_waiting: true })).get(user_id) ?? [];
    const row = { ...entryOf(facts, limits, mark), ...names, renewed_at: now };
    return {
      athlete: presentAthlete(row, facts, { mark, groups, last_words }),
      profile: await profileOf(tx, facts, org_id),
      weeks: await weeksOf(tx, facts, org_id),
      words: words.map(presentWords),
      rules: rulesOf(row.reasons, limits),
    };
  }, SNAPSHOT);
}

async function profileOf(
  db: Queryable,
  { user_id, activities, plans, now, time_zone }: AthleteFacts,
  org_id: string,
): Promise<Evidence['profile']> {
  const athlete = await findAthlete(db, { org_id, user_id });
  if (athlete === null) throw noSuchMember();
  const { member_level, zones } = presentMember(athlete, 'coach');
  return {
    member_level,
    coach: await findCoachOf(db, { org_id, user_id }),
    plan: plans.visible
      ? await findPlanOf(db, { org_id, user_id, today: calendarDay(now, time_zone) })
      : null,
    activity_count: activities.visible ? await countActivities(db, { user_id, ceiling: activities }) : null,
    ...(zones === undefined ? { privacy_filtered: ['zones'] } : { zones, privacy_filtered: [] }),
  };
}

async function findPlanOf(
  db: Queryable,
  { org_id, user_id, today }: { readonly org_id: string; readonly user_id: string; readonly today: string },
): Promise<Evidence['profile']['plan']> {
  const of = { org_id, user_ids: [user_id], from: today, to: addDays(today, AHEAD_DAYS), limit: 1 };
  const [plan] = (await findPlansOfMany(db, of)).get(user_id) ?? [];
  return plan === undefined ? null : { saved_plan_id: plan.saved_plan_id, title: plan.title };
}

/** What was planned and what was run in each of the last weeks, as far as it shows. */
async function weeksOf(db: Queryable, facts: AthleteFacts, org_id: string): Promise<Evidence['weeks']> {
  const { user_id, now, time_zone, activities, plans } = facts;
  const { day: monday } = mondayOf(now, time_zone);
  const from = addDays(monday, -7 * (SHOWN_WEEKS - 1));
  const found = await findEntriesOfMany(db, {
    people: [{ user_id, ceiling: plans, needs_segments: false }],
    ...{ org_id, from, to: addDays(monday, 6) },
  });
  const done = await findActivitiesOfMany(db, [{ user_id, ceiling: activities }], {
    since: new Date(now.getTime() - (7 * SHOWN_WEEKS + 1) * DAY_MS),
    until: new Date(now.getTime() + 1),
    most: MOST_DONE,
  });
  const planned = found.get(user_id) ?? [];
  const runs = runsOf(done).map((one) => ({ ...one, date: calendarDay(one.start_time, time_zone) }));
  return Array.from({ length: SHOWN_WEEKS }, (_, week) => {
    const week_start = addDays(from, 7 * week);
    const isOfWeek = ({ date }: { readonly date: string }) =>
      date >= week_start && date <= addDays(week_start, 6);
    return {
      week_start,
      planned_distance_m: plans.shows_computed ? plannedDistanceOf(planned.filter(isOfWeek)) : null,
      done_distance_m: activities.visible ? distanceOf(runs.filter(isOfWeek)) : null,
    };
  });
}

function rulesOf(reasons: readonly Reason[], limits: Limits): Evidence['rules'] {
  return [...new Set(reasons.map(({ code }) => code))].map((code) => {
    const name = LIMIT_OF[code];
    return {
      code,
      description: MEANING[code],
      rule_version: RULE_VERSION,
      limits: name === null ? [] : [{ name, value: limits[name], default_value: DEFAULT_LIMITS[name] }],
    };
  });
}
