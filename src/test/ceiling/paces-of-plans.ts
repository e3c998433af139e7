import type { Person } from './world.ts';

/** Of another pace than before: all that was computed from it is another. What is prescribed stays. */
export function withPaces(person: Person, by: number): Person {
  const memberships = person.memberships.map((membership) => ({
    ...membership,
    plans: membership.plans.map((plan) => ({
      ...plan,
      weekly_info: Object.fromEntries(
        Object.entries(plan.weekly_info).map(([week, info]) => [week, faster(info, by)]),
      ),
      workouts: plan.workouts.map((workout) => faster(workout, by)),
    })),
  }));
  return { ...person, memberships };
}

type Json = Readonly<Record<string, unknown>>;

const OWN_WHEREVER = [
  'total_distance_m',
  'training_distance_m',
  'race_distance_m',
  'total_duration_s',
  'description',
  'note',
];

/** Any part of a plan. */
function faster(part: Json, by: number): Json {
  const isStretch = 'kind' in part;
  const hasBoth = 'duration_s' in part && 'distance_m' in part;
  const isOwn = (name: string): boolean => {
    if (OWN_WHEREVER.includes(name)) return true;
    if (['duration_s', 'distance_m'].includes(name)) return !isStretch || hasBoth;
    return ['min', 'max'].includes(name) && part.type !== 'effort';
  };
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.map((inner: Json) => faster(inner, by))];
      if (typeof value === 'object' && value !== null) return [name, faster(value as Json, by)];
      if (!isOwn(name) || value === null) return [name, value];
      return [name, typeof value === 'number' ? value + by : `${value} ${by}`];
    }),
  );
}
