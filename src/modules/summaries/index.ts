import type { Route } from '../../http/route.ts';
import type { JobRegistration } from '../../infra/jobs/index.ts';
import { type ActivityJobDeps, activityJobs } from './activity/jobs.ts';
import type { SummaryDeps } from './activity/read-summaries.ts';
import { activitySummaryRoutes } from './activity/routes.ts';
import { createWriter, type WriterDeps } from './model/create-writer.ts';
import { weeklyJobs } from './weekly/jobs.ts';
import { weeklyRoutes } from './weekly/routes.ts';
import type { WeeklyDeps } from './weekly/write-summaries.ts';

export { type ActivitySummarized, activitySummarized } from './activity/activity-summarized.ts';
export { askToSummarize } from './activity/jobs.ts';
export { holdActivityText } from './activity/queries.ts';
export { summaryData } from './summary-data.ts';
export { forgetWeeks } from './weekly/expire-weeks.ts';
export { holdWeeklyTexts } from './weekly/queries.ts';
export { type WeeklySummariesWritten, weeklySummariesWritten } from './weekly/weekly-summaries-written.ts';
export { type WeeksForgotten, weeksForgotten } from './weekly/weeks-forgotten.ts';
export { writeWeeklySummaries } from './weekly/write-summaries.ts';

export function summaryRoutes(deps: SummaryDeps): readonly Route[] {
  return [...weeklyRoutes(deps), ...activitySummaryRoutes(deps)];
}

export function summaryJobs(
  deps: Omit<WeeklyDeps & ActivityJobDeps, 'writer'> & WriterDeps,
): readonly JobRegistration[] {
  const writer = createWriter(deps);
  return [...weeklyJobs({ ...deps, writer }), ...activityJobs({ ...deps, writer })];
}
