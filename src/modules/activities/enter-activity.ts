import { createHash } from 'node:crypto';
import type { UserActor } from '../../http/actor.ts';
import { invalidField, unauthenticated } from '../../shared/errors.ts';
import { isTimeZone } from '../../shared/time.ts';
import { countForDay } from '../quotas/index.ts';
import { findUser } from '../users/index.ts';
import type { StoredActivity } from './activity.ts';
import { uploadsOfTheDay } from './errors.ts';
import type { ImportDeps } from './import-recording.ts';
import { requireSoundTimes } from './policy.ts';
import { findActivity } from './queries.ts';
import { speedOf } from './records/merge.ts';
import type { ReportedActivity } from './records/report.ts';
import { storeReports } from './records/store-reports.ts';

/** What an athlete says of a workout that nothing recorded. */
type Entered = Pick<
  ReportedActivity,
  | 'sport_type'
  | 'start_time'
  | 'duration_s'
  | 'moving_time_s'
  | 'distance_m'
  | 'elevation_gain_m'
  | 'average_heart_rate_bpm'
  | 'max_heart_rate_bpm'
  | 'calories_kcal'
  | 'name'
  | 'description'
  | 'workout_type'
  | 'private'
  | 'timezone'
> & { readonly is_race: boolean | undefined };

/**
 * Stores a workout that the athlete enters by hand, once, however often it is sent.
 * @returns the activity, which may merge with others, and whether it is new
 * @throws AppError 400 for contradictory input, 429 where the day's quota is used up
 */
export async function enterActivity(
  deps: Pick<ImportDeps, 'db' | 'clock' | 'sourcePolicies' | 'events' | 'quotas'>,
  { user_id }: UserActor,
  entered: Entered,
): Promise<{ activity: StoredActivity; created: boolean }> {
  const now = deps.clock.now();
  requireSound(entered, now);
  const report = {
    source: 'manual',
    external_id: null,
    told: toldByHand(entered),
    packed_streams: undefined,
    digest: digestOf(entered),
  } as const;
  return await deps.db.transaction(async (tx) => {
    const user = await findUser(tx, user_id);
    if (user === null) throw unauthenticated();
    const { sourcePolicies: policies, events } = deps;
    const stored = await storeReports(tx, { user, reports: [report], policies, now, events });
    const [activity_id] = stored.activity_ids;
    const activity = activity_id == null ? null : await findActivity(tx, { activity_id, user_id });
    if (activity === null) throw unauthenticated();
    const created = stored.new_records > 0;
    const limit = deps.quotas.uploads_per_day;
    if (created) await countForDay(tx, { user_id, define: uploadsOfTheDay, limit, now });
    return { activity, created };
  });
}

function requireSound(entered: Entered, now: Date): void {
  const { workout_type, is_race, timezone, average_heart_rate_bpm, max_heart_rate_bpm } = entered;
  requireSoundTimes(entered, now);
  if (workout_type === 'race' && is_race === false)
    throw invalidField('is_race', 'a workout of the type race is a race: leave one of the two out');
  if (timezone !== null && !isTimeZone(timezone))
    throw invalidField('timezone', 'must be an IANA time zone name such as Asia/Taipei');
  if (max_heart_rate_bpm !== null && max_heart_rate_bpm < (average_heart_rate_bpm ?? 0))
    throw invalidField('max_heart_rate_bpm', 'must not be below average_heart_rate_bpm');
}

/** Identifies the same workout, whatever else changes. */
function digestOf({ sport_type, start_time, duration_s, distance_m }: Entered): string {
  const identity = JSON.stringify([sport_type, start_time.getTime(), duration_s, distance_m]);
  return createHash('sha256').update(identity).digest('hex');
}

function toldByHand(entered: Entered): ReportedActivity {
  const { duration_s, moving_time_s, distance_m, workout_type, is_race = workout_type === 'race' } = entered;
  return {
    ...entered,
    start_is: 'exact',
    is_race,
    average_speed_mps: speedOf(distance_m, moving_time_s ?? duration_s),
    elevation_loss_m: null,
    max_speed_mps: null,
    average_cadence_spm: null,
    average_power_w: null,
    laps: [],
    best_efforts: [],
    intensity: null,
    start_latlng: null,
    map_polyline: null,
    device_name: null,
  };
}
