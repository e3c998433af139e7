import { isDeepStrictEqual } from 'node:util';
import { invalidField } from '../../shared/errors.ts';
import { HOUR_MS } from '../../shared/time.ts';
import type { SportType } from '../../training/sport.ts';
import type { OrganizationAccess } from '../organizations/index.ts';
import type { StoredActivity } from './activity.ts';
import type { ActivityEdits } from './records/edits.ts';

/** What an athlete can change; absent fields stay. */
export type ActivityChange = {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly private?: boolean | undefined;
  readonly is_race?: boolean | undefined;
  readonly workout_type?: StoredActivity['workout_type'] | undefined;
  readonly sport_type?: SportType | undefined;
  readonly start_time?: Date | undefined;
  readonly duration_s?: number | undefined;
  readonly moving_time_s?: number | null | undefined;
};

/** Coaches read their athletes' training. Platform admins do not: they run the server, not the club. */
export function mayReadTraining({ role }: OrganizationAccess): boolean {
  return role === 'head_coach' || role === 'admin' || role === 'assistant_coach';
}

/**
 * The activity after a change. The type `race` sets the race mark and removing the mark removes the type, or
 * `share_race_history` could be bypassed.
 * @throws AppError 400 for a contradictory change
 */
export function changedActivity(activity: StoredActivity, change: ActivityChange, now: Date): StoredActivity {
  if (change.workout_type === 'race' && change.is_race === false) {
    throw invalidField('is_race', 'a workout of the type race is a race: leave one of the two out');
  }
  const workout_type = change.workout_type === undefined ? activity.workout_type : change.workout_type;
  const unmarked = change.is_race === false && workout_type === 'race';
  const kept = unmarked ? null : workout_type;
  const changed = {
    ...activity,
    name: change.name?.trim() ?? activity.name,
    description: change.description === undefined ? activity.description : change.description,
    private: change.private ?? activity.private,
    workout_type: kept,
    is_race: kept === 'race' || (change.is_race ?? activity.is_race),
  };
  return isDeepStrictEqual(changed, activity) ? activity : { ...changed, updated_at: now };
}

/** Whether the change corrects measured values, on which others depend. */
export function isCorrection({ sport_type, start_time, duration_s, moving_time_s }: ActivityChange): boolean {
  return [sport_type, start_time, duration_s, moving_time_s].some((value) => value !== undefined);
}

/**
 * A start may be an hour in the future, for wrong clocks.
 * @throws AppError 400 for a later start, and a moving time longer than the whole
 */
export function requireSoundTimes(
  times: Pick<ActivityChange, 'start_time' | 'moving_time_s'> & { readonly duration_s: number },
  now: Date,
): void {
  const { start_time, duration_s, moving_time_s } = times;
  if (start_time !== undefined && start_time.getTime() > now.getTime() + HOUR_MS)
    throw invalidField('start_time', 'lies in the future: check the clock and the offset');
  if (moving_time_s != null && moving_time_s > duration_s)
    throw invalidField('moving_time_s', 'must not be longer than duration_s');
}

/** The fields of a changed activity that the athlete set. */
export function changedEdits(
  before: StoredActivity,
  changed: StoredActivity,
  change: ActivityChange,
): ActivityEdits {
  const { sport_type, start_time, duration_s, moving_time_s } = change;
  const isOfRace = change.is_race !== undefined || change.workout_type === 'race';
  const isOfType = change.workout_type !== undefined || changed.workout_type !== before.workout_type;
  return {
    ...(change.name === undefined ? {} : { name: changed.name }),
    ...(change.description === undefined ? {} : { description: changed.description }),
    ...(change.private === undefined ? {} : { private: changed.private }),
    ...(isOfRace ? { is_race: changed.is_race } : {}),
    ...(isOfType ? { workout_type: changed.workout_type } : {}),
    ...(sport_type === undefined ? {} : { sport_type }),
    ...(start_time === undefined ? {} : { start_time: start_time.toISOString() }),
    ...(duration_s === undefined ? {} : { duration_s }),
    ...(moving_time_s === undefined ? {} : { moving_time_s }),
  };
}
