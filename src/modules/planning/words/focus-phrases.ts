import type { InEachLanguage } from '../../../shared/languages.ts';
import type { Phase } from '../../../training/planning/plan.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import type { Voice } from './voice.ts';

export type SessionType = Extract<WorkoutType, 'tempo' | 'intervals' | 'hills' | 'race-pace' | 'fartlek'>;

type Focus = {
  readonly first_week: string;
  readonly race_week: string;
  /** The event, as in "5 km" or "marathon". */
  readonly towards: (event: string) => string;
  readonly sessions: Readonly<Record<SessionType, string>>;
  readonly phases: Readonly<Record<Phase, readonly string[]>>;
};

export const FOCUS: InEachLanguage<Readonly<Record<Voice['persona'], Focus>>> = {
  en: {
    rex: {
      first_week: 'Getting into the routine',
      race_week: 'Race week: rest, then run',
      towards: (event) => `The work that decides your ${event}`,
      sessions: {
        tempo: 'Threshold work',
        intervals: 'Interval work',
        hills: 'Strength from hills',
        'race-pace': 'Race rhythm',
        fartlek: 'Changing gears',
      },
      phases: {
        base: ['Easy running, and plenty of it', 'Endurance first', 'Showing up'],
        build: ['More work, same discipline', 'Harder sessions, easy days easy', 'One step up'],
        peak: ['The hardest part. Sleep well', 'Specific work, nothing extra'],
        taper: ['Less running, same sharpness', 'Rest is training now'],
        recovery: ['Back off and absorb', 'Less. On purpose'],
      },
    },
    joy: {
      first_week: 'A gentle start: find your rhythm',
      race_week: 'Race week: rest up, believe, and enjoy it',
      towards: (event) => `Getting ready for your ${event}, step by step`,
      sessions: {
        tempo: 'Finding your strong, steady rhythm',
        intervals: 'Feeling quick: a week with some speed',
        hills: 'Growing stronger on the hills',
        'race-pace': 'Making friends with race pace',
        fartlek: 'Playing with speed',
      },
      phases: {
        base: [
          'Relaxed running that builds you up',
          'Laying a foundation to be proud of',
          'Enjoying every easy run',
        ],
        build: ['Growing stronger week by week', 'A little more, because you can', 'Your work is paying off'],
        peak: ['You are in great shape: make it count', 'The big weeks: take good care of yourself'],
        taper: ['Easing off and gathering strength', 'Fresh legs and a happy mind'],
        recovery: ['A lighter week: let your body grow stronger', 'Time to recharge'],
      },
    },
  },
  'zh-TW': {
    rex: {
      first_week: '先建立規律',
      race_week: '比賽週：休息，然後上場',
      towards: (event) => `決定${spaced(event)}成績的訓練`,
      sessions: {
        tempo: '閾值訓練',
        intervals: '間歇訓練',
        hills: '用坡道練力量',
        'race-pace': '抓住比賽節奏',
        fartlek: '變速訓練',
      },
      phases: {
        base: ['輕鬆跑，而且要跑得夠', '耐力優先', '按表出門'],
        build: ['加量，紀律不變', '難的要難，輕鬆的要輕鬆', '再上一階'],
        peak: ['最硬的階段，睡飽', '只做專項，不多加'],
        taper: ['跑量減少，俐落不減', '現在休息就是訓練'],
        recovery: ['減量，讓身體吸收', '刻意少跑'],
      },
    },
    joy: {
      first_week: '溫和起步，找到自己的節奏',
      race_week: '比賽週：好好休息、相信自己、享受比賽',
      towards: (event) => `一步一步，為${spaced(event)}做好準備`,
      sessions: {
        tempo: '找到穩定有力的節奏',
        intervals: '感受輕快：加入速度的一週',
        hills: '在坡道上越跑越強',
        'race-pace': '和比賽配速交個朋友',
        fartlek: '和速度玩遊戲',
      },
      phases: {
        base: ['放鬆地跑，慢慢累積實力', '打下讓自己驕傲的基礎', '享受每一次輕鬆跑'],
        build: ['一週比一週更強', '再多一點點，你做得到', '努力正在開花結果'],
        peak: ['狀態正好，好好把握', '關鍵的幾週，記得照顧好自己'],
        taper: ['放慢腳步，儲備力量', '輕盈的雙腿，愉快的心情'],
        recovery: ['輕鬆的一週，讓身體變得更強', '充電的時間到了'],
      },
    },
  },
  ja: {
    rex: {
      first_week: 'まずは習慣づくり',
      race_week: 'レース週：休んで、走る',
      towards: (event) => `${event}の結果を決める練習`,
      sessions: {
        tempo: '閾値の強化',
        intervals: 'インターバルで強化',
        hills: '坂で脚力づくり',
        'race-pace': 'レースのリズムを覚える',
        fartlek: 'スピードの切り替え',
      },
      phases: {
        base: ['楽なランをたっぷり', 'まず持久力', '淡々と続ける'],
        build: ['負荷を上げる。規律はそのまま', 'きつい日はきつく、楽な日は楽に', 'もう一段上へ'],
        peak: ['一番きつい時期。よく寝る', '専門的な練習だけ。余計なことはしない'],
        taper: ['量を減らし、切れ味は残す', '休むのも練習'],
        recovery: ['落として、吸収する', 'あえて減らす'],
      },
    },
    joy: {
      first_week: '無理なくスタート、自分のリズムを見つけましょう',
      race_week: 'レース週：しっかり休んで、自信を持って楽しみましょう',
      towards: (event) => `一歩一歩、${event}へ向けて準備しましょう`,
      sessions: {
        tempo: '力強く安定したリズムを見つけましょう',
        intervals: 'スピードに乗る気持ちよさを味わう週',
        hills: '坂でぐんぐん強くなりましょう',
        'race-pace': 'レースペースと仲良くなりましょう',
        fartlek: 'スピードで遊びましょう',
      },
      phases: {
        base: ['ゆったり走って力を蓄えましょう', '誇れる土台をつくりましょう', '楽なランを楽しみましょう'],
        build: [
          '週ごとに強くなっています',
          'あと少しだけ上へ。きっとできます',
          '努力が実を結びはじめています',
        ],
        peak: ['調子は上々、この時期を大切に', '大事な数週間、体もいたわりましょう'],
        taper: ['ペースを落として力をためましょう', '軽い脚と明るい気持ちで'],
        recovery: ['軽めの週で、体を育てましょう', '充電の時間です'],
      },
    },
  },
};

/** Chinese sets digits off by a space. */
function spaced(event: string): string {
  return /^\d/.test(event) ? ` ${event}` : event;
}
