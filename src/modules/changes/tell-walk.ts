import { LOWEST_ID } from '../../shared/ids.ts';
import { type ActivityPlace, findActivityPlacesAfter } from '../activities/index.ts';
import { findSharedAvailability, type SharedAvailability } from '../availability/index.ts';
import { findToldFeedbackAfter, type ToldFeedback } from '../feedback/index.ts';
import { listGroups } from '../groups/index.ts';
import { type Athlete, findAthleteIds, findAthletes } from '../organizations/index.ts';
import { type AthletePlan, findPlansAfter } from '../plans/index.ts';
import { findSessionsAfter, findSharedAttendanceAfter, type SharedRow } from '../sessions/index.ts';
import { type ChangeCursor, START_OF_ALL, type Walk, type WalkPlace } from './change-cursor.ts';
import { byId, type Page, type Place, type TellableKind } from './page-of-changes.ts';
import { findRetold } from './queries.ts';

export async function tellWalk(page: Page, cursor: ChangeCursor): Promise<ChangeCursor> {
  const { walk } = cursor;
  if (walk === null || page.room() <= 0) return cursor;
  const isBeforeGroups = walk.after_position === null && walk.place === null;
  const isInSessions = walk.session_id !== null;
  const grouped = isBeforeGroups && !isInSessions ? await tellGroups(page, cursor, walk) : cursor;
  if (grouped.walk === null || page.room() <= 0) return grouped;
  const next = isBeforeGroups ? await tellSessions(page, grouped, grouped.walk) : grouped;
  return next.walk === null || page.room() <= 0 ? next : await tellAthletes(page, next, next.walk);
}

/** In the order of ids, so that the walk can continue whatever becomes of the last one. */
async function tellGroups(page: Page, cursor: ChangeCursor, walk: Walk): Promise<ChangeCursor> {
  if (!page.tells('group')) return cursor;
  const groups = (await listGroups(page.tx, page.org_id)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const { now: at } = page;
  if (walk.group_id === null) {
    const after = { ...cursor, walk: { ...walk, group_id: LOWEST_ID } };
    page.withdraw('group', { athlete_id: null, id: null }, { after, at });
  }
  let end = { ...cursor, walk: { ...walk, group_id: walk.group_id ?? LOWEST_ID } };
  for (const group of groups) {
    if (group.id <= (walk.group_id ?? LOWEST_ID)) continue;
    if (page.room() === 0) return end;
    end = { ...cursor, walk: { ...walk, group_id: group.id } };
    page.tellGroup(group, { after: end, at });
  }
  return end;
}

/** The same, as many as there is room for. Where there are more of them, the last one says from where. */
async function tellSessions(page: Page, cursor: ChangeCursor, walk: Walk): Promise<ChangeCursor> {
  const athletes = { ...START_OF_ALL, place: beginningOf(LOWEST_ID) };
  if (!page.tells('session')) return { ...cursor, walk: athletes };
  const at = page.now;
  const cursorAt = (session_id: string): ChangeCursor => ({
    ...cursor,
    walk: { ...START_OF_ALL, session_id },
  });
  if (walk.session_id === null)
    page.withdraw('session', { athlete_id: null, id: null }, { after: cursorAt(LOWEST_ID), at });
  const after = walk.session_id ?? LOWEST_ID;
  const limit = page.room();
  if (limit === 0) return cursorAt(after);
  const sessions = await findSessionsAfter(page.tx, { org_id: page.org_id, after, limit });
  for (const session of sessions) page.tellSession(session, { after: cursorAt(session.id), at });
  const isLast = sessions.length < limit;
  return isLast ? { ...cursor, walk: athletes } : cursorAt(sessions.at(-1)?.id ?? after);
}

const beginningOf = (athlete_id: string): WalkPlace => ({
  athlete_id,
  step: 0,
  activity: null,
  plan_id: null,
  feedback_id: null,
  session_id: null,
});

async function tellAthletes(page: Page, cursor: ChangeCursor, walk: Walk): Promise<ChangeCursor> {
  const { tx, org_id } = page;
  const limit = page.room();
  const from = walk.place?.athlete_id ?? LOWEST_ID;
  const user_ids =
    walk.after_position === null
      ? await findAthleteIds(tx, { org_id, from, limit: limit + 1 })
      : await findRetold(tx, {
          org_id,
          after: walk.after_position,
          until: cursor.position,
          from,
          limit: limit + 1,
        });
  const place = walk.place?.athlete_id === user_ids[0] ? walk.place : null;
  const athletes = byId(await findAthletes(tx, { org_id, user_ids }));
  const read = await readThings(page, { athletes, place, limit });
  const cursorAt = (at: WalkPlace): ChangeCursor => ({
    ...cursor,
    walk: { ...START_OF_ALL, after_position: walk.after_position, place: at },
  });
  // One more was asked for than there was room for: with fewer, these were the last.
  const isLast = user_ids.length <= limit;
  const end: ChangeCursor = isLast
    ? { ...cursor, walk: null }
    : cursorAt(beginningOf(user_ids.at(-1) ?? from));
  const steps = [...stepsOf(page, { ...read, user_ids, place, athletes, limit })];
  for (const [index, step] of steps.entries()) {
    if (page.room() === 0) return cursorAt(step.before);
    const next = steps[index + 1];
    const after = step.cut ? cursorAt(step.cut) : next === undefined ? end : cursorAt(next.before);
    step.tell({ after, at: page.now });
    if (step.cut !== undefined) return after;
  }
  return end;
}

/** What may be told of athletes from the page's position on, at most a page of each kind. */
async function readThings(
  page: Page,
  { athletes, place, limit }: Pick<Read, 'place' | 'athletes' | 'limit'>,
): Promise<Omit<Read, 'user_ids' | 'place' | 'athletes' | 'limit'>> {
  const { tx, org_id } = page;
  const current = [...athletes.keys()];
  /** Those of whom there is still something to tell after that step. */
  const leftAfter = (step: number): string[] =>
    place !== null && place.step > step ? current.filter((id) => id !== place.athlete_id) : current;
  const activities = page.tells('activity')
    ? await findActivityPlacesAfter(tx, {
        user_ids: leftAfter(2),
        after: place?.activity ? { user_id: place.athlete_id, ...place.activity } : null,
        limit,
      })
    : [];
  const plans = page.tells('plan')
    ? await findPlansAfter(tx, {
        org_id,
        user_ids: leftAfter(4),
        after: place?.plan_id ? { user_id: place.athlete_id, id: place.plan_id } : null,
        limit,
      })
    : [];
  const feedback = page.tells('feedback')
    ? await findToldFeedbackAfter(tx, {
        org_id,
        user_ids: leftAfter(6),
        after: place?.feedback_id ? { user_id: place.athlete_id, id: place.feedback_id } : null,
        limit,
      })
    : [];
  const availability = page.tells('availability')
    ? await findSharedAvailability(tx, [...athletes.values()])
    : new Map<string, SharedAvailability>();
  const attendance = page.tells('attendance')
    ? await findSharedAttendanceAfter(tx, {
        org_id,
        user_ids: leftAfter(9),
        after: place?.session_id ? { user_id: place.athlete_id, session_id: place.session_id } : null,
        limit,
      })
    : [];
  return { activities, plans, feedback, availability, attendance };
}

type Step = {
  readonly tell: (place: Place) => unknown;
  /** Where to go on if it has no room. */
  readonly before: WalkPlace;
  /** Where to go on after it, since what follows has not been read. */
  readonly cut?: WalkPlace;
};

type Read = {
  readonly user_ids: readonly string[];
  readonly place: WalkPlace | null;
  readonly athletes: ReadonlyMap<string, Athlete>;
  readonly activities: readonly ActivityPlace[];
  readonly plans: readonly AthletePlan[];
  readonly feedback: readonly ToldFeedback[];
  readonly availability: ReadonlyMap<string, SharedAvailability>;
  readonly attendance: readonly SharedRow[];
  readonly limit: number;
};

/** What there is to tell of the athletes that were read, in its order, from the place on where the page before ended. */
function* stepsOf(page: Page, read: Read): Generator<Step> {
  const activitiesOf = Map.groupBy(read.activities, ({ user_id }) => user_id);
  const plansOf = Map.groupBy(read.plans, ({ user_id }) => user_id);
  const feedbackOf = Map.groupBy(read.feedback, ({ user_id }) => user_id);
  const attendanceOf = Map.groupBy(read.attendance, ({ user_id }) => user_id);
  for (const athlete_id of read.user_ids.slice(0, read.limit)) {
    const athlete = read.athletes.get(athlete_id);
    const beginning = beginningOf(athlete_id);
    const start = read.place?.athlete_id === athlete_id ? read.place : beginning;
    const step = (kind: TellableKind, number: WalkPlace['step'], tell: Step['tell']): Step[] =>
      page.tells(kind) && start.step <= number ? [{ tell, before: { ...beginning, step: number } }] : [];
    yield* step('athlete', 0, (place) =>
      athlete === undefined
        ? page.withdraw('athlete', { athlete_id, id: athlete_id }, place)
        : page.tellAthlete(athlete, place),
    );
    yield* step('activity', 1, (place) => page.withdraw('activity', { athlete_id, id: null }, place));
    if (athlete !== undefined)
      yield* activitySteps(page, read, athlete, start, activitiesOf.get(athlete_id) ?? []);
    yield* step('plan', 3, (place) => page.withdraw('plan', { athlete_id, id: null }, place));
    if (athlete !== undefined) yield* planSteps(page, read, athlete, start, plansOf.get(athlete_id) ?? []);
    yield* step('feedback', 5, (place) => page.withdraw('feedback', { athlete_id, id: null }, place));
    if (athlete !== undefined)
      yield* feedbackSteps(page, read, athlete, start, feedbackOf.get(athlete_id) ?? []);
    yield* step('availability', 7, (place) => {
      const isTold =
        athlete !== undefined && page.tellAvailability(athlete, read.availability.get(athlete_id), place);
      if (!isTold) page.withdraw('availability', { athlete_id, id: athlete_id }, place);
    });
    yield* step('attendance', 8, (place) => page.withdraw('attendance', { athlete_id, id: null }, place));
    if (athlete !== undefined) yield* attendanceSteps(page, read, start, attendanceOf.get(athlete_id) ?? []);
  }
}

function* activitySteps(
  page: Page,
  read: Read,
  athlete: Athlete,
  start: WalkPlace,
  activities: readonly ActivityPlace[],
): Generator<Step> {
  const last = read.activities.length === read.limit ? read.activities.at(-1) : undefined;
  let before: WalkPlace = { ...start, step: 2 };
  for (const activity of activities) {
    const { id, start_time } = activity;
    const after = { ...before, activity: { start_time: start_time.toISOString(), id } };
    const tell = (place: Place) => page.tellActivity(athlete, activity, place);
    yield activity === last ? { tell, before, cut: after } : { tell, before };
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
    const tell = (place: Place) => page.tellPlan(athlete, plan, place);
    yield plan === last ? { tell, before, cut: after } : { tell, before };
    before = after;
  }
}

function* feedbackSteps(
  page: Page,
  read: Read,
  athlete: Athlete,
  start: WalkPlace,
  feedback: readonly ToldFeedback[],
): Generator<Step> {
  const last = read.feedback.length === read.limit ? read.feedback.at(-1) : undefined;
  let before: WalkPlace = { ...start, step: 6, activity: null, plan_id: null };
  for (const one of feedback) {
    const after = { ...before, feedback_id: one.id };
    const tell = (place: Place) => page.tellFeedback(athlete, one, place);
    yield one === last ? { tell, before, cut: after } : { tell, before };
    before = after;
  }
}

function* attendanceSteps(
  page: Page,
  read: Read,
  start: WalkPlace,
  attendance: readonly SharedRow[],
): Generator<Step> {
  const last = read.attendance.length === read.limit ? read.attendance.at(-1) : undefined;
  let before: WalkPlace = { ...start, step: 9, activity: null, plan_id: null, feedback_id: null };
  for (const one of attendance) {
    const after = { ...before, session_id: one.session_id };
    const tell = (place: Place) => page.tellAttendance(one, place);
    yield one === last ? { tell, before, cut: after } : { tell, before };
    before = after;
  }
}
