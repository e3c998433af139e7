import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Weekday } from '../../../shared/calendar.ts';
import { countedIds } from '../../../test/plan-brief.ts';
import { anyPlanBrief } from '../../../test/random-plan-briefs.ts';
import type { Constraints } from '../../../training/planning/constraints.ts';
import type { DraftDay, DraftWeek } from '../../../training/planning/draft.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { readDraft } from '../draft/read-draft.ts';
import { writeDraft } from '../draft/write-draft.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { PlanRefused } from '../engine/faults.ts';
import { buildPlan } from '../rules/build-plan.ts';
import { weekAgainst } from './against-draft.ts';
import type { Request } from './read-sentence.ts';

/** Those that the rules always keep. */
function requestsOf({ days_off, long_run_day, max_weekly_distance_m }: Constraints): Request[] {
  return [
    { asked: 'days_off', days: days_off },
    ...(long_run_day === null ? [] : [{ asked: 'long_run_day', day: long_run_day } as const]),
    ...(max_weekly_distance_m === null
      ? []
      : [{ asked: 'max_weekly_distance_m', distance_m: max_weekly_distance_m } as const]),
  ];
}

function draftOf(brief: PlanBrief): readonly DraftWeek[] | null {
  try {
    return readDraft(writeDraft(buildPlan(brief, countedIds()), brief), brief).weeks ?? null;
  } catch (error) {
    if (error instanceof PlanRefused) return null;
    throw error;
  }
}

test('a draft by the rules goes with the constraints it was made for', () => {
  const goesWith = (brief: PlanBrief) => {
    const { days_off, long_run_day } = brief.constraints;
    const left = brief.workout_days.filter((day) => !days_off.includes(day));
    // Refused before it comes to a draft.
    if (left.length === 0 || (long_run_day !== null && !left.includes(long_run_day))) return;
    const draft = draftOf(brief);
    for (const request of requestsOf(brief.constraints)) assert.equal(weekAgainst(request, draft), null);
  };
  fc.assert(fc.property(anyPlanBrief, goesWith), { seed: 20_260_701, numRuns: 60 });
});

test('the first week that does not go with a request is named', () => {
  const day = (day: Weekday, workout_type: WorkoutType, distance_m: number) => ({
    day,
    workout_type,
    distance_m,
    duration_s: null,
    words: '',
  });
  const week = (number: number, days: DraftDay[] | null, distance_m: number | null = null) => ({
    number,
    days,
    distance_m,
  });
  const draft = [
    week(1, [day('tuesday', 'easy-run', 8_000), day('sunday', 'long-run', 15_000)]),
    week(2, null, 60_000),
    week(3, [day('tuesday', 'hills', 8_000), day('saturday', 'long-run', 20_050)]),
    week(4, [day('saturday', 'strength', 90_000), day('monday', 'race', 42_195)]),
  ];
  const cases: readonly (readonly [Request, number | null])[] = [
    [{ asked: 'days_off', days: ['saturday'] }, 3],
    // The race is where it is.
    [{ asked: 'days_off', days: ['monday'] }, null],
    [{ asked: 'long_run_day', day: 'sunday' }, 3],
    [{ asked: 'long_run_day', day: 'saturday' }, 1],
    [{ asked: 'without', types: ['hills', 'intervals'] }, 3],
    [{ asked: 'without', types: ['intervals'] }, null],
    [{ asked: 'longest_run_m', distance_m: 15_000 }, 3],
    [{ asked: 'longest_run_m', distance_m: 20_000 }, null],
    [{ asked: 'max_weekly_distance_m', distance_m: 20_000 }, 1],
    [{ asked: 'max_weekly_distance_m', distance_m: 40_000 }, 2],
    [{ asked: 'max_weekly_distance_m', distance_m: 60_000 }, null],
    [{ asked: 'days_per_week', count: 2 }, null],
    [{ asked: 'days_per_week', count: 1 }, 1],
    [{ asked: 'days_per_week', count: 3 }, 1],
  ];
  for (const [request, number] of cases)
    assert.equal(weekAgainst(request, draft), number, JSON.stringify(request));
  assert.equal(weekAgainst({ asked: 'days_off', days: ['tuesday'] }, null), null);
});
