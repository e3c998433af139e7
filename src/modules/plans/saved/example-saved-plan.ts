import { EXAMPLE_IDS } from '../../../http/schemas.ts';

const day = (date: string, day: string, id: string) => ({
  id,
  week_number: 1,
  day,
  date,
  phase: 'base',
  workout_type: 'easy-run',
  title: '40 min easy',
  description: 'Easy enough to talk.',
  duration_s: 2400,
  distance_m: 6_685,
  segments: [{ kind: 'work', duration_s: 2400, target: { type: 'effort', min: 2, max: 4, zone: 'easy' } }],
  text: '- Easy 40m',
  source: 'generated',
});

/** A week of easy running as an organization stores it, for runners without known paces. */
export const EXAMPLE_SAVED = {
  id: '019f04bb-0cc4-7f2a-905b-b5365568ed9a',
  org_id: EXAMPLE_IDS.org_id,
  title: 'Back on the road',
  start_date: '2026-09-14',
  end_date: '2026-09-20',
  created_at: '2026-09-09T10:11:12.131Z',
  updated_at: '2026-09-09T10:11:12.131Z',
  weekly_info: {
    '1': {
      phase: 'base',
      focus: 'Getting used to it',
      total_distance_m: 20_055,
      training_distance_m: 20_055,
      race_distance_m: 0,
      total_duration_s: 7_200,
      workout_count: 3,
    },
  },
  content: [
    day('2026-09-15', 'tuesday', '019f04bb-0cc4-7bcd-ac84-a2ea53d4409c'),
    day('2026-09-17', 'thursday', '019f04bb-0cc4-7e5f-9a17-3c8b60f2d4e9'),
    day('2026-09-20', 'sunday', '019f04bb-0cc4-7a01-8b5c-0d9f27c4e613'),
  ],
};
