import type { UserActor } from '../../http/actor.ts';
import type { Transaction } from '../../infra/db/database.ts';
import { calendarDay, isTimeZone } from '../../shared/time.ts';
import { type BestTime, bestTimes } from '../../training/best-times.ts';
import { findBestEfforts } from '../activities/index.ts';
import { findResults } from './queries.ts';
import { inCoachSight, inOwnSight, type ReadDeps, type Sight, shownRaces } from './read-races.ts';

type Part = 'best_times' | 'past';
export type FoundBestTimes = {
  readonly times: readonly BestTime[];
  readonly privacy_filtered: readonly Part[];
};

export async function readOwnBestTimes(deps: ReadDeps, actor: UserActor): Promise<FoundBestTimes> {
  return await inOwnSight(deps, actor, timesIn);
}

/**
 * An athlete's, made of what a coach may see alone: of results with `share_race_history`, of recordings as their best efforts show.
 *
 * @throws notFound; forbidden; noSuchMember
 */
export async function readAthleteBestTimes(
  deps: ReadDeps,
  actor: UserActor,
  member: { readonly org_id: string; readonly user_id: string },
): Promise<FoundBestTimes> {
  return await inCoachSight(deps, actor, member, timesIn);
}

async function timesIn(tx: Transaction, sight: Sight): Promise<FoundBestTimes> {
  const { user_id, timezone, races, activities } = sight;
  const { shown } = races.parts;
  const privacy_filtered = (['best_times', 'past'] as const).filter((part) => !shown.includes(part));
  if (!shown.includes('best_times')) return { times: [], privacy_filtered };
  const zone = isTimeZone(timezone) ? timezone : 'UTC';
  const results = await shownRaces(tx, sight, await findResults(tx, user_id));
  const efforts = await findBestEfforts(tx, { user_id, ceiling: activities });
  const times = bestTimes([
    ...results.flatMap(({ id, date, distance_m, result, activity_id }) =>
      result === null
        ? []
        : [
            {
              source: 'race_result' as const,
              distance_m,
              time_s: result.time_s,
              date,
              race_id: id,
              activity_id,
            },
          ],
    ),
    ...efforts.map(({ activity_id, start_time, distance_m, duration_s }) => ({
      source: 'best_effort' as const,
      distance_m,
      time_s: duration_s,
      date: calendarDay(start_time, zone),
      race_id: null,
      activity_id,
    })),
  ]);
  return { times, privacy_filtered };
}
