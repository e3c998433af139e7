import { addDays, useFormat } from '../../format.ts';
import { kindOf } from '../../parts/kinds.ts';
import type { StripDay } from '../../parts/week-strip.tsx';
import { type Athlete, dayOf } from '../../planning/athlete-weeks.ts';
import { useSay } from '../../say.tsx';

/** Kilometres that are planned in the week; runs where an athlete does not share them. */
export function Sum({ athlete, dates }: { readonly athlete: Athlete; readonly dates: readonly string[] }) {
  const say = useSay();
  const format = useFormat();
  const planned = dates.flatMap((date) => dayOf(athlete, date)?.workouts ?? []);
  if (planned.length === 0)
    return (
      <>
        <span className="third" aria-hidden="true">
          –
        </span>
        <span className="spoken">{say('calendar.nothingPlanned')}</span>
      </>
    );
  if (sharesNoPaces(athlete))
    return (
      <span className="small third" title={say('calendar.withheld')}>
        {say('calendar.runs', { count: planned.length })}
      </span>
    );
  return format.distanceNumber(planned.reduce((sum, { distance_m }) => sum + (distance_m ?? 0), 0));
}

/** A week as its strip: the first workout of each day, and what was run. */
export function stripOf(athlete: Athlete, monday: string): StripDay[] {
  return Array.from({ length: 7 }, (_, index): StripDay => {
    const date = addDays(monday, index);
    const day = dayOf(athlete, date);
    const [workout] = day?.workouts ?? [];
    const runs = (day?.activities ?? []).filter(({ sport_type }) => sport_type.endsWith('run'));
    const status = workout?.compliance.status;
    const isDone = runs.length > 0 || status === 'done' || status === 'partly';
    const known = runs.flatMap(({ distance_m }) => (distance_m === null ? [] : [distance_m]));
    return {
      date,
      planned:
        workout === undefined
          ? null
          : { kind: kindOf(workout.workout_type), distance_m: workout.distance_m ?? null },
      done: isDone
        ? {
            kind: kindOf(workout?.workout_type),
            distance_m: known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0),
            share: workout?.compliance.share ?? null,
          }
        : null,
    };
  });
}

export const sharesNoPaces = ({ privacy_filtered }: Athlete): boolean =>
  privacy_filtered.some((path) => path.includes('workouts.distance_m'));
