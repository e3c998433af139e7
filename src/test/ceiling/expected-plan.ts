/** A training plan as an organization's keys may see it, from the specification's words alone. */
import { type ShownSegment, writeWorkoutText } from '../../training/workout-text/write-workout-text.ts';
import type { Person, Plan } from './world.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the athlete's own paces went into, by path: hidden with them. */
export const COMPUTED = [
  'weekly_info.notes',
  'weekly_info.race_distance_m',
  'weekly_info.total_distance_m',
  'weekly_info.total_duration_s',
  'weekly_info.training_distance_m',
  'workouts.description',
  'workouts.distance_m',
  'workouts.duration_s',
  'workouts.notes',
  'workouts.segments.note',
  'workouts.segments.target.max',
  'workouts.segments.target.min',
];

/** The plans that are neither over nor taken back, the latest start first, then by id. */
export function expectedPlans(person: Person, plans: readonly Plan[]): Json[] {
  return calendarPlans(
    person,
    plans.filter((plan) => lastDay(plan) >= '2026-07-01'),
  );
}

/** The same with those that are over, which stay on their days. */
export function calendarPlans(person: Person, plans: readonly Plan[]): Json[] {
  return plans
    .filter(({ ended }) => !ended)
    .toSorted((a, b) => (`${a.start_date} ${a.id}` < `${b.start_date} ${b.id}` ? 1 : -1))
    .map((plan) => planObject(plan, person));
}

function planObject(plan: Plan, person: Person): Json {
  const hidden = person.privacy.share_pace_data === true ? [] : COMPUTED;
  return {
    id: plan.id,
    athlete_id: person.id,
    saved_plan_id: plan.saved_plan_id,
    title: plan.title,
    start_date: plan.start_date,
    end_date: lastDay(plan),
    weeks: plan.weeks,
    engine: plan.engine,
    weekly_info: Object.fromEntries(
      Object.entries(plan.weekly_info).map(([week, info]) => [week, without(info, 'weekly_info', hidden)]),
    ),
    workouts: plan.workouts.map((workout) => {
      const segments = segmentsOf(workout).map((segment) => shownSegment(segment, hidden));
      // The text is a second way to say what shows, and says nothing else.
      const text = writeWorkoutText(segments as readonly ShownSegment[]);
      return { ...without(workout, 'workouts', hidden), segments, text };
    }),
    assigned_at: plan.assigned_at.toISOString(),
    updated_at: plan.assigned_at.toISOString(),
    privacy_filtered: hidden,
  };
}

function lastDay({ start_date, weeks }: Plan): string {
  return new Date(Date.parse(start_date) + (weeks * 7 - 1) * 86_400_000).toISOString().slice(0, 10);
}

function without(object: Json, path: string, hidden: readonly string[]): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !hidden.includes(`${path}.${name}`)));
}

function segmentsOf(object: Json): readonly Json[] {
  return object.segments as readonly Json[];
}

function shownSegment(segment: Json, hidden: readonly string[]): Json {
  const shown: Record<string, unknown> = { ...without(segment, 'workouts.segments', hidden) };
  // Time and distance of one stretch are its pace.
  if (hidden.length > 0 && 'duration_s' in segment && 'distance_m' in segment) {
    delete shown.duration_s;
    delete shown.distance_m;
  }
  const target = segment.target as Json | undefined;
  // An effort is felt, and the same scale for everybody.
  if (target !== undefined && target.type !== 'effort')
    shown.target = without(target, 'workouts.segments.target', hidden);
  const repeat = segment.repeat as Json | undefined;
  if (repeat !== undefined)
    shown.repeat = { ...repeat, segments: segmentsOf(repeat).map((inner) => shownSegment(inner, hidden)) };
  return shown;
}
