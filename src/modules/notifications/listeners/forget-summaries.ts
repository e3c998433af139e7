import type { Database } from '../../../infra/db/database.ts';
import type { Signals } from '../../../infra/signals/index.ts';
import type { Clock } from '../../../shared/time.ts';
import type { ActivitiesRemoved } from '../../activities/index.ts';
import type { WeeksForgotten } from '../../summaries/index.ts';
import { CENTRES_CHANGED } from '../centre/live-centres.ts';
import { deleteOwnAbout, holdOwnCentre } from '../centre/queries.ts';

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly signals: Pick<Signals, 'give'>;
};

/** Removes what somebody was told about deleted workouts, since it contains their figures. What waits to be sent does not go out. */
export async function forgetActivities(deps: Deps, event: ActivitiesRemoved): Promise<void> {
  const { user_id, activity_ids: subjects } = event;
  await forget(deps, { user_id, type: 'activity_summary', subjects });
}

export async function withdrawWeeks(deps: Deps, event: WeeksForgotten): Promise<void> {
  const { user_id, weeks: subjects } = event;
  await forget(deps, { user_id, type: 'weekly_summary', subjects });
}

async function forget(
  { db, clock, signals }: Deps,
  about: { readonly user_id: string; readonly type: string; readonly subjects: readonly string[] },
): Promise<void> {
  const count = await db.transaction(async (tx) => {
    await holdOwnCentre(tx, about.user_id);
    return await deleteOwnAbout(tx, { ...about, now: clock.now() });
  });
  if (count > 0) signals.give(CENTRES_CHANGED);
}
