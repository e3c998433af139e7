import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api, ask, type Schemas } from '../client/api.ts';
import { addDays, mondayOf, todayIn } from '../format.ts';
import { type LiveEvent, useLiveEvent } from '../live/live-events.tsx';
import { useQueue, type Write } from '../offline/queue.tsx';
import { kindOf } from '../parts/kinds.ts';
import type { StripDay } from '../parts/week-strip.tsx';
import { useSession } from '../session/session.tsx';

export type OwnDay = Schemas['CalendarDay'];
export type OwnWorkout = Schemas['CalendarWorkout'];
export type OwnCalendar = Omit<Schemas['OwnCalendar']['data'], 'days'> & {
  readonly days: readonly OwnDay[];
};

/** How the queries of one's own calendar begin. */
export const OWN_CALENDAR = ['own-calendar'] as const;

/**
 * One's own days, with what waits for a network already in them. `range` null is this week and the next, which is kept under one
 * name, so that it opens without a network.
 */
export function useOwnCalendar(range: { readonly from: string; readonly to: string } | null) {
  const { waiting } = useQueue();
  const { timezone } = useSession().profile.preferences;
  const query = useQuery({
    queryKey: [...OWN_CALENDAR, range ?? 'weeks-now'],
    queryFn: async ({ signal }): Promise<OwnCalendar> => {
      const from = mondayOf(todayIn(timezone));
      const { data } = await ask(
        api.GET('/plans/mine', { signal, params: { query: range ?? { from, to: addDays(from, 13) } } }),
      );
      return data;
    },
    // What was kept shows at once, and is asked anew: a run may have come meanwhile.
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const data = useMemo(
    () =>
      query.data === undefined ? undefined : { ...query.data, days: withMoves(query.data.days, waiting) },
    [query.data, waiting],
  );
  return { ...query, data };
}

/** Asks for the own days anew whenever the athlete is told something: a run that came, a workout that the coach changed. */
export function useLiveOwnCalendar(): void {
  const cache = useQueryClient();
  useLiveEvent(
    useCallback(
      ({ type }: LiveEvent) => {
        if (type === 'notification') void cache.invalidateQueries({ queryKey: OWN_CALENDAR });
      },
      [cache],
    ),
  );
}

/** The calendar day that it is for whoever is signed in. */
export function useToday(): string {
  return todayIn(useSession().profile.preferences.timezone);
}

export const MOVE = '/plans/mine/{plan_id}/workouts/{workout_id}/move';

/** The days with workouts where those who wait to be moved are going. */
function withMoves(days: readonly OwnDay[], waiting: readonly Write[]): readonly OwnDay[] {
  return waiting.reduce<readonly OwnDay[]>(
    (before, write) =>
      write.path === MOVE ? withMove(before, { ...write.params, date: write.body.date }) : before,
    days,
  );
}

export function withMove(
  days: readonly OwnDay[],
  move: { readonly plan_id: string; readonly workout_id: string; readonly date: string },
): readonly OwnDay[] {
  const isIt = ({ plan_id, workout }: OwnWorkout): boolean =>
    plan_id === move.plan_id && workout.id === move.workout_id;
  const found = days.flatMap(({ workouts }) => workouts).find(isIt);
  if (found === undefined || !days.some(({ date }) => date === move.date)) return days;
  const { conflict: _, ...others } = found;
  const moved = { ...others, workout: { ...found.workout, date: move.date } };
  return days.map((day) => {
    const left = day.workouts.filter((one) => !isIt(one));
    return { ...day, workouts: day.date === move.date ? [...left, moved] : left };
  });
}

/** Days of the workout's week, from today on, on which its plan has nothing yet: where the athlete may put it. */
export function daysToMoveTo(days: readonly OwnDay[], workout: OwnWorkout, today: string): readonly OwnDay[] {
  const monday = mondayOf(workout.workout.date);
  return days.filter(
    ({ date, workouts }) =>
      mondayOf(date) === monday &&
      date >= today &&
      date !== workout.workout.date &&
      !workouts.some(({ plan_id }) => plan_id === workout.plan_id),
  );
}

/** What was done, is over or is a race stays where it is. */
export function canMove({ workout, compliance }: OwnWorkout, today: string): boolean {
  const isDone = compliance.status === 'done' || compliance.status === 'partly';
  return workout.date >= today && !isDone && workout.workout_type !== 'race';
}

const RUNS: readonly string[] = ['run', 'trail_run', 'track_run', 'treadmill_run', 'virtual_run'];
export const isRun = ({ sport_type }: Pick<Schemas['CalendarActivity'], 'sport_type'>): boolean =>
  RUNS.includes(sport_type);

/** What is planned on a day and stands: what a club session takes the place of does not. */
export const plannedOn = ({ workouts }: OwnDay): readonly OwnWorkout[] =>
  workouts.filter(({ replaced_by }) => replaced_by === null);

/** Kilometres of a day, planned and run; what is no run has none. */
export function metresOf(day: OwnDay): { readonly planned_m: number; readonly done_m: number } {
  const planned = [
    ...plannedOn(day).map(({ workout }) => workout.distance_m ?? 0),
    ...day.sessions.map(({ workout }) => workout?.distance_m ?? 0),
  ];
  const done = day.activities.filter(isRun).map(({ distance_m }) => distance_m ?? 0);
  const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
  return { planned_m: sum(planned), done_m: sum(done) };
}

export function stripDayOf(day: OwnDay): StripDay {
  const planned = plannedOn(day);
  const types = [
    ...planned.map(({ workout }) => workout.workout_type),
    ...day.sessions.map(({ workout }) => workout?.workout_type ?? 'easy-run'),
  ];
  const [type] = types;
  const { planned_m, done_m } = metresOf(day);
  const doneKind = type !== undefined ? kindOf(type) : day.activities.some(isRun) ? 'easy' : 'strength';
  return {
    date: day.date,
    planned: type === undefined ? null : { kind: kindOf(type), distance_m: planned_m },
    done:
      day.activities.length === 0
        ? null
        : { kind: doneKind, distance_m: done_m, share: planned[0]?.compliance.share ?? null },
  };
}

/** The recordings that the server takes for a workout, wherever in the days they are. */
export function activitiesOf(
  days: readonly OwnDay[],
  compliance: { readonly activity_ids: readonly string[] } | null,
): readonly Schemas['CalendarActivity'][] {
  const ids = new Set(compliance?.activity_ids);
  return days.flatMap(({ activities }) => activities).filter(({ id }) => ids.has(id));
}
