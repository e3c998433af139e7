export { ACTIVITY_COLUMNS, type StoredActivity, WORKOUT_TYPES, type WorkoutType } from './activity.ts';
export { activityMembers } from './activity-json.ts';
export { Activity, ActivityListQuery } from './contract.ts';
export { viewStoredActivity } from './present.ts';
export {
  type ActivityRange,
  countActivities,
  findMemberActivity,
  insertActivities,
  listActivitiesJson,
} from './queries.ts';
