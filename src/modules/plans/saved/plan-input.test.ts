import { test } from 'node:test';
import fc from 'fast-check';
import { newId } from '../../../shared/ids.ts';
import { anyPlanBrief } from '../../../test/random-plan-briefs.ts';
import { buildPlan } from '../../planning/rules/plan-weeks.ts';
import { checkContent } from './plan-input.ts';

test('what the rules planned for anybody can be saved by who does not know them', () => {
  fc.assert(
    fc.property(anyPlanBrief, (brief) => {
      const { start_date, weeks, goal, runner } = brief;
      const { experience_level } = runner;
      checkContent(buildPlan(brief, newId), { start_date, weeks, goal, experience_level }, 'en');
    }),
    { numRuns: 40, seed: 7, endOnFailure: true },
  );
});
