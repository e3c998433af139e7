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
export { applyChanges, attendanceKey, type Copy, type FollowOptions } from './follow-changes.ts';
export type { Timing } from './timing.ts';
export type { Fetch, ReceivedFile } from './transport.ts';
export type {
  Activity,
  Athlete,
  BestEffort,
  Change,
  ChangePage,
  ErrorCode,
  ExportJob,
  ExportRequest,
  ExportStatus,
  Feedback,
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
