import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { UserActor } from '../../../../http/actor.ts';
import type { Database, Transaction } from '../../../../infra/db/database.ts';
import type { Events } from '../../../../infra/events/index.ts';
import type { SourcePolicies } from '../../../../privacy/index.ts';
import { AppError, invalidField, unauthenticated } from '../../../../shared/errors.ts';
import type { Quotas } from '../../../../shared/quotas.ts';
import type { Clock } from '../../../../shared/time.ts';
import {
  type ActivityReport,
  crowdedDays,
  dayNumber,
  MAX_RECORDS_A_DAY,
  type Sample,
  storeReports,
  summarizeRecording,
} from '../../../activities/index.ts';
import { countForAccount } from '../../../quotas/index.ts';
import { findUser, holdUser, setIntegration } from '../../../users/index.ts';
import { noRoomForSamples } from '../../errors.ts';
import { storeHealthDays } from '../../health/store-health-days.ts';
import { storeHealthSamples } from '../../health/store-health-samples.ts';
import type { SyncBody } from './contract.ts';
import { isCopy } from './copied-workouts.ts';
import { beatsByWorkout } from './find-workout-beats.ts';
import { externalId, type PhoneWorkout, toRecording } from './phone-workout.ts';
import { findOtherConnections, noteSync } from './queries.ts';
import { readSync } from './read-sync.ts';

export type PhoneDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
  readonly events: Pick<Events, 'emit'>;
  readonly quotas: Pick<Quotas, 'samples'>;
};

/**
 * Stores what a phone sends, all of it or nothing. A repeated request changes nothing.
 *
 * @returns how many workouts were new, and how many were left out as copies of a connected platform's
 */
export async function syncPhone(
  { db, clock, events, sourcePolicies, quotas }: PhoneDeps,
  { user_id }: UserActor,
  body: SyncBody,
): Promise<{ imported_workouts: number; left_out: number }> {
  const now = clock.now();
  const sender = await findUser(db, user_id);
  if (sender === null) throw unauthenticated();
  const { timezone } = sender.preferences;
  const { workouts, samples, days } = readSync(body, { now, timezone });
  return await db.transaction(async (tx) => {
    if (!(await holdUser(tx, user_id))) throw unauthenticated();
    const user = (await findUser(tx, user_id)) ?? sender;
    const measured = await storeHealthSamples(tx, { user_id, timezone, samples });
    const connections = await findOtherConnections(tx, user_id);
    const own = workouts.filter((workout) => !isCopy(workout, connections));
    const reports = await tellWorkouts(tx, user_id, own);
    const { new_records } =
      reports.length === 0
        ? { new_records: 0 }
        : await storeReports(tx, { user, reports, policies: sourcePolicies, now, events });
    const gone = await storeHealthDays(tx, { user_id, reports: days, sampled_days: measured.days, now });
    if (await noteSync(tx, user_id, now)) {
      await setIntegration(tx, { user_id, provider: 'apple_health', is_connected: true, now });
    }
    const more = measured.count - gone;
    await countForAccount(tx, { user_id, define: noRoomForSamples, limit: quotas.samples, more });
    return { imported_workouts: new_records, left_out: workouts.length - own.length };
  });
}

/** One report for each workout; of one that is twice in the body, the last. */
async function tellWorkouts(
  tx: Transaction,
  user_id: string,
  workouts: readonly PhoneWorkout[],
): Promise<ActivityReport[]> {
  const byId = new Map(workouts.map((workout) => [externalId(workout), workout]));
  requireFewADay([...byId.values()]);
  const beats = await beatsByWorkout(tx, user_id, [...byId.values()]);
  const reports: ActivityReport[] = [];
  for (const [external_id, workout] of byId) {
    reports.push(tellWorkout(external_id, workout, beats.get(workout) ?? []));
    await letOthersRun();
  }
  return reports;
}

/** Refuses too many workouts at the same time, which nobody could tell apart. */
function requireFewADay(workouts: readonly PhoneWorkout[]): void {
  const begun = workouts.map(({ start, path }) => ({ start_time: start.at, path }));
  const crowded = crowdedDays(begun);
  const found = begun.find((workout) => crowded.has(dayNumber(workout)));
  if (found === undefined) return;
  const day = found.start_time.toISOString().slice(0, 10);
  throw invalidField(
    found.path,
    `is one of more than ${MAX_RECORDS_A_DAY} workouts that began on ${day} (UTC), more than anybody can do: leave out those that are none`,
  );
}

function tellWorkout(external_id: string, workout: PhoneWorkout, beats: readonly Sample[]): ActivityReport {
  try {
    const { told, packed_streams } = summarizeRecording(toRecording(workout, beats));
    // A workout that is sent again without its samples keeps those that came before.
    return { source: 'apple_health', external_id, told, packed_streams: packed_streams ?? undefined };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalidField(workout.path, error.message);
  }
}
