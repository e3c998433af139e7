export { type AthleteCeiling, athleteCeiling, viewAthlete } from './athlete-ceiling.ts';
export { AUDIENCES, type Audience } from './audience.ts';
export {
  type ActivityCeiling,
  type ActivityFlags,
  activityCeiling,
  admits,
  admitsFile,
  sourcesKeptFrom,
  viewActivity,
  viewStreams,
} from './ceiling.ts';
export { type DailyCeiling, type DailyPart, dailyCeiling } from './daily-ceiling.ts';
export {
  ACTIVITY_FIELDS,
  type ActivityField,
  BEST_EFFORT_FIELDS,
  LAP_FIELDS,
  type LapField,
  type PlanField,
  type PlanSegmentField,
  type PlanTargetField,
  type PlanWeekField,
  type PlanWorkoutField,
  STREAM_COLUMNS,
  type StreamColumn,
} from './fields.ts';
export { type HealthCeiling, type HealthPart, healthCeiling, viewHealthReport } from './health-ceiling.ts';
export { type MetricsCeiling, metricsCeiling, viewMetrics } from './metrics-ceiling.ts';
export { type PlanCeiling, planCeiling, viewPlan } from './plan-ceiling.ts';
export { profileStatusCeiling, viewProfileStatus } from './profile-status.ts';
export { type RaceCeiling, raceCeiling, viewRace } from './race-ceiling.ts';
export {
  DEFAULT_PRIVACY,
  type Narrowing,
  narrowedTo,
  PRIVACY_SETTINGS,
  type PrivacySettings,
} from './settings.ts';
export {
  DEFAULT_SOURCE_POLICIES,
  type Expiry,
  expiries,
  mayBeTold,
  parseSourcePolicy,
  SOURCES,
  type Source,
  type SourcePolicies,
} from './source-policy.ts';
export { type WhyHidden, whyHidden } from './why-hidden.ts';
