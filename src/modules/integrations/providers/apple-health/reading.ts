import type { HealthReport } from '../../health/health-report.ts';
import type { NewSample } from '../../health/store-health-samples.ts';
import type { PhoneWorkout } from './phone-workout.ts';

export type PhoneSync = {
  readonly workouts: readonly PhoneWorkout[];
  readonly samples: readonly NewSample[];
  readonly days: readonly HealthReport[];
};

/** What the body does not contain: future times are refused, and where a time only says UTC, days are those of the athlete's zone. */
export type Reading = { readonly now: Date; readonly timezone: string };
