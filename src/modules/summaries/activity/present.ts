import type { ActivitySummary } from './queries.ts';

export function presentSummary(summary: ActivitySummary) {
  return {
    activity_id: summary.activity_id,
    summary_text: summary.summary_text,
    persona: summary.persona,
    language: summary.language,
    created_at: summary.created_at.getTime(),
    engine: summary.engine,
  };
}
