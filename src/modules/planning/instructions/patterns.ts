import { CHINESE_CLAIMS, type Claimed, D, ENGLISH_CLAIMS, JAPANESE_CLAIMS, K, L, N, W } from './claims.ts';

/** What a clause asks for. Numbers and days are in its slots. */
export type Asked =
  | 'days_off'
  | 'long_run_day'
  | 'max_weekly_distance_m'
  | 'first_week_distance_m'
  | 'longest_run_m'
  | 'without'
  | 'every_day'
  | 'days_per_week'
  | Claimed;

const ANY = '(?:§L§|§M§)';

const POLITE =
  "(?:please |pls |kindly |i(?:'d| would) like |(?:(?:i|we|he|she|they|the athlete|the runner|athlete) )?(?:would like|wants?|needs?|prefers?|must have|has|have) |he |she |they |i |we |(?:the )?athlete |(?:the )?runner )?";
const AT_MOST =
  "(?:at most|max(?:imum)?\\.?(?: of)?|(?:no|not|never) (?:run )?(?:more|longer|further) than|up to|(?:should |must |do |does )?not (?:be )?(?:exceed|over|above|(?:more|longer) than)|don't (?:exceed|run more than|go (?:over|above|beyond))|must stay (?:under|below)|stays? (?:under|below)|(?:keep(?: it)?|kept) (?:under|below|to)|under|below|less than|limit(?:ed)?(?: to| of)?|cap(?:ped)?(?: at| of)?|<=?|≤)";
const IS = '(?:(?: is| are| be| should be| must be| shall be| to be|:| =)? )';
const MILEAGE = '(?:mileage|distance|volume|total|kilomet(?:er|re)s|km|running|load)';
const END_EN =
  '(?: please| at all| in (?:this|the) plan| for (?:this athlete|him|her|them|me)| always| ever)?[ !]?';
const CANNOT =
  "(?:can't|cannot|can not|won't|will not|don't|do not|doesn't|does not|never|should not|shouldn't|must not|mustn't|is not able to|isn't able to|is unable to)";
const BE = '(?: is| are|:| =| must be| should be| stays?| as)?';

const ENGLISH: readonly (readonly [Asked, string])[] = [
  [
    'days_off',
    `(?:take |keep |make |have |leave |with |give (?:him|her|them) )?${D}${BE} (?:(?:always )?off|free|(?:an? |the )?(?:complete )?(?:rest(?:[ -]days?)?|days? off|off[ -]days?)|not (?:available|possible)|unavailable|no (?:running|training|run))`,
  ],
  ['days_off', `(?:no|without) (?:running|training|runs?|workouts?|sessions?)(?: at all)? on ${D}`],
  ['days_off', `(?:there is |there's )?nothing on ${D}`],
  [
    'days_off',
    `${CANNOT} (?:run|train|schedule (?:anything|runs?|workouts?|training)|plan (?:anything|runs?|workouts?|training)|do anything) on ${D}`,
  ],
  [
    'days_off',
    `(?:not available|unavailable|off|rest|(?:(?:the |a )?rest[ -]days?|days? off)${BE})(?: on)? ${D}`,
  ],
  ['days_off', `avoid (?:running on |training on )?${D}`],
  [
    'long_run_day',
    `(?:put |do |schedule |keep |place |have |move |plan |run )?${L}${BE}(?: always)?(?: go(?:es)?)?(?: scheduled)?(?: (?:on|to|every|each))? ${D}`,
  ],
  ['long_run_day', `${D}(?: is| are|:| =)?(?: always)?(?: for)?(?: the)? ${L}(?: day)?`],
  ['max_weekly_distance_m', `(?:run |do |plan |have )?${AT_MOST} ${N} ${W}`],
  ['max_weekly_distance_m', `(?:the )?(?:${W} ${MILEAGE}|${MILEAGE} ${W})${IS}${AT_MOST} ${N}(?: ${W})?`],
  ['max_weekly_distance_m', `(?:the )?(?:max(?:imum)?|most|peak|limit) ${W}(?: ${MILEAGE})?${IS}${N}`],
  ['max_weekly_distance_m', `(?:the )?(?:max(?:imum)?|peak) ${MILEAGE}${IS}${N} ${W}`],
  ['max_weekly_distance_m', `${W} ${AT_MOST} ${N}`],
  ['max_weekly_distance_m', `${N} (?:max(?:imum)?|at most|or less) ${W}`],
  [
    'max_weekly_distance_m',
    `${N} ${W} (?:max(?:imum)?|at (?:the )?most|or less|is the (?:limit|max(?:imum)?)|tops)`,
  ],
  [
    'first_week_distance_m',
    `(?:start(?:ing|s)?|begin(?:ning|s)?)(?: off)? (?:with|at|from|on) (?:about |around )?${N} ${W}`,
  ],
  [
    'first_week_distance_m',
    `(?:the )?(?:first week|week (?:1|one))${IS}(?:with |at |of |about |around )?${N}`,
  ],
  ['first_week_distance_m', `(?:start|begin) (?:the )?(?:first week|week (?:1|one)) (?:with|at) ${N}`],
  ['longest_run_m', `${ANY}${IS}${AT_MOST} ${N}`],
  ['longest_run_m', `(?:keep |limit |cap )${ANY} (?:under|below|to|at) ${N}`],
  ['longest_run_m', `(?:no (?:single )?runs?|no ${L}) (?:longer|over|more|above|beyond)(?: than)? ${N}`],
  ['longest_run_m', `(?:the )?(?:max(?:imum)?) ${ANY}(?: distance| length)?${IS}${N}`],
  ['longest_run_m', `§M§${IS}${N}`],
  ['longest_run_m', `${ANY} ${N} (?:max(?:imum)?|at (?:the )?most|or less|tops)`],
  [
    'without',
    `(?:no|without|avoid|skip|exclude|leave out|omit|drop|cut out|stay away from)(?: any| all| more)? ${K}`,
  ],
  [
    'without',
    `${CANNOT} (?:do|want|include|use|plan|schedule|like|add|give)(?: (?:him|her|them|me))?(?: any)? ${K}`,
  ],
  ['without', `${K}(?: is| are) (?:out|not (?:wanted|allowed|possible|desired)|forbidden|off limits)`],
  [
    'every_day',
    `(?:run(?:s|ning)?|train(?:s|ing)?) (?:on )?(?:every|each)(?: single)? day|(?:run(?:s|ning)?|train(?:s|ing)?) daily|(?:run|train|running|training) (?:7|seven) days(?: ${W})?`,
  ],
];

const ZH_END = '(?:喔|哦|吧|了|即可|就好|就可以|為主)?';
const ZH_MOST =
  '(?:最多|至多|最高|最大|最長|上限(?:為|是|:)?|不(?:要|可|能|得|應)?超過|別超過|控制在|限制在|壓在)';
const ZH_WEEK = `(?:${W}|[週周])`;
const ZH_VOLUME = '(?:的)?(?:總)?(?:跑量|里程數?|距離|訓練量|公里數)';
const ZH_LESS = '(?:以內|以下|之內|為限|為上限)';
const ZH_NO =
  '(?:不要|不做|不想做?|不排|不安排|不用|不需要|避免|禁止|別|別排|別做|別安排|取消|沒有|無|不可以?有?|不能有?|排除|去掉|不喜歡)';

const CHINESE: readonly (readonly [Asked, string])[] = [
  [
    'days_off',
    `(?:每個?|每逢|固定)?${D}(?:都|一律|固定|要|請|必須|需要|當天|是|為|:)*(?:休息日?|休跑|不跑步?|停跑|不訓練|不練跑?|不能(?:跑步?|訓練)|無法(?:跑步?|訓練)|沒空|沒有空|放假|不要(?:安排|排)(?:訓練|跑步|課表|課)?|不(?:安排|排)(?:訓練|跑步|課表|課)?|不要(?:跑步?|訓練))`,
  ],
  [
    'days_off',
    `(?:不要在|不在|別在|避免在|避開)${D}(?:跑步?|訓練|練跑|安排訓練|安排跑步|安排課表|排課|排訓練)?`,
  ],
  ['days_off', `休息日?(?:是|為|:|在|安排在|放在|排在|固定在)*${D}`],
  ['long_run_day', `${L}(?:都|一律|固定|要|請|必須|安排|排|放|改|跑)*(?:在|於|是|為|到|:)?${D}`],
  ['long_run_day', `(?:每個?|每逢)?${D}(?:都|一律|固定|要|請|必須|安排|排|做|跑|是|為|:)*${L}(?:日)?`],
  [
    'max_weekly_distance_m',
    `${ZH_WEEK}${ZH_VOLUME}?(?:都|要|請|為|是|:|跑|在)*${ZH_MOST}(?:跑|為|是|在|:)?${N}${ZH_LESS}?`,
  ],
  ['max_weekly_distance_m', `${ZH_WEEK}${ZH_VOLUME}?(?:都|要|請|為|是|:|跑|在|控制在|限制在)*${N}${ZH_LESS}`],
  [
    'max_weekly_distance_m',
    `(?:最大|最高|總)${ZH_VOLUME}${ZH_WEEK}(?:為|是|:|不超過)?${N}${ZH_LESS}?|(?:最大|最高)${ZH_WEEK}?[週周]?跑量(?:為|是|:)?${N}`,
  ],
  ['first_week_distance_m', `(?:從|由)${ZH_WEEK}${ZH_VOLUME}?${N}(?:開始|起步|起跑|起)`],
  ['first_week_distance_m', `${ZH_WEEK}(?:從|由)${N}(?:開始|起步|起跑|起)`],
  [
    'first_week_distance_m',
    `第[一1][週周](?:的)?${ZH_VOLUME}?(?:先|跑|為|是|:|從|約|大約)*${N}(?:開始|起步)?`,
  ],
  ['first_week_distance_m', `(?:一開始|起初|起始)(?:${ZH_WEEK})?${ZH_VOLUME}?(?:跑|為|是|:|從)?${N}`],
  ['longest_run_m', `${L}(?:距離)?(?:都|要|請|的)*${ZH_MOST}(?:跑|為|是|在|:)?${N}${ZH_LESS}?`],
  ['longest_run_m', `${L}(?:距離)?(?:控制在|限制在|在)?${N}${ZH_LESS}`],
  [
    'longest_run_m',
    `(?:最長(?:一次|的)?(?:跑步?|距離|§L§)*|單次(?:跑步?|距離)?)(?:都|要|請|的)*(?:${ZH_MOST}|為|是|:)(?:跑|為|是|:)?${N}${ZH_LESS}?`,
  ],
  ['without', `${ZH_NO}(?:安排|排|做|跑|有|任何|練)*${K}`],
  ['without', `${K}(?:都|也|一律|請)*(?:不要|不做|不排|不安排|不用|免了|取消|禁止|不要安排|不要排|不要做)`],
  ['every_day', '(?:每天|天天|每日)(?:都|要|請|必須)*(?:跑步?|訓練|練跑)'],
];

const JA_DO =
  '(?:にする|にして|にしたい|とする|として|です|で|だ|を希望|希望|に設定|でお願い|になる|となる)?';
const JA_MOST = '(?:最大|最高|最長|上限|多くても|長くても|max)';
const JA_LESS =
  '(?:まで|以内|以下|未満|が上限|を上限|を超えない|を超えず|を超えないよう|を超えないこと|が限度|に抑え|に抑える|に抑えて)';
const JA_OFF =
  '(?:お?休みたい|お?休み|休養日?|休息日?|休足日?|休む|休日|オフ|レスト|走らない|走れない|走れません|走りません|走ることができない|走ることができません|練習しない|練習なし|練習は?できない|練習は?できません|ランなし|ノーラン|不可|ng|走らせない|練習を?入れない|何も入れない)';
const JA_VOLUME = '(?:の)?(?:総)?(?:走行距離|練習量|走行量|距離|走る距離|ボリューム)';
const JA_WEEK = `(?:${W}|週間?|1週間)`;

const JAPANESE: readonly (readonly [Asked, string])[] = [
  ['days_off', `(?:毎週?)?${D}(?:は|も|を|には|に)?(?:必ず|いつも|完全に?|毎週)?${JA_OFF}${JA_DO}`],
  ['days_off', `(?:お?休み|休養日|休息日|休足日|オフ|レスト)(?:の日)?(?:は|を|:)?${D}(?:に)?${JA_DO}`],
  [
    'long_run_day',
    `${L}(?:は|を|の日は|:)?(?:必ず|いつも|毎週)?${D}(?:に)?(?:行う|やる|入れる|入れて|走る|実施|実施する|設定)?${JA_DO}`,
  ],
  [
    'long_run_day',
    `(?:毎週?)?${D}(?:は|に|:)?(?:必ず|いつも|毎週)?${L}(?:を)?(?:行う|やる|入れる|入れて|する|して|の日)?${JA_DO}`,
  ],
  [
    'max_weekly_distance_m',
    `${JA_WEEK}${JA_VOLUME}?(?:は|を|:|が)?(?:${JA_MOST}(?:で|でも|は|:)?)?${N}${JA_LESS}${JA_DO}`,
  ],
  [
    'max_weekly_distance_m',
    `${JA_WEEK}${JA_VOLUME}?(?:は|を|:|が|の)?${JA_MOST}(?:で|でも|は|:)?${N}${JA_DO}`,
  ],
  ['max_weekly_distance_m', `(?:総?走行距離|距離|練習量|走行量)(?:は|を|:)?${JA_WEEK}${N}${JA_LESS}${JA_DO}`],
  [
    'first_week_distance_m',
    `(?:最初の|初めの|第1|第一|1)週目?(?:の)?${JA_VOLUME}?(?:は|を|:)?${N}(?:から|で)?(?:始める|始めて|スタート|開始)?${JA_DO}`,
  ],
  [
    'first_week_distance_m',
    `${JA_WEEK}${JA_VOLUME}?(?:は|を|:)?${N}(?:から|で)(?:始める|始めて|始めたい|スタート|開始|スタートする|開始する)${JA_DO}`,
  ],
  [
    'longest_run_m',
    `(?:${L}|1回(?:の)?(?:走行距離|距離|ラン)?|一回(?:の)?(?:走行距離|距離|ラン)?)(?:の距離)?(?:は|を|:|の)?(?:${JA_MOST}(?:で|でも|は|:)?)?${N}${JA_LESS}${JA_DO}`,
  ],
  ['longest_run_m', `${L}(?:の距離)?(?:は|を|:|の)?${JA_MOST}(?:で|でも|は|:)?${N}${JA_DO}`],
  ['longest_run_m', `(?:最長(?:の)?(?:距離|走行距離|ラン|走)?)(?:は|を|:|で|でも)?${N}${JA_LESS}?${JA_DO}`],
  [
    'without',
    `${K}(?:は|も|を|の練習は)?(?:なし|無し|ナシ|やらない|しない|行わない|入れない|含めない|避ける|避けて|避けたい|禁止|不要|ng|除外|除く|外す|外して|やめる|やめて|いらない|要らない|やりたくない|したくない|できない|できません|入れたくない|省く|省いて)${JA_DO}`,
  ],
  ['every_day', '毎日(?:走る|走りたい|走って|ランニング|練習する|練習|トレーニング)(?:する|したい|して)?'],
];

const compiled = (
  rows: readonly (readonly [Asked, string])[],
  before: string,
  after: string,
): readonly { readonly asked: Asked; readonly form: RegExp }[] =>
  rows.map(([asked, form]) => ({ asked, form: new RegExp(`^${before}(?:${form})${after}$`, 'u') }));

const PATTERNS = [
  ...compiled([...ENGLISH, ...ENGLISH_CLAIMS], POLITE, END_EN),
  ...compiled([...CHINESE, ...CHINESE_CLAIMS], '(?:請|麻煩|希望|拜託)?(?:盡量)?', ZH_END),
  ...compiled(
    [...JAPANESE, ...JAPANESE_CLAIMS],
    '',
    '(?:ください|下さい|でください|くださいね|お願いします|お願い|ほしい|欲しい|こと|ように|ようにする|ようにして)*',
  ),
];

/** What a clause asks for, where its form is known as a whole; null for any other. */
export function askedIn(clause: string): Asked | null {
  return PATTERNS.find(({ form }) => form.test(clause))?.asked ?? null;
}
