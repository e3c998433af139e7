/** Questions that a club's keys and its coach can ask, and what the model says to them. */
import { cursorOf, type PagePosition, positionOf } from '../../shared/page-cursor.ts';
import { isOfPrograms, TOLD_SCOPES, type ToldAsk, toldAddress } from './ask-told.ts';
import type { ClubView } from './club-view.ts';
import { compare, LATEST, pageOf, whole } from './pages.ts';
import { predictTold } from './predict-told.ts';
import { type Key, UUID } from './world.ts';

/** Parameters as they are written in the address; undefined is not sent. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** `key` is the place of the key that asks. */
export type Ask = { readonly key: number } & (
  | { readonly to: 'org' | 'groups' | 'exports' }
  /** `roster` is the head coach's list of members on the application API, whatever the key; `everybody` is all activities. */
  | { readonly to: 'athletes' | 'roster' | 'everybody'; readonly query: Parameters }
  | { readonly to: 'athlete' | 'activity' | 'plan' | 'health' | 'streams'; readonly id: string }
  /** `workout` is what the head coach opens on the application API, whatever the key. */
  | { readonly to: 'workout'; readonly athlete_id: string; readonly id: string }
  /** `coach` is the head coach's list on the application API, whatever the key. */
  | { readonly to: 'activities' | 'plans' | 'coach'; readonly athlete_id: string; readonly query: Parameters }
  | { readonly to: 'told'; readonly what: ToldAsk }
);

/** What must come back: a whole body, or what of it `seen` takes out, or for a failure its code. */
export type Prediction =
  | {
      readonly status: 200;
      readonly body: unknown;
      readonly seen?: (body: Readonly<Record<string, unknown>>) => unknown;
    }
  | { readonly status: 400 | 401 | 403 | 404; readonly code: string };

/** Whether the head coach asks it, on the application API. */
export const isCoachs = (ask: Ask): boolean =>
  ask.to === 'told' ? !isOfPrograms(ask.what.to) : ['coach', 'roster', 'workout'].includes(ask.to);

/** Of what is put together of all that coaches see only a part is foreseen: there the test is whether the unseen changes it. */
const PUT_TOGETHER = ['review', 'constraints', 'calendar', 'evidence', 'team', 'weeks'];
export const isForeseenWhole = (ask: Ask): boolean =>
  ask.to !== 'told' || !PUT_TOGETHER.includes(ask.what.to);

export function addressOf(ask: Ask, club_id: string): string {
  switch (ask.to) {
    case 'told':
      return toldAddress(ask.what, club_id);
    case 'org':
    case 'groups':
    case 'exports':
      return `/developer/v1/${ask.to}`;
    case 'athletes':
      return `/developer/v1/athletes${queryText(ask.query)}`;
    case 'roster':
      return `/api/v1/organizations/${club_id}/members${queryText({ ...ask.query, include_profile_status: 'true' })}`;
    case 'everybody':
      return `/developer/v1/activities${queryText(ask.query)}`;
    case 'athlete':
      return `/developer/v1/athletes/${ask.id}`;
    case 'activity':
      return `/developer/v1/activities/${ask.id}`;
    case 'plan':
      return `/developer/v1/plans/${ask.id}`;
    case 'health':
      return `/developer/v1/athletes/${ask.id}/health/daily`;
    case 'streams':
      return `/developer/v1/activities/${ask.id}/streams`;
    case 'workout':
      return `/api/v1/organizations/${club_id}/athletes/${ask.athlete_id}/activities/${ask.id}`;
    case 'activities':
    case 'plans':
      return `/developer/v1/${ask.to}${queryText({ athlete_id: ask.athlete_id, ...ask.query })}`;
    case 'coach':
      return `/api/v1/organizations/${club_id}/athletes/${ask.athlete_id}/activities${queryText(ask.query)}`;
  }
}

function queryText(query: Parameters): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

const SCOPE_OF = {
  org: 'org:read',
  athletes: 'athletes:read',
  athlete: 'athletes:read',
  activities: 'activities:read',
  everybody: 'activities:read',
  activity: 'activities:read',
  plans: 'plans:read',
  plan: 'plans:read',
  groups: 'groups:read',
  health: 'metrics:read',
  streams: 'streams:read',
  exports: 'exports:read',
} as const;
const READS = ['org:read', 'athletes:read', 'activities:read', 'plans:read', 'groups:read'];

function grants(key: Key, scope: string): boolean {
  if (key.scopes.includes(scope) || key.scopes.includes('admin')) return true;
  return key.scopes.includes('read') && READS.includes(scope);
}

/** In the order of checks: key, feature, scope, validation, existence. */
export function predict(view: ClubView, keys: readonly Key[], ask: Ask): Prediction {
  if (ask.to === 'coach') return predictCoachs(view, ask);
  if (ask.to === 'roster') return predictRoster(view, ask.query);
  if (ask.to === 'workout') return predictWorkout(view, ask);
  if (ask.to === 'told' && isCoachs(ask)) return predictOfTold(view, ask.what);
  const key = keys[ask.key % keys.length];
  if (key === undefined) throw new Error('There is no key to ask with.');
  if (key.state === 'revoked') return { status: 401, code: 'key_revoked' };
  if (key.state === 'expired') return { status: 401, code: 'key_expired' };
  if (view.tier !== 'club') return { status: 403, code: 'feature_not_enabled' };
  if (!grants(key, scopeOf(ask))) return { status: 403, code: 'missing_scope' };
  switch (ask.to) {
    case 'told':
      return predictOfTold(view, ask.what);
    case 'org':
      return ok({ organization: view.organization, source_policies: view.source_policies });
    case 'groups':
      return ok({ groups: view.groups });
    case 'exports':
      return ok({ exports: [], limit: 50, offset: 0 });
    case 'athletes':
      return predictAthletes(view, ask.query);
    case 'everybody': {
      const all = [...view.activities.values()].flat();
      return predictActivities(all.toSorted(newestFirst), ask.query, null);
    }
    case 'athlete':
      return found(
        'athlete',
        view.athletes.find(({ id }) => id === ask.id.toLowerCase()),
      );
    case 'activity':
      return found(
        'activity',
        [...view.activities.values()].flat().find(({ id }) => id === ask.id.toLowerCase()),
      );
    case 'streams':
      return predictStreams(view, ask.id);
    case 'health': {
      const hidden = view.health_hidden.get(ask.id.toLowerCase());
      // Nobody of these worlds has any.
      return hidden === undefined
        ? NOT_FOUND
        : ok({ days: [], privacy_filtered: hidden, athlete_id: ask.id });
    }
    case 'activities':
      return predictActivities(view.activities.get(ask.athlete_id.toLowerCase()), ask.query, ask.athlete_id);
    case 'plans':
      return predictPlans(view, ask);
    case 'plan':
      return found(
        'plan',
        [...view.plans.values()].flat().find(({ id }) => id === ask.id.toLowerCase()),
      );
  }
}

function scopeOf(ask: Ask): string {
  if (ask.to === 'told') return isOfPrograms(ask.what.to) ? TOLD_SCOPES[ask.what.to] : '';
  return ask.to === 'coach' || ask.to === 'roster' || ask.to === 'workout' ? '' : SCOPE_OF[ask.to];
}

function predictOfTold(view: ClubView, ask: ToldAsk): Prediction {
  return predictTold(view, ask, view.organization.id, (all, { limit, cursor = '' }) => {
    const page = pageOf(all, { limit, cursor }, placeOfFeedback, 'downwards');
    if (page === null) throw new Error('This page is not asked for.');
    return { items: page.items, next_cursor: page.echo.next_cursor };
  });
}

const ok = (data: unknown): Prediction => ({ status: 200, body: { success: true, data } });
const NOT_FOUND: Prediction = { status: 404, code: 'not_found' };
const INVALID: Prediction = { status: 400, code: 'validation_error' };

function found(name: string, value: unknown): Prediction {
  return value === undefined ? NOT_FOUND : ok({ [name]: value });
}

function predictWorkout(view: ClubView, { athlete_id, id }: Extract<Ask, { to: 'workout' }>): Prediction {
  const all = view.activities.get(athlete_id.toLowerCase()) ?? [];
  const activity = all.find((one) => one.id === id.toLowerCase());
  return activity === undefined ? NOT_FOUND : { status: 200, body: { status: 'ok', data: { activity } } };
}

/** Nobody of these worlds has samples: what would be hidden of them is said all the same. */
function predictStreams(view: ClubView, activity_id: string): Prediction {
  for (const [athlete_id, activities] of view.activities)
    if (activities.some(({ id }) => id === activity_id.toLowerCase()))
      return ok({
        activity_id,
        streams: {},
        privacy_filtered: view.streams_hidden.get(athlete_id),
        athlete_id,
      });
  return NOT_FOUND;
}

function predictAthletes(view: ClubView, query: Parameters): Prediction {
  const page = pageOf(view.athletes, query, placeOfAthlete, 'upwards');
  return page === null ? INVALID : ok({ athletes: page.items, total: view.athletes.length, ...page.echo });
}

function predictRoster(view: ClubView, query: Parameters): Prediction {
  const [limit, offset] = [whole(query.limit ?? '500', 1, 500), whole(query.offset ?? '0', 0)];
  if (limit === null || offset === null) return INVALID;
  const members = view.coaches.roster.slice(offset, offset + limit);
  return { status: 200, body: { members, count: view.coaches.roster.length } };
}

function predictPlans(
  view: ClubView,
  { athlete_id, query }: Extract<Ask, { to: 'activities' | 'plans' | 'coach' }>,
): Prediction {
  const all = view.plans.get(athlete_id.toLowerCase());
  const page = pageOf(all ?? [], { ...query, cursor: ofDay(query.cursor) }, placeOfPlan, 'downwards');
  if (page === null) return INVALID;
  return all === undefined ? NOT_FOUND : ok({ plans: page.items, ...page.echo, athlete_id });
}

/** @param all undefined: of nobody the club knows */
function predictActivities(
  all: readonly Json[] | undefined,
  query: Parameters,
  athlete_id: string | null,
): Prediction {
  const isNamedTwice =
    (query.from !== undefined && query.start_date !== undefined) ||
    (query.to !== undefined && query.end_date !== undefined);
  const start = query.from === undefined ? whole(query.start_date ?? '0', 0) : Date.parse(query.from);
  const end = query.to === undefined ? whole(query.end_date ?? LATEST, 0) : Date.parse(query.to);
  if (isNamedTwice || start === null || end === null || start > end) return INVALID;
  const page = pageOf(between(all ?? [], start, end), query, placeOfActivity, 'downwards');
  if (page === null) return INVALID;
  return all === undefined ? NOT_FOUND : ok({ activities: page.items, ...page.echo, athlete_id });
}

/** Always by cursors; that there is no empty one is of the application API. */
function predictCoachs(
  view: ClubView,
  {
    athlete_id,
    query: { from = FIRST, to = LAST, ...query },
  }: Extract<Ask, { to: 'activities' | 'plans' | 'coach' }>,
): Prediction {
  const all = view.activities.get(athlete_id.toLowerCase());
  const inside = between(all ?? [], Date.parse(from), Date.parse(to));
  const page = pageOf(inside, { ...query, cursor: query.cursor ?? '' }, placeOfActivity, 'downwards');
  if (query.cursor === '' || page === null) return INVALID;
  // There an address that can be nobody's is none, whatever else is asked of it.
  if (!UUID.test(athlete_id)) return NOT_FOUND;
  if (from > to) return INVALID;
  if (all === undefined) return NOT_FOUND;
  const { items: activities, echo } = page;
  const data = { activities, next_cursor: echo.next_cursor, total: inside.length };
  return { status: 200, body: { status: 'ok', data } };
}

type Json = Readonly<Record<string, unknown>>;

function between(activities: readonly Json[], start: number, end: number): Json[] {
  return activities.filter(({ start_time_ms: at }) => Number(at) >= start && Number(at) <= end);
}

const placeOfAthlete = ({ joined_at, id }: Json): PagePosition => ({
  at: new Date(String(joined_at)),
  id: String(id),
});
const placeOfActivity = ({ start_time_ms, id }: Json): PagePosition => ({
  at: new Date(Number(start_time_ms)),
  id: String(id),
});
const placeOfFeedback = ({ told_at, id }: Json): PagePosition => ({
  at: new Date(String(told_at)),
  id: String(id),
});
const placeOfPlan = ({ start_date, id }: Json): PagePosition => ({
  at: new Date(String(start_date)),
  id: String(id),
});

/** Plans begin on days: of a place between them the day counts. */
function ofDay(cursor: string | undefined): string | undefined {
  if (cursor?.length !== 32) return cursor;
  const { at, id } = positionOf(cursor);
  return cursorOf({ at: new Date(at.toISOString().slice(0, 10)), id });
}

function newestFirst(a: Json, b: Json): number {
  return compare(placeOfActivity(b), placeOfActivity(a));
}

const FIRST = new Date(0).toISOString();
const LAST = new Date(Number(LATEST)).toISOString();
