import type { Database } from '../../infra/db/database.ts';
import { type PersonalData, pagesOf } from '../users/index.ts';
import { type ActivitySummary, findSummaryPage } from './activity/queries.ts';
import { findSummaries, type WeeklySummary } from './weekly/queries.ts';

const PAGE = 200;

/** What was said of a person's training. All goes with them. */
export function summaryData(deps: { db: Database }): PersonalData {
  const weeks = async function* (user_id: string): AsyncGenerator<string[]> {
    const pages = pagesOf<WeeklySummary>(PAGE, ({ after, limit }) =>
      findSummaries(deps.db, { user_id, before: after?.week_start ?? null, limit }),
    );
    for await (const page of pages) yield page.map((week) => JSON.stringify(presentOwnWeek(week)));
  };
  const workouts = async function* (user_id: string): AsyncGenerator<string[]> {
    const pages = pagesOf<ActivitySummary>(PAGE, (page) => findSummaryPage(deps.db, { user_id, ...page }));
    for await (const page of pages) yield page.map((workout) => JSON.stringify(presentOwnWorkout(workout)));
  };
  return {
    name: 'summaries',
    columns: ['weekly_summaries.user_id', 'activity_summaries.user_id'],
    files: {
      'weekly_summaries.json': 'Your weeks in figures and in words, the latest first.',
      'activity_summaries.json': 'What you were told of your workouts.',
    },
    async *collect(user_id) {
      yield { name: 'weekly_summaries.json', records: weeks(user_id) };
      yield { name: 'activity_summaries.json', records: workouts(user_id) };
    },
  };
}

function presentOwnWeek(week: WeeklySummary): object {
  return {
    week_start: week.week_start,
    time_zone: week.time_zone,
    summary_text: week.summary_text,
    figures: week.facts,
    language: week.language,
    persona: week.persona,
    engine: week.engine,
    generated_at: week.generated_at.toISOString(),
  };
}

function presentOwnWorkout(workout: ActivitySummary): object {
  return {
    activity_id: workout.activity_id,
    summary_text: workout.summary_text,
    figures: workout.facts,
    language: workout.language,
    persona: workout.persona,
    engine: workout.engine,
    created_at: workout.created_at.toISOString(),
  };
}
