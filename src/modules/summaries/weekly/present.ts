import { paceClock } from '../../../words/measure-words.ts';
import type { WeeklySummary } from './queries.ts';

export function presentWeek({ week_start, summary_text, facts, generated_at, engine }: WeeklySummary) {
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
