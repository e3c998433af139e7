import type { PlanBrief } from '../training/plan-request/plan-brief.ts';
import { NO_CONSTRAINTS } from '../training/planning/constraints.ts';

/** An intermediate runner of whom nothing else is known: ten weeks to 10 km on the last Sunday. */
export function planBrief(changes: Partial<PlanBrief> = {}): PlanBrief {
  return {
    weeks: 10,
    start_date: '2027-01-04',
    goal: { event: '10k', race_date: '2027-03-14', target_time_s: null },
    workout_days: ['tuesday', 'thursday', 'saturday', 'sunday'],
    runner: { paces: null, heart_rates: null, experience_level: 'intermediate' },
    history: null,
    language: 'en',
    persona: 'rex',
    unit_system: 'metric',
    instructions: null,
    constraints: NO_CONSTRAINTS,
    training_principle: null,
    extra_guidance: null,
    paces_from: 'level',
    read: { sources: [], not_acted_on: [] },
    content_sourcing: 'ai_generate',
    library: [],
    draft: null,
    seed: 1,
    ...changes,
  };
}

/** "id-1", "id-2", … */
export function countedIds(): () => string {
  let next = 0;
  return () => {
    next += 1;
    return `id-${next}`;
  };
}
