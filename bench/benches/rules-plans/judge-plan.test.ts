import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays } from '../../../src/shared/calendar.ts';
import { asking, codesOf, weeks, YEAR } from './break-plan.ts';
import { GOOD_PLANS } from './good-plans.ts';
import { judgePlan } from './judge-plan.ts';
import { paperPlan } from './paper-plan.ts';

describe('a plan that a coach would sign', () => {
  for (const [name, plan] of Object.entries(GOOD_PLANS))
    test(`has no finding: ${name}`, () => {
      assert.deepEqual(judgePlan(paperPlan(plan)), []);
    });
});

describe('where rules contradict each other in a request', () => {
  test('speed is neither tempo, hills nor race pace up to threshold', () => {
    const lines = YEAR.weeks.map((line) => line.replace(/i9\/[\d.]+/, 'h9/2'));
    const plan = { ...YEAR, weeks: lines };
    assert.ok(lines.some((line) => line.includes('h9')));
    const judged = asking(plan, { constraints: { exclude: ['speed'] } });
    assert.ok(!codesOf(judged).includes('constraint_broken'));
  });

  test('a week in which somebody is away has no key session to keep', () => {
    const plan = weeks(YEAR, { 8: 'tue e7 wed s thu e5' });
    assert.ok(codesOf(plan).includes('key_session_cut'));
    const from = addDays(YEAR.asked.start_date, 7 * 7 + 4);
    const away = { unavailable: [{ from, to: addDays(from, 2) }] };
    const judged = { ...plan, asked: { ...plan.asked, constraints: away } };
    assert.deepEqual(codesOf(judged), []);
  });
});
