import type { Weekday } from '../../shared/calendar.ts';
import type { RunningHistory } from './brief.ts';
import type { NextRace } from './goal-of-race.ts';
import type { PaceSource, PlanHeartRates, PlanPaces, Runner } from './paces.ts';
import type { ExperienceLevel } from './plan.ts';
import { heartRatesOfZones, pacesOfZones, type SetZones } from './runner-of-zones.ts';

/** What is known of a plan's runner; null and empty stand for what is unknown or may not be used. */
export type RunnerFacts = {
  readonly paces: PlanPaces | null;
  /** `level` where no paces are known. */
  readonly paces_from: PaceSource;
  readonly heart_rates: PlanHeartRates | null;
  /** Null for a runner without any run. */
  readonly history: RunningHistory | null;
  readonly next_race: NextRace | null;
  readonly workout_days: readonly Weekday[];
};

export const NOBODY: RunnerFacts = {
  paces: null,
  paces_from: 'level',
  heart_rates: null,
  history: null,
  next_race: null,
  workout_days: [],
};

export function runnerOf(
  { paces, heart_rates }: Pick<RunnerFacts, 'paces' | 'heart_rates'>,
  experience_level: ExperienceLevel,
): Runner {
  return { paces, heart_rates, experience_level };
}

/** The facts from the zones an athlete has set and their history, for whichever audience these were read. */
export function factsOf(
  { zones, next_race }: { readonly zones: SetZones; readonly next_race: NextRace | null },
  workout_days: readonly Weekday[],
  history: RunningHistory | null,
): RunnerFacts {
  const paces = pacesOfZones(zones);
  return {
    paces,
    paces_from: paces === null ? 'level' : 'zones',
    heart_rates: heartRatesOfZones(zones),
    history,
    next_race: next_race && {
      date: next_race.date,
      distance_m: next_race.distance_m,
      goal_time_s: next_race.goal_time_s,
    },
    workout_days,
  };
}
