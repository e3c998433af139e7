import { invalidField } from '../../shared/errors.ts';
import type { Standing } from '../organizations/index.ts';
import type { StoredActivity } from './activity.ts';
import type { ActivityEdits } from './records/edits.ts';

/** What an athlete can change of an activity; what is absent stays. */
export type ActivityChange = {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly private?: boolean | undefined;
  readonly is_race?: boolean | undefined;
  readonly workout_type?: StoredActivity['workout_type'] | undefined;
};

/** Coaches read their athletes' training, one by one and summed up. Platform admins do not: they run the server, not the club. */
export function mayReadTraining({ role }: Standing): boolean {
  return role === 'head_coach' || role === 'admin' || role === 'assistant_coach';
}

/**
 * The activity after a change. The workout type `race` and the mark of a race go together, else a race would be seen
 * in spite of `share_race_history`: the type brings the mark along, and taking the mark away takes the type away.
 *
 * @throws AppError 400 for a change that contradicts itself
 */
export function changedActivity(activity: StoredActivity, change: ActivityChange, now: Date): StoredActivity {
  if (change.workout_type === 'race' && change.is_race === false) {
    throw invalidField('is_race', 'a workout of the type race is a race: leave one of the two out');
  }
  const workout_type = change.workout_type === undefined ? activity.workout_type : change.workout_type;
  const unmarked = change.is_race === false && workout_type === 'race';
  const kept = unmarked ? null : workout_type;
  return {
    ...activity,
    name: change.name?.trim() ?? activity.name,
    description: change.description === undefined ? activity.description : change.description,
    private: change.private ?? activity.private,
    workout_type: kept,
    is_race: kept === 'race' || (change.is_race ?? activity.is_race),
    updated_at: now,
  };
}

/** What of a changed activity the athlete has said by the change, which brought them there. */
export function changedEdits(
  before: StoredActivity,
  changed: StoredActivity,
  change: ActivityChange,
): ActivityEdits {
  const isOfRace = change.is_race !== undefined || change.workout_type === 'race';
  const isOfType = change.workout_type !== undefined || changed.workout_type !== before.workout_type;
  return {
    ...(change.name === undefined ? {} : { name: changed.name }),
    ...(change.description === undefined ? {} : { description: changed.description }),
    ...(change.private === undefined ? {} : { private: changed.private }),
    ...(isOfRace ? { is_race: changed.is_race } : {}),
    ...(isOfType ? { workout_type: changed.workout_type } : {}),
  };
}
