import type { InEachLanguage } from '../../shared/languages.ts';
import { type SportType, sportFamily } from '../../training/sport.ts';

/** Sports as people speak of them: fewer than there are. */
export type SportKind =
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

/** What they are called in the middle of a sentence. */
export const SPORT_WORDS: InEachLanguage<Readonly<Record<SportKind, string>>> = {
  en: {
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
  'zh-TW': {
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
  ja: {
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
};

export function kindOfSport(sport: SportType): SportKind {
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
