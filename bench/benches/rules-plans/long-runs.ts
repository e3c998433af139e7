import type { Finding } from './findings.ts';
import { bestOfFour, type Facts, found, taperStart, type Week } from './measure.ts';
import {
  BACK_TO_BACK,
  FREE_RUN_M,
  LONGEST,
  LONGEST_OF_WEEK,
  LONGEST_SLACK,
  MINUTE,
  RUN_GROWTH,
  TYPICAL,
} from './norms.ts';
import type { Asked, Event, Known } from './wire.ts';

/** What the event asks of the long run. */
export function longRuns(facts: Facts): Finding[] {
  return [...tooFar(facts), ...tooShort(facts), ...backToBack(facts)];
}

function tooFar(facts: Facts): Finding[] {
  const { runs, asked } = facts;
  const { most_m, most_s } = LONGEST[asked.goal.event];
  const share = LONGEST_OF_WEEK[asked.goal.event] ?? 0;
  return runs
    .filter(({ isRace }) => !isRace)
    .flatMap(({ workout: { date, week_number, distance_m, duration_s } }) => {
      const allowed = Math.max(most_m, share * bestOfFour(facts, week_number));
      if (distance_m <= allowed + LONGEST_SLACK.distance_m && duration_s <= most_s + MINUTE) return [];
      return [
        found('long_run_far', {
          date,
          week: week_number,
          found: `${distance_m} m, ${duration_s} s`,
          allowed: `${Math.round(allowed)} m, ${most_s} s`,
        }),
      ];
    });
}

function tooShort(facts: Facts): Finding[] {
  const { asked, runs, longest_m, race, known } = facts;
  const { least_m, most_s, weeks } = LONGEST[asked.goal.event];
  const { longest_run_m, max_weekly_distance_m, injuries, unavailable } = asked.constraints ?? {};
  // What the coach keeps short is short.
  if ([longest_run_m, max_weekly_distance_m, injuries, unavailable].some((one) => one !== undefined))
    return [];
  if (weeksOfBuildUp(facts) < weeks || (race !== null && race.at >= asked.weeks * 7)) return [];
  const least = Math.min(least_m, reachableRun(asked, known));
  const longest_s = Math.max(
    0,
    ...runs
      .filter(({ at, isRace }) => !isRace && (race === null || at < race.at))
      .map(({ workout }) => workout.duration_s),
  );
  if (longest_m >= least - LONGEST_SLACK.distance_m) return [];
  if (longest_s >= most_s - LONGEST_SLACK.duration_s) return [];
  return [found('long_run_short', { found: longest_m, allowed: least })];
}

/** Whole weeks to the race from the first day, or from the last race before it. */
function weeksOfBuildUp({ asked, race, races }: Facts): number {
  if (race === null) return weeksToRace(asked);
  const since = Math.max(0, ...races.flatMap(({ at }) => (at < race.at ? [at + 1] : [])));
  return Math.floor((race.at + 1 - since) / 7);
}

/** Whole weeks from the first day to the race's, or of the plan where no race has a date. */
export function weeksToRace({ goal, start_date, weeks }: Asked): number {
  if (goal.race_date === null || goal.event === 'general') return weeks;
  return Math.floor(((Date.parse(goal.race_date) - Date.parse(start_date)) / 86_400_000 + 1) / 7);
}

/** Weeks before the race in which the long run grows no more. */
const LAST_WEEKS: Readonly<Record<Event, number>> = {
  '5k': 0,
  '10k': 1,
  half_marathon: 1,
  marathon: 2,
  '50k': 2,
  '100k': 2,
  general: 0,
};

/** The farthest that the growth of runs allows by the last long run, with every fourth week lighter. */
function reachableRun(asked: Asked, known: Known): number {
  const level = asked.experience_level;
  let longest = known.history?.longest_run_m ?? TYPICAL[level].longest_m;
  const weeks = Math.max(0, weeksToRace(asked) - LAST_WEEKS[asked.goal.event] - 1);
  const steps = weeks - Math.floor(weeks / 4);
  for (let step = 0; step < steps; step += 1) {
    const farther = Math.max(FREE_RUN_M[level], RUN_GROWTH.share * longest, longest + RUN_GROWTH.least_m);
    longest = Math.floor(farther / 500) * 500;
  }
  return longest;
}

/** Ultras are trained for by long runs on two days running, where there are such days. */
function backToBack(facts: Facts): Finding[] {
  const { asked, race, weeks } = facts;
  if (!isUltra(asked) || weeksToRace(asked) < LONGEST[asked.goal.event].weeks) return [];
  const end = race === null ? asked.weeks * 7 : taperStart(race);
  const times = weeks.filter(
    (week) =>
      week.number * 7 <= end && week.number * 7 > end - BACK_TO_BACK.weeks * 7 && hasPair(facts, week),
  ).length;
  if (times >= BACK_TO_BACK.times || end < BACK_TO_BACK.weeks * 7 || !hasNeighbours(asked)) return [];
  return [found('back_to_back_missing', { found: times, allowed: BACK_TO_BACK.times })];
}

/** Whether the day before or after the long run of a week on the way to an ultra has enough of it. */
export function hasPair({ asked, runs }: Facts, { longest_m, sessions }: Week): boolean {
  const long = sessions.find(({ workout, isRun }) => isRun && workout.distance_m === longest_m);
  if (!isUltra(asked) || long === undefined) return false;
  const beside = runs.filter(({ at }) => Math.abs(at - long.at) === 1);
  return beside.some(({ workout }) => workout.distance_m >= BACK_TO_BACK.share * longest_m);
}

function isUltra({ goal: { event } }: Asked): boolean {
  return event === '50k' || event === '100k';
}

const ORDER = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function hasNeighbours({ workout_days }: Asked): boolean {
  const at = workout_days.map((day) => ORDER.indexOf(day));
  return at.some((day) => at.includes((day + 1) % 7));
}
