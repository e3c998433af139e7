import type { Database } from '../../../infra/db/database.ts';
import type { AttendanceTaken, SessionAnswered, SessionNews } from '../../sessions/index.ts';
import { findToldSession } from '../../sessions/index.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tell } from '../centre/tell.ts';
import { findOptedOut } from '../settings/queries.ts';
import { answerMoved, clubSessionNews, registerTaken } from './club-session-news.ts';

type Deps = TellDeps & { readonly db: Database };

/** Tells people about a club session. Those who opted out of the organization's messages are not told of new ones, only of changes. */
export async function notifyOfSessions(deps: Deps, event: SessionNews): Promise<void> {
  const { news, org_id, occurrence_id, sessions, user_ids } = event;
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const deaf = news === 'planned' ? await findOptedOut(tx, { org_id, user_ids }) : [];
    const meant = user_ids.filter((user_id) => !deaf.includes(user_id));
    await holdCentres(tx, meant);
    await tell(deps, tx, meant, clubSessionNews(news, event, { occurrence_id, sessions, now }));
  });
}

/** Tells an athlete whose answer somebody else has changed: a coach, or a person who gave up a place. */
export async function notifyOfAnswer(deps: Deps, event: SessionAnswered): Promise<void> {
  const { cause, org_id, session_id, user_id } = event;
  if (cause === 'athlete') return;
  await deps.db.transaction(async (tx) => {
    const session = await findToldSession(tx, { org_id, session_id });
    if (session === null) return;
    await holdCentres(tx, [user_id]);
    await tell(deps, tx, [user_id], answerMoved(session, { ...event, cause, now: deps.clock.now() }));
  });
}

export async function notifyOfAttendance(deps: Deps, event: AttendanceTaken): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const session = await findToldSession(tx, event);
    const coach = session?.coach_user_id ?? null;
    if (session === null || coach === null || coach === event.ticked_by) return;
    await holdCentres(tx, [coach]);
    await tell(deps, tx, [coach], registerTaken(session, deps.clock.now()));
  });
}
