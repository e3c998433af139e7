import { addDays, weekdayOf } from '../../shared/calendar.ts';
import type { WorkoutType } from '../workout-types.ts';
import type { DraftDay, DraftWeek } from './draft.ts';
import type { DayRole, SkeletonDay, SkeletonWeek } from './skeleton.ts';

const ROLE_OF_TYPE: Readonly<Record<WorkoutType, DayRole>> = {
  'easy-run': 'easy',
  strides: 'easy',
  'long-run': 'long',
  tempo: 'quality',
  intervals: 'quality',
  hills: 'quality',
  'race-pace': 'quality',
  fartlek: 'quality',
  'recovery-run': 'recovery',
  'cross-training': 'cross',
  strength: 'cross',
  race: 'race',
};

/** A week with what the draft says of it: its days are those of the draft, its metres too where it names any. */
export function draftedWeek(week: SkeletonWeek, draft: DraftWeek, start_date: string): SkeletonWeek {
  const { days } = draft;
  if (days === null) return { ...week, volume_m: draft.distance_m ?? week.volume_m };
  const first = addDays(start_date, (week.number - 1) * 7);
  const placed = Array.from({ length: 7 }, (_, index) => addDays(first, index)).flatMap(
    (date): SkeletonDay[] => {
      const day = weekdayOf(date);
      const drafted = days.find((one) => one.day === day);
      return drafted === undefined ? [] : [{ date, day, role: ROLE_OF_TYPE[drafted.workout_type] }];
    },
  );
  const longest = days.filter(({ workout_type }) => workout_type === 'long-run').map(distanceOf);
  const long = Math.max(0, ...longest);
  const has = placed.some(({ role }) => role === 'long');
  return {
    ...week,
    volume_m: statedVolume(days) ?? draft.distance_m ?? week.volume_m,
    long_run_m: long > 0 ? long : has ? week.long_run_m : 0,
    days: placed,
  };
}

/** The metres of its runs, where each of them has some. */
function statedVolume(days: readonly DraftDay[]): number | null {
  const runs = days.filter(
    ({ workout_type }) => !['race', 'cross-training', 'strength'].includes(workout_type),
  );
  if (runs.length === 0 || runs.some(({ distance_m }) => distance_m === null)) return null;
  return runs.reduce((sum, run) => sum + distanceOf(run), 0);
}

function distanceOf({ distance_m }: DraftDay): number {
  return distance_m ?? 0;
}
