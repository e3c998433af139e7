import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays } from '../../../src/shared/calendar.ts';
import { asking, codesOf, MARATHON, ULTRA, weeks, YEAR } from './break-plan.ts';
import { GOOD_PLANS } from './good-plans.ts';
import { judgePlan } from './judge-plan.ts';
import { paperPlan } from './paper-plan.ts';
import type { Case } from './wire.ts';

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

  const after = (plan: Case, week: number, priority: 'a' | 'b' | 'c'): Case => {
    const races = [
      { date: addDays(MARATHON.asked.start_date, week * 7 - 1), event: '5k' as const, priority },
    ];
    return { ...plan, asked: { ...plan.asked, constraints: { races } } };
  };

  test('what was trained before another race and in the 42 days after it is no peak to keep', () => {
    const plan = weeks(MARATHON, {
      2: 'tue t6/1.9 thu e5 sat e4 sun l11',
      13: 'tue t8/1.3 thu e10 sat e6 sun l23.5',
    });
    assert.ok(codesOf(after(plan, 4, 'c')).includes('peak_session_smaller'));
    assert.ok(!codesOf(after(plan, 4, 'a')).includes('peak_session_smaller'));
  });

  test('the least long run is asked for in whole plans from the last race on', () => {
    const plan = weeks(MARATHON, {
      10: 'tue e8 thu e10 sat e6 sun l20',
      11: 'tue e8 thu e10 sat e6 sun l20.5',
      13: 'tue e9 thu e11 sat e7 sun l20.5',
    });
    assert.ok(codesOf(after(plan, 1, 'c')).includes('long_run_short'));
    assert.ok(!codesOf(after(plan, 1, 'b')).includes('long_run_short'));
  });

  test('on four days to an ultra one element of quality is enough beside two long runs', () => {
    const { wednesday: _, ...days } = Object.fromEntries(ULTRA.asked.workout_days.map((day) => [day, day]));
    const asked = { ...ULTRA.asked, workout_days: Object.values(days) };
    const lines = ULTRA.weeks.map((line) => line.replace(/wed e\d+ /, ''));
    const single = lines.map((line) => line.replace(/sat e\d+/, 'sat e5'));
    const judged = (written: readonly string[]) => codesOf(paperPlan({ ...ULTRA, asked, weeks: written }));
    assert.ok(judged(single).includes('quality_missing'));
    assert.ok(!judged(lines).includes('quality_missing'));
  });
});
