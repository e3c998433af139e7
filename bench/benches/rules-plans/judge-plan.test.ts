import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GOOD_PLANS } from './good-plans.ts';
import { judgePlan } from './judge-plan.ts';
import { paperPlan } from './paper-plan.ts';

describe('a plan that a coach would sign', () => {
  for (const [name, plan] of Object.entries(GOOD_PLANS))
    test(`has no finding: ${name}`, () => {
      assert.deepEqual(judgePlan(paperPlan(plan)), []);
    });
});
