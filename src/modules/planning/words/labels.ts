import type { InEachLanguage } from '../../../shared/languages.ts';
import type { GoalEvent } from '../../../training/planning/brief.ts';
import type { ExperienceLevel, Phase } from '../../../training/planning/plan.ts';
import type { ZoneName } from '../../../training/planning/zone-names.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';

/** What runners call things. The draft is written with these names, and read by them and others. */
type Names<Key extends string> = InEachLanguage<Readonly<Record<Key, string>>>;

export const TYPE_NAMES: Names<WorkoutType> = {
  en: {
    'easy-run': 'Easy run',
    'long-run': 'Long run',
    tempo: 'Tempo run',
    intervals: 'Intervals',
    hills: 'Hills',
    'recovery-run': 'Recovery run',
    'race-pace': 'Race pace',
    fartlek: 'Fartlek',
    strides: 'Easy run with strides',
    'cross-training': 'Cross-training',
    strength: 'Strength',
    race: 'Race',
  },
  'zh-TW': {
    'easy-run': '輕鬆跑',
    'long-run': '長跑',
    tempo: '節奏跑',
    intervals: '間歇跑',
    hills: '坡道跑',
    'recovery-run': '恢復跑',
    'race-pace': '比賽配速跑',
    fartlek: '法特雷克',
    strides: '輕鬆跑加快步跑',
    'cross-training': '交叉訓練',
    strength: '肌力訓練',
    race: '比賽',
  },
  ja: {
    'easy-run': 'イージーラン',
    'long-run': 'ロング走',
    tempo: 'テンポ走',
    intervals: 'インターバル走',
    hills: '坂道走',
    'recovery-run': '回復ジョグ',
    'race-pace': 'レースペース走',
    fartlek: 'ファルトレク',
    strides: 'イージーラン＋流し',
    'cross-training': 'クロストレーニング',
    strength: '筋力トレーニング',
    race: 'レース',
  },
};

export const PHASE_NAMES: Names<Phase> = {
  en: { base: 'Base', build: 'Build', peak: 'Peak', taper: 'Taper', recovery: 'Recovery' },
  'zh-TW': { base: '基礎期', build: '進展期', peak: '巔峰期', taper: '減量期', recovery: '恢復期' },
  ja: { base: '基礎期', build: '強化期', peak: 'ピーク期', taper: 'テーパー期', recovery: '回復期' },
};

/** As in "5 km at …". */
export const ZONE_WORDS: Names<ZoneName> = {
  en: {
    recovery: 'a very easy effort',
    easy: 'an easy effort',
    marathon: 'marathon pace',
    half_marathon: 'half marathon pace',
    threshold: 'threshold pace',
    '10k': '10 km race pace',
    interval: 'interval pace',
    repetition: 'repetition pace',
  },
  'zh-TW': {
    recovery: '恢復強度',
    easy: '輕鬆強度',
    marathon: '馬拉松配速',
    half_marathon: '半馬配速',
    threshold: '閾值配速',
    '10k': '10 公里比賽配速',
    interval: '間歇配速',
    repetition: '反覆跑配速',
  },
  ja: {
    recovery: 'ごく楽なペース',
    easy: '楽なペース',
    marathon: 'マラソンペース',
    half_marathon: 'ハーフマラソンペース',
    threshold: '閾値ペース',
    '10k': '10 km のレースペース',
    interval: 'インターバルペース',
    repetition: 'レペティションペース',
  },
};

/** For sessions of race pace that go by another zone: that of 5 km is the one of intervals. */
export const RACE_PACE_WORDS: InEachLanguage<string> = {
  en: 'race pace',
  'zh-TW': '比賽配速',
  ja: 'レースペース',
};

export const EVENT_NAMES: Names<GoalEvent> = {
  en: {
    '5k': '5 km',
    '10k': '10 km',
    half_marathon: 'half marathon',
    marathon: 'marathon',
    general: 'general fitness',
  },
  'zh-TW': {
    '5k': '5 公里',
    '10k': '10 公里',
    half_marathon: '半程馬拉松',
    marathon: '全程馬拉松',
    general: '提升體能',
  },
  ja: {
    '5k': '5 km',
    '10k': '10 km',
    half_marathon: 'ハーフマラソン',
    marathon: 'フルマラソン',
    general: '体力づくり',
  },
};

export const LEVEL_NAMES: Names<ExperienceLevel> = {
  en: { beginner: 'beginner', intermediate: 'intermediate', advanced: 'advanced' },
  'zh-TW': { beginner: '初學', intermediate: '中階', advanced: '進階' },
  ja: { beginner: '初級', intermediate: '中級', advanced: '上級' },
};
