import { type Route, route } from '../../../http/route.ts';
import type { Database } from '../../../infra/db/database.ts';
import { paceClock } from '../../../words/measure-words.ts';
import { WeeklySummaries, WeeklySummariesQuery } from './contract.ts';
import type { WeeklySummary } from './queries.ts';
import { readWeeklySummaries } from './read-summaries.ts';

export function weeklyRoutes(deps: { readonly db: Database }): readonly Route[] {
  return [listWeeklySummariesRoute(deps)];
}

function listWeeklySummariesRoute(deps: { readonly db: Database }): Route {
  return route({
    operation_id: 'listWeeklySummaries',
    method: 'GET',
    path: '/notifications/ai-summary/weekly',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'The own weeks in a few sentences',
    description:
      'A week goes from Monday to Sunday in the time zone of the preferences, and is summed up on the Monday after it, at six in the ' +
      'morning there, for everybody with an activity in the last four weeks and an account by then. Activities that come later in that week change its ' +
      'sums within a quarter of an hour; after that it stays. When the server may keep figures of one of its workouts no longer, by the ' +
      'terms of where they come from, the week goes, too. Sums are of all own activities, private ones too.',
    query: WeeklySummariesQuery,
    responses: { 200: WeeklySummaries },
    handler: async ({ actor, query: { limit, week_start } }) => {
      const summaries = await readWeeklySummaries(deps, actor, { limit, week_start });
      return {
        status: 200,
        body: { status: 'ok' as const, data: { summaries: summaries.map(presentWeek) } },
      };
    },
  });
}

function presentWeek({ week_start, summary_text, facts, generated_at, engine }: WeeklySummary) {
  const { pace_s_per_km } = facts.running;
  return {
    week_start,
    summary_text,
    total_distance: Math.round(facts.distance_m) / 1_000,
    total_activities: facts.activities,
    average_pace: pace_s_per_km === null ? null : paceClock(pace_s_per_km),
    runner_score: facts.runner_score,
    generated_at: generated_at.getTime(),
    engine,
  };
}
