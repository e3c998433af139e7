import { PHASES } from './plan.ts';
import { finding, type Rule } from './week-under-check.ts';
import { weeklyInfoOf } from './weekly-info.ts';

/** What is said of a week is what its workouts say, their phase and their sums. */
export const checkWeeklyInfo: Rule = ({ number, workouts, info }) => {
  if (info === null) return [];
  const own = weeklyInfoOf(workouts, { [number]: info })[number];
  const right =
    PHASES.includes(info.phase) &&
    workouts.every(({ phase }) => phase === info.phase) &&
    own?.total_distance_m === info.total_distance_m &&
    own.training_distance_m === info.training_distance_m &&
    own.race_distance_m === info.race_distance_m &&
    own.total_duration_s === info.total_duration_s &&
    own.workout_count === info.workout_count;
  return right ? [] : [finding('weekly_info_wrong', { week_number: number })];
};
