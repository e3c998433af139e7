import type { Deps } from '../../src/deps.ts';
import { eventJobs, on } from '../../src/infra/events/index.ts';
import type { JobRegistration } from '../../src/infra/jobs/index.ts';
import { openRateLimiter } from '../../src/infra/rate-limit/index.ts';
import { createSignals } from '../../src/infra/signals/index.ts';
import { activitiesStored } from '../../src/modules/activities/index.ts';
import { calendarJobs, findRaceDays, weeksChanged, workoutsDue } from '../../src/modules/calendars/index.ts';
import {
  notificationJobs,
  notifyOfActivity,
  notifyOfAnswer,
  notifyOfAttendance,
  notifyOfChangedWeeks,
  notifyOfJoining,
  notifyOfLeaving,
  notifyOfOffer,
  notifyOfPlans,
  notifyOfSessions,
  notifyOfWeeks,
  notifyOfWorkouts,
} from '../../src/modules/notifications/index.ts';
import { memberJoined, memberLeft, membershipOffered } from '../../src/modules/organizations/index.ts';
import { plansAssigned } from '../../src/modules/plans/index.ts';
import {
  attendanceTaken,
  findSessionsOfPeople,
  leaveSessions,
  sessionAnswered,
  sessionNews,
} from '../../src/modules/sessions/index.ts';
import {
  activitySummarized,
  askToSummarize,
  summaryJobs,
  weeklySummariesWritten,
} from '../../src/modules/summaries/index.ts';
import { USUAL_QUOTAS } from '../../src/shared/quotas.ts';
import type { HeldOutgoing } from './hold-outgoing.ts';
import type { PlayedDays } from './play-days.ts';

export type DaysDeps = Awaited<ReturnType<typeof depsOfDays>>;

/** The demo's words are the rules', whatever model the server has. */
export async function depsOfDays(
  { clock, jobs, events }: PlayedDays,
  { pusher, mailer, messenger }: HeldOutgoing,
  deps: Pick<Deps, 'db' | 'secretBox' | 'sourcePolicies' | 'baseUrl' | 'logger'>,
) {
  return {
    ...deps,
    ...{ clock, jobs, events, pusher, mailer, messenger },
    signals: createSignals(),
    rateLimiter: await openRateLimiter({ url: undefined, clock, logger: deps.logger }),
    llm: undefined,
    modelSummariesPerDay: 0,
    quotas: USUAL_QUOTAS,
  };
}

/** Of the server's background work what brings news to people, and what hears of it. */
export function workOfDays(deps: DaysDeps): readonly JobRegistration[] {
  return [
    ...calendarJobs({ ...deps, findSessionsOfPeople }),
    ...summaryJobs({ ...deps, findRaceDays }),
    ...notificationJobs(deps),
    ...eventJobs(deps, [
      on(weeksChanged, 'notifications', (event) => notifyOfChangedWeeks(deps, event)),
      on(memberJoined, 'notifications', (event) => notifyOfJoining(deps, event)),
      on(membershipOffered, 'notifications', (event) => notifyOfOffer(deps, event)),
      on(memberLeft, 'notifications', (event) => notifyOfLeaving(deps, event)),
      on(memberLeft, 'sessions', (event) => leaveSessions(deps, event)),
      on(sessionNews, 'notifications', (event) => notifyOfSessions(deps, event)),
      on(sessionAnswered, 'notifications', (event) => notifyOfAnswer(deps, event)),
      on(attendanceTaken, 'notifications', (event) => notifyOfAttendance(deps, event)),
      on(plansAssigned, 'notifications', (event) => notifyOfPlans(deps, event)),
      on(workoutsDue, 'notifications', (event) => notifyOfWorkouts(deps, event)),
      on(weeklySummariesWritten, 'notifications', (event) => notifyOfWeeks(deps, event)),
      on(activitySummarized, 'notifications', (event) => notifyOfActivity(deps, event)),
      on(activitiesStored, 'summaries', (event) => askToSummarize(deps, event)),
    ]),
  ];
}
