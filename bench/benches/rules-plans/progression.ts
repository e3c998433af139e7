import type { Finding } from './findings.ts';
import { bestOfFour, type Facts, found, taperStart } from './measure.ts';
import { FREE_RUN_M, FREE_WEEK_M, GROWTH, LIGHTER, MOST_BUILDING, RUN_GROWTH, TYPICAL } from './norms.ts';
import { publishedRange } from './published-plans.ts';

/** How much from week to week and from run to run. */
export function progression(facts: Facts): Finding[] {
  return [...growth(facts), ...runGrowth(facts), ...lighterWeeks(facts), ...published(facts)];
}

function allowedWeek(best_m: number, level: keyof typeof FREE_WEEK_M): number {
  return Math.max(FREE_WEEK_M[level], GROWTH.share * best_m, best_m + GROWTH.least_m);
}

function growth(facts: Facts): Finding[] {
  const level = facts.asked.experience_level;
  return facts.weeks.flatMap(({ number, training_m }) => {
    const isFirstOfUnknown = number === 1 && facts.known.history === null;
    const best = bestOfFour(facts, number);
    const allowed = isFirstOfUnknown ? TYPICAL[level].week_m : allowedWeek(best, level);
    return training_m > allowed + 1 ? [found('growth', { week: number, found: training_m, allowed })] : [];
  });
}

/** Each run, whatever it is called, against the longest of the 30 days before it; what was run before the plan counts for its first 30. */
function runGrowth({ runs, known, asked }: Facts): Finding[] {
  const level = asked.experience_level;
  const past = known.history?.longest_run_m ?? TYPICAL[level].longest_m;
  return runs
    .filter(({ isRace }) => !isRace)
    .flatMap(({ at, workout }) => {
      const before = runs.filter((one) => one.at < at && one.at >= at - RUN_GROWTH.days);
      const longest = Math.max(
        at < RUN_GROWTH.days ? past : 0,
        ...before.map((one) => one.workout.distance_m),
      );
      const allowed = Math.max(FREE_RUN_M[level], RUN_GROWTH.share * longest, longest + RUN_GROWTH.least_m);
      if (workout.distance_m <= allowed + 1) return [];
      return [
        found('long_run_growth', {
          date: workout.date,
          week: workout.week_number,
          found: workout.distance_m,
          allowed,
        }),
      ];
    });
}

/** A week is lighter by its metres, or by its longest run, against the three before it. */
function lighterWeeks({ weeks, asked, races }: Facts): Finding[] {
  const most = MOST_BUILDING[asked.experience_level];
  const findings: Finding[] = [];
  let building = 0;
  weeks.forEach((week, index) => {
    const before = weeks.slice(Math.max(0, index - 3), index);
    const best = Math.max(0, ...before.map(({ training_m }) => training_m));
    const longest = Math.max(0, ...before.map(({ longest_m }) => longest_m));
    const [first, last] = [index * 7, index * 7 + 6];
    const hasTaperOrRecovery = races.some((race) => last >= taperStart(race) && first <= race.at + 7);
    const isLight =
      before.length > 0 &&
      (week.training_m <= LIGHTER.week * best || week.longest_m <= LIGHTER.longest * longest);
    building = isLight || hasTaperOrRecovery || week.training_m < LIGHTER.nothing_m ? 0 : building + 1;
    if (building !== most + 1) return;
    findings.push(
      found('no_recovery_week', { week: week.number, found: week.training_m, allowed: LIGHTER.week * best }),
    );
    building = 0;
  });
  return findings;
}

/** Plans for nobody in particular, as far as there are published ones for as long a time and as many days. */
function published({ asked, known, weeks, race }: Facts): Finding[] {
  const { event } = asked.goal;
  if (event === 'general' || known.history !== null || known.vdot !== null) return [];
  if (asked.constraints !== undefined || (race !== null && Math.abs(race.at + 1 - asked.weeks * 7) > 7))
    return [];
  const range = publishedRange({
    event,
    level: asked.experience_level,
    weeks: asked.weeks,
    days: asked.workout_days.length,
  });
  if (range === null) return [];
  const start = weeks[0]?.training_m ?? 0;
  const peak = Math.max(0, ...weeks.map(({ training_m }) => training_m));
  const beyond = (
    code: 'start_beyond_norms' | 'peak_beyond_norms',
    metres: number,
    km: readonly [number, number],
  ) =>
    metres < km[0] * 1_000 || metres > km[1] * 1_000
      ? [found(code, { found: metres, allowed: `${Math.round(km[0])} to ${Math.round(km[1])} km` })]
      : [];
  return [
    ...beyond('start_beyond_norms', start, range.start_km),
    ...beyond('peak_beyond_norms', peak, range.peak_km),
  ];
}
