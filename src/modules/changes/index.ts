import type { Database } from '../../infra/db/database.ts';
import { handleJob, type JobRegistration } from '../../infra/jobs/index.ts';
import type { Clock } from '../../shared/time.ts';
import { keepChanges, keepChangesJob } from './keep-changes.ts';

export { beginFeedAnew } from './begin-anew.ts';
export { MAX_CURSOR_CHARS } from './change-cursor.ts';
export { changeData } from './change-data.ts';
export { cursorExpired } from './errors.ts';
export { KEPT_DAYS } from './keep-changes.ts';
export { type Change, TELLABLE_KINDS, type TellableKind } from './page-of-changes.ts';
export { readChanges } from './read-changes.ts';
export { sequenceChanges } from './sequence-changes.ts';

export function changeJobs(deps: {
  readonly db: Database;
  readonly clock: Clock;
}): readonly JobRegistration[] {
  return [handleJob(keepChangesJob, (_payload, { signal }) => keepChanges(deps, signal))];
}
