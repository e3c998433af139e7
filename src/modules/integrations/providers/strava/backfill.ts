import { SECOND_MS } from '../../../../shared/time.ts';
import type { Notice } from '../../notice.ts';
import { PlatformError } from '../../platform-error.ts';
import type { BackfillStep, Session } from '../../provider.ts';
import { isObject } from '../members.ts';
import { type FetchDeps, fetchActivity } from './fetch-activity.ts';
import { readActivity, readOwner } from './read-activity.ts';
import { readId, readJson } from './read-json.ts';
import { readsHidden } from './scopes.ts';

/** The most that Strava gives on one page. */
const PER_PAGE = 200;
/** Nobody trains ten thousand times in two months, so a longer list would never end. */
const MAX_PAGES = 50;
/** This many activities that cannot be fetched now wait until the others are done; with more, the platform itself is away. */
const MAX_LATER = 3;

const CALL = 'listing activities';

/** The state of a backfill: first it lists, which gives everything in outline, then it fetches the activities one by one. */
type Cursor = {
  /** The next page to be listed; null when all are. */
  readonly page: number | null;
  readonly ids: readonly string[];
  readonly later: readonly string[];
};

const START: Cursor = { page: 1, ids: [], later: [] };

export async function backfill(
  deps: FetchDeps,
  session: Session,
  range: { from: Date; until: Date },
  stored: unknown,
): Promise<BackfillStep> {
  const cursor = readCursor(stored);
  return cursor.page === null
    ? await fetchOne(deps, session, cursor)
    : await listPage(deps, session, range, { ...cursor, page: cursor.page });
}

/** A page may be short without being the last one, and activities may come in any order. */
async function listPage(
  { strava }: FetchDeps,
  session: Session,
  { from, until }: { from: Date; until: Date },
  { page, ids, later }: Cursor & { page: number },
): Promise<BackfillStep> {
  const query = {
    after: String(Math.floor(from.getTime() / SECOND_MS) - 1),
    before: String(Math.ceil(until.getTime() / SECOND_MS) + 1),
    page: String(page),
    per_page: String(PER_PAGE),
  };
  const list = readJson(await strava.read(session, { path: '/athlete/activities', query, call: CALL }));
  if (!Array.isArray(list))
    throw new PlatformError('unavailable', `${CALL}: Strava answers with what is no list.`);
  const own = list.filter(isObject).filter((one) => readOwner(one) === session.provider_user_id);
  const known = new Set(ids);
  const found = new Set(own.flatMap((one) => readId(one.id) ?? []).filter((id) => !known.has(id)));
  const isLast = list.length === 0 || page >= MAX_PAGES;
  const next = { page: isLast ? null : page + 1, ids: [...ids, ...found], later };
  return {
    notices: own.map((one) => readActivity(one, undefined)),
    next: isOver(next) ? null : next,
    ...(page === 1 && !readsHidden(session.scopes) ? { remark: HIDDEN_STAYS } : {}),
  };
}

const HIDDEN_STAYS =
  'Activities that only you can see on Strava stay there: to bring them over, connect again and allow them.';

/** Fetches the newest first, by their ids: an athlete who waits for the platform's limits wants to see those. */
async function fetchOne(deps: FetchDeps, session: Session, cursor: Cursor): Promise<BackfillStep> {
  const [id, ...ids] = cursor.ids.toSorted(newestFirst);
  if (id !== undefined) {
    const { later } = cursor;
    const notices = await fetchOrPutOff(deps, session, id, later);
    const next = { page: null, ids, later: notices === null ? [...later, id] : later };
    return { notices: notices ?? [], next: isOver(next) ? null : next };
  }
  const [last, ...rest] = cursor.later;
  if (last === undefined) return { notices: [], next: null };
  const notices = await fetchActivity(deps, session, last);
  return { notices, next: rest.length === 0 ? null : { page: null, ids: [], later: rest } };
}

/** Null means later, after the others, so that one activity that cannot be fetched does not block the rest. */
async function fetchOrPutOff(
  deps: FetchDeps,
  session: Session,
  id: string,
  later: readonly string[],
): Promise<readonly Notice[] | null> {
  try {
    return await fetchActivity(deps, session, id);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.fault !== 'unavailable') throw error;
    if (session.signal.aborted || later.length >= MAX_LATER) throw error;
    return null;
  }
}

function isOver({ page, ids, later }: Cursor): boolean {
  return page === null && ids.length === 0 && later.length === 0;
}

/** Later ids are larger numbers, and may have more digits. */
function newestFirst(a: string, b: string): number {
  return b.length - a.length || (a < b ? 1 : -1);
}

function readCursor(stored: unknown): Cursor {
  if (!isObject(stored)) return START;
  const { page, ids, later } = stored;
  if (page !== null && !Number.isSafeInteger(page)) return START;
  if (!isIds(ids) || !isIds(later)) return START;
  return { page: page === null ? null : Number(page), ids, later };
}

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string');
}
