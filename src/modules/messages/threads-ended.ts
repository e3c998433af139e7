import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import type { ActivitiesRemoved } from '../activities/index.ts';
import type { MemberLeft } from '../organizations/index.ts';
import type { SessionsDeleted } from '../sessions/index.ts';
import { deleteNotesOfPast } from './notes/queries.ts';
import { closeThreads, deleteActivityThreads, deleteReadsOfPast, deleteSessionThreads } from './queries.ts';

type Deps = { readonly db: Database; readonly clock: Clock };

/** Ends what was between an athlete who has left and the coaches: threads are the athlete's alone from now on, notes are no more. */
export async function endThreads({ db, clock }: Deps, { org_id, user_id }: MemberLeft): Promise<void> {
  if (user_id === null) return;
  await db.transaction(async (tx) => {
    await closeThreads(tx, { org_id, user_id, now: clock.now() });
    await deleteReadsOfPast(tx, { org_id, user_id });
    await deleteNotesOfPast(tx, { org_id, user_id });
  });
}

/** Forgets comments on workouts that are no more. */
export async function forgetComments({ db }: Pick<Deps, 'db'>, event: ActivitiesRemoved): Promise<void> {
  await db.transaction((tx) => deleteActivityThreads(tx, event));
}

export async function forgetSessionComments({ db }: Pick<Deps, 'db'>, event: SessionsDeleted): Promise<void> {
  await db.transaction((tx) => deleteSessionThreads(tx, event));
}
