import { type Database, type Queryable, SNAPSHOT } from '../../infra/db/database.ts';
import {
  type ActivityCeiling,
  activityCeiling,
  admits,
  type SourcePolicies,
  sourcesKeptFrom,
} from '../../privacy/index.ts';
import { LOWEST_ID } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import {
  type ActivityView,
  findActivitiesAfter,
  findActivitiesOfAthletes,
  type StoredActivity,
  viewStoredActivity,
} from '../activities/index.ts';
import {
  type Athlete,
  findAthleteIds,
  findAthletes,
  type PresentedAthlete,
  presentAthlete,
} from '../organizations/index.ts';
import {
  type AthletePlan,
  findPlans,
  findPlansAfter,
  type PlanView,
  viewMemberPlan,
} from '../plans/index.ts';
import {
  type ChangeCursor,
  decodeCursor,
  encodeCursor,
  rulesMark,
  type Walk,
  type WalkPlace,
} from './change-cursor.ts';
import { cursorExpired } from './errors.ts';
import { type FeedState, findChanges, findFeedState, findRetold, type NotedChange } from './queries.ts';
import { sequenceChanges } from './sequence-changes.ts';

/** The kinds of things that are told, each by a scope of its own. */
export type TellableKind = 'athlete' | 'activity' | 'plan';

/** One thing as it is now, or by its ids alone what is not to be had any more. */
export type Change = {
  readonly kind: TellableKind;
  /** `all_withdrawn`: all activities or plans of the athlete; those that are shown still, or again, follow. */
  readonly change: 'upserted' | 'withdrawn' | 'all_withdrawn';
  readonly athlete_id: string;
  readonly id: string | null;
  readonly athlete?: PresentedAthlete;
  readonly activity?: ActivityView;
  readonly plan?: PlanView;
};

export type ChangePage = {
  readonly changes: readonly Change[];
  readonly next_cursor: string;
  readonly has_more: boolean;
};

type Deps = { readonly db: Database; readonly clock: Clock; readonly sourcePolicies: SourcePolicies };

type Request = {
  readonly org_id: string;
  readonly kinds: readonly TellableKind[];
  /** Null: everything there is, and then what changes. */
  readonly after: string | null;
  readonly limit: number;
};

/**
 * A page of what has changed in an organization since a cursor, as the ceiling allows it at this moment: nothing that is told
 * was stored for it.
 *
 * @throws cursorExpired, unknownCursor
 */
export async function readChanges(deps: Deps, request: Request): Promise<ChangePage> {
  const given = request.after === null ? null : decodeCursor(request.after, request.org_id);
  await sequenceChanges(deps);
  return await deps.db.transaction(async (tx) => {
    const state = await findFeedState(tx);
    const cursor = startOf(deps, request, given, state);
    const page = createPage(deps, tx, request);
    const next = cursor.walk === null ? await tellChanges(page, cursor, state) : cursor;
    const end = await tellWalk(page, next);
    const has_more = end.walk !== null || end.position < state.last_position;
    return { changes: page.changes, next_cursor: encodeCursor(end), has_more };
  }, SNAPSHOT);
}

/** Where to go on. Under other rules than the cursor was made under, all athletes are told anew. */
function startOf(
  { sourcePolicies }: Deps,
  { org_id, kinds }: Request,
  given: ChangeCursor | null,
  { epoch, last_position, pruned_position }: FeedState,
): ChangeCursor {
  const rules = rulesMark([sourcesKeptFrom('organization_api', sourcePolicies), [...kinds].sort()]);
  const anew: Walk = { after_position: null, place: null };
  if (given === null) return { org_id, epoch, rules, position: last_position, walk: anew };
  const oldest = Math.min(given.position, given.walk?.after_position ?? given.position);
  if (given.epoch !== epoch || oldest < pruned_position || given.position > last_position) {
    throw cursorExpired();
  }
  return given.rules === rules ? given : { ...given, rules, walk: anew };
}

type Page = ReturnType<typeof createPage>;

function createPage(deps: Deps, tx: Queryable, request: Request) {
  const changes: Change[] = [];
  const ceilings = new Map<string, ActivityCeiling>();
  return {
    ...request,
    clock: deps.clock,
    tx,
    changes,
    room: (): number => request.limit - changes.length,
    tells: (kind: TellableKind): boolean => request.kinds.includes(kind),
    ceilingOf: ({ privacy: settings }: Athlete): ActivityCeiling => {
      const key = JSON.stringify(settings);
      const known = ceilings.get(key);
      if (known !== undefined) return known;
      const policies = deps.sourcePolicies;
      const ceiling = activityCeiling({ settings, policies, audience: 'organization_api' });
      ceilings.set(key, ceiling);
      return ceiling;
    },
  };
}

const byId = <T extends { readonly id: string }>(all: readonly T[]): Map<string, T> =>
  new Map(all.map((one) => [one.id, one]));

/** Tells single changes; those of everything become a walk. */
async function tellChanges(page: Page, cursor: ChangeCursor, state: FeedState): Promise<ChangeCursor> {
  const { tx, org_id } = page;
  const noted = await findChanges(tx, {
    org_id,
    after: cursor.position,
    kinds: page.kinds,
    limit: page.limit,
  });
  const isAll = noted.length < page.limit;
  const position = isAll ? state.last_position : (noted.at(-1)?.position ?? cursor.position);
  const retold = new Set(noted.filter(({ kind }) => kind === 'everything').map((one) => one.athlete_id));
  const single = noted.filter(({ athlete_id }) => !retold.has(athlete_id));
  const idsOf = (kind: NotedChange['kind']): string[] => [
    ...new Set(single.flatMap((one) => (one.kind === kind && one.object_id !== null ? [one.object_id] : []))),
  ];
  const user_ids = [...new Set(single.map(({ athlete_id }) => athlete_id))];
  const athletes = byId(await findAthletes(tx, { org_id, user_ids }));
  const current = [...athletes.keys()];
  const activities = byId(await findActivitiesOfAthletes(tx, { user_ids: current, ids: idsOf('activity') }));
  const plans = byId(await findPlans(tx, { org_id, ids: idsOf('plan') }));

  // What changed several times is told once, at its last place: it is told as it is now anyway.
  const told = new Map<string, Change>();
  for (const one of single) {
    const key = `${one.kind} ${one.object_id ?? one.athlete_id}`;
    const change = changeOf(page, one, {
      athlete: athletes.get(one.athlete_id),
      activity: activities.get(one.object_id ?? ''),
      plan: plans.get(one.object_id ?? ''),
    });
    if (change === null) continue;
    told.delete(key);
    told.set(key, change);
  }
  page.changes.push(...told.values());
  const walk = retold.size === 0 ? null : { after_position: cursor.position, place: null };
  return { ...cursor, position, walk };
}

type Found = {
  readonly athlete: Athlete | undefined;
  readonly activity: StoredActivity | undefined;
  readonly plan: AthletePlan | undefined;
};

/** Null where nobody may know that there is or was anything. */
function changeOf(page: Page, noted: NotedChange, { athlete, activity, plan }: Found): Change | null {
  const { athlete_id, object_id } = noted;
  if (noted.kind === 'athlete')
    return athlete === undefined ? withdrawn('athlete', athlete_id, athlete_id) : athleteChange(athlete);
  // With somebody who is no athlete of the organization any more went all of theirs.
  if (athlete === undefined || object_id === null) return null;
  if (noted.kind === 'plan') {
    const change = plan && planChange(page, athlete, plan);
    return change ?? withdrawn('plan', athlete_id, object_id);
  }
  const ceiling = page.ceilingOf(athlete);
  const change = activity && activityChange(ceiling, activity);
  if (change) return change;
  const { was_source: source, was_race } = noted;
  // One that was never shown has no tombstone, which would tell that there was something to hide.
  const wasShown = source !== null && admits(ceiling, { source, private: false, is_race: was_race ?? true });
  return wasShown ? withdrawn('activity', athlete_id, object_id) : null;
}

const withdrawn = (kind: TellableKind, athlete_id: string, id: string): Change => ({
  kind,
  change: 'withdrawn',
  athlete_id,
  id,
});

const allWithdrawn = (kind: TellableKind, athlete_id: string): Change => ({
  kind,
  change: 'all_withdrawn',
  athlete_id,
  id: null,
});

function athleteChange(athlete: Athlete): Change {
  const presented = presentAthlete(athlete, 'organization_api');
  return { kind: 'athlete', change: 'upserted', athlete_id: athlete.id, id: athlete.id, athlete: presented };
}

function activityChange(ceiling: ActivityCeiling, activity: StoredActivity): Change | null {
  const view = viewStoredActivity(ceiling, activity);
  const { id, user_id: athlete_id } = activity;
  return view && { kind: 'activity', change: 'upserted', athlete_id, id, activity: view };
}

function planChange({ clock }: Page, athlete: Athlete, plan: AthletePlan): Change | null {
  const view = viewMemberPlan(clock, { athlete, plan, audience: 'organization_api' });
  return view && { kind: 'plan', change: 'upserted', athlete_id: athlete.id, id: plan.id, plan: view };
}

/** Tells athletes anew, one after the other, as far as the page has room. */
async function tellWalk(page: Page, cursor: ChangeCursor): Promise<ChangeCursor> {
  const { walk, position } = cursor;
  const limit = page.room();
  if (walk === null || limit <= 0) return cursor;
  const { tx, org_id } = page;
  const from = walk.place?.athlete_id ?? LOWEST_ID;
  const user_ids =
    walk.after_position === null
      ? await findAthleteIds(tx, { org_id, from, limit: limit + 1 })
      : await findRetold(tx, { org_id, after: walk.after_position, until: position, from, limit: limit + 1 });
  const place = walk.place?.athlete_id === user_ids[0] ? walk.place : null;
  const athletes = byId(await findAthletes(tx, { org_id, user_ids }));
  const current = [...athletes.keys()];
  const activities = page.tells('activity')
    ? await findActivitiesAfter(tx, {
        user_ids:
          place !== null && place.step > 2 ? current.filter((id) => id !== place.athlete_id) : current,
        after: place?.activity ? { user_id: place.athlete_id, ...place.activity } : null,
        limit,
      })
    : [];
  const plans = page.tells('plan')
    ? await findPlansAfter(tx, {
        org_id,
        user_ids: current,
        after: place?.plan_id ? { user_id: place.athlete_id, id: place.plan_id } : null,
        limit,
      })
    : [];
  const steps = stepsOf(page, { user_ids, place, athletes, activities, plans, limit });
  for (const step of steps) {
    if (step.change !== null && page.room() === 0)
      return { ...cursor, walk: { ...walk, place: step.before } };
    if (step.change !== null) page.changes.push(step.change);
    if (step.cut !== undefined) return { ...cursor, walk: { ...walk, place: step.cut } };
  }
  // One more was asked for than there was room for: with fewer, these were the last.
  const lastIn = user_ids.length <= limit;
  if (lastIn) return { ...cursor, walk: null };
  const next = user_ids.at(-1) ?? from;
  return {
    ...cursor,
    walk: { ...walk, place: { athlete_id: next, step: 0, activity: null, plan_id: null } },
  };
}

type Step = {
  readonly change: Change | null;
  /** Where to go on if it has no room. */
  readonly before: WalkPlace;
  /** Where to go on after it, since what follows has not been read. */
  readonly cut?: WalkPlace;
};

type Read = {
  readonly user_ids: readonly string[];
  readonly place: WalkPlace | null;
  readonly athletes: ReadonlyMap<string, Athlete>;
  readonly activities: readonly StoredActivity[];
  readonly plans: readonly AthletePlan[];
  readonly limit: number;
};

/** What there is to tell of the athletes that were read, in its order, from the place on where the page before ended. */
function* stepsOf(page: Page, read: Read): Generator<Step> {
  const activitiesOf = Map.groupBy(read.activities, ({ user_id }) => user_id);
  const plansOf = Map.groupBy(read.plans, ({ user_id }) => user_id);
  for (const athlete_id of read.user_ids.slice(0, read.limit)) {
    const athlete = read.athletes.get(athlete_id);
    const beginning: WalkPlace = { athlete_id, step: 0, activity: null, plan_id: null };
    const start = read.place?.athlete_id === athlete_id ? read.place : beginning;
    const told = (kind: TellableKind, step: WalkPlace['step'], change: Change): Step[] =>
      page.tells(kind) && start.step <= step ? [{ change, before: { ...beginning, step } }] : [];
    yield* told(
      'athlete',
      0,
      athlete ? athleteChange(athlete) : withdrawn('athlete', athlete_id, athlete_id),
    );
    yield* told('activity', 1, allWithdrawn('activity', athlete_id));
    // Of those who are no athletes any more nothing was read.
    if (athlete !== undefined)
      yield* activitySteps(page, read, athlete, start, activitiesOf.get(athlete_id) ?? []);
    yield* told('plan', 3, allWithdrawn('plan', athlete_id));
    if (athlete !== undefined) yield* planSteps(page, read, athlete, start, plansOf.get(athlete_id) ?? []);
  }
}

function* activitySteps(
  page: Page,
  read: Read,
  athlete: Athlete,
  start: WalkPlace,
  activities: readonly StoredActivity[],
): Generator<Step> {
  const ceiling = page.ceilingOf(athlete);
  const last = read.activities.length === read.limit ? read.activities.at(-1) : undefined;
  let before: WalkPlace = { ...start, step: 2 };
  for (const activity of activities) {
    const { id, start_time } = activity;
    const after = { ...before, activity: { start_time: start_time.toISOString(), id } };
    const change = activityChange(ceiling, activity);
    yield activity === last ? { change, before, cut: after } : { change, before };
    before = after;
  }
}

function* planSteps(
  page: Page,
  read: Read,
  athlete: Athlete,
  start: WalkPlace,
  plans: readonly AthletePlan[],
): Generator<Step> {
  const last = read.plans.length === read.limit ? read.plans.at(-1) : undefined;
  let before: WalkPlace = { ...start, step: 4, activity: null };
  for (const plan of plans) {
    const after = { ...before, plan_id: plan.id };
    const change = planChange(page, athlete, plan);
    yield plan === last ? { change, before, cut: after } : { change, before };
    before = after;
  }
}
