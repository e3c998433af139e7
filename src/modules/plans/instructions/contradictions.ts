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

type Stated<Asked extends Request['asked']> = Said & {
  readonly request: Extract<Request, { readonly asked: Asked }>;
};

/** What cannot be done together, each pair once. */
export function contradictionsIn(said: readonly Said[], workout_days: readonly Weekday[]): PlanFault[] {
  return [...differing(said), ...aboutDays(said, workout_days), ...firstAboveMost(said)];
}

function stated<Asked extends Request['asked']>(said: readonly Said[], asked: Asked): Stated<Asked>[] {
  return said.filter((one): one is Stated<Asked> => one.request?.asked === asked);
}

/** Two values for what can have one. */
function differing(said: readonly Said[]): PlanFault[] {
  const days = stated(said, 'long_run_day');
  const longRuns = days.filter(({ request }) => request.day !== days[0]?.request.day).slice(0, 1);
  const distances = (['most_weekly_m', 'first_week_m', 'longest_run_m'] as const).flatMap((asked) => {
    const all = said.filter((one) => one.request?.asked === asked);
    const [first] = all;
    const other = all.find((one) => distanceOf(one) !== distanceOf(first));
    return first === undefined || other === undefined ? [] : [between(first, other)];
  });
  return [
    ...longRuns.flatMap((other) => (days[0] === undefined ? [] : [between(days[0], other)])),
    ...distances,
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

function firstAboveMost(said: readonly Said[]): PlanFault[] {
  const [first] = stated(said, 'first_week_m');
  const [most] = stated(said, 'most_weekly_m');
  if (first === undefined || most === undefined) return [];
  return first.request.distance_m > most.request.distance_m ? [between(first, most)] : [];
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
