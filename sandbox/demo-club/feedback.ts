import type { Said } from '../../src/modules/feedback/index.ts';

/** What somebody said of one of their latest workouts, of which 0 is the last. */
type DemoSaid = Partial<Omit<Said, 'skipped'>> & { readonly workouts_ago: number };

/** By the keys of people, in their own languages. */
export const DEMO_FEEDBACK: readonly { readonly key: string; readonly said: readonly DemoSaid[] }[] = [
  {
    key: 'misaki',
    said: [
      { workouts_ago: 0, rpe: 4, feel: 4, note: '風が強かったけれど、最後まで楽に走れました。' },
      { workouts_ago: 2, rpe: 8, feel: 3, note: '3本目から脚が重くなりました。' },
      { workouts_ago: 4, rpe: 3, feel: 4 },
      { workouts_ago: 7, rpe: 6, feel: 2, note: '寝不足です。' },
    ],
  },
  {
    key: 'yichun',
    said: [
      { workouts_ago: 0, rpe: 5, feel: 4, note: '河堤吹風,很舒服。' },
      { workouts_ago: 1, rpe: 7, feel: 3 },
      {
        workouts_ago: 3,
        rpe: 9,
        feel: 2,
        note: '太熱了,最後兩公里用走的。',
        pain: { area: 'calf', side: 'left', level: 3 },
      },
      { workouts_ago: 6, rpe: 4, feel: 5, note: '終於跑完十公里!' },
    ],
  },
  {
    key: 'aissatou',
    said: [
      { workouts_ago: 0, rpe: 3, feel: 5, note: 'Easy, and talking all the way.' },
      { workouts_ago: 1, rpe: 8, feel: 4, note: 'Held the pace on the last one.' },
      { workouts_ago: 5, rpe: 6, feel: 3 },
    ],
  },
  {
    key: 'mateus',
    said: [
      { workouts_ago: 0, rpe: 7, feel: 2, note: 'Legs like wood after the night shift.' },
      { workouts_ago: 2, rpe: 6, feel: 3 },
    ],
  },
  {
    key: 'noor',
    said: [
      {
        workouts_ago: 0,
        rpe: 2,
        feel: 3,
        note: 'The Achilles tendon is quiet. Walked the hills.',
        pain: { area: 'achilles_tendon', side: 'right', level: 2 },
      },
      { workouts_ago: 2, rpe: 3, feel: 3, pain: { area: 'achilles_tendon', side: 'right', level: 4 } },
    ],
  },
  { key: 'hank', said: [{ workouts_ago: 1, rpe: 5, feel: 4, note: 'My first hour without a stop.' }] },
];
