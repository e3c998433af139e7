import { commentSubjects } from './comment-subjects.ts';
import type { Deps } from './deps.ts';
import { backupJobs, type ScheduledBackups } from './infra/backup/index.ts';
import { eventJobs, type Listener, on } from './infra/events/index.ts';
import { idempotencyJobs } from './infra/idempotency/forget-writes.ts';
import { instanceJobs } from './infra/instance/index.ts';
import type { JobRegistration } from './infra/jobs/index.ts';
import { outboxJobs } from './infra/outbox/clean-up.ts';
import { accountJobs } from './modules/accounts/index.ts';
import {
  activitiesRemoved,
  activitiesStored,
  activityJobs,
  askToReckon,
  figuresExpired,
} from './modules/activities/index.ts';
import { apiKeyJobs, apiKeysRevoked, apiKeyUnused } from './modules/api-keys/index.ts';
import { accessJobs } from './modules/audit/index.ts';
import { availabilityInArchives, injuriesInArchives } from './modules/availability/index.ts';
import { calendarJobs, findRaceDays, weeksChanged, workoutsDue } from './modules/calendars/index.ts';
import { changeJobs, sequenceChanges } from './modules/changes/index.ts';
import { archiveIncomplete, athletesExported, exportJobs } from './modules/exports/index.ts';
import { feedbackGiven, feedbackInArchives } from './modules/feedback/index.ts';
import {
  connectionLost,
  connectJobs,
  healthJobs,
  inboxJobs,
  type Providers,
  syncJobs,
} from './modules/integrations/index.ts';
import { invitationJobs } from './modules/invitations/index.ts';
import {
  endThreads,
  forgetComments,
  forgetSessionComments,
  messageJobs,
  threadChanged,
  unreadWaiting,
} from './modules/messages/index.ts';
import {
  forgetActivities,
  notificationJobs,
  notifyExportedAthletes,
  notifyOfActivity,
  notifyOfAnswer,
  notifyOfAttendance,
  notifyOfChangedWeeks,
  notifyOfDeclining,
  notifyOfIncompleteArchive,
  notifyOfJoining,
  notifyOfLeaving,
  notifyOfLostConnection,
  notifyOfOffer,
  notifyOfPlans,
  notifyOfRevokedKeys,
  notifyOfSessions,
  notifyOfThread,
  notifyOfUnread,
  notifyOfUnusedKey,
  notifyOfWeeks,
  notifyOfWorkouts,
  withdrawWeeks,
} from './modules/notifications/index.ts';
import {
  memberJoined,
  memberLeft,
  membershipDeclined,
  membershipOffered,
} from './modules/organizations/index.ts';
import { planJobs, plansAssigned } from './modules/plans/index.ts';
import {
  attendanceInArchives,
  attendanceTaken,
  clubSessionJobs,
  findSessionsOfPeople,
  leaveSessions,
  sessionAnswered,
  sessionNews,
  sessionsDeleted,
  sessionsInArchives,
} from './modules/sessions/index.ts';
import {
  activitySummarized,
  askToSummarize,
  forgetWeeks,
  summaryJobs,
  weeklySummariesWritten,
  weeksForgotten,
} from './modules/summaries/index.ts';
import { triageJobs } from './modules/triage/index.ts';
import { trainingZonesChanged } from './modules/users/index.ts';

type WorkerDeps = Deps & { readonly providers: Providers; readonly backups: ScheduledBackups | null };

/** What archives of organizations hold besides athletes and activities, in the order of their files. */
const ARCHIVE_TABLES = [
  feedbackInArchives,
  availabilityInArchives,
  injuriesInArchives,
  sessionsInArchives,
  attendanceInArchives,
];

const TELLS = { sends: true } as const;

function listeners(deps: Deps): readonly Listener[] {
  return [
    on(athletesExported, 'notifications', (event) => notifyExportedAthletes(deps, event), TELLS),
    on(archiveIncomplete, 'notifications', (event) => notifyOfIncompleteArchive(deps, event), TELLS),
    on(memberJoined, 'notifications', (event) => notifyOfJoining(deps, event), TELLS),
    on(connectionLost, 'notifications', (event) => notifyOfLostConnection(deps, event), TELLS),
    on(apiKeysRevoked, 'notifications', (event) => notifyOfRevokedKeys(deps, event), TELLS),
    on(apiKeyUnused, 'notifications', (event) => notifyOfUnusedKey(deps, event), TELLS),
    on(membershipOffered, 'notifications', (event) => notifyOfOffer(deps, event), TELLS),
    on(membershipDeclined, 'notifications', (event) => notifyOfDeclining(deps, event), TELLS),
    on(memberLeft, 'notifications', (event) => notifyOfLeaving(deps, event), TELLS),
    on(memberLeft, 'sessions', (event) => leaveSessions(deps, event)),
    on(sessionNews, 'notifications', (event) => notifyOfSessions(deps, event), TELLS),
    on(sessionAnswered, 'notifications', (event) => notifyOfAnswer(deps, event), TELLS),
    on(attendanceTaken, 'notifications', (event) => notifyOfAttendance(deps, event), TELLS),
    on(plansAssigned, 'notifications', (event) => notifyOfPlans(deps, event), TELLS),
    on(weeksChanged, 'notifications', (event) => notifyOfChangedWeeks(deps, event), TELLS),
    on(workoutsDue, 'notifications', (event) => notifyOfWorkouts(deps, event), TELLS),
    on(weeklySummariesWritten, 'notifications', (event) => notifyOfWeeks(deps, event), TELLS),
    on(activitySummarized, 'notifications', (event) => notifyOfActivity(deps, event), TELLS),
    on(activitiesRemoved, 'notifications', (event) => forgetActivities(deps, event)),
    on(weeksForgotten, 'notifications', (event) => withdrawWeeks(deps, event)),
    on(
      threadChanged,
      'notifications',
      (event) => notifyOfThread({ ...deps, subjects: commentSubjects(deps) }, event),
      TELLS,
    ),
    on(
      unreadWaiting,
      'notifications',
      (event) => notifyOfUnread({ ...deps, subjects: commentSubjects(deps) }, event),
      TELLS,
    ),
    on(memberLeft, 'messages', (event) => endThreads(deps, event)),
    on(activitiesRemoved, 'messages', (event) => forgetComments(deps, event)),
    on(sessionsDeleted, 'messages', (event) => forgetSessionComments(deps, event)),
    on(figuresExpired, 'summaries', (event) => forgetWeeks(deps, event)),
    on(activitiesStored, 'summaries', (event) => askToSummarize(deps, event)),
    // So that programs that ask for changes find it without delay.
    on(feedbackGiven, 'changes', () => sequenceChanges(deps)),
    on(trainingZonesChanged, 'activities', (event) => askToReckon(deps, event)),
  ];
}

export function jobRegistrations(deps: WorkerDeps): readonly JobRegistration[] {
  return [
    ...accountJobs(deps),
    ...accessJobs(deps),
    ...apiKeyJobs(deps),
    ...activityJobs(deps),
    ...changeJobs(deps),
    ...exportJobs({ ...deps, archiveTables: ARCHIVE_TABLES }),
    ...invitationJobs(deps),
    ...connectJobs(deps),
    ...syncJobs(deps),
    ...inboxJobs(deps),
    ...healthJobs(deps),
    ...planJobs(deps),
    ...calendarJobs({ ...deps, findSessionsOfPeople }),
    ...clubSessionJobs(deps),
    ...messageJobs(deps),
    ...summaryJobs({ ...deps, findRaceDays }),
    ...notificationJobs(deps),
    ...triageJobs(deps),
    ...outboxJobs(deps),
    ...instanceJobs(deps),
    ...idempotencyJobs(deps),
    ...backupJobs(deps),
    ...eventJobs(deps, listeners(deps)),
  ];
}
