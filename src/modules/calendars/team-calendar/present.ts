import type { Static } from 'typebox';
import { memberName } from '../../organizations/index.ts';
import { type DayOf, timeOf } from '../athlete-calendar/calendar.ts';
import { NO_COMMENTS } from '../athlete-calendar/count-comments.ts';
import {
  presentActivity,
  presentBeside,
  presentComments,
  presentConflict,
} from '../athlete-calendar/present.ts';
import type { TeamCalendarAthlete } from './contract.ts';
import type { WorkoutInShort } from './planned-of-many.ts';
import type { TeamFeedRow } from './read-team-calendar.ts';

type Wire = Static<typeof TeamCalendarAthlete>;

export function presentRow(row: TeamFeedRow): Wire {
  const { athlete, view } = row;
  const shows_sums = view.plans.shows_computed;
  const shows_done = view.activities.visible;
  return {
    user_id: athlete.user_id,
    display_name: memberName(athlete),
    timezone: row.timezone,
    today: row.today,
    plans: row.plans.map(({ plan_id, saved_plan_id, title }) => ({ plan_id, saved_plan_id, title })),
    days: row.days.map((day) => ({
      ...presentDay(day, { shows_sums, shows_done }),
      ...presentBeside(row.beside, day.date),
    })),
    weeks: row.weeks.map(({ week_start, planned, done }) => ({
      week_start,
      planned_workouts: planned.length,
      ...(shows_sums && {
        planned_distance_m: sumOf(planned.map(({ distance_m }) => distance_m)),
        planned_duration_s: sumOf(planned.map(({ duration_s }) => duration_s)),
      }),
      ...(shows_done && {
        done_activities: done.length,
        done_distance_m: sumOf(done.map(({ distance_m }) => distance_m ?? 0)),
        done_duration_s: sumOf(done.map(timeOf)),
      }),
      comments: presentComments(row.beside.weeks.get(week_start) ?? NO_COMMENTS),
    })),
    privacy_filtered: [...withheld({ shows_sums, shows_done }), ...row.beside.privacy_filtered].sort(),
  };
}

type Shows = { readonly shows_sums: boolean; readonly shows_done: boolean };

function presentDay(
  { date, workouts, sessions, activities }: DayOf<WorkoutInShort>,
  { shows_sums, shows_done }: Shows,
) {
  return {
    date,
    workouts: workouts.map(({ plan_id, workout, compliance: { status, share }, conflict, ...told }) => ({
      plan_id,
      workout_id: workout.workout_id,
      workout_type: workout.workout_type,
      title: workout.title,
      ...(shows_sums && { distance_m: workout.distance_m, duration_s: workout.duration_s }),
      compliance: { status, share },
      replaced_by: told.replaced_by,
      done_elsewhere: told.done_elsewhere,
      ...(conflict === null ? {} : { conflict: presentConflict(conflict) }),
    })),
    sessions: sessions.map(
      ({ session: { session_id, title, starts_at, timezone, workout }, compliance }) => ({
        ...{ session_id, title, starts_at: starts_at.toISOString(), timezone },
        workout_type: workout?.workout_type ?? null,
        compliance: compliance && { status: compliance.status, share: compliance.share },
      }),
    ),
    ...(shows_done && { activities: activities.map(presentActivity) }),
  };
}

function withheld({ shows_sums, shows_done }: Shows): string[] {
  return [
    ...(shows_done
      ? []
      : ['days.activities', 'weeks.done_activities', 'weeks.done_distance_m', 'weeks.done_duration_s']),
    ...(shows_sums
      ? []
      : [
          'days.workouts.distance_m',
          'days.workouts.duration_s',
          'weeks.planned_distance_m',
          'weeks.planned_duration_s',
        ]),
  ];
}

const sumOf = (numbers: readonly number[]): number =>
  Math.round(numbers.reduce((total, number) => total + number, 0));
