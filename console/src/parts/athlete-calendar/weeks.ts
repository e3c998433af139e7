import type { Schemas } from '../../client/api.ts';
import { addDays, mondayOf } from '../../format.ts';
import { type Kind, kindOf } from '../kinds.ts';
import type { StripDay } from '../week-strip.tsx';

/** A day as both calendars of one athlete answer it: their own and the coach's. */
export type AthleteDay = Schemas['CalendarDay'];

export type AthleteWeek = {
  readonly start: string;
  readonly days: readonly AthleteDay[];
  readonly planned_m: number | null;
  readonly done_m: number | null;
};

/** Days as weeks from Monday; sums count only distances that are shared. */
export function weeksOfDays(days: readonly AthleteDay[]): readonly AthleteWeek[] {
  const weeks = new Map<string, AthleteDay[]>();
  for (const day of days) {
    const start = mondayOf(day.date);
    weeks.set(start, [...(weeks.get(start) ?? []), day]);
  }
  return [...weeks].map(([start, own]) => ({
    start,
    days: own,
    planned_m: sumOf(own.flatMap(({ workouts }) => workouts.map(({ workout }) => workout.distance_m))),
    done_m: sumOf(own.flatMap(({ activities }) => activities.map(({ distance_m }) => distance_m))),
  }));
}

function sumOf(distances: readonly (number | null | undefined)[]): number | null {
  const known = distances.filter((distance_m) => distance_m != null);
  return known.length === 0 ? null : known.reduce((sum, distance_m) => sum + distance_m, 0);
}

/** The week as its glyph. */
export function stripOf({ start, days }: AthleteWeek): readonly StripDay[] {
  return Array.from({ length: 7 }, (_, index) => {
    const date = addDays(start, index);
    const day = days.find((one) => one.date === date);
    if (day === undefined) return { date, planned: null, done: null };
    const [first] = day.workouts;
    const kind: Kind = kindOf(first?.workout.workout_type);
    return {
      date,
      planned:
        first === undefined
          ? null
          : { kind, distance_m: sumOf(day.workouts.map(({ workout }) => workout.distance_m)) },
      done:
        day.activities.length === 0
          ? null
          : {
              kind,
              distance_m: sumOf(day.activities.map(({ distance_m }) => distance_m)),
              share: first?.compliance.share ?? null,
            },
    };
  });
}
