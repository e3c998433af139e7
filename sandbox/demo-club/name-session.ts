import type { SeededRandom } from '../recordings/seeded-random.ts';
import type { Language } from './people.ts';
import type { PlannedSession } from './plan-season.ts';

/** What repetitions and tempo runs came to once they were fitted to the day. */
export type SessionDetail = { times: number; work: string };

type Choices = readonly [string, ...string[]];
type Words = {
  easy: { morning: Choices; later: Choices };
  recovery: Choices;
  treadmill: Choices;
  trail: Choices;
  long(km: number): Choices;
  track(detail: SessionDetail): Choices;
  tempo(detail: SessionDetail): Choices;
  fartlek(detail: SessionDetail): Choices;
  hills(detail: SessionDetail): Choices;
  ride: Choices;
  swim: Choices;
  strength: Choices;
};

const WORDS: Record<Language, Words> = {
  en: {
    easy: {
      morning: ['Easy before work', 'Morning run', 'Easy along the canal', 'Coffee run'],
      later: ['Easy run', 'Evening run', 'Easy with the club', 'Home the long way', 'Shake-out'],
    },
    recovery: ['Recovery jog', 'Monday legs', 'Very easy'],
    treadmill: ['Treadmill, too icy out', 'Treadmill'],
    trail: ['Hills and mud', 'Trail loop', 'Over the ridge'],
    long: (km) => ['Sunday long run', `Long run, ${km} km`, 'Long with the group'],
    track: ({ times, work }) => [`Tuesday track: ${times} x ${work}`],
    tempo: ({ work }) => [`Tempo: ${work}`, `${work} at threshold`],
    fartlek: ({ times, work }) => [`Fartlek: ${times} x ${work}`],
    hills: ({ times, work }) => [`Tuesday hills: ${times} x ${work}`],
    ride: ['Spin along the coast', 'Easy ride', 'Ride instead'],
    swim: ['Pool', 'Lunch swim'],
    strength: ['Strength and core', 'Gym'],
  },
  ja: {
    easy: { morning: ['朝ラン', '朝ジョグ', '川沿いジョグ'], later: ['夜ラン', 'ジョグ', 'つなぎのジョグ'] },
    recovery: ['疲労抜きジョグ', 'ゆっくりジョグ'],
    treadmill: ['トレッドミル'],
    trail: ['山ラン'],
    long: (km) => [`ロング走 ${km}km`, '日曜ロング'],
    track: ({ times, work }) => [`インターバル ${work} × ${times}`],
    tempo: ({ work }) => [`ペース走 ${work}`, `閾値走 ${work}`],
    fartlek: ({ times, work }) => [`ファルトレク ${work} × ${times}`],
    hills: ({ times, work }) => [`坂ダッシュ ${work} × ${times}`],
    ride: ['ライド'],
    swim: ['スイム'],
    strength: ['筋トレ', '補強'],
  },
  'zh-TW': {
    easy: { morning: ['晨跑', '清晨輕鬆跑'], later: ['夜跑', '輕鬆跑', '下班跑'] },
    recovery: ['恢復跑'],
    treadmill: ['跑步機'],
    trail: ['越野跑'],
    long: (km) => [`長距離 ${km} 公里`, '週日長跑'],
    track: ({ times, work }) => [`間歇 ${times} x ${work}`],
    tempo: ({ work }) => [`節奏跑 ${work}`],
    fartlek: ({ times, work }) => [`法特雷克 ${times} x ${work}`],
    hills: ({ times, work }) => [`坡道 ${times} x ${work}`],
    ride: ['單車'],
    swim: ['游泳'],
    strength: ['重訓'],
  },
};

/** A title as the athlete would type it, in their language. */
export function nameSession(
  session: PlannedSession,
  detail: SessionDetail,
  context: { language: Language; hour: number; random: SeededRandom },
): string {
  const words = WORDS[context.language];
  const pick = (choices: Choices): string => context.random.pick(choices);
  switch (session.kind) {
    case 'race':
      return session.race.name;
    case 'long':
      return pick(words.long(Math.round(session.distance_m / 1000)));
    case 'easy':
      if (session.treadmill) return pick(words.treadmill);
      if (session.trail) return pick(words.trail);
      return pick(context.hour < 11 ? words.easy.morning : words.easy.later);
    case 'recovery':
      return pick(session.treadmill ? words.treadmill : words.recovery);
    case 'track':
    case 'tempo':
    case 'fartlek':
    case 'hills':
      return pick(words[session.kind](detail));
    default:
      return pick(words[session.kind]);
  }
}
