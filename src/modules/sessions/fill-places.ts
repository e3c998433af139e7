import type { Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { newId } from '../../shared/ids.ts';
import { countPlaces, promoteNext } from './answer-queries.ts';
import type { ClubSession } from './club-session.ts';
import { type SessionAnswered, sessionAnswered } from './session-events.ts';

/**
 * Gives free places to the next people on the waiting list, in the transaction in which the places became free. The caller holds the
 * session. Nobody gets a place in a session that is over or cancelled.
 */
export async function fillPlaces(
  tx: Transaction,
  events: Pick<Events, 'emitAll'>,
  session: Pick<ClubSession, 'id' | 'org_id' | 'capacity' | 'starts_at' | 'cancelled_at'>,
  now: Date,
): Promise<void> {
  const { id: session_id, org_id, capacity } = session;
  if (session.cancelled_at !== null || session.starts_at <= now) return;
  const { taken, waiting } = await countPlaces(tx, { org_id, session_id });
  const places = capacity === null ? waiting : Math.min(waiting, capacity - taken);
  if (places <= 0) return;
  const promoted = await promoteNext(tx, { org_id, session_id, places });
  const told = promoted.map(
    (user_id): SessionAnswered => ({
      ...{ occurrence_id: newId(), org_id, session_id, user_id },
      ...{ answer: 'yes', waits: false, cause: 'place_freed' },
    }),
  );
  await events.emitAll(tx, sessionAnswered, told);
}
