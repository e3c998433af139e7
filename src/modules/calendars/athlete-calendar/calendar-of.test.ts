import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PRIVACY, planCeiling } from '../../../privacy/index.ts';
import { newId } from '../../../shared/ids.ts';
import type { PlannedWorkout } from '../../../training/planning/plan.ts';
import { calendarOf } from './calendar.ts';
import type { Sight } from './sight.ts';

const [PAST, TODAY, NEXT] = ['2026-07-13', '2026-07-15', '2026-07-16'];

const workout = (date: string, workout_type: PlannedWorkout['workout_type']): PlannedWorkout => ({
  id: newId(),
  week_number: 1,
  day: 'monday',
  date,
  phase: 'base',
  workout_type,
  title: 'Run',
  description: '',
  duration_s: 3600,
  distance_m: 10_000,
  segments: [{ kind: 'work', duration_s: 3600 }],
  source: 'generated',
});

test('who does not see all that was done does not say what was missed', () => {
  const at = new Date('2026-07-01T00:00:00Z');
  const plan = {
    id: newId(),
    user_id: newId(),
    plan_id: newId(),
    org_id: newId(),
    org_name: 'Club',
    title: 'Plan',
    engine: 'rules',
    start_date: PAST,
    end_date: '2026-07-19',
    weeks: 1,
    weekly_info: {},
    workouts: [
      workout(PAST, 'easy-run'),
      workout('2026-07-14', 'race'),
      workout(TODAY, 'race'),
      workout(NEXT, 'race'),
    ],
    assigned_at: at,
    updated_at: at,
  };
  const done = {
    id: newId(),
    sport_type: 'run' as const,
    workout_type: null,
    is_race: false,
    name: 'Run',
    start_time: new Date('2026-07-14T08:00:00Z'),
    duration_s: 3600,
    moving_time_s: 3600,
    distance_m: 10_000,
  };
  const seen = (sight: Sight, activities: readonly (typeof done)[] = []) =>
    calendarOf({
      told: { entries: [], injuries: [] },
      range: { from: PAST, to: NEXT },
      timezone: 'UTC',
      today: TODAY,
      plans: [plan],
      activities,
      sessions: [],
      ceiling: planCeiling({ settings: DEFAULT_PRIVACY, audience: 'coach' }),
      sight,
    }).days.flatMap(({ workouts }) => workouts.map(({ compliance }) => compliance.status));

  assert.deepEqual(seen({ sees: 'everything', sees_races: true }), [
    'missed',
    'missed',
    'upcoming',
    'upcoming',
  ]);
  assert.deepEqual(seen({ sees: 'a part', sees_races: true }), [
    'unknown',
    'unknown',
    'upcoming',
    'upcoming',
  ]);
  assert.deepEqual(seen({ sees: 'a part', sees_races: true }, [done]), [
    'unknown',
    'done',
    'upcoming',
    'upcoming',
  ]);
  assert.deepEqual(seen({ sees: 'everything', sees_races: false }), [
    'missed',
    'unknown',
    'unknown',
    'upcoming',
  ]);
  assert.deepEqual(seen({ sees: 'nothing', sees_races: false }), [
    'unknown',
    'unknown',
    'unknown',
    'upcoming',
  ]);
});
