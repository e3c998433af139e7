/** Slots of a form, each in a form of a clause: days, a distance, kinds, the long run, "a week". */
export const D = '(?:§D\\d+§)+';
export const N = '§N\\d+§';
export const K = '(?:§K\\d+§)+';
export const L = '§L§';
export const W = '§W§';

/** What a clause says that no plan is made by, and that may still contradict what one is. */
export type Claimed = 'kind_on' | 'train_on' | 'no_long_run' | 'least_weekly_m' | 'least_longest_m';

type Rows = readonly (readonly [Claimed | 'days_per_week', string])[];

const PUT = '(?:do |put |schedule |include |have |keep |plan |run |add |want |use )?';
const LEAST =
  '(?:at least|min(?:imum)?\\.?(?: of)?|(?:not|no|never) (?:less|fewer) than|more than|over|above|>=?|≥)';
const BE = '(?: is| are| be| should be| must be|:| =)?';
const MILEAGE = '(?:mileage|distance|volume|total|running)';
const COUNT = '(?:[1-7]|one|two|three|four|five|six|seven)';

export const ENGLISH_CLAIMS: Rows = [
  [
    'kind_on',
    `${PUT}(?:an? |the |some |one )?${K}(?: session| workout)?(?: on| every| each| on every)? ${D}`,
  ],
  ['kind_on', `${D}${BE}(?: always)?(?: for)?(?: the)? ${K}`],
  ['kind_on', `${PUT}(?:an? |the |some |one )?(?:${K} ${W}|${W} ${K})`],
  ['kind_on', `(?:do|schedule|include|plan|add|want|use)(?: some| more| a few| an?)? ${K}`],
  ['train_on', `(?:run|train|running|training)(?: on| every| each) ${D}`],
  ['no_long_run', `(?:no|without|avoid|skip|exclude|leave out|omit|drop|cut out)(?: any| all)? ${L}`],
  ['no_long_run', `(?:don't|do not|never|cannot|can't) (?:do|want|include|plan|schedule)(?: any)? ${L}`],
  ['least_weekly_m', `(?:run |do |plan |have )?${LEAST} ${N} ${W}`],
  ['least_weekly_m', `(?:the )?(?:${W} ${MILEAGE}|${MILEAGE} ${W})${BE} ${LEAST} ${N}(?: ${W})?`],
  ['least_weekly_m', `${W} ${LEAST} ${N}`],
  ['least_weekly_m', `${N} (?:min(?:imum)?|at least|or more) ${W}`],
  ['least_weekly_m', `${N} ${W} (?:min(?:imum)?|at least|or more)`],
  ['least_longest_m', `(?:${L}|§M§)${BE}(?: of)? ${LEAST} ${N}`],
  ['least_longest_m', `(?:${L}|§M§)${BE}(?: of)? ${N} (?:min(?:imum)?|at least|or more)`],
  [
    'days_per_week',
    `(?:can |should |must )?(?:(?:run|train|running|training) )?(?:on )?${COUNT} (?:running |training )?days ${W}`,
  ],
  ['days_per_week', `(?:can |should |must )?(?:run|train) ${COUNT} times ${W}`],
  ['days_per_week', `${COUNT} (?:runs|workouts|training sessions) ${W}`],
  ['days_per_week', `(?:running |training )?days ${W}${BE} ${COUNT}`],
];

const ZH_DO = '(?:都|一律|固定|要|請|必須|安排|排|做|跑|是|為|的|:)*';
const ZH_LEAST = '(?:至少|最少|起碼|不(?:可|能|得|要|應)?(?:少於|低於)|超過)';
const ZH_VOLUME = '(?:的)?(?:總)?(?:跑量|里程數?|距離|訓練量|公里數)';
const ZH_COUNT = '[1-7一二兩三四五六七]';

export const CHINESE_CLAIMS: Rows = [
  ['kind_on', `(?:每個?|每逢)?${D}${ZH_DO}${K}`],
  ['kind_on', `${K}(?:都|一律|固定|要|請|必須|安排|排|放|在|於|是|為|到|:)*(?:每個?)?${D}`],
  ['kind_on', `${W}${ZH_DO}(?:[一二兩]次)?(?:的)?${K}`],
  ['kind_on', `(?:要|安排|加入|要有|要做)+${K}`],
  ['train_on', `(?:每個?|每逢)?${D}(?:都|固定|要|請|必須)*(?:跑步?|訓練|練跑)`],
  [
    'no_long_run',
    `(?:不要|不做|不想做?|不排|不安排|不用|不需要|避免|禁止|取消|沒有|無)(?:安排|排|做|跑|有)*${L}`,
  ],
  ['no_long_run', `${L}(?:都|也|一律)*(?:不要|不做|不排|不安排|不用|取消|免了)`],
  ['least_weekly_m', `${W}${ZH_VOLUME}?(?:都|要|請|為|是|:|跑|在)*${ZH_LEAST}(?:跑|為|要)?${N}(?:以上)?`],
  ['least_weekly_m', `${W}${ZH_VOLUME}?(?:都|要|請|為|是|:|跑|在)*${N}以上`],
  ['least_longest_m', `${L}(?:距離)?(?:都|要|請|的)*${ZH_LEAST}(?:跑|為|要)?${N}(?:以上)?`],
  ['least_longest_m', `${L}(?:距離)?(?:都|要|請|跑)*${N}以上`],
  ['days_per_week', `${W}(?:都|要|請|只|可以|能)*(?:跑步?|訓練|練跑?)?${ZH_COUNT}天(?:的)?(?:跑步?|訓練)?`],
  ['days_per_week', `${W}(?:都|要|請)*(?:跑步?|訓練|練跑?)${ZH_COUNT}次`],
];

const JA_DO =
  '(?:を)?(?:行う|行って|やる|やって|入れる|入れて|する|して|走る|走って|実施|実施する|にする|です|で|希望)?';
const JA_VOLUME = '(?:の)?(?:総)?(?:走行距離|練習量|走行量|距離|走る距離)';
const JA_WEEK = `(?:${W}|週間?|1週間)`;
const JA_LEAST = `(?:(?:最低|少なくとも|最低でも)(?:は|で)?${N}(?:以上)?|${N}以上)`;

export const JAPANESE_CLAIMS: Rows = [
  ['kind_on', `(?:毎週?)?${D}(?:は|に|:)?(?:必ず|いつも|毎週)?${K}${JA_DO}`],
  ['kind_on', `${K}(?:は|を|:)?(?:必ず|いつも|毎週)?${D}(?:に)?${JA_DO}`],
  ['kind_on', `${JA_WEEK}(?:に)?(?:[1-3一二三]回)?(?:は|の)?${K}${JA_DO}`],
  ['kind_on', `${K}を(?:行う|行って|やる|やって|入れる|入れて|する|して|やりたい|入れたい)`],
  [
    'train_on',
    `(?:毎週?)?${D}(?:は|に|も)?(?:必ず|いつも|毎週)?(?:走る|走りたい|走って|練習する|練習して|練習)`,
  ],
  [
    'no_long_run',
    `${L}(?:は|も)?(?:なし|無し|ナシ|やらない|しない|行わない|入れない|含めない|避ける|避けて|禁止|不要|除く|外す|外して|いらない|要らない)(?:で|です|にする|にして)?`,
  ],
  ['least_weekly_m', `${JA_WEEK}${JA_VOLUME}?(?:は|を|:|に)?${JA_LEAST}${JA_DO}`],
  ['least_weekly_m', `${JA_VOLUME}(?:は|を|:)?${JA_WEEK}${JA_LEAST}${JA_DO}`],
  ['least_longest_m', `${L}(?:の距離)?(?:は|を|:)?${JA_LEAST}${JA_DO}`],
  [
    'days_per_week',
    `${JA_WEEK}(?:に)?[1-7一二三四五六七](?:日|回)(?:間)?(?:は)?(?:走る|走りたい|走って|練習|練習する|トレーニング|ラン)?${JA_DO}`,
  ],
];

const COUNT_WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];

/** How many days a clause of `days_per_week` says. */
export function countIn(clause: string): number | null {
  const found = /[1-7]|one|two|three|four|five|six|seven|[一二兩三四五六七]/u.exec(
    clause.replace(/§[A-Z]\d*§/gu, ' ').replace(/1週間/u, ' '),
  )?.[0];
  if (found === undefined) return null;
  const word = COUNT_WORDS.indexOf(found) + 1 || '一二三四五六七'.indexOf(found.replace('兩', '二')) + 1;
  return word > 0 ? word : Number(found);
}
