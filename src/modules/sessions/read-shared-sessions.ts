import { type Database, type Queryable, SNAPSHOT } from '../../infra/db/database.ts';
import { dailyCeiling, type PrivacySettings } from '../../privacy/index.ts';
import { LOWEST_ID } from '../../shared/ids.ts';
import { type PageAsked, pageOf } from '../../shared/page-cursor.ts';
import { readFromTo } from '../../shared/read-time.ts';
import { privacyOf } from '../users/index.ts';
import type { AnswerCounts, ClubSession } from './club-session.ts';
import { findSession, findSessions } from './queries.ts';
import {
  type AttendanceId,
  countShared,
  findShared,
  findSharedAfter,
  findSharedOf,
  type PageOfShared,
  type SharedRow,
} from './shared-queries.ts';

/** A session as programs of its organization see it. Athletes who do not share their answers are not counted. */
export type SharedSession = { readonly session: ClubSession; readonly counts: AnswerCounts };

const NOBODY: AnswerCounts = { yes: 0, maybe: 0, no: 0, waiting: 0 };

/** A page of an organization's sessions for its programs. @throws invalidField */
export async function listSharedSessions(
  { db }: { readonly db: Database },
  {
    org_id,
    from,
    to,
    ...page
  }: PageAsked & {
    readonly org_id: string;
    readonly from: string | undefined;
    readonly to: string | undefined;
  },
): Promise<{ sessions: SharedSession[]; next_cursor: string | null }> {
  const { start_date_ms, end_date_ms } = readFromTo({ from, to });
  return await db.transaction(async (tx) => {
    const { rows, next_cursor } = await pageOf(
      page,
      ({ after, limit }) =>
        findSessions(tx, {
          ...{ org_id, after, limit, user_id: null },
          from: start_date_ms === undefined ? null : new Date(start_date_ms),
          to: end_date_ms === undefined ? null : new Date(end_date_ms),
        }),
      ({ starts_at, id }) => ({ at: starts_at, id }),
    );
    const counts = await countShared(tx, { org_id, session_ids: rows.map(({ id }) => id) });
    return {
      sessions: rows.map((session) => ({ session, counts: counts.get(session.id) ?? NOBODY })),
      next_cursor,
    };
  }, SNAPSHOT);
}

/** The list is ordered by id alone, so its cursors need no time. */
const NO_TIME = new Date(0);

/**
 * A page of those who let programs of the organization see their answers and attendance; null where there is no such session. Others
 * take no place in the list, so that neither its length nor its cursors reveal them.
 *
 * @throws invalidField for the cursor
 */
export async function listSharedAttendance(
  { db }: { readonly db: Database },
  { org_id, session_id, ...page }: PageAsked & { readonly org_id: string; readonly session_id: string },
): Promise<{ attendance: SharedRow[]; next_cursor: string | null } | null> {
  return await db.transaction(async (tx) => {
    if ((await findSession(tx, { org_id, session_id })) === null) return null;
    const { rows, next_cursor } = await pageOf(
      page,
      ({ after, limit }) => findShared(tx, { org_id, session_id, after: after?.id ?? LOWEST_ID, limit }),
      ({ user_id }) => ({ at: NO_TIME, id: user_id }),
    );
    return { attendance: rows.filter(isShown), next_cursor };
  }, SNAPSHOT);
}

export async function findSharedAttendance(
  db: Queryable,
  asked: { readonly org_id: string; readonly asked: readonly AttendanceId[] },
): Promise<SharedRow[]> {
  return (await findSharedOf(db, asked)).filter(isShown);
}

export async function findSharedAttendanceAfter(db: Queryable, page: PageOfShared): Promise<SharedRow[]> {
  return (await findSharedAfter(db, page)).filter(isShown);
}

/** Whether an athlete's settings let programs of the organization see their answers and attendance. */
export const sharesAttendance = (settings: PrivacySettings): boolean =>
  dailyCeiling({ settings, audience: 'organization_api' }).parts.shown.includes('attendance');

const isShown = (row: SharedRow): boolean => sharesAttendance(privacyOf(row));
