import { addDays, mondayOf } from '../../../format.ts';
import type { Calendar, Evidence } from '../queries.ts';

/** A week from Monday, what was planned and run in it; null is not shared, or nothing planned. */
export type Week = {
  readonly start: string;
  readonly planned_m: number | null;
  readonly done_m: number | null;
  readonly state: 'past' | 'now' | 'ahead';
};
export type RaceDay = Calendar['days'][number] & {
  readonly race: NonNullable<Calendar['days'][number]['races']>[number];
};

const MOST_AHEAD = 11;
const LEAST_AHEAD = 2;

/** The weeks that were, as the server sums them up, and those to come up to the race or the end of the plan. */
export function weeksOf(evidence: Evidence, calendar: Calendar): readonly Week[] {
  const now = mondayOf(calendar.today);
  const past = evidence.weeks
    .filter(({ week_start }) => week_start <= now)
    .map(
      ({ week_start, planned_distance_m, done_distance_m }): Week => ({
        start: week_start,
        planned_m: planned_distance_m,
        done_m: done_distance_m,
        state: week_start === now ? 'now' : 'past',
      }),
    );
  const race = nextRace(calendar);
  const last =
    race?.date ??
    calendar.plans
      .map(({ end_date }) => end_date)
      .toSorted()
      .at(-1) ??
    now;
  const ahead: Week[] = [];
  for (
    let start = addDays(now, 7);
    start <= calendar.to && ahead.length < MOST_AHEAD;
    start = addDays(start, 7)
  ) {
    if (start > last && ahead.length >= LEAST_AHEAD) break;
    ahead.push({ start, planned_m: plannedIn(calendar, start), done_m: null, state: 'ahead' });
  }
  return [...past, ...ahead];
}

function plannedIn({ days }: Calendar, monday: string): number | null {
  const until = addDays(monday, 7);
  const distances = days
    .filter(({ date }) => date >= monday && date < until)
    .flatMap(({ workouts }) => workouts.map(({ workout }) => workout.distance_m))
    .filter((distance_m) => distance_m !== undefined);
  return distances.length === 0 ? null : distances.reduce((sum, distance_m) => sum + distance_m, 0);
}

const PRIORITIES = ['a', 'b', 'c'] as const;

/** The race to come that matters most, of equal ones the first. */
export function nextRace({ days, today }: Calendar): RaceDay | null {
  const races = days
    .filter(({ date }) => date >= today)
    .flatMap((day) => (day.races ?? []).map((race): RaceDay => ({ ...day, race })));
  return (
    races.toSorted((a, b) => PRIORITIES.indexOf(a.race.priority) - PRIORITIES.indexOf(b.race.priority))[0] ??
    null
  );
}

export type Due = Record<'done' | 'partly' | 'missed' | 'unknown', number>;

/** What became of the workouts up to today. */
export function dueOf({ days, today }: Calendar): Due {
  const due: Due = { done: 0, partly: 0, missed: 0, unknown: 0 };
  for (const { date, workouts } of days) {
    if (date > today) continue;
    for (const { compliance } of workouts) if (compliance.status !== 'upcoming') due[compliance.status] += 1;
  }
  return due;
}
