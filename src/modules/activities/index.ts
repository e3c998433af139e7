import type { Route } from '../../http/route.ts';
import { handleJob, type JobRegistration } from '../../infra/jobs/index.ts';
import type { NoteDeps } from '../audit/index.ts';
import { cleanUp, cleanUpJob } from './clean-up.ts';
import type { ImportDeps } from './import-recording.ts';
import { fillLoads, fillLoadsJob } from './load/fill-loads.ts';
import type { LoadDeps } from './load/read-load.ts';
import { reckonLoads, reckonLoadsJob } from './load/reckon-loads.ts';
import { readAthleteLoadRoute, readOwnLoadRoute } from './load/routes.ts';
import { expireRecords, expireRecordsJob } from './records/expire-records.ts';
import { remerge, remergeJob } from './records/remerge.ts';
import { removeUploads, removeUploadsHandler } from './remove-uploads.ts';
import { joinActivitiesRoute, listRecordsRoute, splitActivityRoute } from './routes/activity-records.ts';
import {
  downloadAthleteFileRoute,
  readAthleteActivityRoute,
  readAthleteStreamsRoute,
} from './routes/athlete-activity.ts';
import { listActivitiesRoute, listAthleteActivitiesRoute } from './routes/list-activities.ts';
import {
  changeActivityRoute,
  deleteActivityRoute,
  downloadOwnFileRoute,
  enterActivityRoute,
  readActivityRoute,
  readStreamsRoute,
  uploadActivityRoute,
} from './routes/own-activity.ts';

export {
  type ActivitiesRemoved,
  activitiesRemoved,
  type FiguresExpired,
  figuresExpired,
} from './activities-gone.ts';
export { findActivitiesOfMany, IS_SEEN, type SeenAthlete, seenRows } from './activities-of-many.ts';
export { type ActivitiesStored, activitiesStored, newsSince } from './activities-stored.ts';
export { ACTIVITY_COLUMNS, type StoredActivity } from './activity.ts';
export { activityData } from './activity-data.ts';
export { activityMembers, activityText } from './activity-json.ts';
export { isShown, placeOfText } from './activity-list.ts';
export { Activity, MAX_NAME as MAX_ACTIVITY_NAME, OwnActivity, SeenActivity } from './activity-object.ts';
export { ActivityStreams, StreamsFiltered } from './contract.ts';
export { enterActivity } from './enter-activity.ts';
export { noSuchActivity, noSuchFile, shuttingDown } from './errors.ts';
export { EXAMPLE_ACTIVITY } from './example-activity.ts';
export { findNeighbours, type Neighbours } from './find-neighbours.ts';
export { findSeenActivities, holdActivity } from './find-seen-activities.ts';
export { createRecordingParser, type RecordingParser } from './import/recording-parser.ts';
export { blankSample, NOTHING_STATED } from './import/stated.ts';
export type {
  ActivityStreams as ActivitySamples,
  Recording,
  Sample,
  StatedLap,
  StatedSummary,
} from './import/types.ts';
export { plausible, position } from './import/values.ts';
export { listMemberActivities } from './list-member-activities.ts';
export { listOrganizationActivities, type PageOfOrganization } from './list-organization-activities.ts';
export { anchorsOf } from './load/anchors-of.ts';
export { ATHLETE_LOAD, LoadQuery } from './load/contract.ts';
export { dayBegins } from './load/days.ts';
export { presentAthleteLoad } from './load/present.ts';
export { type LoadDeps, readMemberLoad } from './load/read-load.ts';
export { askToReckon } from './load/reckon-loads.ts';
export { packStreams } from './pack-streams.ts';
export { mayReadTraining } from './policy.ts';
export { type ActivityView, viewOwnActivity, viewStoredActivity } from './present.ts';
export {
  type ActivityInShort,
  type ActivityPlace,
  countActivities,
  findActivities,
  findActivitiesInShort,
  findActivity,
  findActivityPlaces,
  findActivityPlacesAfter,
  findActivityTexts,
  findFileIds,
  findMemberActivity,
  findNewestActivity,
  findNewestFiles,
  findOwnActivityId,
  findStoredFiles,
  holdOwnActivity,
  type PackedStreams,
  type StoredFile,
} from './queries.ts';
export { findBestEfforts, findShownIds } from './race-queries.ts';
export { readOwnActivity } from './read-activities.ts';
export {
  type FileDeps,
  openMemberFile,
  readMemberStreams,
  requireTrainingReader,
} from './read-member-activity.ts';
export { readSamples } from './read-samples.ts';
export type { IncomingReport } from './records/activity-record.ts';
export { type ConfinedActivity, findConfined } from './records/contributions.ts';
export { crowdedDays, dayNumber, MAX_RECORDS_A_DAY } from './records/crowd.ts';
export { enqueueRemerge, partSources } from './records/remerge.ts';
export type { ActivityReport, ReportedActivity, StartIs } from './records/report.ts';
export { SOURCE_TITLES } from './records/source-titles.ts';
export {
  forgetReport,
  hideForNow,
  hideReport,
  showAgain,
  storeReports,
} from './records/store-reports.ts';
export { type RecordingExtras, summarizeRecording } from './records/summarize-recording.ts';
export { sendUploadedFile, UPLOADED_FILE } from './routes/send-file.ts';
export {
  findPackedRecordings,
  type PackedRecording,
  type SeenRecording,
  viewRecordings,
} from './seen-recordings.ts';
export { kindOfSport } from './sport-kind.ts';
export { type NewRecording, storeRecording } from './store-recording.ts';
export { fileIdOf, NAMED_RECORDINGS, UPLOADS } from './uploaded-file.ts';

export function activityRoutes(deps: ImportDeps & LoadDeps & NoteDeps): readonly Route[] {
  return [
    uploadActivityRoute(deps),
    enterActivityRoute(deps),
    listActivitiesRoute(deps),
    readActivityRoute(deps),
    changeActivityRoute(deps),
    deleteActivityRoute(deps),
    readStreamsRoute(deps),
    downloadOwnFileRoute(deps),
    listRecordsRoute(deps),
    splitActivityRoute(deps),
    joinActivitiesRoute(deps),
    listAthleteActivitiesRoute(deps),
    readAthleteActivityRoute(deps),
    readAthleteStreamsRoute(deps),
    downloadAthleteFileRoute(deps),
    readOwnLoadRoute(deps),
    readAthleteLoadRoute(deps),
  ];
}

export function activityJobs(deps: Omit<ImportDeps, 'recordings' | 'quotas'>): readonly JobRegistration[] {
  return [
    handleJob(cleanUpJob, (_payload, { signal }) => cleanUp(deps, signal)),
    handleJob(removeUploads, removeUploadsHandler(deps)),
    handleJob(expireRecordsJob, (_payload, { signal }) => expireRecords(deps, signal)),
    handleJob(remergeJob, (_payload, { signal }) => remerge(deps, signal)),
    handleJob(fillLoadsJob, (_payload, { signal }) => fillLoads(deps, signal)),
    handleJob(reckonLoadsJob, (athlete, { signal }) => reckonLoads(deps, athlete, signal)),
  ];
}
