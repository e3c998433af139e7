import { addDays, weekdayOf } from '../../../src/shared/calendar.ts';
import type { Finding } from './findings.ts';
import { type Facts, found, stretchesOf } from './measure.ts';
import { AFTER, RACE_M, ROUNDING } from './norms.ts';
import type { ServedSegment, ServedWorkout } from './wire.ts';

/** Faster and slower than anybody runs, in metres a second: what the rest of a session may be where only part of it has metres. */
const SPEED = { fastest: 7, slowest: 0.8 };
/** A race of the goal may be longer than its event by warming up. */
const BESIDE_RACE_M = 10_000;

export function sumsAndDates(facts: Facts): Finding[] {
  return [
    ...days(facts),
    ...facts.plan.content.flatMap(sumsOfWorkout),
    ...weeklyInfo(facts),
    ...raceDay(facts),
  ];
}

function days(facts: Facts): Finding[] {
  const { asked, plan } = facts;
  const findings: Finding[] = [];
  const seen = { ids: new Set<string>(), dates: new Set<string>() };
  let last = '';
  for (const { id, date, day, week_number, workout_type } of plan.content) {
    const at = { date, week: week_number };
    const first = addDays(asked.start_date, (week_number - 1) * 7);
    if (week_number < 1 || week_number > asked.weeks)
      findings.push(found('week_unknown', { ...at, found: week_number, allowed: asked.weeks }));
    else if (weekdayOf(date) !== day || date < first || date > addDays(first, 6))
      findings.push(found('date_wrong', { ...at, found: `${day} ${date}`, allowed: `week from ${first}` }));
    if (date < last) findings.push(found('order_wrong', { ...at, found: date, allowed: `from ${last}` }));
    if (seen.ids.has(id)) findings.push(found('id_repeated', { ...at, found: id, allowed: 'once' }));
    if (seen.dates.has(date)) findings.push(found('workout_twice', { ...at, found: 2, allowed: 1 }));
    if (workout_type !== 'race' && !asked.workout_days.some((one) => one === weekdayOf(date)))
      findings.push(found('day_not_allowed', { ...at, found: day, allowed: asked.workout_days.join(' ') }));
    seen.ids.add(id);
    seen.dates.add(date);
    last = date;
  }
  return [...findings, ...missingDays(facts, seen.dates)];
}

/** Each day of training has a workout, except where nobody is to train: soon after a race, and where a constraint says so. */
function missingDays({ asked, races }: Facts, dates: ReadonlySet<string>): Finding[] {
  const free = [...(asked.constraints?.unavailable ?? []), ...(asked.constraints?.injuries ?? [])];
  const left = daysLeftOut(asked, dates);
  return Array.from({ length: asked.weeks * 7 }, (_, at) => ({ at, date: addDays(asked.start_date, at) }))
    .filter(({ date }) => asked.workout_days.some((day) => day === weekdayOf(date)) && !dates.has(date))
    .filter(({ date }) => !asked.constraints?.days_off?.includes(weekdayOf(date)))
    .filter(({ date }) => !left.includes(weekdayOf(date)))
    .filter(({ date }) => !free.some(({ from, to }) => date >= from && (to === undefined || date <= to)))
    .filter(({ at }) => !races.some((race) => at > race.at && at <= race.at + AFTER[race.event].easy_only))
    .map(({ at, date }) =>
      found('workout_missing', { date, week: Math.floor(at / 7) + 1, found: 0, allowed: 1 }),
    );
}

/** Where fewer days a week are asked for than there are days of training, as many of them are never trained on. */
function daysLeftOut(
  { workout_days, constraints }: Facts['asked'],
  dates: ReadonlySet<string>,
): readonly string[] {
  const more = workout_days.length - (constraints?.days_per_week ?? workout_days.length);
  const trained = new Set([...dates].map(weekdayOf));
  const never = workout_days.filter((day) => !trained.has(day));
  return never.length <= more ? never : [];
}

function sumsOfWorkout({ segments, distance_m, duration_s, date, workout_type }: ServedWorkout): Finding[] {
  if (!isWellShaped(segments))
    return [found('segment_shape', { date, found: 'misshapen', allowed: 'a stretch or a repeat' })];
  const stretches = stretchesOf(segments);
  const sum = (measure: 'distance_m' | 'duration_s'): number =>
    stretches.reduce((total, { segment, times }) => total + times * (segment[measure] ?? 0), 0);
  const [metres, seconds] = [sum('distance_m'), sum('duration_s')];
  const slack = ROUNDING + 0.002 * distance_m;
  const isStill = workout_type === 'strength' || workout_type === 'cross-training';
  const rest_s = duration_s - seconds;
  const rest_m = distance_m - metres;
  const [noTimes, noMetres] = [seconds === 0, metres === 0];
  const findings: Finding[] = [];
  // Metres of what is by time follow from a pace that is not in the plan: they are held to what a person can run.
  if (noTimes ? Math.abs(rest_m) > slack : !isStill && (rest_m < -slack || rest_m > seconds * SPEED.fastest))
    findings.push(found('sum_wrong', { date, found: distance_m, allowed: metres }));
  if (
    noMetres
      ? Math.abs(rest_s) > ROUNDING
      : rest_s < metres / SPEED.fastest || rest_s > metres / SPEED.slowest
  )
    findings.push(found('time_sum_wrong', { date, found: duration_s, allowed: seconds }));
  return findings;
}

function isWellShaped(segments: readonly ServedSegment[], deep = 0): boolean {
  return (
    segments.length > 0 &&
    segments.every(({ kind, repeat, duration_s, distance_m }) => {
      if (repeat === undefined) return kind !== 'repeat' && (duration_s ?? 0) > 0 !== (distance_m ?? 0) > 0;
      return kind === 'repeat' && deep < 2 && repeat.times >= 1 && isWellShaped(repeat.segments, deep + 1);
    })
  );
}

function weeklyInfo({ plan, weeks, asked }: Facts): Finding[] {
  const unknown = Object.keys(plan.weekly_info).filter(
    (number) => Number(number) < 1 || Number(number) > asked.weeks,
  );
  return [
    ...unknown.map((number) =>
      found('week_unknown', { week: Number(number), found: number, allowed: asked.weeks }),
    ),
    ...missingFields(plan),
    ...weeks.flatMap((week) => {
      const info = plan.weekly_info[String(week.number)];
      if (info === undefined) return [found('week_missing', { week: week.number, found: 0, allowed: 1 })];
      const all = week.sessions.map(({ workout }) => workout);
      const sum = (some: readonly ServedWorkout[], of: 'distance_m' | 'duration_s'): number =>
        some.reduce((total, one) => total + one[of], 0);
      const race_m = sum(
        all.filter(({ workout_type }) => workout_type === 'race'),
        'distance_m',
      );
      const pairs: [number | undefined, number][] = [
        [info.total_distance_m, sum(all, 'distance_m')],
        [info.total_duration_s, sum(all, 'duration_s')],
        [info.workout_count, all.length],
        [info.race_distance_m, race_m],
        [info.training_distance_m, sum(all, 'distance_m') - race_m],
      ];
      return pairs
        .filter(([said, is]) => said !== undefined && Math.abs(said - is) > ROUNDING)
        .map(([said, is]) =>
          found('weekly_info_wrong', { week: week.number, found: said ?? 0, allowed: is }),
        );
    }),
  ];
}

/** Once a plan for each field, not once a week. */
function missingFields({ weekly_info, readiness }: Facts['plan']): Finding[] {
  const infos = Object.values(weekly_info);
  const fields = ['training_distance_m', 'race_distance_m'] as const;
  return [
    ...fields.filter((field) => infos.some((info) => info[field] === undefined)),
    ...(readiness === undefined ? ['readiness'] : []),
  ].map((field) => found('field_missing', { found: 'absent', allowed: field }));
}

function raceDay({ race, asked, sessions }: Facts): Finding[] {
  if (race === null || race.at < 0 || race.at >= asked.weeks * 7) return [];
  const run = sessions.find(({ at, isRace }) => at === race.at && isRace);
  const metres = run?.workout.distance_m ?? 0;
  const least = Math.floor(RACE_M[race.event]);
  if (metres >= least && metres <= least + BESIDE_RACE_M) return [];
  return [found('race_missing', { date: race.date, found: metres, allowed: RACE_M[race.event] })];
}
