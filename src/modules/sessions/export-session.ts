import type { UserActor } from '../../http/actor.ts';
import { type Database, SNAPSHOT } from '../../infra/db/database.ts';
import { writeSessionCalendar } from '../../infra/plan-files/write-plan-calendar.ts';
import { unauthenticated } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import type { SubscribedSession } from '../calendars/index.ts';
import { findActiveUser } from '../users/index.ts';
import type { ClubSession } from './club-session.ts';
import { findRunner, toSubscribed } from './find-own-sessions.ts';
import { findMeetings } from './meeting-queries.ts';
import { ownWorkout } from './own-workout.ts';
import { requireVisibleSession } from './require-session-right.ts';

/**
 * A session as iCalendar. A member's file has their answer and their own paces, a coach's has neither.
 *
 * @throws notFound; forbidden; noSuchSession
 */
export async function exportSession(
  deps: { readonly db: Database; readonly clock: Clock },
  actor: UserActor,
  id: { readonly org_id: string; readonly session_id: string },
): Promise<{ file_name: string; bytes: Uint8Array }> {
  return await deps.db.transaction(async (tx) => {
    const { session, organization } = await requireVisibleSession(tx, id, actor);
    const user = await findActiveUser(tx, actor.user_id);
    if (user === null) throw unauthenticated();
    const { user_id } = user;
    const [meeting] = await findMeetings(tx, {
      ...{ user_ids: [user_id], org_id: session.org_id, session_id: session.id },
      ...{ from: null, to: null, coming_only: false, limit: 1 },
    });
    const own =
      meeting === undefined
        ? plainOf(session, organization.org_name)
        : toSubscribed(meeting, await findRunner(tx, user_id, [meeting], deps.clock.now()));
    const { language, unit_system } = user.preferences;
    const text = writeSessionCalendar({ ...own, user_id, language, unit_system });
    return { file_name: `${session.title}.ics`, bytes: Buffer.from(text) };
  }, SNAPSHOT);
}

function plainOf(session: ClubSession, org_name: string): SubscribedSession {
  const { id, org_id, title, description, starts_at, timezone, duration_s, place, point } = session;
  return {
    ...{
      session_id: id,
      org_id,
      org_name,
      title,
      description,
      starts_at,
      timezone,
      duration_s,
      place,
      point,
    },
    is_cancelled: session.cancelled_at !== null,
    ...{ answer: null, waits: false, revision: session.revision, updated_at: session.updated_at },
    workout: ownWorkout(session, { group: null, runner: null }),
  };
}
