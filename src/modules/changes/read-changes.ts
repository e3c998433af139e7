import { type Database, SNAPSHOT } from '../../infra/db/database.ts';
import { type SourcePolicies, sourcesKeptFrom } from '../../privacy/index.ts';
import { findActivityPlaces } from '../activities/index.ts';
import { findSharedAvailability } from '../availability/index.ts';
import { findToldFeedback, type ToldFeedback } from '../feedback/index.ts';
import { listGroups } from '../groups/index.ts';
import { type Athlete, findAthletes } from '../organizations/index.ts';
import { findPlans } from '../plans/index.ts';
import { findSessionsByIds, findSharedAttendance } from '../sessions/index.ts';
import {
  type ChangeCursor,
  decodeCursor,
  encodeCursor,
  rulesMark,
  START_OF_ALL,
  type Walk,
} from './change-cursor.ts';
import { cursorExpired } from './errors.ts';
import {
  byId,
  type ChangePage,
  createPage,
  type Deps,
  type Page,
  type Place,
  type Request,
} from './page-of-changes.ts';
import { type FeedState, findChanges, findFeedState, type NotedChange } from './queries.ts';
import { sequenceChanges } from './sequence-changes.ts';
import { tellWalk } from './tell-walk.ts';

/**
 * A page of an organization's changes since a cursor, under the current ceiling: nothing told was stored for it.
 * @throws cursorExpired, unknownCursor
 */
export async function readChanges(
  deps: Deps & { readonly db: Database },
  request: Request,
): Promise<ChangePage> {
  const given = request.after === null ? null : decodeCursor(request.after, request.org_id);
  await sequenceChanges(deps);
  return await deps.db.transaction(async (tx) => {
    const state = await findFeedState(tx);
    const cursor = startOf(deps, request, given, state);
    const page = createPage(deps, tx, request);
    const next = cursor.walk === null ? await tellChanges(page, cursor, state) : cursor;
    const end = await tellWalk(page, next);
    const has_more = end.walk !== null || end.position < state.last_position;
    return { changes: await page.written(), next_cursor: encodeCursor(end), has_more };
  }, SNAPSHOT);
}

/** Where to go on. Under other rules than the cursor was made under, everything is told anew. */
function startOf(
  { sourcePolicies }: { readonly sourcePolicies: SourcePolicies },
  { org_id, kinds }: Request,
  given: ChangeCursor | null,
  { epoch, last_position, pruned_position }: FeedState,
): ChangeCursor {
  const rules = rulesMark([sourcesKeptFrom('organization_api', sourcePolicies), [...kinds].sort()]);
  if (given === null) return { org_id, epoch, rules, position: last_position, walk: START_OF_ALL };
  const oldest = Math.min(given.position, given.walk?.after_position ?? given.position);
  if (given.epoch !== epoch || oldest < pruned_position || given.position > last_position) {
    throw cursorExpired();
  }
  return given.rules === rules ? given : { ...given, rules, walk: START_OF_ALL };
}

/** Tells single changes; a change of everything becomes a walk. */
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
  const everything = noted.filter(({ kind }) => kind === 'everything');
  const retold = new Set(everything.map(({ athlete_id }) => athlete_id));
  const first_retold = everything[0]?.position ?? Number.POSITIVE_INFINITY;
  const walkAt = (at: number): Walk | null =>
    at < first_retold ? null : { ...START_OF_ALL, after_position: cursor.position };
  const single = lastOfEach(noted.filter((one) => one.athlete_id === null || !retold.has(one.athlete_id)));
  const tellOne = await teller(page, single);
  for (const one of single) tellOne(one, { ...cursor, position: one.position, walk: walkAt(one.position) });
  return { ...cursor, position, walk: walkAt(position) };
}

/** The last change of a thing on a page and all of them, to withdraw it if it was visible before any. */
type LastChange = NotedChange & { readonly all: readonly NotedChange[] };

/** A thing that changed several times is told once, as it is now. */
function lastOfEach(noted: readonly NotedChange[]): LastChange[] {
  const last = new Map<string, LastChange>();
  for (const one of noted) {
    const key = `${one.kind} ${one.is_of_pain} ${one.object_id} ${one.athlete_id}`;
    const all = [...(last.get(key)?.all ?? []), one];
    last.delete(key);
    last.set(key, { ...one, all });
  }
  return [...last.values()];
}

/** Reads all changed things at once, then tells them one by one; nothing is told of what was never visible. */
async function teller(page: Page, single: readonly LastChange[]) {
  const { tx, org_id } = page;
  const idsOf = (wanted: NotedChange['kind']): string[] =>
    single.flatMap(({ kind, object_id }) => (kind === wanted ? (object_id ?? []) : []));
  const user_ids = [...new Set(single.flatMap(({ athlete_id }) => athlete_id ?? []))];
  const athletes = byId(await findAthletes(tx, { org_id, user_ids }));
  const current = [...athletes.keys()];
  const activities = byId(await findActivityPlaces(tx, { user_ids: current, ids: idsOf('activity') }));
  const plans = byId(await findPlans(tx, { org_id, ids: idsOf('plan') }));
  const feedback = byId(await findToldFeedback(tx, { org_id, user_ids: current, ids: idsOf('feedback') }));
  const saying = new Set(
    single.flatMap((one) => (one.kind === 'availability' ? (one.athlete_id ?? []) : [])),
  );
  const said = [...athletes.values()].filter(({ id }) => saying.has(id));
  const availability = await findSharedAvailability(tx, said);
  const group_ids = idsOf('group');
  const groups = byId(group_ids.length === 0 ? [] : await listGroups(tx, org_id, group_ids));

  const tellSession = await sessionTeller(page, single);

  const tellGroup = (id: string | null, place: Place): void => {
    if (id === null) return;
    const group = groups.get(id);
    if (group === undefined) page.withdraw('group', { athlete_id: null, id }, place);
    else page.tellGroup(group, place);
  };

  const tellAthlete = ({ athlete_id }: LastChange, athlete: Athlete | undefined, place: Place): void => {
    if (athlete === undefined) page.withdraw('athlete', { athlete_id, id: athlete_id }, place);
    else page.tellAthlete(athlete, place);
  };
  const tellAvailability = (noted: LastChange, athlete: Athlete, place: Place): void => {
    // Who does not see what has changed is not told that something has.
    const isSeen = noted.is_of_pain ? page.seesInjuries(athlete) : page.seesDays(athlete);
    if (isSeen) page.tellAvailability(athlete, availability.get(athlete.id), place);
  };
  const tellPlan = ({ object_id }: LastChange, athlete: Athlete, place: Place): void => {
    const plan = plans.get(object_id ?? '');
    if (plan !== undefined && page.tellPlan(athlete, plan, place)) return;
    page.withdraw('plan', { athlete_id: athlete.id, id: object_id }, place);
  };
  const tellActivity = (noted: LastChange, athlete: Athlete, place: Place): void => {
    const activity = activities.get(noted.object_id ?? '');
    if (activity !== undefined && page.tellActivity(athlete, activity, place)) return;
    // A tombstone of something never visible would reveal it.
    const gone = { athlete_id: athlete.id, id: noted.object_id };
    if (noted.all.some((one) => wasShown(page, athlete, one))) page.withdraw('activity', gone, place);
  };

  return (noted: LastChange, after: ChangeCursor): void => {
    const { kind, object_id, sequenced_at: at } = noted;
    const place = { after, at };
    const athlete = athletes.get(noted.athlete_id ?? '');
    if (kind === 'group') tellGroup(object_id, place);
    else if (kind === 'session' || kind === 'attendance') tellSession(noted, athlete, place);
    else if (kind === 'athlete') tellAthlete(noted, athlete, place);
    // A former athlete's data is withdrawn as a whole.
    else if (athlete === undefined) return;
    else if (kind === 'availability') tellAvailability(noted, athlete, place);
    else if (object_id === null) return;
    else if (kind === 'plan') tellPlan(noted, athlete, place);
    else if (kind === 'feedback') tellFeedback(page, { athlete, noted, place, now: feedback.get(object_id) });
    else tellActivity(noted, athlete, place);
  };
}

async function sessionTeller({ tx, org_id, ...page }: Page, single: readonly LastChange[]) {
  const of = (wanted: NotedChange['kind']) =>
    single.flatMap(({ kind, athlete_id, object_id }) =>
      kind === wanted && object_id !== null ? [{ user_id: athlete_id ?? '', session_id: object_id }] : [],
    );
  const ids = of('session').map(({ session_id }) => session_id);
  const sessions = byId(await findSessionsByIds(tx, { org_id, ids }));
  const attendance = await findSharedAttendance(tx, { org_id, asked: of('attendance') });
  const rows = new Map(attendance.map((row) => [attendanceKey(row.user_id, row.session_id), row]));

  return ({ kind, object_id: id, all }: LastChange, athlete: Athlete | undefined, place: Place): void => {
    if (id === null) return;
    if (kind === 'session') {
      const session = sessions.get(id);
      if (session === undefined) page.withdraw('session', { athlete_id: null, id }, place);
      else page.tellSession(session, place);
      return;
    }
    // A former athlete's data is withdrawn as a whole.
    if (athlete === undefined) return;
    const row = rows.get(attendanceKey(athlete.id, id));
    const wasThere = all.some(({ was_told }) => was_told !== null);
    if (row !== undefined) page.tellAttendance(row, place);
    else if (wasThere && page.seesAttendance(athlete))
      page.withdraw('attendance', { athlete_id: athlete.id, id }, place);
  };
}

const attendanceKey = (user_id: string, session_id: string): string => `${user_id} ${session_id}`;

type FeedbackChange = {
  readonly athlete: Athlete;
  readonly noted: LastChange;
  readonly place: Place;
  /** Undefined: it is no more, or may be told to nobody. */
  readonly now: ToldFeedback | undefined;
};

function tellFeedback(page: Page, { athlete, noted, place, now }: FeedbackChange): void {
  // Who does not see what has changed is not told that something has.
  if (noted.is_of_pain && !page.seesPain(athlete)) return;
  if (now !== undefined && page.tellFeedback(athlete, now, place)) return;
  const gone = { athlete_id: athlete.id, id: noted.object_id };
  if (noted.all.some((one) => wasFeedbackShown(page, athlete, one))) page.withdraw('feedback', gone, place);
}

function wasShown(page: Page, athlete: Athlete, { was_source, was_race }: NotedChange): boolean {
  return was_source !== null && page.admits(athlete, { source: was_source, is_race: was_race ?? true });
}

/** What was never shown has no tombstone. That on a planned workout has no marks of an activity. */
function wasFeedbackShown(page: Page, athlete: Athlete, change: NotedChange): boolean {
  const { was_told, was_race } = change;
  const wasSeen =
    was_told === 'told' ? page.seesFeedback(athlete) : was_told === 'pain' && page.seesPain(athlete);
  return wasSeen && (was_race === null || wasShown(page, athlete, change));
}
