import type { Database } from '../../../infra/db/database.ts';
import type { WorkoutsDue } from '../../calendars/index.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tellEach } from '../centre/tell.ts';
import { workoutReminder } from './workout-reminder.ts';

export async function notifyOfWorkouts(
  deps: TellDeps & { db: Database },
  { day, athletes }: WorkoutsDue,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await holdCentres(
      tx,
      athletes.map(({ user_id }) => user_id),
    );
    const said = athletes.map(({ user_id, workouts }) => ({
      user_id,
      announcement: workoutReminder(day, workouts),
    }));
    await tellEach(deps, tx, 'workout_reminder', said);
  });
}
