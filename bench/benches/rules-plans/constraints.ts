import { addDays, weekdayOf } from '../../../src/shared/calendar.ts';
import type { Finding } from './findings.ts';
import { type Facts, found, isSpeedWork, type Session } from './measure.ts';
import { ROUNDING } from './norms.ts';
import type { Constraints } from './wire.ts';

const ALLOWANCE = { first_week: 0.05 } as const;

/** Each field of `constraints`, in every week. */
export function constraints(facts: Facts): Finding[] {
  const { constraints: asked } = facts.asked;
  if (asked === undefined) return [];
  return [
    ...facts.sessions.flatMap((session) => brokenBySession(asked, session)),
    ...brokenByWeeks(asked, facts),
    ...missingRaces(asked, facts),
  ];
}

function brokenBySession(asked: Constraints, session: Session): Finding[] {
  const { workout, isRace, isRun, isHard } = session;
  const { date, week_number, workout_type, distance_m } = workout;
  const injury = asked.injuries?.find(({ from, to }) => date >= from && (to === undefined || date <= to));
  const broken = (field: keyof Constraints, is: string | number, allowed: string | number) =>
    found('constraint_broken', { date, week: week_number, found: is, allowed: `${field}: ${allowed}` });
  const findings: Finding[] = [];
  if (!isRace && asked.days_off?.includes(weekdayOf(date)))
    findings.push(broken('days_off', weekdayOf(date), 'no workout'));
  if (asked.unavailable?.some(({ from, to }) => date >= from && date <= to))
    findings.push(broken('unavailable', date, 'no workout'));
  if (
    workout_type === 'long-run' &&
    asked.long_run_day !== undefined &&
    weekdayOf(date) !== asked.long_run_day
  )
    findings.push(broken('long_run_day', weekdayOf(date), asked.long_run_day));
  if (isRun && !isRace && asked.longest_run_m !== undefined && distance_m > asked.longest_run_m + ROUNDING)
    findings.push(broken('longest_run_m', distance_m, asked.longest_run_m));
  if (isExcluded(asked.exclude ?? [], session)) findings.push(broken('exclude', workout_type, 'none'));
  if (injury !== undefined && !isRunnable(injury.running, { workout_type, isRun, isHard }))
    findings.push(broken('injuries', workout_type, injury.running));
  return findings;
}

/** What nobody runs who may run easily only, or nothing fast. */
const NOT_EASY = new Set(['tempo', 'intervals', 'race-pace', 'fartlek', 'hills', 'strides']);

function isExcluded(exclude: readonly string[], session: Session): boolean {
  const { workout_type } = session.workout;
  if (workout_type === 'race') return false;
  return exclude.includes(workout_type) || (exclude.includes('speed') && isSpeedWork(session));
}

function isRunnable(
  running: 'none' | 'easy_only' | 'no_hills' | 'no_speed',
  { workout_type, isRun, isHard }: { workout_type: string; isRun: boolean; isHard: boolean },
): boolean {
  if (!isRun) return true;
  if (running === 'none') return false;
  if (running === 'no_hills') return workout_type !== 'hills';
  return !isHard && !NOT_EASY.has(workout_type);
}

function brokenByWeeks(asked: Constraints, { weeks }: Facts): Finding[] {
  const { max_weekly_distance_m: most, first_week_distance_m: first, days_per_week } = asked;
  return weeks.flatMap(({ number, training_m, sessions }) => {
    const days = sessions.filter(({ isRace }) => !isRace).length;
    const broken = (field: keyof Constraints, is: number, allowed: number) =>
      found('constraint_broken', { week: number, found: is, allowed: `${field}: ${allowed}` });
    return [
      ...(most !== undefined && training_m > most + ROUNDING
        ? [broken('max_weekly_distance_m', training_m, most)]
        : []),
      ...(first !== undefined && number === 1 && Math.abs(training_m - first) > ALLOWANCE.first_week * first
        ? [broken('first_week_distance_m', training_m, first)]
        : []),
      ...(days_per_week !== undefined && days > days_per_week
        ? [broken('days_per_week', days, days_per_week)]
        : []),
    ];
  });
}

function missingRaces({ races = [] }: Constraints, { sessions, asked }: Facts): Finding[] {
  const last = addDays(asked.start_date, asked.weeks * 7 - 1);
  return races
    .filter(({ date }) => date >= asked.start_date && date <= last)
    .filter(({ date }) => !sessions.some(({ workout, isRace }) => isRace && workout.date === date))
    .map(({ date }) => found('constraint_broken', { date, found: 0, allowed: 'races: 1' }));
}
