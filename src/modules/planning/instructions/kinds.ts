import type { WorkoutType } from '../../../training/workout-types.ts';

const SORT = '(?:[ -](?:training|sessions?|runs?|running|work|workouts?|days?|repeats?|reps|sprints?))?';
const HAN_SORT = '(?:訓練|練習|課表|課)?';
const JA_SORT = '(?:走|練習|練|トレーニング|トレ|ダッシュ|ラン)?';

const kind = (types: readonly WorkoutType[], english: string, chinese: string, japanese: string) => ({
  types,
  words: new RegExp(`\\b(?:${english})${SORT}\\b|(?:${chinese})${HAN_SORT}|(?:${japanese})${JA_SORT}`, 'giu'),
});

/** Kinds of workouts that can be left out, by their names in the three languages; more than one word of running for all hard ones. */
export const KINDS = [
  kind(
    ['tempo', 'intervals', 'hills', 'race-pace', 'fartlek'],
    'hard|quality|high[ -]intensity|hiit',
    '高強度|強度の高い|強度',
    'ポイント',
  ),
  kind(['intervals', 'fartlek'], 'speed|speedwork|track|fast', '速度', 'スピード'),
  kind(
    ['race-pace'],
    'race[ -]pace|marathon[ -]pace',
    '比賽配速跑?|馬拉松配速跑?',
    'レースペース|マラソンペース',
  ),
  kind(
    ['hills'],
    'hills?|hill[ -]intervals?|uphills?',
    '坡道跑?|上坡跑?|爬坡|坡度間歇|跑坡',
    '坂道?(?:インターバル)?|ヒル',
  ),
  kind(['intervals'], 'intervals?', '間歇跑?', 'インターバル'),
  kind(['tempo'], 'tempos?|threshold', '節奏跑|乳酸閾值跑?|閾值跑?', 'テンポ|閾値|ペース走'),
  kind(['fartlek'], 'fartleks?', '法特雷克|法特萊克|變速跑', 'ファルトレク|ファートレク|変化走'),
  kind(['strides'], 'strides', '快步跑|加速跑', '流し|ウインドスプリント'),
  kind(['cross-training'], 'cross', '交叉', 'クロス'),
  kind(['strength'], 'strength|gym|weights?', '肌力|重量|重訓', '筋力|筋トレ|補強'),
];
