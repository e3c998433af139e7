import type { createEntry, createInjury } from '../../src/modules/availability/index.ts';
import type { createRace } from '../../src/modules/races/index.ts';

type Entry = Parameters<typeof createEntry>[2]['fields'];
type Injury = Parameters<typeof createInjury>[2]['fields'];
type Race = Parameters<typeof createRace>[2]['fields'];

/** Days count from the club's last one. */
type Told<Fields> = { readonly key: string } & Omit<Fields, 'from' | 'to' | 'date'>;
type DemoEntry = Told<Entry> & { readonly from_in: number | null; readonly to_in: number | null };
type DemoInjury = Told<Injury> & { readonly from_in: number; readonly to_in: number | null };
type DemoRace = Told<Omit<Race, 'result' | 'activity_id'>> & { readonly in_days: number };

const away = { kind: 'unavailable', part: 'day', minutes: null, weekdays: null } as const;

/** On which days people cannot train as usual, each in their own language. */
export const DEMO_ENTRIES: readonly DemoEntry[] = [
  { ...away, key: 'zoe', from_in: 2, to_in: 4, reason: 'Visiting family in Malmö' },
  { ...away, key: 'misaki', kind: 'travelling', from_in: 5, to_in: 9, reason: '大阪へ出張' },
  {
    ...away,
    key: 'yichun',
    weekdays: ['wednesday'],
    part: 'evening',
    from_in: null,
    to_in: null,
    reason: '日文課',
  },
  {
    ...away,
    key: 'yichun',
    kind: 'limited',
    minutes: 45,
    weekdays: ['friday'],
    from_in: null,
    to_in: null,
    reason: '接小孩放學',
  },
  { ...away, key: 'mateus', weekdays: ['monday'], from_in: null, to_in: null, reason: 'Late shift' },
  { ...away, key: 'priya', from_in: 6, to_in: 7, reason: 'A wedding' },
];

/** What hurts: coaches see it of who lets them. */
export const DEMO_INJURIES: readonly DemoInjury[] = [
  {
    key: 'noor',
    kind: 'injury',
    area: 'Achilles tendon',
    from_in: -27,
    to_in: null,
    running: 'none',
    note: 'Physiotherapy on Thursdays; walking is fine.',
  },
  {
    key: 'misaki',
    kind: 'injury',
    area: '左ふくらはぎ',
    from_in: -4,
    to_in: 6,
    running: 'no_speed',
    note: '坂道は問題なし。',
  },
  {
    key: 'aissatou',
    kind: 'illness',
    area: 'A cold',
    from_in: -12,
    to_in: -8,
    running: 'easy_only',
    note: null,
  },
];

/** Races to come; those that are over are made of what people ran. */
export const DEMO_RACES: readonly DemoRace[] = [
  {
    key: 'misaki',
    name: '湾岸マラソン',
    distance_m: 42_195,
    priority: 'a',
    target_time_s: 11_700,
    in_days: 63,
  },
  { key: 'misaki', name: '河川敷10km', distance_m: 10_000, priority: 'c', target_time_s: null, in_days: 28 },
  {
    key: 'yichun',
    name: '淡水河半程馬拉松',
    distance_m: 21_097.5,
    priority: 'a',
    target_time_s: 7_200,
    in_days: 49,
  },
  {
    key: 'zoe',
    name: 'Old Docks Half Marathon',
    distance_m: 21_097.5,
    priority: 'a',
    target_time_s: 6_600,
    in_days: 42,
  },
  {
    key: 'mateus',
    name: 'Harbour Lights 5 km',
    distance_m: 5_000,
    priority: 'b',
    target_time_s: 1_200,
    in_days: 14,
  },
];

/** Whose races of the past are in their calendars, as they ran them. */
export const WITH_PAST_RACES: readonly string[] = ['misaki', 'yichun', 'zoe', 'aissatou'];
