import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { type WriteKey, writeOnce } from '../../infra/idempotency/write-once.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { holdOrganization } from '../organizations/index.ts';
import type { ScopeOfChange } from './change-session.ts';
import { noSuchSession } from './errors.ts';
import { deleteSessions, findConcerned, lockFollowing, lockSession } from './queries.ts';
import { requireSessionCoach } from './require-session-right.ts';
import { sessionsDeleted, tellOf } from './session-events.ts';

/**
 * Deletes a session with its answers and its register, or it and all later ones of its series that are not over. People who said yes or
 * maybe to a future one are told.
 *
 * @throws notFound; forbidden; noSuchSession
 */
export async function deleteSession(
  deps: { readonly db: Database; readonly clock: Clock; readonly events: Pick<Events, 'emit' | 'emitAll'> },
  actor: UserActor,
  {
    session_id,
    applies_to,
    ...asked
  }: { readonly org_id: string; readonly session_id: string; readonly applies_to: ScopeOfChange },
  write_key: WriteKey | undefined,
): Promise<{ session_id: string }> {
  const { org_id, org_name } = await requireSessionCoach(deps.db, asked.org_id, actor);
  const now = deps.clock.now();
  return await writeOnce(deps, write_key, async (tx) => {
    await holdOrganization(tx, org_id);
    const session = await lockSession(tx, { org_id, session_id });
    if (session === null) throw noSuchSession();
    const { series_id, series_date } = session;
    const following =
      applies_to === 'this' || series_id === null || series_date === null
        ? []
        : await lockFollowing(tx, { org_id, series_id, series_date });
    const meant = [session, ...following.filter(({ id, starts_at }) => id !== session.id && starts_at > now)];
    const ahead = meant.filter(({ starts_at, cancelled_at }) => starts_at > now && cancelled_at === null);
    const concerned = await findConcerned(tx, {
      org_id,
      session_ids: ahead.map(({ id }) => id),
      but: actor.user_id,
    });
    const session_ids = meant.map(({ id }) => id);
    await deleteSessions(tx, { org_id, session_ids });
    await deps.events.emit(tx, sessionsDeleted, { org_id, session_ids });
    await writeAudit(tx, {
      ...{ org_id, event_type: 'session_deleted', actor, now },
      ...{ target_id: session_id, target_name: session.title, data: { sessions: meant.length } },
    });
    const user_ids = concerned.map(({ user_id }) => user_id);
    await tellOf(tx, deps.events, { news: 'cancelled', session, org_name, sessions: ahead.length, user_ids });
    return { session_id };
  });
}
