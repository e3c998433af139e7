import { EXAMPLE_IDS } from '../../http/schemas.ts';
import { EXAMPLE_CONTENT, EXAMPLE_WEEKLY_INFO } from '../planning/index.ts';
import type { PlanView } from './present.ts';

/** The week before a half marathon at 4:45 a kilometre, for one who shares all. Its sums are those of its parts. */
export const EXAMPLE_PLAN = {
  id: EXAMPLE_IDS.plan_id,
  athlete_id: EXAMPLE_IDS.athlete_id,
  saved_plan_id: '019f04bb-0cc4-7f2a-905b-b5365568ed9a',
  title: 'Race week',
  start_date: '2026-09-14',
  end_date: '2026-09-20',
  weeks: 1,
  engine: 'rules',
  weekly_info: EXAMPLE_WEEKLY_INFO,
  workouts: EXAMPLE_CONTENT,
  assigned_at: '2026-06-26T16:20:38.771Z',
  updated_at: '2026-06-26T16:20:38.771Z',
  privacy_filtered: [],
} satisfies PlanView;
