import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { defineJob } from '../../infra/jobs/index.ts';
import { type Clock, HOUR_MS } from '../../shared/time.ts';
import { findComing, takeDueSessions } from './reminder-queries.ts';
import { tellOf } from './session-events.ts';

/** People are reminded in the morning of an evening session, and in the evening before a morning session. */
const BEFORE_MS = 12 * HOUR_MS;
const SESSIONS_A_PAGE = 50;

/** A session that is planned this late counts as reminded of, since people are told of it now. */
export function remindsAt(starts_at: Date, now: Date): Date | null {
  return starts_at.getTime() - now.getTime() <= BEFORE_MS ? now : null;
}

export const remindJob = defineJob<object>({
  name: 'sessions.remind',
  sends: true,
  payload: () => ({}),
  retry: { limit: 3, delay_s: 30, backoff: true },
  expire_in_s: 800,
  schedule: '*/15 * * * *',
  one_running: true,
});

/**
 * Reminds those who said yes of sessions that begin within half a day, once for each session. Each page is one transaction that also
 * marks its sessions, so that a new attempt after an interruption continues where that ended.
 */
export async function remind(
  {
    db,
    clock,
    events,
  }: { readonly db: Database; readonly clock: Clock; readonly events: Pick<Events, 'emitAll'> },
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() + BEFORE_MS);
  for (let taken = SESSIONS_A_PAGE; taken === SESSIONS_A_PAGE; ) {
    signal.throwIfAborted();
    taken = await db.transaction(async (tx) => {
      const sessions = await takeDueSessions(tx, { now, until, limit: SESSIONS_A_PAGE });
      const coming = await findComing(
        tx,
        sessions.map(({ id }) => id),
      );
      for (const { org_name, ...session } of sessions) {
        const user_ids = coming.get(session.id) ?? [];
        await tellOf(tx, events, { news: 'reminder', session, org_name, user_ids });
      }
      return sessions.length;
    });
  }
}
