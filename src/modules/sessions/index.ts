import type { Route } from '../../http/route.ts';
import { handleJob, type JobRegistration } from '../../infra/jobs/index.ts';
import type { NoteDeps } from '../audit/index.ts';
import type { SessionDeps } from './answer-session.ts';
import { remind, remindJob } from './remind.ts';
import { answerRoutes } from './routes/answers.ts';
import { registerRoutes } from './routes/register.ts';
import { sessionRoutes } from './routes/sessions.ts';

export { answerSession } from './answer-session.ts';
export { attendanceInArchives, sessionsInArchives } from './archive-queries.ts';
export { ANSWERS, type ClubSession } from './club-session.ts';
export { CLUB_SESSION_FACTS } from './contract.ts';
export { createSession } from './create-session.ts';
export { findSessionsOfPeople, findSubscribedSessions } from './find-own-sessions.ts';
export { findInvolvedInSession, findSeenSessions, holdSession } from './find-seen-sessions.ts';
export { leaveSessions } from './leave-sessions.ts';
export { presentFacts, presentSharedAttendance } from './present.ts';
export { findSessionsAfter, findSessionsByIds } from './queries.ts';
export { listSessions } from './read-sessions.ts';
export {
  findSharedAttendance,
  findSharedAttendanceAfter,
  listSharedAttendance,
  listSharedSessions,
  sharesAttendance,
} from './read-shared-sessions.ts';
export { clubSessionData } from './session-data.ts';
export {
  type AttendanceTaken,
  attendanceTaken,
  type SessionAnswered,
  type SessionNews,
  type SessionsDeleted,
  sessionAnswered,
  sessionNews,
  sessionsDeleted,
} from './session-events.ts';
export type { SharedRow } from './shared-queries.ts';
export { takeAttendance } from './take-attendance.ts';
export { findToldSession } from './told-queries.ts';

export function clubSessionRoutes(deps: SessionDeps & NoteDeps): readonly Route[] {
  return [...sessionRoutes(deps), ...answerRoutes(deps), ...registerRoutes(deps)];
}

export function clubSessionJobs(deps: SessionDeps): readonly JobRegistration[] {
  return [handleJob(remindJob, (_payload, { signal }) => remind(deps, signal))];
}
