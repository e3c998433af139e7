import type { Weekday } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/languages.ts';
import type { RunningHistory } from '../../../training/planning/brief.ts';
import type { NextRace } from '../../../training/planning/goal-of-race.ts';
import type { PaceSource, PlanHeartRates, PlanPaces, Runner } from '../../../training/planning/paces.ts';
import type { ExperienceLevel } from '../../../training/planning/plan.ts';

/** What is known of somebody who is to run a plan; null and empty are what is not known, or not to be known. */
export type RunnerFacts = {
  readonly paces: PlanPaces | null;
  /** `level` where none are known. */
  readonly paces_from: PaceSource;
  readonly heart_rates: PlanHeartRates | null;
  /** Null of somebody of whom there is no run at all. */
  readonly history: RunningHistory | null;
  readonly next_race: NextRace | null;
  readonly workout_days: readonly Weekday[];
};

/** The same of somebody to themselves, with how they want to be spoken to. */
export type OwnRunner = RunnerFacts & {
  readonly user_id: string;
  /** Whether coaches of the organization may know of their paces and heart rates. */
  readonly shows_zones: boolean;
  readonly language: Language;
  readonly persona: 'rex' | 'joy';
  readonly unit_system: 'metric' | 'imperial';
  /** An IANA name. */
  readonly timezone: string;
};

/** What is known when nobody in particular is to run it. */
export const NOBODY: RunnerFacts = {
  paces: null,
  paces_from: 'level',
  heart_rates: null,
  history: null,
  next_race: null,
  workout_days: [],
};

/** The runner as engines reckon with them. */
export function runnerOf(
  { paces, heart_rates }: Pick<RunnerFacts, 'paces' | 'heart_rates'>,
  experience_level: ExperienceLevel,
): Runner {
  return { paces, heart_rates, experience_level };
}
