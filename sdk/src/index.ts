export {
  type CallOptions,
  createDeveloperClient,
  type DeveloperClient,
  type DeveloperClientOptions,
  type IterationOptions,
} from './client.ts';
export type { ExportArchive } from './download-export.ts';
export {
  EkidenApiError,
  EkidenConnectionError,
  EkidenError,
  ExportFailedError,
  ExportTimeoutError,
  RateLimitedError,
} from './errors.ts';
export type { Timing } from './timing.ts';
export type { Fetch } from './transport.ts';
export type {
  Activity,
  Athlete,
  BestEffort,
  ErrorCode,
  ExportJob,
  ExportRequest,
  ExportStatus,
  Group,
  Lap,
  Organization,
  Plan,
  PlanSegment,
  PlanTarget,
  PlanWeek,
  PlanWorkout,
  SkippedAthlete,
} from './types.ts';
export type { WaitOptions } from './wait-for-export.ts';
