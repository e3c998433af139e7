import type { HealthReport } from '../../health/health-report.ts';
import type { NewSample } from '../../health/store-health-samples.ts';
import type { PhoneWorkout } from './phone-workout.ts';

export type PhoneSync = {
  readonly workouts: readonly PhoneWorkout[];
  readonly samples: readonly NewSample[];
  readonly days: readonly HealthReport[];
};

/** What is not in the body: times to come are refused, and days are those of the athlete's zone where a time only says UTC. */
export type Reading = { readonly now: Date; readonly timezone: string };
