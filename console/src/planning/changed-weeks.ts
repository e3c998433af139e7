import type { Athlete, Day, Edit, Workout } from './athlete-weeks.ts';

/** A workout that goes from a day to a day: null is from nowhere, or away. */
type Wish = { readonly workout: Workout; readonly from: string | null; readonly to: string | null };

/** Past workouts, those that were run and races stay where they are, as on the server. */
export function canChange({ workout_type, compliance }: Workout, date: string, today: string): boolean {
  const isRun = compliance.status === 'done' || compliance.status === 'partly';
  return date >= today && !isRun && workout_type !== 'race';
}

/** The workouts of some days that a change takes along. */
export function changeable({ days, today }: Athlete, from: string, until: string) {
  return days
    .filter(({ date }) => date >= from && date <= until)
    .flatMap(({ date, workouts }) =>
      workouts.filter((one) => canChange(one, date, today)).map((workout) => ({ workout, date })),
    );
}

export function cleared(from: string, until: string): Edit {
  return (athlete) =>
    placed(
      athlete,
      changeable(athlete, from, until).map(({ workout, date }) => ({ workout, from: date, to: null })),
    );
}

/** Where a day is taken, the workout stays. */
export function shifted(from: string, until: string, shift: (date: string) => string): Edit {
  return (athlete) =>
    placed(
      athlete,
      changeable(athlete, from, until).map(({ workout, date }) => ({ workout, from: date, to: shift(date) })),
    );
}

/** Two days change places. */
export function swapped(one: string, other: string): Edit {
  return (athlete) =>
    placed(athlete, [
      ...changeable(athlete, one, one).map(({ workout }) => ({ workout, from: one, to: other })),
      ...changeable(athlete, other, other).map(({ workout }) => ({ workout, from: other, to: one })),
    ]);
}

/** Workouts with the mark that they were done without a recording, or without it. */
export function marked(workout_ids: ReadonlySet<string>, isDone: boolean): Edit {
  return (athlete) => ({
    ...athlete,
    days: athlete.days.map((day) => ({
      ...day,
      workouts: day.workouts.map((one): Workout => {
        if (!workout_ids.has(one.workout_id)) return one;
        const open = day.date < athlete.today ? 'missed' : 'upcoming';
        const compliance = { status: isDone ? ('done' as const) : open, share: null } as const;
        return { ...one, done_elsewhere: isDone, compliance };
      }),
    })),
  });
}

/** New workouts, in place of what is there. */
export function put(workouts: readonly { readonly workout: Workout; readonly date: string }[]): Edit {
  return (athlete) =>
    placed(
      athlete,
      workouts.map(({ workout, date }) => ({ workout, from: null, to: date })),
      true,
    );
}

/** A workout as it stands until the server has answered: at whose paces it is, is not known yet. */
export function pending(title: string, workout_type: Workout['workout_type'], distance_m?: number): Workout {
  return {
    plan_id: '',
    workout_id: `pending-${crypto.randomUUID()}`,
    title,
    workout_type,
    compliance: { status: 'upcoming', share: null },
    replaced_by: null,
    done_elsewhere: false,
    ...(distance_m !== undefined && distance_m > 0 && { distance_m }),
  };
}

function placed(athlete: Athlete, wishes: readonly Wish[], replaces = false): Athlete {
  const going = new Set(wishes.map(({ workout }) => workout.workout_id));
  const days = new Map<string, Day>(
    athlete.days.map((day) => [
      day.date,
      { ...day, workouts: day.workouts.filter(({ workout_id }) => !going.has(workout_id)) },
    ]),
  );
  const set = (date: string, change: (workouts: readonly Workout[]) => Workout[]): void => {
    const day = days.get(date);
    if (day !== undefined) days.set(date, { ...day, workouts: change(day.workouts) });
  };
  for (const { workout, from, to } of wishes) {
    if (to === null) continue;
    const there = days.get(to)?.workouts ?? [];
    const stays = there.filter((one) => !replaces || !canChange(one, to, athlete.today));
    const isRefused = to < athlete.today || stays.length > 0;
    if (!isRefused) set(to, () => [workout]);
    else if (from !== null) set(from, (workouts) => [...workouts, workout]);
  }
  return { ...athlete, days: athlete.days.map((day) => days.get(day.date) ?? day) };
}
