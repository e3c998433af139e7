import type { UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import { AppError } from '../../shared/errors.ts';
import { requireVisibleSession } from './require-session-right.ts';

/** What a later module needs to know of a session that somebody wants to say something about. */
export type VisibleSession = {
  readonly session_id: string;
  readonly org_id: string;
  readonly title: string;
  readonly starts_at: Date;
  /** Whether who asks coaches the organization; else they are a member whom the session is for. */
  readonly is_coach: boolean;
};

const HIDDEN = [403, 404];

/** The session, as far as the actor may see it; null where they may not, exactly as where there is none. */
export async function findVisibleSession(
  db: Queryable,
  actor: UserActor,
  id: { readonly org_id: string; readonly session_id: string },
): Promise<VisibleSession | null> {
  try {
    const { session, is_coach } = await requireVisibleSession(db, id, actor);
    const { id: session_id, org_id, title, starts_at } = session;
    return { session_id, org_id, title, starts_at, is_coach };
  } catch (error) {
    if (error instanceof AppError && HIDDEN.includes(error.status)) return null;
    throw error;
  }
}
