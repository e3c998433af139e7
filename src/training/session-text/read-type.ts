import { WORKOUT_TYPES, type WorkoutType } from '../workout-types.ts';

/** "Pre-race" and "race week" do not mean a race. */
const RACE =
  '(?<!(?:pre|post|before|after|for|no)[ -](?:the )?)\\b(?:race(?: day)?|parkrun|time trial)\\b(?![ -]?(?:pace|week|effort|speed|specific|kit|shoes|plan|distance))';

/** The words for each type in the three languages. Of two that begin at the same place the longer wins: レースペース over レース. */
const WORDS: Readonly<Record<WorkoutType, string>> = {
  'easy-run':
    '\\beasy\\b|\\bjog(?:ging)?\\b|\\brelaxed\\b|\\bshakeout\\b|輕鬆|慢跑|有氧跑|イージー|ジョギング|ジョグ|ゆっくり|\\be ?ラン',
  'long-run':
    '\\blong\\b|\\blsd\\b|長距離|長跑|長課|ロング|距離走|ロングジョグ|easy long|輕鬆長跑|輕鬆的長跑',
  tempo:
    '\\btempo\\b|\\bthreshold\\b|\\blt run\\b|\\bprogression\\b|\\bcruise\\b|節奏|閾值|乳酸|配速跑|漸速|漸進|テンポ|閾値|ペース走|ビルドアップ',
  intervals:
    '\\bintervals?\\b|\\brep(?:eat|etition)?s\\b|\\bspeed ?work\\b|\\bspeed session\\b|\\btrack\\b|\\byasso|\\bvo2 ?max\\b|間歇|反覆跑|インターバル|レペ',
  hills:
    '\\bhills?\\b|\\bhill (?:repeats|sprints|intervals)\\b|\\buphill\\b|坡道|坡度|上坡|爬坡|坡跑|坂|ヒルトレ|ヒル走|ヒル\\b',
  'recovery-run':
    '\\brecovery (?:run|jog|day)\\b|\\bactive recovery\\b|\\brecovery\\b|恢復|回復|リカバリー|疲労抜き|easy recovery|輕鬆恢復',
  'race-pace':
    '\\b(?:goal |target )?race[ -]?pace\\b|\\b(?:marathon|half(?:[ -]marathon)?|10 ?k|5 ?k)(?: race)?[ -]pace\\b|\\bmp\\b|\\bgoal pace\\b|比賽配速|馬拉松配速|半馬配速|目標配速|レースペース|マラソンペース|ハーフ(?:マラソン)?ペース|目標ペース',
  fartlek: '\\bfartlek\\b|法特雷克|法特萊克|變速跑|變速|ファルトレク|ファートレク|変化走',
  strides:
    '(?<!\\bno )\\bstrides?\\b|\\bstriders\\b|快步跑|加速跑|流し|ウインドスプリント|ウィンドスプリント',
  'cross-training':
    '\\bcross[ -]?train(?:ing)?\\b|\\bxt\\b|\\bbik(?:e|ing)\\b|\\bcycl(?:e|ing)\\b|\\bswim(?:ming)?\\b|\\belliptical\\b|\\brow(?:ing|er)?\\b|\\byoga\\b|\\baqua|\\bhik(?:e|ing)\\b|(?<!run[/ -])\\bwalk(?:ing)?\\b(?![/ -]run)|交叉訓練|單車|自行車|騎車|飛輪|游泳|瑜伽|瑜珈|橢圓機|划船|健走|散步|クロストレ|バイク|自転車|水泳|スイム|ヨガ|ウォーキング|散歩|エアロバイク',
  strength:
    '\\bstrength\\b|\\bgym\\b|\\bweights?\\b|\\bcore\\b|肌力|重訓|核心|重量訓練|健身|筋力|筋トレ|補強|体幹|ウエイト|ウェイト',
  race: `${RACE}|\\b(?:half[ -])?marathon\\b(?![ -]?(?:race[ -]?)?(?:pace|effort|block|plan|training))|[全半][程]?馬拉松(?!配速)|[全半]馬(?!配速)|(?:ハーフ|フル)マラソン(?!ペース)|比賽(?!配速|強度|週)|賽事|レース(?!ペース|週)|大会|試合|記録会`,
};

const MATCHERS = WORKOUT_TYPES.map((type) => ({
  type,
  first: new RegExp(WORDS[type], 'iu'),
  each: new RegExp(WORDS[type], 'giu'),
}));

/** Types that replace `easy-run` where they stand in the same clause, since "easy" can describe any of them. */
const NAMED_AFTER_EASY: readonly WorkoutType[] = [
  'long-run',
  'recovery-run',
  'strides',
  'fartlek',
  'cross-training',
  'strength',
];
const CLAUSE_END = /[,;.、，。:|()]|\s[-–—]\s/u;

const REPEATED = /\d\s?[x×*✕]\s?\(?\d/u;

/** Words for a day off at the beginning of a line that says nothing of running after them. */
const REST =
  /^(?:(?:complete|full|total|a) )?(?:rest(?:[ -]day)?|day off|off(?![ -]?road)(?: day)?|free|none|nothing|no run(?:ning)?|[-–—x]|休息日?|休跑|不跑步?|(?:完全)?(?:休養日?|休息日?|休み|オフ)|休足日?|お?休日|レスト|ノーラン|なし|無し?|休)(?=$|[\s.,;:()、。|/!–—-]|或|か|または)/iu;

export function isRest(text: string): boolean {
  return REST.test(text.trim());
}

type Found = { readonly type: WorkoutType; readonly from: number; readonly length: number };

export function afterRest(text: string): string {
  return text.trim().replace(REST, '');
}

export function withoutTypes(text: string): string {
  return MATCHERS.reduce((left, { each }) => left.replace(each, (word) => ' '.repeat(word.length)), text);
}

/** The workout type that a text names first, ignoring `besides`; null where it names none. */
export function typeIn(text: string, besides?: WorkoutType): WorkoutType | null {
  const found = MATCHERS.flatMap(({ type, first }): Found[] => {
    if (type === besides) return [];
    const match = first.exec(text);
    return match === null ? [] : [{ type, from: match.index, length: match[0].length }];
  }).sort((one, other) => one.from - other.from || other.length - one.length);
  const [first] = found;
  if (first === undefined) return REPEATED.test(text) ? 'intervals' : null;
  if (first.type !== 'easy-run') return first.type;
  return typeAfterEasy(text, first, found) ?? 'easy-run';
}

function typeAfterEasy(text: string, easy: Found, found: readonly Found[]): WorkoutType | null {
  const after = text.slice(easy.from);
  const end = after.search(CLAUSE_END);
  const until = end === -1 ? text.length : easy.from + end;
  const named = found.find(({ type, from }) => NAMED_AFTER_EASY.includes(type) && from < until);
  if (named !== undefined) return named.type;
  if (found.some(({ type }) => type === 'strides')) return 'strides';
  const repeated = text.search(REPEATED);
  return repeated !== -1 && repeated < easy.from ? 'intervals' : null;
}
