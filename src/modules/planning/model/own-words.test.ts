import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesPage } from '../../../infra/llm/index.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { countedIds, planBrief } from '../../../test/plan-brief.ts';
import { buildPlan } from '../rules/plan-weeks.ts';

for (const language of LANGUAGES)
  test(`${language}: nothing that the rules say looks like what a model may not say`, () => {
    const texts = new Set<string>();
    for (const persona of ['rex', 'joy'] as const)
      for (const unit_system of ['metric', 'imperial'] as const)
        for (const event of ['5k', 'marathon', 'general'] as const) {
          const goal = { event, race_date: null, target_time_s: null };
          const brief = planBrief({ weeks: 20, language, persona, unit_system, goal });
          const plan = buildPlan(brief, countedIds());
          for (const text of textsOf(plan)) texts.add(text);
        }
    assert.ok(texts.size > 500, `${texts.size}`);
    assert.deepEqual([...texts].filter(namesPage), []);
  });

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
