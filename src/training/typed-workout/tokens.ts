import { METRES_PER_MILE } from '../../shared/units.ts';
import type { Target } from '../planning/plan.ts';
import type { ZoneName } from '../planning/zone-names.ts';
import { takeTarget } from '../session-text/read-target.ts';
import type { WorkoutType } from '../workout-types.ts';

export type Amount = { readonly distance_m: number } | { readonly duration_s: number };

type Meaning =
  | { readonly is: 'amount'; readonly amount: Amount }
  /** A ladder such as "1-2-3-2-1 min". */
  | { readonly is: 'ladder'; readonly amounts: readonly Amount[] }
  /** "3x" stands before its repeat, "x 3" behind it. */
  | { readonly is: 'times' | 'times_after'; readonly times: number }
  | { readonly is: 'zone'; readonly zone: ZoneName }
  | { readonly is: 'target'; readonly target: Target }
  | { readonly is: 'type'; readonly type: WorkoutType }
  | { readonly is: 'rest' | 'warmup' | 'cooldown' | 'strides' | 'hill' | 'last' | 'open' | 'close' | 'break' }
  | { readonly is: 'filler' }
  | { readonly is: 'unknown' };

/** A meaning with its place in the text: code units from 0, the end exclusive. */
export type Token = Meaning & { readonly from: number; readonly until: number };

const NUMBER = '\\d{1,6}(?:[.,]\\d{1,3})?';
const METRES = "(?:met(?:er|re)s?|mtrs?|m|公尺|米|メートル)(?![a-z'])";
const KILOMETRES = '(?:kilomet(?:er|re)s?|kms?|k|公里|キロ(?:メートル)?)(?![a-z])';
const MILES = '(?:miles?|mi|英里|哩|マイル)(?![a-z])';
const HOURS = '(?:hours?|hrs?|h|個?小時|時間)(?![a-z])';
const MINUTES = "(?:minutes?|mins?|min|分鐘|分間?|['′])(?![a-z'])";
const SECONDS = "(?:seconds?|secs?|sec|s|秒間?|[\"″]|'')(?![a-z])";
const PACE_WORD = '(?:[ -]?(?:race|goal))?[ -]?(?:pace|effort|speed)\\b';
const STRIDES =
  '(?:easy |short |relaxed )?(?:strides?|striders)\\b|快步跑|加速跑|流し|ウイ?ンドスプリント|ウィンドスプリント';
const HAN_PACE = '(?:レース|比賽)?(?:配速|ペース)';

const sticky = (pattern: string): RegExp => new RegExp(pattern, 'iuy');
const number = (text: string | undefined): number => Number((text ?? '0').replace(',', '.'));
const metres = (text: string | undefined): number =>
  /^\d{1,3}[.,]\d{3}$/.test(text ?? '') ? Number((text ?? '').replace(/[.,]/, '')) : number(text);
const distance = (distance_m: number): Meaning => ({
  is: 'amount',
  amount: { distance_m: Math.round(distance_m) },
});
const time = (duration_s: number): Meaning => ({
  is: 'amount',
  amount: { duration_s: Math.round(duration_s) },
});
const zoned = (zone: ZoneName) => (): Meaning => ({ is: 'zone', zone });
const typed = (type: WorkoutType) => (): Meaning => ({ is: 'type', type });
const marked =
  (is: 'rest' | 'warmup' | 'cooldown' | 'strides' | 'hill' | 'last' | 'break' | 'filler') => (): Meaning => ({
    is,
  });

type Reader = readonly [RegExp, (match: RegExpExecArray) => Meaning];

const ladder = (unit: string, amountOf: (value: number) => Amount): Reader => [
  sticky(`(\\d{1,4}(?:\\s?[-–]\\s?\\d{1,4}){2,12})\\s?${unit}`),
  ([, steps = '']) => ({ is: 'ladder', amounts: steps.split(/[-–]/u).map((step) => amountOf(Number(step))) }),
];

/** At each place the first reader that fits counts. Paces come before distances, since "10k pace" is not a distance of ten kilometres. */
const READERS: readonly Reader[] = [
  [sticky('\\s+'), marked('filler')],
  [sticky('[,;、。；\\n+→]|(?:and )?then\\b|followed by\\b|然後|接著|その後|&'), marked('break')],
  [sticky('\\('), () => ({ is: 'open' })],
  [sticky('\\)'), () => ({ is: 'close' })],
  [
    sticky(
      `(?:at |@\\s?)?(?:half(?:[ -]?marathon)?${PACE_WORD}|hmp\\b|半馬(?:拉松)?配速|ハーフ(?:マラソン)?ペース)|@\\s?(?:hm|half)\\b`,
    ),
    zoned('half_marathon'),
  ],
  [
    sticky(
      `(?:at |@\\s?)?(?:marathon${PACE_WORD}|mp\\b|[全]?馬(?:拉松)?配速|(?:フル)?マラソンペース)|@\\s?marathon\\b`,
    ),
    zoned('marathon'),
  ],
  [
    sticky(
      `(?:at |@\\s?)?10\\s?(?:kms?|k|公里|キロ)(?:${PACE_WORD}|\\s?${HAN_PACE})|@\\s?10\\s?(?:km|k|公里|キロ)(?![a-z0-9])|ten[ -]?k pace\\b`,
    ),
    zoned('10k'),
  ],
  [
    sticky(
      `(?:at |@\\s?)?5\\s?(?:kms?|k|公里|キロ)(?:${PACE_WORD}|\\s?${HAN_PACE})|@\\s?5\\s?(?:km|k|公里|キロ)(?![a-z0-9])|vo2 ?max\\b`,
    ),
    zoned('interval'),
  ],
  [
    sticky(
      `(?:at |@\\s?)?(?:(?:3\\s?k|1500|mile)${PACE_WORD}|repetition pace\\b)|@\\s?(?:3\\s?km?|1500m?|mile)(?![a-z0-9])`,
    ),
    zoned('repetition'),
  ],
  ladder(MINUTES, (value) => ({ duration_s: 60 * value })),
  ladder(METRES, (value) => ({ distance_m: value })),
  ladder(KILOMETRES, (value) => ({ distance_m: 1_000 * value })),
  [
    sticky('(\\d{1,3})\\s?(?:[x×*✕]|times\\b|reps? of\\b|sets? of\\b)'),
    ([, n]) => ({ is: 'times', times: Number(n) }),
  ],
  [sticky(`(\\d{1,2})\\s?(?=${STRIDES})`), ([, n]) => ({ is: 'times', times: Number(n) })],
  [
    sticky('[x×*✕]\\s?(\\d{1,3})(?:\\s?(?:本|趟|組|回|セット|times\\b))?(?![\\d.,:])'),
    ([, n]) => ({ is: 'times_after', times: Number(n) }),
  ],
  [sticky('(\\d{1,3})\\s?(?:本|趟|組|回|セット)'), ([, n]) => ({ is: 'times_after', times: Number(n) })],
  [
    sticky(`(\\d{1,2}):(\\d{2}):(\\d{2})(?![\\d/])`),
    ([, h, min, s]) => time(number(h) * 3_600 + number(min) * 60 + number(s)),
  ],
  [
    sticky(`(\\d{1,3}):(\\d{2})(?![\\d:]|\\s?/)(?:\\s?${MINUTES})?`),
    ([, min, s]) => time(number(min) * 60 + number(s)),
  ],
  [
    sticky(`(${NUMBER})\\s?${HOURS}(?:(半)|\\s?(\\d{1,2})\\s?(?:${MINUTES}|m(?![a-z]))?(?![\\d.,:]))?`),
    ([, h, half, min]) => time(number(h) * 3_600 + (half === undefined ? 0 : 1_800) + number(min) * 60),
  ],
  [sticky('半小時|半時間|half an hour\\b'), () => time(1_800)],
  [sticky(`(${NUMBER})\\s?${SECONDS}`), ([, s]) => time(number(s))],
  [
    sticky(`(${NUMBER})\\s?${MINUTES}(?:(半)|\\s?(\\d{1,2})\\s?${SECONDS})?`),
    ([, min, half, s]) => time(number(min) * 60 + (half === undefined ? 0 : 30) + number(s)),
  ],
  [sticky(`(${NUMBER})\\s?${KILOMETRES}`), ([, km]) => distance(number(km) * 1_000)],
  [sticky(`(${NUMBER})\\s?${MILES}`), ([, miles]) => distance(number(miles) * METRES_PER_MILE)],
  [sticky(`(${NUMBER})\\s?${METRES}`), ([, m]) => distance(metres(m))],
  [
    sticky('warm(?:ing)?[ -]?up\\b|w/?u\\b|暖身|熱身|ウォー(?:ム|ミング)アップ|アップ(?!ダウン)'),
    marked('warmup'),
  ],
  [
    sticky('cool(?:ing)?[ -]?down\\b|warm[ -]?down\\b|c/?d\\b|收操|緩和(?:跑)?|クール(?:ダウン)?|ダウン'),
    marked('cooldown'),
  ],
  [sticky(STRIDES), marked('strides')],
  [sticky('(?:the )?(?:last|final)\\b|最後(?:の)?|ラスト'), marked('last')],
  [
    sticky(
      'hills?(?: (?:reps?|repeats?|sprints?))?\\b|uphill\\b|上坡|坡道(?:衝刺)?|坂(?:道|ダッシュ)?|ヒル(?:走)?',
    ),
    marked('hill'),
  ],
  [sticky('long run\\b|long\\b|lsd\\b|長距離跑?|長跑|ロング(?:走|ラン|ジョグ)?|距離走'), typed('long-run')],
  [sticky('recovery run\\b|恢復跑|リカバリー(?:走|ラン|ジョグ)'), typed('recovery-run')],
  [sticky('fartlek\\b|法特[雷萊]克|變速跑|ファー?トレク|変化走'), typed('fartlek')],
  [sticky('strength\\b|gym\\b|肌力(?:訓練)?|重訓|重量訓練|核心|筋トレ|補強|体幹'), typed('strength')],
  [
    sticky(
      'cross[ -]?train(?:ing)?\\b|bik(?:e|ing)\\b|cycling\\b|swim(?:ming)?\\b|elliptical\\b|單車|自行車|游泳|交叉訓練|クロストレ(?:ーニング)?|自転車|水泳|バイク',
    ),
    typed('cross-training'),
  ],
  [sticky('race[ -]?pace\\b|goal pace\\b|比賽配速|目標配速|レースペース|目標ペース'), typed('race-pace')],
  [sticky('race\\b|time trial\\b|parkrun\\b|比賽|賽事|レース|大会|試合'), typed('race')],
  [
    sticky(
      'jog(?:ging)?\\b(?: (?:rest|recovery))?|rest(?:ing)?\\b|recover(?:y|ies)?\\b|walk(?:ing)?\\b|float\\b|off\\b|r\\s?=|r(?=\\s?\\d)|慢跑|休息|間休|恢復|走路|ジョグ|ジョギング|レスト|つなぎ|休み|リカバリー',
    ),
    marked('rest'),
  ],
  [
    sticky(
      '(?:at |@\\s?)?(?:threshold|tempo|cruise|lt)\\b(?: (?:pace|run))?|閾值|節奏跑?|乳酸閾值?|閾値走?|テンポ走?|ペース走',
    ),
    zoned('threshold'),
  ],
  [sticky('(?:at |@\\s?)?intervals?\\b(?: pace)?|間歇(?:跑)?|インターバル(?:走)?'), zoned('interval')],
  [sticky('反覆跑?|レペ(?:ティション)?|repetitions?\\b'), zoned('repetition')],
  [
    sticky('(?:at |@\\s?)?(?:very )?(?:easy|relaxed)\\b(?: (?:pace|effort))?|輕鬆|イージー|ゆっくり|有氧跑?'),
    zoned('easy'),
  ],
  [
    sticky(
      '[@=:·|.~–—-]|(?:at|of|for|with|w/|in|the|a|an|and|on|between|each|every|easy-?run|running|run|reps?|total|pace|tempo run)\\b|跑步?|走|ラン|以|用|的|每|間|の|で|を|に|と|は|が|全程|合計|共',
    ),
    marked('filler'),
  ],
];

const WORD = /[\p{L}\p{M}]+|\p{N}+(?:[.,:]\p{N}+)*|./suy;
const MOST_TARGETS = 100;
/** Replaces a target that was read; no pattern matches this character, and no text is refused because of it. */
const TAKEN = '\ufffc';

/** The tokens of a text in order and without gaps: each character is in exactly one token. */
export function tokensOf(given: string, unit_system: 'metric' | 'imperial'): Token[] {
  const { text, targets } = withoutTargets(folded(given), unit_system);
  const tokens: Token[] = [];
  let from = 0;
  while (from < text.length) {
    const target = targets.get(from);
    if (target !== undefined) {
      tokens.push({ is: 'target', target: target.target, from, until: target.until });
      from = target.until;
      continue;
    }
    const token = tokenAt(text, from);
    tokens.push(token);
    from = token.until;
  }
  return tokens;
}

function tokenAt(text: string, from: number): Token {
  const begins =
    !/[\p{Script=Latin}\d]/u.test(text[from - 1] ?? ' ') || !/\p{Script=Latin}/u.test(text[from] ?? ' ');
  if (begins) {
    for (const [pattern, read] of READERS) {
      pattern.lastIndex = from;
      const match = pattern.exec(text);
      if (match !== null && match[0] !== '') return { ...read(match), from, until: from + match[0].length };
    }
  }
  WORD.lastIndex = from;
  const word = WORD.exec(text)?.[0] ?? text.slice(from, from + 1);
  // Chinese and Japanese have no spaces, so an unknown token is one character there.
  const length = /^\p{Script=Latin}|^\p{N}/u.test(word) ? word.length : (word.match(/^./su)?.[0].length ?? 1);
  return { is: 'unknown', from, until: from + length };
}

/** Replaces full-width characters by half-width ones of the same length. */
function folded(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
    .replace(/[\r\t]/gu, ' ');
}

/** The paces, heart rates and efforts by their places, and the text with `TAKEN` in their place. */
function withoutTargets(given: string, unit_system: 'metric' | 'imperial') {
  const targets = new Map<number, { readonly target: Target; readonly until: number }>();
  let text = given;
  for (let found = 0; found < MOST_TARGETS; found += 1) {
    const read = takeTarget(text, unit_system);
    if (read.target === undefined) break;
    let from = 0;
    while (read.text[from] === text[from]) from += 1;
    let until = text.length;
    while (until > from && read.text[until - 1] === text[until - 1]) until -= 1;
    targets.set(from, { target: read.target, until });
    text = text.slice(0, from) + TAKEN.repeat(until - from) + text.slice(until);
  }
  return { text, targets };
}
