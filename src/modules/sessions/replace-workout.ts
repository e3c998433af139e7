import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { type WriteKey, writeOnce } from '../../infra/idempotency/write-once.ts';
import { unauthenticated } from '../../shared/errors.ts';
import { type Clock, calendarDay } from '../../shared/time.ts';
import { hasPlannedWorkout } from '../calendars/index.ts';
import { findActiveUser } from '../users/index.ts';
import { findAnswer, setReplaced } from './answer-queries.ts';
import { noSuchOwnWorkout, noSuchSession, notComing, sessionCancelled } from './errors.ts';
import { lockSession } from './queries.ts';
import { requireVisibleSession } from './require-session-right.ts';

type SessionId = { readonly org_id: string; readonly session_id: string };
export type PlannedWorkoutId = { readonly plan_id: string; readonly workout_id: string };

/**
 * Marks the session as a replacement of a workout of the athlete's own plan on that day, as long as they come; null removes the mark.
 * The plan itself does not change; its calendar shows the replacement.
 *
 * @throws notFound; forbidden; noSuchSession; notComing; sessionCancelled; noSuchOwnWorkout
 */
export async function replaceWorkout(
  deps: { readonly db: Database; readonly clock: Clock },
  actor: UserActor,
  { session_id, ...asked }: SessionId,
  planned: PlannedWorkoutId | null,
  write_key: WriteKey | undefined,
): Promise<SessionId> {
  const { session } = await requireVisibleSession(deps.db, { ...asked, session_id }, actor);
  const { org_id } = session;
  const { user_id } = actor;
  return await writeOnce(deps, write_key, async (tx) => {
    const held = await lockSession(tx, { org_id, session_id });
    if (held === null) throw noSuchSession();
    const id = { org_id, session_id: held.id };
    const answer = await findAnswer(tx, { ...id, user_id });
    if (planned !== null) {
      if (held.cancelled_at !== null) throw sessionCancelled();
      if (answer?.answer !== 'yes' || answer.waits) throw notComing();
      const user = await findActiveUser(tx, user_id);
      if (user === null) throw unauthenticated();
      const day = calendarDay(held.starts_at, user.preferences.timezone);
      const ids = { plan_id: planned.plan_id.toLowerCase(), workout_id: planned.workout_id.toLowerCase() };
      if (!(await hasPlannedWorkout(tx, { user_id, ...ids, day }))) throw noSuchOwnWorkout();
      await setReplaced(tx, { ...id, user_id, ...ids });
      return id;
    }
    if (answer === null) throw notComing();
    await setReplaced(tx, { ...id, user_id, plan_id: null, workout_id: null });
    return id;
  });
}
