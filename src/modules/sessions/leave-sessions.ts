import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { holdOrganization, type MemberLeft, noSuchOrganization } from '../organizations/index.ts';
import { deleteAnswer, deleteAnswerOfLeft, findFutureAnswers } from './answer-queries.ts';
import { fillPlaces } from './fill-places.ts';
import { lockSession } from './queries.ts';

type Deps = { readonly db: Database; readonly clock: Clock; readonly events: Pick<Events, 'emitAll'> };

/** Deletes a former member's answers to future sessions of the organization; their places go to those who wait. */
export async function leaveSessions(deps: Deps, { org_id, user_id }: MemberLeft): Promise<void> {
  if (user_id === null) return;
  const now = deps.clock.now();
  for (const { session_id } of await findFutureAnswers(deps.db, { user_id, org_id, now })) {
    try {
      await deps.db.transaction(async (tx) => {
        await holdOrganization(tx, org_id);
        const session = await lockSession(tx, { org_id, session_id });
        if (session !== null && (await deleteAnswerOfLeft(tx, { org_id, session_id, user_id })))
          await fillPlaces(tx, deps.events, session, now);
      });
    } catch (error) {
      // The organization was deleted meanwhile, and its sessions with it.
      if (!(error instanceof AppError) || error.code !== noSuchOrganization.code) throw error;
      return;
    }
  }
}

export async function giveUpPlaces(
  tx: Transaction,
  { events }: Pick<Deps, 'events'>,
  { user_id, now }: { readonly user_id: string; readonly now: Date },
): Promise<void> {
  for (const id of await findFutureAnswers(tx, { user_id, org_id: null, now })) {
    const session = await lockSession(tx, id);
    if (session === null) continue;
    await deleteAnswer(tx, { ...id, user_id });
    await fillPlaces(tx, events, session, now);
  }
}
