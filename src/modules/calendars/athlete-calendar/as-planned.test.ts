import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PRIVACY, planCeiling } from '../../../privacy/index.ts';
import { newId } from '../../../shared/ids.ts';
import type { OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import { calendarOf } from './calendar.ts';

test('how much was done of a run that was cut tells nothing of by how much it was', () => {
  const at = new Date('2026-07-01T00:00:00Z');
  const day = '2026-07-13';
  const shareOf = (metres: number): number | null | undefined => {
    const workout: OwnWorkout = {
      id: newId(),
      week_number: 1,
      day: 'monday',
      date: day,
      phase: 'base',
      workout_type: 'long-run',
      title: 'Run',
      description: '',
      duration_s: 9_000,
      distance_m: metres,
      segments: [{ kind: 'work', distance_m: metres }],
      source: 'generated',
      as_planned: { title: 'Run', description: '', segments: [{ kind: 'work', distance_m: 26_000 }] },
    };
    const plan = {
      ...{
        id: newId(),
        user_id: newId(),
        plan_id: newId(),
        org_id: newId(),
        org_name: 'Club',
        title: 'Plan',
      },
      ...{ engine: 'rules', start_date: day, end_date: '2026-07-19', weeks: 1, weekly_info: {} },
      ...{ workouts: [workout], assigned_at: at, updated_at: at },
    };
    const done = {
      ...{ id: newId(), sport_type: 'run' as const, workout_type: null, is_race: false, name: 'Run' },
      ...{ start_time: new Date(`${day}T08:00:00Z`), duration_s: 9_000, moving_time_s: 9_000 },
      distance_m: 15_000,
    };
    const { days } = calendarOf({
      told: { entries: [], injuries: [] },
      range: { from: day, to: day },
      timezone: 'UTC',
      today: '2026-07-15',
      plans: [plan],
      activities: [done],
      sessions: [],
      ceiling: planCeiling({ settings: { ...DEFAULT_PRIVACY, share_pace_data: false }, audience: 'coach' }),
      sight: { sees: 'everything', sees_races: true },
    });
    return days[0]?.workouts[0]?.compliance.share;
  };
  const share = shareOf(15_000);
  assert.ok(typeof share === 'number' && share < 1, `${share}`);
  assert.equal(shareOf(20_000), share);
});
