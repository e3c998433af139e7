import type { StripDay } from '../src/parts/week-strip.tsx';
import type { Session } from '../src/session/session.tsx';

/** Somebody who looks at the parts: nobody's account. */
export const READER = {
  profile: {
    user_id: '019cbf50-c67e-7ca9-a131-3f99f6136c44',
    email: 'yuki@example.org',
    username: 'yuki',
    display_name: 'Yuki T.',
    preferences: { language: 'en', timezone: 'Asia/Tokyo', unit_system: 'metric' },
  },
  memberships: [],
} as unknown as Session;

/** Names that break what is laid out by the names one expects. */
export const NAMES = [
  'Aïssatou Diallo',
  '西尾美咲',
  '<b>Bold</b> & Söhne',
  'עדי כהן',
  '🏃‍♀️ 🏃‍♀️',
  'Wolfeschlegelsteinhausenbergerdorff'.repeat(6),
];

const planned = (distance_m: number): StripDay['planned'] => ({ kind: 'easy', distance_m });
const day = (date: string, of: Partial<StripDay>): StripDay => ({ date, planned: null, done: null, ...of });

export const WEEKS: Readonly<Record<string, readonly StripDay[]>> = {
  'planned and run': [
    day('2026-11-16', {}),
    day('2026-11-17', {
      planned: { kind: 'intervals', distance_m: 9_700 },
      done: { kind: 'intervals', distance_m: 8_600, share: 0.89 },
    }),
    day('2026-11-18', { done: { kind: 'easy', distance_m: 7_900, share: null } }),
    day('2026-11-19', { planned: planned(8_500), done: { kind: 'easy', distance_m: 8_200, share: 0.96 } }),
    day('2026-11-20', {}),
    day('2026-11-21', { planned: planned(8_500) }),
    day('2026-11-22', {
      planned: { kind: 'long', distance_m: 18_000 },
      done: { kind: 'long', distance_m: 14_400, share: 0.8 },
    }),
  ],
  'distances withheld': [16, 17, 18, 19, 20, 21, 22].map((date, index) =>
    day(`2026-11-${date}`, {
      planned: index % 2 === 0 ? { kind: 'easy', distance_m: null } : null,
      done: index === 2 ? { kind: 'easy', distance_m: null, share: 0.6 } : null,
    }),
  ),
  nothing: [16, 17, 18, 19, 20, 21, 22].map((date) => day(`2026-11-${date}`, {})),
};
