import type { InEachLanguage } from '../../../shared/languages.ts';
import type { ZoneName } from '../../../training/planning/zone-names.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import type { Voice } from './voice.ts';

/** How the parts of a workout are told in one language. Amounts are such as "20 min" and "5 × 1 km". */
export type Phrases = {
  /** A session at one intensity, as a title. */
  readonly session: Readonly<Record<ZoneName, (amount: string) => string>>;
  readonly titled: (name: string, amount: string) => string;
  readonly race: (distance: string) => string;
  readonly with_strides: (title: string, times: number) => string;
  readonly with_pace: (title: string, part: string) => string;
  readonly at: (amount: string, zone: string) => string;
  readonly uphill: (amount: string) => string;
  readonly strides: (amount: string) => string;
  readonly doing: Readonly<Partial<Record<WorkoutType, (amount: string) => string>>>;
  readonly jog: (amount: string) => string;
  readonly between: (
    work: string,
    rest: string,
    how: 'jog' | 'walk' | 'down',
    set_rest: string | null,
  ) => string;
  readonly join: (pieces: readonly string[]) => string;
  readonly personas: Readonly<Record<Voice['persona'], Manner>>;
};

/** Whole sentences. */
type Manner = {
  readonly warmup: (amount: string) => string;
  readonly main: (work: string, after_warmup: boolean) => string;
  readonly cooldown: (amount: string) => string;
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const PHRASES: InEachLanguage<Phrases> = {
  en: {
    session: {
      recovery: (amount) => `${amount} very easy`,
      easy: (amount) => `${amount} easy`,
      marathon: (amount) => `${amount} at marathon pace`,
      half_marathon: (amount) => `${amount} at half marathon pace`,
      threshold: (amount) => `${amount} threshold`,
      '10k': (amount) => `${amount} at 10 km race pace`,
      interval: (amount) => `${amount} intervals`,
      repetition: (amount) => `${amount} repetitions`,
    },
    titled: (name, amount) => `${name} ${amount}`,
    race: (distance) => `Race: ${distance}`,
    with_strides: (title, times) => `${title} + ${times} strides`,
    with_pace: (title, part) => `${title}, ${part}`,
    at: (amount, zone) => `${amount} at ${zone}`,
    uphill: (amount) => `${amount} strong uphill`,
    strides: (amount) => `${amount} relaxed strides`,
    doing: {
      'cross-training': (amount) => `${amount} of cross-training: bike, swim, rower or elliptical`,
      strength: (amount) => `${amount} of strength work`,
    },
    jog: (amount) => `${amount} of easy jogging`,
    between: (work, rest, how, set_rest) => {
      const easy = {
        jog: `${rest} of easy jogging between`,
        walk: `${rest} of walking between`,
        down: `${rest} of easy jogging back down`,
      }[how];
      return `${work}, ${easy}${set_rest === null ? '' : ` and ${set_rest} between sets`}`;
    },
    join: (pieces) => pieces.join(', then '),
    personas: {
      rex: {
        warmup: (amount) => `Warm up: ${amount} easy.`,
        main: (work) => `${capital(work)}.`,
        cooldown: (amount) => `Cool down: ${amount} easy.`,
      },
      joy: {
        warmup: (amount) => `Start with ${amount} of easy running and let the body wake up.`,
        main: (work, after_warmup) =>
          after_warmup ? `Then comes the main part: ${work}.` : `Today: ${work}.`,
        cooldown: (amount) => `Finish with ${amount} nice and easy.`,
      },
    },
  },
  'zh-TW': {
    session: {
      recovery: (amount) => `恢復跑 ${amount}`,
      easy: (amount) => `輕鬆跑 ${amount}`,
      marathon: (amount) => `馬拉松配速跑 ${amount}`,
      half_marathon: (amount) => `半馬配速跑 ${amount}`,
      threshold: (amount) => `閾值跑 ${amount}`,
      '10k': (amount) => `10 公里比賽配速跑 ${amount}`,
      interval: (amount) => `間歇跑 ${amount}`,
      repetition: (amount) => `反覆跑 ${amount}`,
    },
    titled: (name, amount) => `${name} ${amount}`,
    race: (distance) => `比賽日：${distance}`,
    with_strides: (title, times) => `${title}＋快步跑 ${times} 趟`,
    with_pace: (title, part) => `${title}（其中${part}）`,
    at: (amount, zone) => `以${/^\d/.test(zone) ? ' ' : ''}${zone}跑 ${amount}`,
    uphill: (amount) => `用力跑上坡 ${amount}`,
    strides: (amount) => `放鬆的快步跑 ${amount}`,
    doing: {
      'cross-training': (amount) => `交叉訓練 ${amount}，單車、游泳、划船機或橢圓機都可以`,
      strength: (amount) => `肌力訓練 ${amount}`,
    },
    jog: (amount) => `慢跑 ${amount}`,
    between: (work, rest, how, set_rest) => {
      const easy = {
        jog: `每趟之間慢跑 ${rest}`,
        walk: `每趟之間走路 ${rest}`,
        down: `每趟之間慢跑下坡 ${rest}`,
      }[how];
      return `${work}，${easy}${set_rest === null ? '' : `，組間休息 ${set_rest}`}`;
    },
    join: (pieces) => pieces.join('，接著'),
    personas: {
      rex: {
        warmup: (amount) => `暖身：輕鬆跑 ${amount}。`,
        main: (work) => `${work}。`,
        cooldown: (amount) => `收操：輕鬆跑 ${amount}。`,
      },
      joy: {
        warmup: (amount) => `先輕鬆跑 ${amount}，讓身體慢慢暖起來。`,
        main: (work, after_warmup) =>
          after_warmup ? `接下來是今天的重點：${work}。` : `今天的內容：${work}。`,
        cooldown: (amount) => `最後再輕鬆跑 ${amount}，好好收操。`,
      },
    },
  },
  ja: {
    session: {
      recovery: (amount) => `回復ジョグ ${amount}`,
      easy: (amount) => `イージーラン ${amount}`,
      marathon: (amount) => `マラソンペース走 ${amount}`,
      half_marathon: (amount) => `ハーフマラソンペース走 ${amount}`,
      threshold: (amount) => `閾値走 ${amount}`,
      '10k': (amount) => `10 km レースペース走 ${amount}`,
      interval: (amount) => `インターバル走 ${amount}`,
      repetition: (amount) => `レペティション ${amount}`,
    },
    titled: (name, amount) => `${name} ${amount}`,
    race: (distance) => `レース当日：${distance}`,
    with_strides: (title, times) => `${title}＋流し ${times} 本`,
    with_pace: (title, part) => `${title}（うち${part}）`,
    at: (amount, zone) => `${zone}で ${amount}`,
    uphill: (amount) => `力強く坂を上る ${amount}`,
    strides: (amount) => `リラックスした流し ${amount}`,
    doing: {
      'cross-training': (amount) =>
        `クロストレーニング ${amount}（バイク、水泳、ローイング、クロストレーナーなど）`,
      strength: (amount) => `筋力トレーニング ${amount}`,
    },
    jog: (amount) => `ジョグ ${amount}`,
    between: (work, rest, how, set_rest) => {
      const easy = {
        jog: `つなぎはジョグ ${rest}`,
        walk: `間は歩いて ${rest}`,
        down: `ジョグで下って戻る ${rest}`,
      }[how];
      return `${work}、${easy}${set_rest === null ? '' : `、セット間は ${set_rest}`}`;
    },
    join: (pieces) => pieces.join('、続けて'),
    personas: {
      rex: {
        warmup: (amount) => `ウォームアップ：楽に ${amount}。`,
        main: (work) => `${work}。`,
        cooldown: (amount) => `クールダウン：楽に ${amount}。`,
      },
      joy: {
        warmup: (amount) => `まずは楽なジョグ ${amount} で、ゆっくり体を温めましょう。`,
        main: (work, after_warmup) =>
          after_warmup ? `ここからが今日のメインです。${work}。` : `今日のメニューは、${work}。`,
        cooldown: (amount) => `最後は楽なジョグ ${amount} で締めくくりましょう。`,
      },
    },
  },
};
