import { WEEKDAYS, type Weekday } from '../../../shared/calendar.ts';
import type { PlanFault } from '../engine/faults.ts';
import { planFault } from '../words/fault-words.ts';
import { quotedLine } from '../words/quoted-line.ts';
import type { Request } from './read-sentence.ts';

/** One request, in its words. */
export type Said = {
  readonly path: 'instructions' | 'training_principle' | 'extra_guidance';
  readonly text: string;
  /** Null: these words ask for nothing that is known. */
  readonly request: Request | null;
};

/** The days that are trained on; open where nobody asked for just these. */
export type TrainingDays = { readonly workout_days: readonly Weekday[]; readonly are_open: boolean };

type Stated<Asked extends Request['asked']> = Said & {
  readonly request: Extract<Request, { readonly asked: Asked }>;
};

/** What cannot be done together, each pair once. */
export function contradictionsIn(said: readonly Said[], days: TrainingDays): PlanFault[] {
  const { workout_days } = days;
  return [
    ...differing(said),
    ...aboutDays(said, workout_days),
    ...aboutCounts(said, days),
    ...trainedOnDaysOff(said),
    ...aboutKinds(said),
    ...leastAboveMost(said),
  ];
}

function stated<Asked extends Request['asked']>(said: readonly Said[], asked: Asked): Stated<Asked>[] {
  return said.filter((one): one is Stated<Asked> => one.request?.asked === asked);
}

/** Two values for what can have one. */
function differing(said: readonly Said[]): PlanFault[] {
  const days = stated(said, 'long_run_day');
  const longRuns = days.filter(({ request }) => request.day !== days[0]?.request.day).slice(0, 1);
  const counts = stated(said, 'days_per_week');
  const otherCount = counts.find(({ request }) => request.count !== counts[0]?.request.count);
  const distances = (['max_weekly_distance_m', 'first_week_distance_m', 'longest_run_m'] as const).flatMap(
    (asked) => {
      const all = said.filter((one) => one.request?.asked === asked);
      const [first] = all;
      const other = all.find((one) => distanceOf(one) !== distanceOf(first));
      return first === undefined || other === undefined ? [] : [between(first, other)];
    },
  );
  return [
    ...longRuns.flatMap((other) => (days[0] === undefined ? [] : [between(days[0], other)])),
    ...distances,
    ...(counts[0] === undefined || otherCount === undefined ? [] : [between(counts[0], otherCount)]),
  ];
}

function distanceOf(said: Said | undefined): number | null {
  return said?.request && 'distance_m' in said.request ? said.request.distance_m : null;
}

function aboutDays(said: readonly Said[], workout_days: readonly Weekday[]): PlanFault[] {
  const off = stated(said, 'days_off');
  const long = stated(said, 'long_run_day');
  const everyDay = stated(said, 'every_day')[0];
  const off_long = long.flatMap((one) => {
    const free = off.find(({ request }) => request.days.includes(one.request.day));
    if (free !== undefined) return [between(one, free)];
    return workout_days.includes(one.request.day) ? [] : [withDays(one, workout_days)];
  });
  if (everyDay === undefined) return off_long.slice(0, 1);
  const [free] = off;
  if (free !== undefined) return [...off_long.slice(0, 1), between(everyDay, free)];
  const all = WEEKDAYS.every((day) => workout_days.includes(day));
  return all ? off_long.slice(0, 1) : [...off_long.slice(0, 1), withDays(everyDay, workout_days)];
}

/** So many days, of fewer than that. */
function aboutCounts(said: readonly Said[], { workout_days, are_open }: TrainingDays): PlanFault[] {
  const [one] = stated(said, 'days_per_week');
  if (one === undefined) return [];
  const { count } = one.request;
  const everyDay = stated(said, 'every_day')[0];
  if (everyDay !== undefined && count < WEEKDAYS.length) return [between(everyDay, one)];
  if (!are_open && count > workout_days.length) return [withDays(one, workout_days)];
  const off = stated(said, 'days_off');
  const pool = are_open ? WEEKDAYS : workout_days;
  const left = pool.filter((day) => !off.some(({ request }) => request.days.includes(day)));
  const [free] = off;
  return free === undefined || count <= left.length ? [] : [between(one, free)];
}

function trainedOnDaysOff(said: readonly Said[]): PlanFault[] {
  const off = stated(said, 'days_off');
  const trained = [...stated(said, 'kind_on'), ...stated(said, 'train_on')];
  return trained.flatMap((one) => {
    const free = off.find(({ request }) => request.days.some((day) => one.request.days.includes(day)));
    return free === undefined ? [] : [between(free, one)];
  });
}

/** A kind that is asked for and not wanted. */
function aboutKinds(said: readonly Said[]): PlanFault[] {
  const without = stated(said, 'without');
  const kinds = stated(said, 'kind_on').flatMap((one) => {
    const { types } = one.request;
    const no = without.find(({ request }) => types.every((type) => request.types.includes(type)));
    return no === undefined ? [] : [between(no, one)];
  });
  const [none] = stated(said, 'no_long_run');
  const [long] = [...stated(said, 'long_run_day'), ...stated(said, 'least_longest_m')];
  return none === undefined || long === undefined ? kinds : [...kinds, between(none, long)];
}

/** What is to be at least more than at most. */
function leastAboveMost(said: readonly Said[]): PlanFault[] {
  const pairs = [
    ['first_week_distance_m', 'max_weekly_distance_m'],
    ['least_weekly_m', 'max_weekly_distance_m'],
    ['least_longest_m', 'longest_run_m'],
    ['least_longest_m', 'max_weekly_distance_m'],
  ] as const;
  return pairs.flatMap(([least, most]) => {
    const one = said.find(({ request }) => request?.asked === least);
    const other = said.find(({ request }) => request?.asked === most);
    if (one === undefined || other === undefined) return [];
    return (distanceOf(one) ?? 0) > (distanceOf(other) ?? 0) ? [between(one, other)] : [];
  });
}

function between(one: Said, other: Said): PlanFault {
  return planFault(other.path, 'instructions_contradict', {
    one: quotedLine(one.text),
    other: quotedLine(other.text),
  });
}

function withDays(one: Said, workout_days: readonly Weekday[]): PlanFault {
  return planFault(one.path, 'instructions_contradict', {
    one: quotedLine(one.text),
    days: workout_days.join(', '),
  });
}
