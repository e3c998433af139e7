import type { Route } from '../../http/route.ts';
import type { ImportDeps } from './import-recording.ts';
import type { ReadDeps } from './read-activities.ts';
import { listActivitiesRoute, listAthleteActivitiesRoute } from './routes/list-activities.ts';
import {
  changeActivityRoute,
  deleteActivityRoute,
  readActivityRoute,
  readStreamsRoute,
} from './routes/own-activity.ts';
import { uploadActivityRoute } from './routes/upload-activity.ts';

export { ACTIVITY_COLUMNS, type StoredActivity, WORKOUT_TYPES, type WorkoutType } from './activity.ts';
export { activityMembers } from './activity-json.ts';
export { Activity, ActivityListQuery } from './contract.ts';
export { noSuchActivity } from './errors.ts';
export { createRecordingParser, type RecordingParser } from './import/recording-parser.ts';
export { importRecording } from './import-recording.ts';
export { viewStoredActivity } from './present.ts';
export {
  type ActivityRange,
  countActivities,
  findMemberActivity,
  insertActivities,
  listActivitiesJson,
} from './queries.ts';
export { requireRange } from './read-activities.ts';

export function activityRoutes(deps: ImportDeps & ReadDeps): readonly Route[] {
  return [
    uploadActivityRoute(deps),
    listActivitiesRoute(deps),
    readActivityRoute(deps),
    changeActivityRoute(deps),
    deleteActivityRoute(deps),
    readStreamsRoute(deps),
    listAthleteActivitiesRoute(deps),
  ];
}
