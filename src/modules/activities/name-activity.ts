import { hourOfDay } from '../../shared/time.ts';
import { type SportType, sportFamily } from '../../training/sport.ts';
import type { User } from '../users/index.ts';

type Language = User['preferences']['language'];
type TimeOfDay = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night';
type Kind =
  | 'run'
  | 'trail_run'
  | 'walk'
  | 'hike'
  | 'ride'
  | 'swim'
  | 'row'
  | 'ski'
  | 'strength'
  | 'yoga'
  | 'transition'
  | 'workout';

type Words = {
  readonly times: Readonly<Record<TimeOfDay, string>>;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly join: (time: string, kind: string) => string;
};

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    times: { morning: 'Morning', noon: 'Lunch', afternoon: 'Afternoon', evening: 'Evening', night: 'Night' },
    kinds: {
      run: 'run',
      trail_run: 'trail run',
      walk: 'walk',
      hike: 'hike',
      ride: 'ride',
      swim: 'swim',
      row: 'row',
      ski: 'ski',
      strength: 'strength training',
      yoga: 'yoga',
      transition: 'transition',
      workout: 'workout',
    },
    join: (time, kind) => `${time} ${kind}`,
  },
  'zh-TW': {
    times: { morning: '早晨', noon: '中午', afternoon: '午後', evening: '傍晚', night: '夜間' },
    kinds: {
      run: '跑步',
      trail_run: '越野跑',
      walk: '健走',
      hike: '健行',
      ride: '騎乘',
      swim: '游泳',
      row: '划船',
      ski: '滑雪',
      strength: '肌力訓練',
      yoga: '瑜伽',
      transition: '轉換',
      workout: '訓練',
    },
    join: (time, kind) => time + kind,
  },
  ja: {
    times: { morning: '朝', noon: '昼', afternoon: '午後', evening: '夕方', night: '夜' },
    kinds: {
      run: 'ランニング',
      trail_run: 'トレイルラン',
      walk: 'ウォーキング',
      hike: 'ハイキング',
      ride: 'ライド',
      swim: 'スイム',
      row: 'ローイング',
      ski: 'スキー',
      strength: '筋力トレーニング',
      yoga: 'ヨガ',
      transition: 'トランジション',
      workout: 'ワークアウト',
    },
    join: (time, kind) => `${time}の${kind}`,
  },
};

/** What an activity without a name is called: sport and time of day where it took place, such as "Morning run". */
export function nameActivity(
  { sport_type, start_time }: { sport_type: SportType; start_time: Date },
  timezone: string,
  language: Language,
): string {
  const { times, kinds, join } = WORDS[language];
  return join(times[timeOfDay(hourOfDay(start_time, timezone))], kinds[kindOf(sport_type)]);
}

function timeOfDay(hour: number): TimeOfDay {
  if (hour < 4 || hour >= 22) return 'night';
  if (hour < 11) return 'morning';
  if (hour < 14) return 'noon';
  return hour < 18 ? 'afternoon' : 'evening';
}

function kindOf(sport: SportType): Kind {
  if (sport === 'trail_run' || sport === 'hike' || sport === 'yoga' || sport === 'transition') return sport;
  if (sport === 'strength_training') return 'strength';
  switch (sportFamily(sport)) {
    case 'running':
      return 'run';
    case 'walking':
      return 'walk';
    case 'cycling':
      return 'ride';
    case 'swimming':
      return 'swim';
    case 'rowing':
      return 'row';
    case 'skiing':
      return 'ski';
    default:
      return 'workout';
  }
}
